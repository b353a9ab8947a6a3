"""Low limits and closed descriptors: a status of the table, a sentence, and the previous manifest or the new one."""
import json
import os
import re
import resource
import shutil

from .running import HIDDEN, Finding, shown

STATUSES = (0, 1, 2, 3)
TRACE = re.compile(rb"Fatal error|Stack dump|terminate called|\bat /|Program crashed|Illegal instruction")
ROWS = 400

COMMANDS = {
    "single": ("ingest", "new.csv", "-o", "m.json"),
    "single with a journal of its own": ("ingest", "new.csv", "-o", "m.json", "--journal", "j", "--refresh"),
    "single with a report": ("ingest", "new.csv", "-o", "m.json", "--report", "r.json", "--metrics", "weir.prom"),
    "logged": ("ingest", "new.csv", "-o", "m.json", "--report", "r.json", "--journal=none", "--log-format", "json"),
    "compressed": ("ingest", "new.csv", "-o", "m.plist.gz"),
    "paged": ("ingest", "new.csv", "-o", "pages", "--page-size", "50"),
    "to standard output": ("ingest", "new.csv", "-o", "-"),
    "verified": ("ingest", "new.csv", "-o", "m.json", "--verify", "--journal=none"),
    "probe": ("probe", "bag.jpg", "cap.jpg", "gone.jpg"),
    "layout": ("layout", "old.json", "--layout", "waterflow", "-o", "f.json"),
    "check": ("check", "old.json", "--report", "json=c.json"),
    "diff": ("diff", "old.json", "new.json", "-o", "d.txt"),
    "journal": ("journal", "stats", "--journal", "kept"),
}
OUTPUTS = ("m.json", "m.plist.gz", "r.json", "weir.prom", "f.json", "c.json", "d.txt", "pages")
# Reports have times in them.
VARYING = ("r.json", "weir.prom")


class Limits:
    short = 150

    def __init__(self, weir, root, place):
        self.weir = weir
        self.home = place / "limits-home"
        self.home.mkdir()
        names = ("bag.jpg", "cap.jpg", "mug.jpg", "gone.jpg")
        for name in names[:3]:
            shutil.copy(root / "Samples/pictures" / name, self.home)
        for name, price in (("old.csv", "1"), ("new.csv", "22")):
            rows = [f"{names[number % 3] if number % 50 else names[3]},{price}.{number}\n" for number in range(ROWS)]
            (self.home / name).write_text("img,price\n" + "".join(rows))
        for name in ("old", "new"):
            self.run(["ingest", f"{name}.csv", "-o", f"{name}.json", "-q", "--journal", "kept"]).expect((0,))
        # Each output has an old content that no run writes again.
        self.run(["ingest", "old.csv", "-o", "pages", "--page-size", "50", "-q"]).expect((0,))
        self.run(["ingest", "old.csv", "-o", "m.plist.gz", "-q"]).expect((0,))
        shutil.copy(self.home / "old.json", self.home / "m.json")
        for name in ("r.json", "weir.prom", "f.json", "c.json", "d.txt"):
            (self.home / name).write_bytes(b"")
        self.old = self.contents(self.home)
        self.new = {}
        for name, arguments in COMMANDS.items():
            trial = place / "limits-trial"
            shutil.copytree(self.home, trial, symlinks=True)
            outcome = weir.run(arguments, trial)
            outcome.expect((0, 1))
            self.new[name] = self.contents(trial), outcome.output
            shutil.rmtree(trial)
        # Below these limits the loader of programs fails, and weir does not begin.
        self.least_files = self.least(resource.RLIMIT_NOFILE, 3, 64, 1)
        self.least_memory = self.least(resource.RLIMIT_AS, 1, 1024, 1 << 20)
        self.kinds = {}
        self.statuses = {}

    def close(self):
        pass

    def summary(self):
        kinds = ", ".join(f"{count} {kind}" for kind, count in sorted(self.kinds.items()))
        statuses = ", ".join(f"{count} times {status}" for status, count in sorted(self.statuses.items()))
        return (f"{kinds}; status {statuses}; weir begins with {self.least_files} files and {self.least_memory} MiB of "
                "address space")

    def run(self, arguments, **how):
        return self.weir.run(arguments, self.home, **how)

    @staticmethod
    def contents(folder):
        """The outputs that a reader finds; a paged manifest as one text."""
        found = {}
        for name in OUTPUTS:
            path = folder / name
            if path.is_dir():
                pages = [file for file in sorted(path.glob("*.json")) if file.exists()]
                found[name] = b"".join(file.name.encode() + b"\n" + file.read_bytes() for file in pages)
            elif path.exists():
                found[name] = path.read_bytes()
        return found

    def least(self, limit, low, high, unit):
        while low < high:
            middle = (low + high) // 2
            outcome = self.run(["--version"], before=lambda: resource.setrlimit(limit, (middle * unit, middle * unit)))
            low, high = (low, middle) if outcome.status == 0 else (middle + 1, high)
        return low

    def limit(self, random):
        """The name of a limit, the function that sets it, and the descriptors that it closes."""
        kind = random.choice(("file size", "file size", "files", "memory", "memory", "closed", "closed"))
        if kind == "file size":
            size = random.choice((0, 1, 27, 100, 1000, 4096, 10_000, 20_000, 40_000, random.randrange(60_000)))
            return kind, f"--fsize={size}", resource.RLIMIT_FSIZE, size, ()
        if kind == "files":
            count = self.least_files + random.choice((0, 1, 2, 3, random.randrange(20)))
            return kind, f"--nofile={count}", resource.RLIMIT_NOFILE, count, ()
        if kind == "memory":
            size = self.least_memory + random.choice((0, 1, 2, 8, 20, random.randrange(200))) << 20
            return kind, f"--as={size}", resource.RLIMIT_AS, size, ()
        closed = random.choice(((0,), (1,), (2,), (0, 1), (0, 2), (1, 2), *[(0, 1, 2)] * 4))
        return kind, "closed " + ", ".join(map(str, closed)), None, 0, closed

    def round(self, number, random, folder):
        name = random.choice(list(COMMANDS))
        kind, text, limit, value, closed = self.limit(random)
        shutil.copytree(self.home, folder, symlinks=True, dirs_exist_ok=True)

        def before():
            if limit is not None:
                resource.setrlimit(limit, (value, value))
            for descriptor in closed:
                os.close(descriptor)

        outcome = self.weir.run(COMMANDS[name], folder, before=before)
        self.kinds[kind] = self.kinds.get(kind, 0) + 1
        self.statuses[outcome.status] = self.statuses.get(outcome.status, 0) + 1
        note = f"with {text}\n  command: {outcome.command}\n  errors:  {shown(outcome.errors)}"
        if outcome.late or outcome.signal or outcome.status not in STATUSES:
            raise Finding(f"weir {outcome.end}, {note}")
        # Standard error is a file, too, so a limit of 0 bytes leaves no room for a sentence.
        may_be_silent = 2 in closed or kind == "file size" and value < 200
        if outcome.status >= 2 and not outcome.errors and not may_be_silent:
            raise Finding(f"weir {outcome.end} and said nothing, {note}")
        if TRACE.search(outcome.errors):
            raise Finding(f"weir printed a trace, {note}")
        self.compare(name, folder, outcome, closed, note)
        if COMMANDS[name][0] == "ingest" and "-" not in COMMANDS[name]:
            self.repeat(name, folder, note)

    def compare(self, name, folder, outcome, closed, note):
        new, output = self.new[name]
        found = self.contents(folder)
        states = set()
        for file, content in found.items():
            if file in VARYING:
                if b"weir:" in content or b'"event"' in content:
                    raise Finding(f"{file} has lines of standard error, {note}")
                if file.endswith(".json") and content:
                    self.parse(file, content, note)
                continue
            if content not in (self.old[file], new[file]):
                raise Finding(f"{file} is neither the old one nor the new one, {note}")
            if self.old[file] != new[file]:
                states.add("new" if content == new[file] else "old")
        if self.old.keys() - found.keys():
            raise Finding(f"{sorted(self.old.keys() - found.keys())} are gone, {note}")
        # Status 3 may follow when only the report or the metrics could not be written.
        if outcome.status in (0, 1) and "old" in states:
            raise Finding(f"weir {outcome.end}, and the old output is there, {note}")
        # For probe, each picture that cannot be opened is a failure of its own.
        may_differ = 1 in closed or name == "probe" and b"too many open files" in outcome.errors + outcome.output
        if outcome.status in (0, 1) and not may_differ and outcome.output != output:
            raise Finding(f"standard output is another than without the limit, {note}")

    @staticmethod
    def parse(file, content, note):
        try:
            json.loads(content)
        except ValueError:
            raise Finding(f"{file} is not whole, {note}") from None

    def repeat(self, name, folder, note):
        outcome = self.weir.run(COMMANDS[name], folder)
        outcome.expect((0, 1), f"the next run {note}\n  it")
        found = self.contents(folder)
        if any(found[file] != content for file, content in self.new[name][0].items() if file not in VARYING):
            raise Finding(f"the next run wrote another manifest, {note}")
        hidden = [file.name for file in folder.iterdir() if HIDDEN.match(file.name)]
        hidden += [file.name for file in (folder / "pages").iterdir() if HIDDEN.match(file.name)]
        if hidden:
            raise Finding(f"the next run leaves {hidden}, {note}")
