"""A server of pictures on this machine."""
import hashlib
import http.server
import json
import pathlib
import re
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
                part = re.fullmatch(r"bytes=(\d+)-(\d*)", self.headers["Range"] or "")
                first, last = (int(part[1]), int(part[2] or len(content))) if part and content else (0, len(content))
                piece = content[first:last + 1]
                self.send_response(404 if not content else 206 if part else 200)
                if part:
                    self.send_header("Content-Range", f"bytes {first}-{first + len(piece) - 1}/{len(content)}")
                self.send_header("Content-Length", str(len(piece)))
                self.send_header("ETag", '"whole"')
                self.end_headers()
                self.wfile.write(piece)

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        # A client that ends early is no news.
        self.server.handle_error = lambda *_: None
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
