"""Runs in which one system call or one allocation fails."""
import collections
import errno
import hashlib
import os
import pathlib
import re
import shutil
import signal
import subprocess
import time

from .plants import strew, sweep
from .running import Finding, Skipped, snapshot
from .scenes import SCENES, Scenes

FILES = "EACCES ENOENT EMFILE ENFILE ENOSPC EIO ESTALE EROFS EINTR ENOMEM"
NAMES = "EIO ENOSPC EACCES EROFS ESTALE EDQUOT"
WRITING = "ENOSPC EIO EDQUOT EINTR EFBIG"
# The errors of each call that fit it. Calls that cannot fail, and those of which a failure makes libc end the program, are left out.
ERRORS = {call: errors.split() for calls, errors in (
    ("openat open creat openat2", FILES), ("read pread64 readv", "EIO EINTR ESTALE"), ("write writev", WRITING + " EPIPE"),
    ("pwrite64 pwritev", WRITING), ("fsync fdatasync syncfs", "EIO ENOSPC EDQUOT"), ("rename renameat renameat2", NAMES),
    ("link linkat", NAMES + " EPERM EMLINK"), ("unlink unlinkat rmdir", "EIO EACCES EROFS ESTALE"), ("mkdir mkdirat", NAMES),
    ("ftruncate", "EIO EINTR ENOSPC"), ("fallocate", "ENOSPC EIO EOPNOTSUPP EINTR"), ("flock", "EINTR ENOLCK EOPNOTSUPP EAGAIN"),
    ("fcntl", "ENOLCK EINTR EIO EAGAIN"), ("mmap", "ENOMEM EAGAIN"), ("mprotect mremap madvise", "ENOMEM"),
    ("newfstatat fstat stat lstat statx statfs fstatfs", "EIO ESTALE ENOMEM EACCES ENOENT"), ("access faccessat2", "EIO EACCES ENOENT"),
    ("readlink readlinkat", "EIO ESTALE EACCES ENOENT"), ("getdents64", "EIO ESTALE ENOENT ENOMEM"), ("getcwd", "ENOENT ENOMEM"),
    ("lseek", "EIO"), ("close", "EIO EINTR ENOSPC"), ("fchmod fchown utimensat", "EPERM EIO EROFS"), ("copy_file_range sendfile", "EIO ENOSPC EINVAL"),
    ("socket", "EMFILE ENFILE ENOBUFS EACCES EAFNOSUPPORT"), ("connect", "ECONNREFUSED ETIMEDOUT ENETUNREACH EADDRNOTAVAIL EACCES"),
    ("bind", "EADDRINUSE EACCES"), ("sendto sendmsg sendmmsg", "EINTR ECONNRESET EPIPE ENOBUFS"), ("recvfrom recvmsg", "EINTR ECONNRESET ENOMEM"),
    ("setsockopt getsockopt getsockname getpeername", "ENOBUFS ENOPROTOOPT ENOTCONN"), ("socketpair pipe pipe2", "EMFILE ENFILE"),
    ("epoll_create1 eventfd2 timerfd_create signalfd4", "EMFILE ENFILE ENOMEM"), ("epoll_ctl", "ENOMEM ENOSPC"),
    ("epoll_wait epoll_pwait poll ppoll select pselect6", "EINTR ENOMEM"), ("dup dup2 dup3", "EMFILE EINTR"),
    ("clone clone3 fork vfork", "EAGAIN ENOMEM"), ("execve", "ENOENT ENOMEM EACCES"), ("wait4 waitid", "EINTR ECHILD"),
    ("clock_nanosleep nanosleep rt_sigtimedwait", "EINTR"), ("getrandom", "EINTR ENOSYS"), ("ioctl", "ENOTTY EIO"),
    ("prlimit64 sched_getaffinity prctl setpgid set_mempolicy sched_setaffinity", "EPERM EINVAL"), ("kill", "ESRCH"),
) for call in calls.split()}
# What may have a reader that leaves.
READER = re.compile(r"^\d+ +\w+\([12]<|<(pipe|socket|TCP|UNIX)")
LIBRARY = re.compile(r"[\"<](/usr)?/(lib|lib64|opt|etc|proc|sys|usr)/")


# What messages name besides the files of the command line.
NAMED = ("m.json", "out", "drawings", "journal", "j ", "mirror", "index.json", "threads", "memory", "libcurl", "standard", "catalogue")


class Faults:
    """What system calls and allocations have in common. The program is stopped before main, so that the loader of programs is
    done when the counting begins."""

    def __init__(self, weir, root, place):
        self.weir = weir
        self.place = place
        compiler = shutil.which("cc") or shutil.which("clang")
        if not compiler:
            raise Skipped("there is no C compiler")
        self.library = place / "failing.so"
        if not self.library.exists():
            source = pathlib.Path(__file__).with_name("failing.c")
            subprocess.run([compiler, "-O1", "-shared", "-fPIC", "-o", self.library, source, "-ldl"], check=True)
        self.scenes = Scenes(weir, root, place / f"{type(self).__name__.lower()}-home")
        self.points = self.plan()
        self.outcomes = collections.Counter()
        self.reached = 0
        self.tried = set()
        self.strewn = 0

    def close(self):
        self.scenes.close()

    @property
    def length(self):
        return len(self.points)

    def summary(self):
        outcomes = ", ".join(f"{count} {kind}" for kind, count in sorted(self.outcomes.items()))
        return f"{len(self.tried)} points of {len(self.points)}, of which {self.reached} were reached: {outcomes}"

    def ordered(self, folder):
        """The points in an order that the seed gives. Another plan, with a point more or less, has the others in the same order."""
        seed = folder.name.split("-")[1]
        if getattr(self, "seed", None) != seed:
            self.seed = seed
            # After some failed locks a run waits for seconds, so these come last.
            self.points.sort(key=lambda point: ("fcntl" in point, hashlib.sha256(f"{seed} {point}".encode()).digest()))
        return self.points

    def preload(self, **variables):
        return {"LD_PRELOAD": str(self.library), **{name: str(value) for name, value in variables.items()}}

    def judge(self, scene, run, before, inputs, outcome, note, random, **how):
        self.outcomes[f"times {outcome.status}"] += 1
        if snapshot(self.scenes.inputs) != inputs:
            raise Finding(f"an input has changed, {note}")
        is_whole, kind = self.scenes.judge(scene, run, before, outcome, note, **how)
        self.outcomes[f"{kind} manifests" if scene.manifest else f"{kind} outputs"] += 1
        # After a run that has changed nothing, the next one is that which every scene begins with.
        if not is_whole and random.random() < self.repeated and snapshot(run) != before:
            self.scenes.repeat(scene, run, note)


class Calls(Faults):
    """Each system call of the scenes fails once with each error that fits it."""
    short = 100
    # The share of runs that another run follows.
    repeated = 1

    def attached(self, options, scene, folder, calls):
        """Runs a scene under a strace that comes right before main. Each call of each thread takes the tracer's time."""
        def attach(process):
            os.waitid(os.P_PID, process.pid, os.WSTOPPED | os.WEXITED | os.WNOWAIT)
            self.tracer = subprocess.Popen(["strace", "-f", "-qq", "-y", "-o", calls, *options, "-p", str(process.pid)],
                                           stdin=subprocess.DEVNULL, stderr=subprocess.PIPE)
            status = pathlib.Path(f"/proc/{process.pid}/status")
            end = time.monotonic() + 10
            while "TracerPid:\t0\n" in status.read_text() and self.tracer.poll() is None and time.monotonic() < end:
                time.sleep(0.001)
            os.kill(process.pid, signal.SIGCONT)

        outcome = self.weir.run(self.scenes.command(scene), folder, variables=self.preload(FAILING_STOP=1), limit=40,
                                during=attach)
        said = self.tracer.communicate(timeout=10)[1]
        if not calls.exists():
            raise Finding(f"strace did not attach, and weir {outcome.end}: {said.decode(errors='replace')}")
        return outcome

    def plan(self):
        try:
            trial = subprocess.run(["strace", "-f", "-qq", "-o", "/dev/null", "true"], capture_output=True)
        except FileNotFoundError:
            raise Skipped("there is no strace") from None
        if trial.returncode:
            raise Skipped(f"strace cannot trace here: {trial.stderr.decode().strip()}")
        points, seen = set(), set()
        self.product = set()
        for scene in SCENES:
            trial, calls = self.scenes.home / "traced", self.scenes.home / "calls"
            shutil.copytree(self.scenes.template(scene), trial, symlinks=True)
            self.attached(("-s", "256"), scene, trial, calls).expect((0, 1))
            shutil.rmtree(trial)
            numbers = collections.Counter()
            for line in calls.read_text(errors="replace").splitlines():
                # The thread and the name of a call, as in `71 read(3, …`. Other lines have the rest of a call.
                match = re.match(r"(\d+) +(\w+)\(", line)
                if not match:
                    continue
                numbers[match.groups()] += 1
                if match[2] not in ERRORS:
                    continue
                call, number = match[2], numbers[match.groups()]
                errors = [error for error in ERRORS[call] if error != "EPIPE" or READER.search(line)]
                if "AT_EMPTY_PATH" in line:
                    errors = ["EIO", "ESTALE", "ENOMEM"]
                self.product |= {(scene.name, call, number, error) for error in errors}
                # Calls for files of the system, such as libraries, and calls that are as an earlier one, also of another
                # scene: one error each.
                kind = re.sub(r"0x[0-9a-f]+|[0-9a-f]{16,}|\d+", "#", line)
                if LIBRARY.search(line) or kind in seen:
                    errors = [errors[number % len(errors)]]
                seen.add(kind)
                points |= {(scene.name, call, number, error) for error in errors}
        return sorted(points)

    def summary(self):
        return f"{super().summary()}; {self.strewn} files and links of strangers lay beside the outputs; every error at every call would be {len(self.product)} points"

    def round(self, number, random, folder):
        point = self.ordered(folder)[number % len(self.points)]
        name, call, times, error = point
        scene = self.scenes.by_name[name]
        run, calls = folder / "run", folder / "calls"
        shutil.copytree(self.scenes.template(scene), run, symlinks=True)
        before, inputs = snapshot(run), snapshot(self.scenes.inputs)
        planted = strew(random, run)
        self.strewn += len(planted)
        options = ("-e", f"trace={call}", "-e", f"inject={call}:error={error}:when={times}")
        outcome = self.attached(options, scene, run, calls)
        changed = sweep(planted)
        injected = [line for line in calls.read_text(errors="replace").splitlines() if "(INJECTED)" in line]
        self.tried.add(point)
        self.reached += bool(injected)
        if changed:
            raise Finding(f"of strangers: {', '.join(str(path.relative_to(folder)) for path in changed)} has changed or is gone, {scene.name}: "
                          f"{error} at {call}, the {times}. call of its thread\n  command: {outcome.command}")
        # Linux closes a descriptor also when close(2) fails, and strace does not: the other end would wait forever.
        if call == "close" and any(re.search(r"<(socket|pipe|TCP|UNIX)", line) for line in injected):
            return
        note = f"{error} at {call}, the {times}. call of its thread\n  failed:  " + "\n           ".join(injected[:4])
        is_silent = any(re.search(r" writev?\((1|2)<", line) for line in injected)
        gone = {name for line in injected if error == "ENOENT" for name in re.findall(r'"([^"]*)"', line)}
        self.judge(scene, run, before, inputs, outcome, note, random, is_silent=is_silent, gone=gone)
        self.judge_message(scene, outcome, error, note)

    def judge_message(self, scene, outcome, error, note):
        """A failure of the run names a file, or the reason that the system gave."""
        if outcome.status < 2 or not outcome.errors:
            return
        text = outcome.errors.decode(errors="replace").lower()
        reason = os.strerror(getattr(errno, error)).lower()
        names = [*(word for word in self.scenes.command(scene) if "." in word), *scene.outputs, *NAMED]
        if reason not in text and not any(name.lower() in text for name in names):
            raise Finding(f"the message names neither a file nor the reason, {note}\n  errors: {text}")


class Allocations(Faults):
    """Some of the allocations of the scenes fail, one a run. The process of the decoders has a clean environment, and so the C
    library's allocator."""
    short = 100
    repeated = 0.25
    # The points of the long form, of more than half a million allocations.
    most = 6_400

    def plan(self):
        self.counts = {}
        for scene in SCENES:
            self.counts[scene.name] = self.count(scene)
        share = self.most // len(self.counts)
        return [(name, 1 + number * total // share) for name, total in self.counts.items() for number in range(share)]

    def count(self, scene):
        counter, trial = self.scenes.home / "count", self.scenes.home / "counted"
        counter.write_bytes(bytes(8))
        shutil.copytree(self.scenes.template(scene), trial, symlinks=True)
        variables = self.preload(FAILING_ALLOCATION=0, FAILING_COUNT=counter)
        self.weir.run(self.scenes.command(scene), trial, variables=variables).expect((0, 1))
        shutil.rmtree(trial)
        return int.from_bytes(counter.read_bytes(), "little")

    def summary(self):
        return f"{super().summary()}; {sum(self.counts.values())} allocations in all scenes"

    def round(self, number, random, folder):
        point = self.ordered(folder)[number % len(self.points)]
        name, times = point
        scene = self.scenes.by_name[name]
        run = folder / "run"
        shutil.copytree(self.scenes.template(scene), run, symlinks=True)
        before, inputs = snapshot(run), snapshot(self.scenes.inputs)
        variables = self.preload(FAILING_ALLOCATION=times)
        outcome = self.weir.run(self.scenes.command(scene), run, variables=variables, limit=40)
        self.tried.add(point)
        has_failed = b"not enough memory" in outcome.errors
        self.reached += has_failed
        self.judge(scene, run, before, inputs, outcome, f"the {times}. allocation fails", random, is_killed=has_failed)
