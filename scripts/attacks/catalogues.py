"""Mutated catalogues, manifests and configurations: a status of the table, and bounded work and memory."""
import plistlib
import re
import shutil
import struct
import zlib

from .mutations import mutated
from .running import Finding, shown

STATUSES = (0, 1, 2, 3)
START = 6.0  # seconds of CPU: a thousand findings take 3 s in a debug build
SECONDS_PER_KB = 0.010
WALL = 120
LONG = 1 << 20


def most_memory(size):
    """The bound of memory in MiB for a document of so many bytes. No document may take more than a GiB."""
    return 200 + min(1024, 20 * size // (1 << 20))


# Mutations that know a little of what a catalogue is made of.

def many_lines(random, data):
    lines = data.splitlines(keepends=True)
    at = random.randrange(len(lines))
    times = random.choice((100, 1000, 5000))
    lines[at:at + 1] = [lines[at]] * max(1, min(times, LONG // len(lines[at])))
    return b"".join(lines)


def lost_mark(random, data):
    places = [match.start() for match in re.finditer(rb"[\[\]{}<>\"',:/\t\n]", data)]
    if not places:
        return data
    at = random.choice(places)
    return data[:at] + random.choice((b"", b"", bytes([data[at]]) * 2, b"\0")) + data[at + 1:]


def depth(random, data):
    times = random.choice((30, 600, 20_000, 200_000))
    opening = random.choice(
        (b"[", b'{"a":', b"<array>", b"<dict><key>a</key>", b'"', b'[{"img":', b"<", b"(", b"[[],"))
    opening *= min(times, LONG // len(opening))
    at = random.choice((0, len(data), random.randrange(len(data) + 1)))
    return random.choice((data[:at] + opening + data[at:], opening, data[:at] + opening))


def huge_number(random, data):
    places = list(re.finditer(rb"\d+", data))
    number = random.choice((
        b"9" * 400, b"9" * 100_000, b"1e999", b"-1", b"0", b"1e-999", b"18446744073709551616", b"9223372036854775807",
        b"2147483648", b"0." + b"0" * 5000 + b"1", b"NaN", b"-0", b"1E400000000", b"4294967296"))
    if not places:
        return data + number
    match = random.choice(places)
    return data[:match.start()] + number + data[match.end():]


def odd_text(random, data):
    text = random.choice((
        b"\xff", b"\xc3", b"\xed\xa0\x80", b"\xf4\x90\x80\x80", b"\\ud800", b"\\u0000", b"\0", b"\xef\xbb\xbf", b"\r",
        b"\x1b[2J", b"\xe2\x80\xae", b"\xc2\x9b", b"&#0;", b"&#x10FFFF;", b"&a;", b"]]>", b"<!--", b"<![CDATA[", b"\\",
        b'""', b"a" * 300_000, b"\xcc\x81" * 50_000, b"*" * 3000, b"?" * 3000, b"[a-" * 2000, b"../" * 5000,
        b"http://" + b"a" * 100_000, b"http://[::1", b"%00"))
    at = random.randrange(len(data) + 1)
    return data[:at] + text + data[at:]


def many_keys(random, data):
    found = list(re.finditer(rb'"[^"\n]*":("[^"\n]*"|\d+),?|<key>[^<]*</key>\s*<\w+>[^<]*</\w+>', data))
    if not found:
        return data
    match = random.choice(found)
    block = match.group().rstrip(b",") + (b"," if match.group().startswith(b'"') else b"")
    return data[:match.start()] + block * min(20_000, LONG // len(block)) + data[match.start():]


def other_coding(random, data):
    return data.decode(errors="replace").encode(random.choice(("utf-16", "utf-16-le", "utf-32", "utf-8-sig")))


STRUCTURED = (many_lines, many_lines, lost_mark, lost_mark, depth, huge_number, huge_number, odd_text, odd_text, many_keys,
              other_coding)


def entities(random):
    """Entities that name one another many times."""
    names = [f"e{number}" for number in range(random.choice((5, 20)))]
    lines = [f'<!ENTITY {name} "{("&" + former + ";") * 10}">' for name, former in zip(names[1:], names)]
    return ('<?xml version="1.0"?><!DOCTYPE plist [<!ENTITY e0 "aaaaaaaaaa">' + "".join(lines)
            + f']><plist version="1.0"><array><string>&{names[-1]};</string></array></plist>').encode()


def shared_lists(random):
    """A binary property list of lists, each many times the next one."""
    levels, width = random.choice(((3, 200), (30, 14), (200, 2), (60_000, 1)))
    size = 2 if levels < 60_000 else 4
    width = min(width, 14)
    parts = []
    for level in range(levels):
        following = (level + 1).to_bytes(size, "big")
        parts.append(bytes([0xA0 | width]) + following * width)
    parts.append(plistlib.dumps({"img": "a.jpg"}, fmt=plistlib.FMT_BINARY)[8:9])
    data, offsets = b"bplist00", []
    for part in parts:
        offsets.append(len(data))
        data += part
    table = len(data)
    data += b"".join(offset.to_bytes(4, "big") for offset in offsets)
    return data + struct.pack(">6xBBQQQ", 4, size, len(offsets), 0, table)


class Catalogues:
    short = 240

    def __init__(self, weir, root, place):
        self.weir = weir
        samples = root / "Samples"
        self.home = place / "catalogues-home"
        self.home.mkdir()
        self.catalogues = {}
        for path in sorted(samples.glob("catalogue.*")):
            self.catalogues[path.name.removeprefix("catalogue.").removeprefix("binary.")] = path.read_bytes()
            self.catalogues[path.name.removeprefix("catalogue.")] = path.read_bytes()
        self.catalogues["prices.csv"] = (samples / "pictures/prices.csv").read_bytes()
        self.manifests = {}
        for name, more in (("m.json", ()), ("m.jsonl", ()), ("m.plist", ()), ("b.binary.plist", ())):
            weir.run(["ingest", samples / "catalogue.csv", "-o", self.home / name, "--journal=none", "-q",
                      "--max-failures", "100%", "--with", "status,format,bytes", *more], self.home).expect((0, 1))
            self.manifests[name.replace("m.", "").replace("b.", "binary.")] = (self.home / name).read_bytes()
        weir.run(["ingest", samples / "catalogue.csv", "-o", self.home / "pages", "--page-size", "9", "--journal=none", "-q",
                  "--max-failures", "100%"], self.home).expect((0, 1))
        self.configuration = (samples / "weir.json").read_bytes()
        self.devices = (b'[{"name":"a","width":375,"height":667,"scale":2,"insets":[20,0,0,0]},'
                        b'{"name":"b","width":390.5,"height":844}]')
        weir.run(["check", "m.json", "--baseline", "baseline", "--write-baseline"], self.home).expect((0,))
        self.baseline = (self.home / "baseline").read_bytes()
        self.commands = {}
        self.statuses = {}
        self.most = self.peak = 0

    def close(self):
        pass

    def summary(self):
        counts = ", ".join(f"{count} {command}" for command, count in sorted(self.commands.items()))
        statuses = ", ".join(f"{count} times {status}" for status, count in sorted(self.statuses.items()))
        return f"{counts}; status {statuses}; at most {self.most:.1f} s of CPU and {self.peak >> 10} MiB"

    def document(self, random, seeds):
        """A mutated document: the end of its name, its bytes, and its length when it is unpacked."""
        suffix = random.choice(sorted(seeds))
        data = seeds[suffix]
        draw = random.random()
        if draw < 0.02 and "plist" in suffix:
            data = entities(random)
        elif draw < 0.06 and "plist" in suffix:
            data = shared_lists(random)
        elif draw < 0.6 and "binary" not in suffix:
            for _ in range(random.choice((1, 1, 2, 3))):
                data = random.choice(STRUCTURED)(random, data or b"\n") or b"\n"
        else:
            data = mutated(random, data, list(seeds.values()))
        data = data[:2 * LONG]
        if random.random() < 0.05:
            data = data[:random.randrange(len(data) + 1)]
        suffix = suffix.split(".")[-1]
        if random.random() < 0.15:
            return (suffix + ".gz", *self.compressed(random, data))
        return suffix, data, len(data)

    def compressed(self, random, data):
        size = len(data)
        packer = zlib.compressobj(1, wbits=31)
        packed = packer.compress(data)
        if random.random() < 0.1:
            # In pieces, so that this program stays small: a new process begins with its peak of memory.
            block = random.choice((b"a", b"[", b"<array>", b"\n", data or b"a"))
            block *= LONG // len(block) or 1
            for _ in range(random.choice((20, 20, 200))):
                packed += packer.compress(block)
                size += len(block)
        packed += packer.flush()
        draw = random.random()
        if draw < 0.25:
            packed = packed[:random.randrange(len(packed) + 1)]
        elif draw < 0.5:
            packed = mutated(random, packed, [packed])
        elif draw < 0.6:
            packed, size = packed * 3, size * 3
        return packed, size

    def round(self, number, random, folder):
        command = random.choice(("ingest", "check", "layout", "diff", "configuration", "pages"))
        size = 0
        if command == "ingest":
            suffix, data, size = self.document(random, self.catalogues)
            (folder / f"c.{suffix}").write_bytes(data)
            arguments = ["ingest", f"c.{suffix}", "-o", "m.json", "--dry-run", "--journal=none"]
            if random.random() < 0.1:
                arguments += ["--from", random.choice(("csv", "tsv", "json", "jsonl", "plist"))]
        elif command == "configuration":
            arguments, size = self.configured(random, folder)
        elif command == "pages":
            shutil.copytree(self.home / "pages", folder / "pages", ignore=shutil.ignore_patterns(".*"))
            name = random.choice(("index.json", "index.json", "1.json"))
            data = mutated(random, (folder / "pages" / name).read_bytes(), [self.manifests["json"]])
            size = 10_000 + len(data)
            (folder / "pages" / name).write_bytes(data)
            arguments = [random.choice(("check", "layout", "diff")), "pages"]
            arguments += {"check": [], "layout": ["--layout", "waterflow"], "diff": [self.home / "m.json"]}[arguments[0]]
        else:
            seeds = self.catalogues if random.random() < 0.1 else self.manifests
            suffix, data, size = self.document(random, seeds)
            name = f"m.{suffix}"
            (folder / name).write_bytes(data)
            if command == "check":
                arguments = ["check", name, *random.choice(
                    ((), ("--format", "json"), ("--format", "sarif"), ("--devices", "iphone-15,ipad-9")))]
                if random.random() < 0.2:
                    arguments += ["--previous", self.home / "m.json"]
            elif command == "layout":
                layout = random.choice(("lf-waterflow", "waterflow", "mk-masonry", "flow", "flow-waterfall", "carousel"))
                form = random.choice(("json", "jsonl", "svg", "none"))
                arguments = ["layout", name, "--layout", layout, "--format", form]
            else:
                form = random.choice(("text", "json", "markdown"))
                arguments = ["diff", *random.sample((name, self.home / "m.json"), 2), "--format", form]
        outcome = self.weir.run(arguments, folder, limit=WALL)
        self.commands[command] = self.commands.get(command, 0) + 1
        self.statuses[outcome.status] = self.statuses.get(outcome.status, 0) + 1
        self.most = max(self.most, outcome.cpu)
        self.peak = max(self.peak, outcome.peak)
        outcome.expect(STATUSES)
        outcome.expect_cost(START + SECONDS_PER_KB * size / 1000, most_memory(size))
        if outcome.status >= 2 and not outcome.errors.strip():
            raise Finding(f"weir {outcome.end} and said nothing\n  command: {outcome.command}")
        if any(byte < 32 and byte not in b"\n\t\r" for byte in outcome.errors):
            raise Finding(f"a control character reached standard error\n  command: {outcome.command}\n"
                          f"  errors:  {shown(outcome.errors)!r}")

    def configured(self, random, folder):
        """A check or a layout with a mutated file of settings."""
        kind, data = random.choice(
            (("--config", self.configuration), ("--devices", self.devices), ("--baseline", self.baseline)))
        if random.random() < 0.6:
            for _ in range(random.choice((1, 1, 2))):
                data = random.choice(STRUCTURED)(random, data)
        else:
            data = mutated(random, data, [self.configuration, self.devices])
        (folder / "settings").write_bytes(data)
        return ["check", self.home / "m.json", kind, "./settings"], len(data)
