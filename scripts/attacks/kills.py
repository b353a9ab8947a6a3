"""Runs that end at a system call: the manifest is the old one or the new one, and the next run leaves nothing behind."""
import contextlib
import hashlib
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import time
from dataclasses import dataclass

from .running import HIDDEN, Finding, Skipped, shown, snapshot

# Calls that change files come first in the plan.
CHANGES = re.compile(r"(write|pwrite64|ftruncate|rename\w*|link\w*|symlink\w*|unlink\w*|mkdir\w*|rmdir|fsync|fdatasync|"
                     r"syncfs|fchmod|fchown|openat)$")
ROWS = 12


@dataclass(frozen=True)
class Scene:
    name: str
    arguments: tuple
    old: str  # what is there before: whole or none
    former: tuple = ()  # more arguments of the run that made it

    @property
    def is_paged(self):
        return "--page-size" in self.arguments


PAGED = ("-o", "out", "--page-size", "2")
SCENES = (
    Scene("single", ("-o", "m.json"), "whole"),
    Scene("single without a journal", ("-o", "m.json", "--journal=none"), "whole"),
    Scene("single, new", ("-o", "m.json", "--report", "r.json", "--metrics", "weir.prom"), "none"),
    Scene("paged", PAGED, "whole"),
    Scene("paged without a journal", (*PAGED, "--journal=none"), "whole"),
    Scene("paged, more pages than before", PAGED, "whole", ("--page-size", "4")),
    Scene("paged, fewer pages than before", PAGED, "whole", ("--page-size", "1")),
    Scene("pages in a folder that is not there", PAGED, "none"),
    Scene("hashed", (*PAGED, "--page-names", "hash"), "whole"),
    Scene("hashed, after numbers", (*PAGED, "--page-names", "hash"), "whole", ("--page-names", "number")),
    Scene("numbers, after hashes", PAGED, "whole", ("--page-names", "hash")),
    Scene("paged, with a journal among the pages", PAGED, "whole", ("--journal", "out/.weir-journal")),
)


class Kills:
    short = 110

    def __init__(self, weir, root, place):
        self.weir = weir
        self.home = place / "kills-home"
        self.home.mkdir()
        pictures = root / "Samples/pictures"
        names = ("bag.jpg", "cap.jpg", "mug.jpg", "camera.png")
        for name, price in (("old.csv", "1"), ("new.csv", "22")):
            rows = [f"{names[number % len(names)]},{price}.{number}\n" for number in range(ROWS)]
            (self.home / name).write_text("img,price\n" + "".join(rows))
        for name in names:
            shutil.copy(pictures / name, self.home)
        try:
            trace = subprocess.run(["strace", "-f", "-qq", "-o", "/dev/null", "true"], capture_output=True)
        except FileNotFoundError:
            raise Skipped("there is no strace") from None
        if trace.returncode:
            raise Skipped(f"strace cannot trace here: {trace.stderr.decode().strip()}")
        self.old, self.new, self.names = {}, {}, {}
        self.steps = []
        for scene in SCENES:
            self.prepare(scene)
        self.outcomes = {}
        self.killed = 0

    def close(self):
        pass

    @property
    def length(self):
        return len(self.steps)

    def summary(self):
        outcomes = ", ".join(f"{count} {kind}" for kind, count in sorted(self.outcomes.items()))
        return f"{len(self.steps)} steps in all scenes, {self.killed} runs ended there; the manifest then: {outcomes}"

    # What a whole run gives

    def template(self, scene):
        return self.home / re.sub(r"\W+", "-", scene.name)

    def ingest(self, scene, catalogue, folder, *more, **how):
        return self.weir.run(["ingest", self.home / catalogue, "-q", *scene.arguments, *more], folder, **how)

    def prepare(self, scene):
        folder = self.template(scene)
        folder.mkdir()
        if scene.old != "none":
            self.ingest(scene, "old.csv", folder, *scene.former).expect((0,))
        self.old[scene] = self.content(scene, folder)
        trial = folder.with_name("trial")
        shutil.copytree(folder, trial, symlinks=True)
        trace = folder.with_name("calls")
        around = ("strace", "-f", "-qq", "-s", "256", "-o", trace, "-e", "trace=%file,%desc")
        self.ingest(scene, "new.csv", trial, around=around).expect((0,))
        self.new[scene] = self.content(scene, trial)
        self.names[scene] = self.listing(trial)
        shutil.rmtree(trial)
        numbers, started = {}, False
        for line in trace.read_text(errors="replace").splitlines():
            # The thread and the name of a call, as in `71 read(3, …`. Other lines have the rest of a call.
            match = re.match(r"(\d+) +(\w+)\(", line)
            if not match:
                continue
            number = numbers[match.groups()] = numbers.get(match.groups(), 0) + 1
            started = started or "new.csv" in line and "execve" not in line
            if started:
                for kind in ("KILL", "TERM"):
                    self.steps.append((scene, match[2], number, kind))

    def content(self, scene, folder):
        """The manifest that a reader finds: a page for each name."""
        if not scene.is_paged:
            file = folder / "m.json"
            return {"m.json": file.read_bytes()} if file.exists() else {}
        index = folder / "out/index.json"
        if not index.exists():
            return {}
        found = {"index.json": index.read_bytes()}
        for page in json.loads(found["index.json"])["pages"]:
            found[page["file"]] = (folder / "out" / page["file"]).read_bytes()
        return found

    @staticmethod
    def listing(folder):
        """The names of all files, with the numbers of hidden ones as `#`."""
        paths = [re.sub(r"(^|/)\.index-\d+-", r"\1.index-#-", path).split("/") for path in snapshot(folder)]
        return sorted("/".join(HIDDEN.sub(r".\1.weir-#", part) for part in path) for path in paths)

    # A round

    def step(self, number, seed):
        """The steps in an order that the seed gives. Another trace, with a step more or less, has the others in the same
        order."""
        def key(step):
            text = f"{seed} {step[0].name} {step[1:]}"
            return not CHANGES.match(step[1]), hashlib.sha256(text.encode()).digest()
        if getattr(self, "seed", None) != seed:
            self.seed = seed
            self.steps = sorted(set(self.steps), key=key)
        return self.steps[number % len(self.steps)]

    def round(self, number, random, folder):
        # The number of the run is in the name of its folder.
        seed = folder.name.split("-")[1]
        scene, call, times, kind = self.step(number, seed)
        run = folder / "run"
        shutil.copytree(self.template(scene), run, symlinks=True)
        note = f"{scene.name}: {kind} at {call}, the {times}. call of its thread"
        sent = "KILL" if kind == "KILL" else "STOP"
        # With --seccomp-bpf, strace 6.1 sends no signal.
        calls = folder / "calls"
        around = ("strace", "-f", "-qq", "-o", calls, "-e", f"trace={call}",
                  "-e", f"inject={call}:signal={sent}:when={times}")
        asking = random.choice((signal.SIGTERM, signal.SIGINT, signal.SIGHUP))
        outcome = self.ingest(scene, "new.csv", run, around=around,
                              during=lambda tracer: kind == "TERM" and self.ask(tracer, asking, calls))
        note += f"\n  command: {outcome.command}"
        self.killed += outcome.signal != 0 or outcome.status > 3
        if outcome.late:
            raise Finding(f"weir {outcome.end}, {note}")
        # A signal that comes before weir waits for it ends the process at once.
        if kind == "TERM" and outcome.status not in (0, 128 + asking) and outcome.signal != asking:
            raise Finding(f"weir {outcome.end} after {asking.name}, {note}\n  errors:  {shown(outcome.errors)}")
        self.check(scene, run, note)
        # Which pages are kept depends on the runs before.
        may_go_back = scene.old == "whole" and not scene.former and "hash" not in scene.arguments
        after = "old.csv" if random.random() < 0.3 and may_go_back else "new.csv"
        self.repeat(scene, after, run, note)

    @staticmethod
    def ask(tracer, asking, calls):
        """Waits until the run stops at its step, and asks the whole process to end. A signal that strace itself sends would
        reach only one thread."""
        is_asked = False
        while os.waitid(os.P_PID, tracer.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is None:
            # strace stops a new process as well. Each thread that comes to its own step is another stop.
            if calls.exists() and "stopped by SIGSTOP" in calls.read_text(errors="replace"):
                child = Kills.child(tracer)
                if child and Kills.is_stopped(child):
                    with contextlib.suppress(ProcessLookupError):
                        if not is_asked:
                            os.kill(child, asking)
                        is_asked = True
                        os.kill(child, signal.SIGCONT)
            time.sleep(0.002)

    @staticmethod
    def child(process):
        """The number of the only child; None if there is none."""
        try:
            return int(pathlib.Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()[0])
        except (OSError, IndexError):
            return None

    @staticmethod
    def is_stopped(process):
        """Whether each thread is in a stop, and stays in it."""
        for _ in range(2):
            try:
                threads = pathlib.Path(f"/proc/{process}/task").iterdir()
                states = [(thread / "stat").read_text().rpartition(")")[2].split()[0] for thread in threads]
            except OSError:
                return False
            if not states or any(state not in "tT" for state in states):
                return False
            time.sleep(0.005)
        return True

    def check(self, scene, run, note):
        try:
            found = self.content(scene, run)
        except (OSError, ValueError, KeyError) as error:
            raise Finding(f"the manifest cannot be read: {error}: {note}") from None
        new, old = self.new[scene], self.old[scene]
        kind = "new" if found == new else "old" if found == old else "broken"
        # Pages with numbers are replaced one by one, and the next run completes them.
        is_numbered = scene.is_paged and not any("-" in name for name in [*found, *old])
        if kind == "broken" and is_numbered and all(found[name] in (new.get(name), old.get(name)) for name in found):
            kind = "mixed"
        self.outcomes[kind] = self.outcomes.get(kind, 0) + 1
        if kind == "broken":
            raise Finding(f"the manifest is neither the old one nor the new one: {note}")
        if found:
            # Numbered pages that a killed run has left, or not yet removed, are named.
            surplus = {file.name for file in (run / "out").glob("[0-9]*.json") if "-" not in file.name} - {*found}
            expected = (1,) if kind == "mixed" or surplus else (0,)
            self.weir.run(["check", "out" if scene.is_paged else "m.json"], run).expect(expected, f"after {note}\n  check")
        for journal in run.glob("**/.weir-journal"):
            # A file without a byte is a journal that was not begun.
            if journal.stat().st_size:
                outcome = self.weir.run(["journal", "check", "--journal", journal], run)
                outcome.expect((0,), f"after {note}\n  the check of the journal")

    def repeat(self, scene, catalogue, run, note):
        """The next run succeeds, and what is there is that of a run after a whole one."""
        self.ingest(scene, catalogue, run).expect((0,), f"after {note}\n  the next run")
        expected = self.new[scene] if catalogue == "new.csv" else self.old[scene]
        if self.content(scene, run) != expected:
            raise Finding(f"the manifest of the next run is another: {note}")
        names = self.listing(run)
        if names != self.names[scene]:
            expected = self.names[scene]
            more, fewer = sorted(set(names) - set(expected)), sorted(set(expected) - set(names))
            raise Finding(f"the next run leaves other names, more: {more}, fewer: {fewer}: {note}")
