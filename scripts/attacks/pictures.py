"""Mutated pictures: no crash, no hang, and work in proportion to the bytes."""
import csv
import io
import json

from .bombs import bombs
from .mutations import mutated
from .running import Finding

BATCH = 200
START = 1.0  # seconds of CPU for the start of a run
SECONDS_PER_KB = 0.010
PEAK = 200  # MiB
WALL = 60
WALL_OF_ONE = 20


def seeds(root, folders=None):
    """The pictures that are mutated: all, or those of the named folders of the fixtures."""
    fixtures = root / ".build/fixtures"
    if not fixtures.is_dir():
        raise SystemExit("attack: there are no pictures to mutate; run scripts/fixtures .build/fixtures")
    places = [fixtures / name for name in folders] if folders else [fixtures, root / "Samples/pictures"]
    files = [path for place in places for path in sorted(place.rglob("*"))]
    pictures = [path.read_bytes() for path in files if path.is_file() and path.suffix not in (".tsv", ".csv")]
    return [data for data in pictures if 0 < len(data) <= 300_000]


class Pictures:
    short = 150

    def __init__(self, weir, root, place):
        self.weir = weir
        self.seeds = seeds(root)
        self.count = self.bytes = self.sizes = self.verified = 0
        self.most = self.peak = 0

    def close(self):
        pass

    def summary(self):
        return (f"{self.count} pictures in {self.bytes >> 20} MiB, {self.sizes} with a size, {self.verified} decoded, "
                f"at most {self.most * 1000:.1f} ms a KB and {self.peak >> 10} MiB")

    def round(self, number, random, folder):
        names = []
        total = 0
        for index in range(BATCH):
            name = random.choice(("a{}.jpg", "a{}.jpg", "a{}.png", "-{}", "a b\n{}.gif", "ü{}.webp", "\x1b[{}m"))
            name = name.format(index)
            data = mutated(random, random.choice(self.seeds), self.seeds)
            (folder / name).write_bytes(data)
            names.append(name)
            total += len(data)
        self.probe(names, folder, total)
        self.count += BATCH
        self.bytes += total
        if number % 10 == 9:
            self.verify(names, folder)
            self.explode(random, folder)
        if number % 10 == 4:
            self.growth(random, folder)

    def probe(self, names, folder, total):
        try:
            outcome = self.run(names, folder)
            outcome.expect((0, 1))
            self.note(outcome, total)
        except Finding as finding:
            raise self.narrowed(finding, names, folder) from None
        lines = outcome.output.splitlines()
        if len(lines) != len(names):
            raise Finding(f"weir printed {len(lines)} lines for {len(names)} pictures\n  command: {outcome.command}")
        self.sizes += sum(b"\terror:" not in line for line in lines)

    def run(self, names, folder):
        return self.weir.run(["probe", "--files-from", "-", "--format", "tsv"], folder, limit=WALL,
                             input=b"".join(name.encode() + b"\0" for name in names))

    def note(self, outcome, total):
        self.most = max(self.most, outcome.cpu / (total / 1000 + 10))
        self.peak = max(self.peak, outcome.peak)
        outcome.expect_cost(START + SECONDS_PER_KB * total / 1000, PEAK)

    def narrowed(self, finding, names, folder):
        """Looks for the picture that is the cause, each by itself."""
        for name in names:
            try:
                outcome = self.run([name], folder)
                outcome.expect((0, 1))
                outcome.expect_cost(START + SECONDS_PER_KB * (folder / name).stat().st_size / 1000, PEAK)
            except Finding as alone:
                return Finding(f"{alone}\n  picture: {name!r}")
        return Finding(f"{finding}\n  no picture is the cause by itself")

    def growth(self, random, folder):
        """Four times the bytes may take four times the work, and no more. A file is probed by itself."""
        data = bytearray(random.choice(self.seeds)[:20_000])
        at = min(len(data), random.choice((2, 2, 3, 8, 12, 20, random.randrange(len(data)))))
        block = bytes(data[at:at + random.choice((1, 2, 4, 8, 16, 100))]) or b"\xff"
        block = random.choice((block, block, b"\xff", b"\0"))
        costs = []
        for size in (250_000, 1_000_000):
            name = f"grown-{size}"
            (folder / name).write_bytes(data[:at] + block * (size // len(block)) + data[at:])
            outcome = self.run([name], folder)
            outcome.expect((0, 1))
            outcome.expect_cost(START + SECONDS_PER_KB * size / 1000, PEAK)
            costs.append(outcome.cpu)
        if costs[1] > 8 * costs[0] + 0.5:
            raise Finding(f"four times the bytes took {costs[1]:.2f} s of CPU, after {costs[0]:.2f} s: {name}")

    def explode(self, random, folder):
        """Pictures that are small and ask for much, each by itself."""
        for name, data in bombs(random, self.seeds).items():
            (folder / name).write_bytes(data)
            self.probe([name], folder, len(data))
            self.verify([name], folder, WALL_OF_ONE)

    def verify(self, names, folder, wall=WALL):
        text = io.StringIO()
        rows = csv.writer(text)
        rows.writerow(("img", "price"))
        # A name with a control character is no row.
        names = [name for name in names if name.isprintable()]
        rows.writerows(("./" + name, "1") for name in names)
        (folder / "catalogue.csv").write_text(text.getvalue())
        outcome = self.weir.run(
            ["ingest", "catalogue.csv", "-o", "m.json", "--verify", "--journal=none", "-q", "--max-failures", "100%", "--max-removed", "100%",
             "--with", "status"], folder, limit=wall)
        outcome.expect((0, 1), f"the check of {len(names)} pictures, {names[0]} the first of them,")
        entries = json.loads((folder / "m.json").read_bytes())
        if len(entries) != len(names):
            raise Finding(f"the manifest has {len(entries)} entries for {len(names)} rows\n  command: {outcome.command}")
        self.verified += sum(entry["status"] == "ok" for entry in entries)
