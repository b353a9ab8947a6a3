"""Runs weir with limits, and compares folders before and after."""
import hashlib
import os
import re
import shlex
import signal
import stat
import subprocess
import tempfile
import threading
import time
from dataclasses import dataclass


# The names of files that are not complete, and of the folder of the current pages.
HIDDEN = re.compile(r"^\.(.+)\.weir-\d+(-[0-9a-f]{16})?$")


class Finding(Exception):
    """Something did not hold."""


class Skipped(Exception):
    """A part cannot run on this machine."""


@dataclass
class Outcome:
    command: str
    status: int  # -1 if a signal ended the program
    signal: int  # 0 if the program ended by itself
    late: bool  # whether it was killed because it took too long
    seconds: float
    cpu: float
    peak: int  # KiB
    output: bytes
    errors: bytes

    @property
    def end(self):
        if self.late:
            return f"did not end within {self.seconds:.0f} s"
        return f"was ended by {signal.Signals(self.signal).name}" if self.signal else f"ended with {self.status}"

    def expect(self, statuses, what="weir"):
        if self.late or self.signal or self.status not in statuses:
            raise Finding(f"{what} {self.end}\n  command: {self.command}\n  errors:  {shown(self.errors)}")

    def expect_cost(self, cpu, peak=None):
        if self.cpu > cpu:
            raise Finding(f"weir took {self.cpu:.1f} s of CPU, more than {cpu:.1f} s\n  command: {self.command}")
        if peak and self.peak > peak << 10:
            raise Finding(f"weir took {self.peak >> 10} MiB of memory, more than {peak} MiB\n  command: {self.command}")


def shown(data, most=600):
    text = data.decode(errors="backslashreplace").strip() or "nothing"
    return text if len(text) <= most else text[:most // 2] + " … " + text[-most // 2:]


class Weir:
    def __init__(self, program):
        self.program = str(program)
        self.runs = 0

    def run(self, arguments, folder, *, input=None, limit=60, around=(), variables=None, user=None, before=None, during=None):
        """Runs weir in a folder. `around` is a command that runs weir, `variables` are more of its environment, `before` is a
        function that the child calls first, and `during` one that is called with the running process."""
        command = [*map(str, around), self.program, *map(str, arguments)]
        self.runs += 1
        with tempfile.TemporaryFile() as given, tempfile.TemporaryFile() as output, tempfile.TemporaryFile() as errors:
            given.write(input or b"")
            given.seek(0)
            started = time.monotonic()
            process = subprocess.Popen(
                command, cwd=folder, stdin=given, stdout=output, stderr=errors, start_new_session=True, preexec_fn=before,
                # A crash is a signal, without the time that a backtrace takes.
                env={"PATH": os.environ.get("PATH", ""), "LC_ALL": "C.UTF-8", "SWIFT_BACKTRACE": "enable=no",
                     **(variables or {})},
                **({"user": user, "group": user, "extra_groups": []} if user else {}))
            late = threading.Event()

            def end():
                late.set()
                os.killpg(process.pid, signal.SIGKILL)

            timer = threading.Timer(limit, end)
            timer.start()
            try:
                if during:
                    during(process)
                _, status, usage = os.wait4(process.pid, 0)
            finally:
                timer.cancel()
                process.returncode = 0
            output.seek(0)
            errors.seek(0)
            return Outcome(
                shlex.join(command), os.WEXITSTATUS(status) if os.WIFEXITED(status) else -1,
                os.WTERMSIG(status) if os.WIFSIGNALED(status) else 0, late.is_set(), time.monotonic() - started,
                usage.ru_utime + usage.ru_stime, usage.ru_maxrss, output.read(), errors.read())


def snapshot(folder):
    """What is in a folder: path to kind, permissions, owner and content of each file. No link is followed."""
    found = {}
    for place, folders, files in os.walk(folder):
        for name in folders + files:
            path = os.path.join(place, name)
            status = os.lstat(path)
            kind = stat.S_IFMT(status.st_mode)
            content = ""
            if kind == stat.S_IFLNK:
                content = os.readlink(path)
            elif kind == stat.S_IFREG:
                with open(path, "rb") as file:
                    content = hashlib.sha256(file.read()).hexdigest()
            mode = stat.S_IMODE(status.st_mode)
            found[os.path.relpath(path, folder)] = kind, mode, status.st_uid, status.st_gid, content
    return found


def difference(old, new):
    """The first thing in which two descriptions of a file differ."""
    names = ("kind", "permissions", "owner", "group", "content")
    return next((f"another {name}" for name, one, other in zip(names, old, new) if one != other), "nothing")
