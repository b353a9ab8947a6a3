"""A server of pictures on this machine."""
import hashlib
import http.server
import json
import pathlib
import threading

NAMES = ("bag.jpg", "cap.jpg", "mug.jpg")


def digest(data):
    return hashlib.sha256(data).hexdigest()


class PictureServer:
    def __init__(self, folder):
        contents = {"/" + name: (folder / name).read_bytes() for name in NAMES}

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self):
                content = contents.get(self.path, b"")
                self.send_response(200 if content else 404)
                self.send_header("Content-Length", str(len(content)))
                self.send_header("ETag", '"whole"')
                self.end_headers()
                self.wfile.write(content)

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.thread = threading.Thread(target=self.server.serve_forever, daemon=True)
        self.thread.start()
        self.address = f"http://127.0.0.1:{self.server.server_address[1]}"
        # For each picture: the name of its part, the hash of its content, and its length.
        self.pictures = [(digest((self.address + path).encode()), digest(content), len(content))
                         for path, content in contents.items()]

    @staticmethod
    def note(count):
        """The note beside a part, as a run of this boot writes it."""
        try:
            boot = pathlib.Path("/proc/sys/kernel/random/boot_id").read_text()
        except OSError:
            boot = ""
        return json.dumps({"tag": '"whole"', "total": count, "boot": boot}) + "\n"

    def close(self):
        self.server.shutdown()
        self.server.server_close()
