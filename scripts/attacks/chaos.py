"""Nights of a shop whose servers fail at random. No size is wrong, no picture is lost with attempts left, and a calm night brings all."""
import asyncio
import json
import re
import struct
import threading
import time
import zlib

from .running import Finding, shown

ROWS = 300
RETRIES = 3
# The seconds after which a run may give a host up that fails again and again, with the pictures that it has.
PATIENCE = 120
# What a later attempt may mend.
PASSING = {"connect", "dns", "timeout", "stalled", "truncated", "http-status", "tls"}


def jpeg(random, width, height):
    """The size stands behind up to 50 KB of metadata."""
    metadata = b"".join(b"\xff\xe2" + struct.pack(">H", count + 2) + bytes(count) for count in random.choices((0, 90, 25000), k=2))
    frame = b"\xff\xc0" + struct.pack(">HBHHB", 11, 8, height, width, 1) + b"\x01\x11\x00"
    return b"\xff\xd8" + metadata + frame + b"\xff\xda\x00\x08\x01\x01\x00\x00\x3f\x00" + random.randbytes(random.randrange(9, 4000)) + b"\xff\xd9"


def png(random, width, height):
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0))
            + chunk(b"IDAT", random.randbytes(random.randrange(9, 4000))) + chunk(b"IEND", b""))


class Picture:
    def __init__(self, random):
        self.random = random
        self.sizes, self.tonight = set(), set()
        self.replace()
        self.begin()

    def replace(self):
        width, height = (self.random.randrange(1, 5000) for _ in "wh")
        self.content = self.random.choice((jpeg, png))(self.random, width, height)
        self.size = width, height
        self.sizes.add(self.size)
        self.tonight.add(self.size)

    def begin(self):
        """A night begins."""
        self.tonight = {self.size}
        self.faults = 0
        self.may_fail = False


class Host:
    """An address of the shop. Its mood is drawn for each night."""

    def __init__(self, random, address, pictures):
        self.random, self.address, self.pictures = random, address, pictures
        self.server = self.restarting = None
        self.calm()

    def calm(self):
        self.rates = {}
        self.tags = "one"
        self.fails_until = self.fails_at = None
        self.restarts_at = set()
        self.served = 0

    def begin(self, is_calm):
        self.calm()
        for picture in self.pictures:
            picture.begin()
        if is_calm:
            return
        random = self.random
        self.rates = {fault: random.choice((0, 0, 0.02, 0.06)) for fault in ("reset", "empty", "cut", "late", "whole")}
        # A host that refuses is asked slowly.
        self.rates["status"] = random.choice((0, 0, 0.01, 0.05))
        self.rates |= {fault: random.choice((0, 0, 0, 0.02)) for fault in ("page", "part", "packed", "replaced")}
        # Two backends with tags of their own, dates of each answer, or nothing to compare.
        self.tags = random.choice(("one", "one", "two", "dates", "none"))
        if random.random() < 0.4:
            self.fails_at = len(self.pictures) - random.randrange(1, 12)
        self.restarts_at = {random.randrange(len(self.pictures)) for _ in range(random.randrange(3))}

    async def open(self, port):
        self.server = await asyncio.start_server(self.converse, self.address, port, reuse_address=True)
        self.port = self.server.sockets[0].getsockname()[1]
        return self.port

    async def wait(self):
        """Returns when the last restart is over."""
        if self.restarting:
            await self.restarting

    async def restart(self):
        if self.server.is_serving():
            # Connections that are refused cost attempts, too.
            for picture in self.pictures:
                picture.may_fail = True
            self.server.close()
            await asyncio.sleep(self.random.uniform(0.05, 0.6))
            await self.open(self.port)

    async def converse(self, reader, writer):
        try:
            while True:
                head = await reader.readuntil(b"\r\n\r\n")
                number = re.match(rb"GET /(\d+) ", head)
                if not number or not await self.answer(self.pictures[int(number[1])], head, writer):
                    break
                await writer.drain()
        except (asyncio.IncompleteReadError, ConnectionError):
            pass
        finally:
            writer.close()

    def draw(self, picture):
        """What happens to a request; None if all is well."""
        if self.served == self.fails_at:
            self.fails_at, self.fails_until = None, time.monotonic() + self.random.uniform(0.5, 4)
        if self.fails_until:
            if time.monotonic() < self.fails_until:
                picture.may_fail = True
                return self.random.choice(("reset", "status"))
            self.fails_until = None
        draw = self.random.random()
        for fault, rate in self.rates.items():
            draw -= rate
            if draw < 0:
                return fault
        return None

    async def answer(self, picture, head, writer):
        """Returns whether the connection stays."""
        fault = self.draw(picture)
        if fault in ("reset", "empty", "cut", "status"):
            # A picture with attempts left is served at last, unless its host fails as a whole.
            if picture.faults >= RETRIES and not picture.may_fail:
                fault = None
            picture.faults += 1
        if fault in ("page", "part", "packed", "replaced"):
            picture.may_fail = True
        if fault == "replaced":
            picture.replace()
        elif fault == "late":
            await asyncio.sleep(self.random.uniform(0, 0.3))
        elif fault == "reset":
            writer.transport.abort()
            return False
        elif fault == "empty":
            return False
        elif fault == "status":
            status, more = self.random.choice((408, 429, 500, 502, 503, 504)), self.random.choice(("", "Retry-After: 0\r\n", "Retry-After: 1\r\n"))
            writer.write(f"HTTP/1.1 {status} Sorry\r\n{more}Content-Length: 0\r\n\r\n".encode())
            return True
        elif fault == "page":
            writer.write(b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 6\r\n\r\n<html>")
            return True
        self.served += 1
        if self.served in self.restarts_at:
            self.restarts_at.remove(self.served)
            self.restarting = asyncio.ensure_future(self.restart())
        self.send(picture.content, head, fault, writer)
        if fault == "cut":
            await writer.drain()
            if self.random.random() < 0.5:
                writer.transport.abort()
            return False
        return True

    def send(self, content, head, fault, writer):
        tag = f'"{zlib.crc32(content)}"'
        lines = {"one": f"ETag: {tag}\r\n", "two": f'ETag: "{self.random.randrange(2)}{tag[1:]}\r\n', "none": "",
                 "dates": f"Last-Modified: Sun, 0{self.random.randrange(1, 9)} Nov 2026 00:00:00 GMT\r\n"}[self.tags]
        if tag.encode() in head and b"If-None-Match: " in head and self.tags == "one":
            writer.write(f"HTTP/1.1 304 Not Modified\r\n{lines}\r\n".encode())
            return
        part = re.search(rb"\r\nRange: bytes=(\d+)-(\d*)", head)
        status, piece = "200 OK", content
        if part and fault != "whole" and int(part[1]) < len(content):
            first = int(part[1]) + (7 if fault == "part" else 0)
            piece = content[first:int(part[2] or len(content)) + 1]
            status = "206 Partial Content"
            lines += f"Content-Range: bytes {first}-{first + len(piece) - 1}/{len(content)}\r\n"
        if fault == "packed":
            lines += "Content-Encoding: gzip\r\n"
        writer.write(f"HTTP/1.1 {status}\r\nContent-Length: {len(piece)}\r\n{lines}\r\n".encode())
        writer.write(piece[:self.random.randrange(len(piece))] if fault == "cut" else piece)


class Shop:
    """The hosts, on a thread of their own."""

    def __init__(self, random):
        self.pictures = [Picture(random) for _ in range(ROWS)]
        shares = sorted(random.sample(range(1, ROWS), random.randrange(4)))
        self.hosts = [Host(random, f"127.0.0.{number + 2}", self.pictures[start:end])
                      for number, (start, end) in enumerate(zip([0, *shares], [*shares, ROWS]))]
        self.loop = asyncio.new_event_loop()
        self.thread = threading.Thread(target=self.loop.run_forever, daemon=True)
        self.thread.start()
        ports = [self.do(host.open(0)) for host in self.hosts]
        self.names = [f"http://{host.address}:{port}/{number}"
                      for host, port in zip(self.hosts, ports) for number in range(len(host.pictures))]

    def do(self, work):
        return asyncio.run_coroutine_threadsafe(work, self.loop).result(30)

    def begin(self, is_calm):
        async def begin():
            for host in self.hosts:
                await host.wait()
                host.begin(is_calm)
        self.do(begin())

    def close(self):
        async def close():
            for host in self.hosts:
                host.server.close()
            for task in asyncio.all_tasks() - {asyncio.current_task()}:
                task.cancel()
        self.do(close())
        self.loop.call_soon_threadsafe(self.loop.stop)
        self.thread.join()
        self.loop.close()


class Chaos:
    short = 2

    def __init__(self, weir, root, place):
        self.weir = weir
        self.failed = self.rounds = 0

    def close(self):
        pass

    def summary(self):
        return f"{self.rounds * 3} nights of {ROWS} pictures, {self.failed} of which failed for good"

    def round(self, number, random, folder):
        shop = Shop(random)
        try:
            (folder / "c.csv").write_text("img,price\n" + "".join(f"{name},{row}\n" for row, name in enumerate(shop.names)))
            for night in range(3):
                shop.begin(is_calm=night == 2)
                how = random.choice(([], ["--retry-failed"])) if night < 2 else ["--refresh"]
                outcome = self.weir.run(
                    ["ingest", "c.csv", "-o", "m.json", "--report", "r.json", "--with", "status", "--allow-host", "private",
                     "--max-failures", "100%", "--max-removed", "100%", "--retries", RETRIES, "-q", *how], folder, limit=300)
                outcome.expect((0,))
                self.judge(night, shop, how, folder)
        finally:
            shop.close()
        self.rounds += 1

    def judge(self, night, shop, how, folder):
        entries = json.loads((folder / "m.json").read_text())
        report = json.loads((folder / "r.json").read_text())
        if [(entry["img"], entry["price"]) for entry in entries] != [(name, str(row)) for row, name in enumerate(shop.names)]:
            raise Finding(f"night {night}: the entries are not those of the rows")
        failures = {failure["row"] - 1: failure for failure in report["failures"]}
        was_patient = report["seconds"] < PATIENCE
        for row, (entry, picture) in enumerate(zip(entries, shop.pictures)):
            size, status = (entry["w"], entry["h"]), entry["status"]
            # A picture that has a size is asked for but with --retry-failed.
            asked = picture.sizes if "--retry-failed" in how else picture.tonight
            true = {"ok": asked, "stale": picture.sizes, "placeholder": {size}}[status]
            if size not in true:
                raise Finding(f"night {night}, row {row}: {status} {size} is none of {sorted(true)}")
            if status == "ok":
                continue
            failure = failures[row]
            self.failed += 1
            is_paused = failure["attempts"] == 0
            if night == 2 or was_patient and not picture.may_fail and not is_paused:
                raise Finding(f"night {night}, row {row}: lost, though its server mended: {shown(json.dumps(failure).encode())}")
            if was_patient and failure["code"] in PASSING and not is_paused and failure["attempts"] <= RETRIES:
                raise Finding(f"night {night}, row {row}: lost with attempts left: {shown(json.dumps(failure).encode())}")
