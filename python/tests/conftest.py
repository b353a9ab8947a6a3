"""Pictures, servers and sessions of Spark for the tests."""

from __future__ import annotations

import os
import socketserver
import struct
import subprocess
import sys
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from typing import Any

import pytest


def jpeg(width: int, height: int) -> bytes:
    """The smallest JPEG with a size: a frame header behind the start of the image (T.81, B.2.2)."""
    return b"\xff\xd8\xff\xc0" + struct.pack(">HBHHBBBB", 11, 8, height, width, 1, 1, 0x11, 0)


@pytest.fixture
def pictures(tmp_path: Path) -> Path:
    folder = tmp_path / "pictures"
    folder.mkdir()
    (folder / "a.jpg").write_bytes(jpeg(30, 20))
    (folder / "b.jpg").write_bytes(jpeg(5, 4))
    (folder / "bad.jpg").write_bytes(b"no picture")
    return folder


class PictureServer:
    """A server that answers each path with a picture, or with 404 if `gone` is in it, and counts what runs at once.

    It listens on every loopback address, so each of them is a host.
    """

    def __init__(self, delay: float = 0) -> None:
        self.requests: list[tuple[str, str, str | None]] = []
        self.most: dict[str, int] = {}
        self._running: dict[str, int] = {}
        self._lock = threading.Lock()
        server = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self) -> None:
                host = self.headers["Host"].rsplit(":", 1)[0]
                with server._lock:
                    server.requests.append((host, self.path, self.headers.get("If-None-Match")))
                    server._running[host] = server._running.get(host, 0) + 1
                    server.most[host] = max(server.most.get(host, 0), server._running[host])
                try:
                    if delay:
                        threading.Event().wait(delay)
                    self._answer()
                finally:
                    with server._lock:
                        server._running[host] -= 1

            def _answer(self) -> None:
                status, body = (404, b"") if "gone" in self.path else (200, jpeg(40, 30))
                if status == 200 and self.headers.get("If-None-Match") == '"v1"':
                    status, body = 304, b""
                self.send_response(status)
                self.send_header("ETag", '"v1"')
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *arguments: Any) -> None:
                pass

        class Server(socketserver.ThreadingTCPServer):
            allow_reuse_address = True
            daemon_threads = True
            request_queue_size = 256

        self._server = Server(("0.0.0.0", 0), Handler)
        self.port = self._server.server_address[1]
        self._thread = threading.Thread(target=self._server.serve_forever, daemon=True)
        self._thread.start()

    def url(self, path: str, host: int = 1) -> str:
        return f"http://127.0.0.{host}:{self.port}{path}"

    def stop(self) -> None:
        self._server.shutdown()
        self._server.server_close()


@pytest.fixture
def server() -> Iterator[PictureServer]:
    server = PictureServer()
    yield server
    server.stop()


@pytest.fixture
def slow_server() -> Iterator[PictureServer]:
    server = PictureServer(delay=0.02)
    yield server
    server.stop()


class Nginx:
    """nginx, which serves a folder and writes down each request."""

    def __init__(self, program: str, root: Path, folder: Path) -> None:
        self.port = _free_port()
        self.log = folder / "access"
        # Workers of another user could not read the folders of pytest.
        user = "user root;" if os.geteuid() == 0 else ""
        (folder / "nginx.conf").write_text(f"""
            {user} daemon off; worker_processes 1; pid {folder}/pid; error_log {folder}/errors;
            events {{ worker_connections 1024; }}
            http {{
                access_log {self.log};
                client_body_temp_path {folder}/t1; proxy_temp_path {folder}/t2; fastcgi_temp_path {folder}/t3;
                uwsgi_temp_path {folder}/t4; scgi_temp_path {folder}/t5;
                server {{ listen 0.0.0.0:{self.port}; root {root}; keepalive_requests 100000; }}
            }}
            """)
        self._process = subprocess.Popen([program, "-p", str(folder), "-c", str(folder / "nginx.conf")])
        _wait_for_port(self.port)

    def url(self, path: str, host: int = 1) -> str:
        return f"http://127.0.0.{host}:{self.port}/{path}"

    def stop(self) -> None:
        self._process.terminate()
        self._process.wait()


def _free_port() -> int:
    with socketserver.TCPServer(("127.0.0.1", 0), socketserver.BaseRequestHandler) as server:
        return int(server.server_address[1])


def _wait_for_port(port: int) -> None:
    import socket
    import time

    end = time.monotonic() + 60
    while time.monotonic() < end:
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.01)
    raise TimeoutError("nginx does not start")


@pytest.fixture
def nginx(tmp_path: Path, pictures: Path) -> Iterator[Nginx]:
    folder = tmp_path / "nginx"
    folder.mkdir()
    server = Nginx(os.environ["WEIR_NGINX"], pictures, folder)
    yield server
    server.stop()


def spark_session(master: str, **settings: str) -> Any:
    """Start a session whose executors have this Python, this package and this program."""
    from pyspark.sql import SparkSession

    os.environ["PYSPARK_PYTHON"] = sys.executable
    builder = SparkSession.builder.master(master).appName("weir").config("spark.ui.enabled", "false")
    builder = builder.config("spark.driver.bindAddress", "127.0.0.1").config("spark.driver.host", "127.0.0.1")
    builder = (
        builder.config("spark.ui.showConsoleProgress", "false")
        .config("spark.sql.shuffle.partitions", "4")
        .config("spark.log.level", "ERROR")
    )
    for name, value in settings.items():
        builder = builder.config(name.replace("_", "."), value)
    return builder.getOrCreate()


@pytest.fixture(scope="session")
def spark() -> Iterator[Any]:
    session = spark_session("local[2]")
    yield session
    session.stop()
