"""Names that are exchanged for links while weir runs."""
import ctypes
import os
import threading

from .plants import plant
from .running import Finding, difference, shown, snapshot

RUNS = 4
AT_FDCWD, RENAME_EXCHANGE = -100, 2


class Exchange:
    """Exchanges two names again and again, each time at once."""

    def __init__(self, one, other):
        self.libc = ctypes.CDLL(None, use_errno=True)
        self.names = os.fsencode(one), os.fsencode(other)
        self.is_over = threading.Event()
        self.count = 0
        self.thread = threading.Thread(target=self.work)

    def exchange(self):
        if self.libc.renameat2(AT_FDCWD, self.names[0], AT_FDCWD, self.names[1], RENAME_EXCHANGE) == 0:
            self.count += 1

    def work(self):
        while not self.is_over.is_set():
            self.exchange()

    def __enter__(self):
        self.thread.start()
        return self

    def __exit__(self, *reason):
        self.is_over.set()
        self.thread.join()


def race(links, random, folder, user):
    from .links import ATTACKER, STATUSES

    run = folder / "run"
    run.chmod(0o777)
    paged = random.random() < 0.5
    output = "sub/pages" if paged else "sub/m.json"
    arguments = ["ingest", "../inputs/c.csv", "-o", output, "-q", "--report", "sub/r.json"]
    arguments += ["--page-size", "1"] if paged else []
    (run / "sub").mkdir()
    links.give(run / "sub", user)
    (run / "sub").chmod(0o777)
    names = ["sub"] * 3
    if paged:
        (run / "sub/pages").mkdir()
        (run / "sub/pages").chmod(0o777)
        links.give(run / "sub/pages", user)
        names += ["sub/pages", "sub/.weir-journal", "sub/.weir-journal-wal", "sub/pages/.weir-journal"]
    else:
        names += ["sub/m.json", "sub/.weir-journal", "sub/.weir-journal-wal", "sub/.weir-journal.lock"]
    name = random.choice(names)
    kind = "link to a folder" if name in ("sub", "sub/pages") else random.choice(("link to a file", "link to nothing"))
    # Both names must be there to be exchanged.
    if kind != "link to a folder":
        plant(links, random, folder, run / name, "foreign file", user)
    plant(links, random, folder, run / "planted", kind, user)
    before = {path: old for path, old in snapshot(folder).items() if not path.startswith("run")}
    for _ in range(RUNS):
        with Exchange(run / name, run / "planted") as exchange:
            outcome = links.weir.run(arguments, run, user=user or None, limit=30)
        links.statuses[outcome.status] = links.statuses.get(outcome.status, 0) + 1
        links.count += 1
        note = (f"as user {user}, while {name} was exchanged for a {kind}, {exchange.count} times\n"
                f"  command: {outcome.command}\n  status:  {outcome.status}, {shown(outcome.errors)}")
        if outcome.late or outcome.signal or outcome.status not in STATUSES:
            raise Finding(f"weir {outcome.end}, {note}")
        after = {path: new for path, new in snapshot(folder).items() if not path.startswith("run")}
        for path in before.keys() | after.keys():
            if before.get(path) != after.get(path):
                change = difference(before[path], after[path]) if path in before and path in after else "come or gone"
                raise Finding(f"{path}: {change}, {note}")
