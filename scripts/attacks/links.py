"""Planted links, names and collisions: nothing changes except the outputs that the options name."""
import hashlib
import os
import re
import shutil
import stat
import subprocess

from . import racing
from .plants import KINDS, plant
from .running import HIDDEN, Finding, difference, shown, snapshot
from .serving import PictureServer

RUNNER, ATTACKER = 48001, 48002
STATUSES = (0, 1, 2, 3, 75)
JOURNAL_ENDINGS = ("", ".lock", "-wal", "-shm", "-journal")
EMPTY = hashlib.sha256().hexdigest()
PAGE = re.compile(r"(index|[1-9]\d*(-[0-9a-f]{16})?)\.json(\.gz)?$")


class Links:
    short = 140

    def __init__(self, weir, root, place):
        self.weir = weir
        self.root = root
        self.is_root = os.geteuid() == 0
        self.home = place / "links-home"
        self.home.mkdir()
        self.server = PictureServer(root / "Samples/pictures")
        self.statuses = {}
        self.kinds = {}
        self.count = self.races = self.by_other = 0
        self.users = [0]
        if not self.is_root:
            print("attack: links: not root, so there are no links of other users and no runs as another user", flush=True)
        else:
            self.add_other_user(place)
        self.template()

    def add_other_user(self, place):
        """Half of the runs are those of another user, who must be able to read the program."""
        program = [self.weir.program, "--version"]
        allowed = {"user": RUNNER, "group": RUNNER, "extra_groups": []}
        try:
            subprocess.run(program, check=True, capture_output=True, cwd="/", **allowed)
            self.users.append(RUNNER)
        except (OSError, subprocess.CalledProcessError):
            print("attack: links: another user cannot run the program, so there are no runs as another user", flush=True)

    def close(self):
        self.server.close()

    def summary(self):
        kinds = ", ".join(f"{count} {kind}" for kind, count in sorted(self.kinds.items()))
        statuses = ", ".join(f"{count} times {status}" for status, count in sorted(self.statuses.items()))
        return (f"{self.count} runs, {self.races} rounds with a race, {self.by_other} rounds as another user; "
                f"planted: {kinds}; status {statuses}")

    def template(self):
        """Pages, a journal and a manifest of weir's own."""
        inputs = self.home / "inputs"
        inputs.mkdir()
        for name in ("bag.jpg", "cap.jpg", "mug.jpg"):
            shutil.copy(self.root / "Samples/pictures" / name, inputs)
        address = self.server.address
        pictures = ["bag.jpg", "cap.jpg", "mug.jpg"]
        (inputs / "c.csv").write_text("img,price\n" + "".join(f"{name},1\n" for name in pictures))
        (inputs / "net.csv").write_text("img,price\n" + "".join(f"{address}/{name},1\n" for name in pictures))
        (inputs / "yarn.lock").write_text("# yarn lockfile v1\n")
        for arguments in (("m.json", "--journal", self.home / "journal"), ("pages", "--page-size", "1", "--journal=none")):
            self.weir.run(["ingest", "c.csv", "-q", "-o", self.home / arguments[0], *arguments[1:]], inputs).expect((0,))
        shutil.copy(self.home / "m.json", inputs / "m.json")

    # The trees of a round

    def victims(self, folder, owner):
        """Files that somebody else wants to see changed."""
        victims = folder / "victims"
        victims.mkdir()
        for name, content, mode in (
                ("text", b"precious\n", 0o644), ("empty", b"", 0o600), ("lock", b"pid 1\nstarted 1\n", 0o644),
                ("m.json", b'["mine"]\n', 0o640), ("index.json", (self.home / "pages/index.json").read_bytes(), 0o644),
                ("journal", (self.home / "journal").read_bytes(), 0o644), ("1.json", b"", 0o644), ("r.json", b"{}", 0o644)):
            (victims / name).write_bytes(content)
            (victims / name).chmod(mode)
        (victims / "inside").mkdir()
        (victims / "inside/text").write_bytes(b"precious, too\n")
        for path in (victims, *victims.rglob("*")):
            self.give(path, owner)
        return victims

    def give(self, path, owner):
        if self.is_root:
            os.chown(path, owner, owner, follow_symlinks=False)

    def round(self, number, random, folder):
        user = random.choice(self.users)
        self.victims(folder, user)
        shutil.copytree(self.home / "inputs", folder / "inputs")
        (folder / "run").mkdir()
        self.count += 1
        self.by_other += user != 0
        if number % 7 == 6:
            self.races += 1
            racing.race(self, random, folder, user)
            return
        # Without other users, only a folder that everybody may write makes a link one of somebody else.
        place = random.choice(("own", "foreign", "sticky", "open", "open") if self.is_root else ("open",))
        command = random.choice((self.ingest,) * 8 + (self.layout, self.check, self.diff))
        arguments, named, derived, journal = command(random, folder)
        self.open_folder(folder / "run", place, user)
        planted = self.plant_all(random, folder, user, named, derived)
        before = snapshot(folder)
        outcome = self.weir.run(arguments, folder / "run", user=user or None, limit=30)
        self.compare(folder, before, outcome, named, journal, planted, f"as user {user}, in a folder of kind {place}")

    def open_folder(self, run, place, user):
        mode = {"own": 0o755, "foreign": 0o755, "sticky": 0o1777, "open": 0o777}[place]
        for path in (run, *run.rglob("*")):
            self.give(path, user)
        if place in ("foreign", "sticky"):
            self.give(run, ATTACKER)
        if place == "foreign" and user:
            mode = 0o777
        run.chmod(mode)
        # A stranger writes to folders inside as well.
        for path in run.rglob("*"):
            if path.is_dir() and not path.is_symlink() and path.name in ("pages", "mirror", ".partial") and place != "own":
                path.chmod(0o777)

    # Commands. Each gives the arguments, the names of outputs, names that follow from them, and that of the journal.

    def ingest(self, random, folder):
        run = folder / "run"
        paged, journal = random.random() < 0.5, random.choice((None, None, "yarn", "-", "j"))
        mirror = random.random() < 0.3
        catalogue = "../inputs/net.csv" if mirror else "../inputs/c.csv"
        arguments = ["ingest", catalogue, "-o", "pages" if paged else "m.json", "-q", "--max-failures", "100%"]
        named, derived = [], [f".{name}.weir-7" for name in ("m.json", "r.json", "pages")]
        if paged:
            arguments += ["--page-size", "1"]
            if random.random() < 0.3:
                arguments += ["--page-names", "hash"]
            derived += ["pages/" + name for name in (
                "index.json", "1.json", "3.json", ".weir-pages", ".pages.weir-123", ".1.json.weir-5")]
            if random.random() < 0.6:
                shutil.copytree(self.home / "pages", run / "pages", symlinks=True)
            elif random.random() < 0.5:
                (run / "pages").mkdir()
            named.append("pages")
        else:
            named.append("m.json")
            if random.random() < 0.5:
                shutil.copy(self.home / "m.json", run / "m.json")
        if journal == "-":
            arguments.append("--journal=none")
        else:
            if journal:
                arguments += ["--journal", journal]
            else:
                journal = ".weir-journal"
                # A journal in the place of earlier versions is moved.
                derived += ["pages/.weir-journal", "pages/.weir-journal-wal", "pages/.weir-journal.lock"] if paged else []
            derived += [journal + ending for ending in JOURNAL_ENDINGS] * 2
        for option, own in (("--report", "r.json"), ("--metrics", "weir.prom")):
            if random.random() < 0.4:
                name = own if random.random() < 0.8 else random.choice(
                    (".weir-journal", ".weir-journal.lock", ".weir-journal-wal", "pages/2.json", "pages/index.json",
                     "pages/.weir-pages", "m.json", "yarn.lock", catalogue, "mirror/.partial", "j", "pages"))
                arguments += [option, name]
                if not name.startswith(".."):
                    named.append(name)
        if mirror:
            arguments += ["--mirror", "mirror", "--allow-host=private", "--retries", "0", "--timeout", "5s"]
            derived += self.mirror(random, run)
        if random.random() < 0.3:
            arguments += ["--with", "status"]
        return arguments, named, derived, journal

    def mirror(self, random, run):
        """The names in a mirror. Notes beside partial pictures are valid, so that they are continued."""
        folder = run / "mirror"
        names = ["mirror/.partial"]
        if random.random() < 0.8:
            folder.mkdir()
            (folder / ".partial").mkdir()
            for url, hash, count in self.server.pictures:
                part, content = f"mirror/.partial/{url}", f"mirror/{hash[:2]}"
                names += [content, f"{content}/{hash[2:]}.jpg", part, part + ".json"]
                if random.random() < 0.5:
                    (folder / f".partial/{url}.json").write_text(self.server.note(count))
                    names += [part, part]
        else:
            names.append("mirror")
        return names

    def layout(self, random, folder):
        arguments = ["layout", "../inputs/m.json", "--layout", "waterflow"]
        if random.random() < 0.5:
            return arguments + ["-o", "f.json"], ["f.json"], [".f.json.weir-3"], None
        named = ["drawings"]
        derived = ["drawings/iphone-15.svg", "drawings/ipad-9.svg", "drawings/.iphone-15.svg.weir-8"]
        if random.random() < 0.7:
            (folder / "run/drawings").mkdir()
        return arguments + ["--devices", "all", "--format", "svg", "-o", "drawings"], named, derived, None

    def check(self, random, folder):
        arguments = ["check", "../inputs/m.json", "--report", "json=r.json", "--report", "sarif=s.json"]
        named = ["r.json", "s.json"]
        if random.random() < 0.5:
            arguments += ["--baseline", "baseline", "--write-baseline"]
            named.append("baseline")
        derived = [f".{name}.weir-1" for name in named]
        if random.random() < 0.5:
            return arguments, named, derived, None
        return [*arguments, "--images", "--journal", "j"], named, derived + ["j" + ending for ending in JOURNAL_ENDINGS], "j"

    def diff(self, random, folder):
        return ["diff", "../inputs/m.json", "../inputs/m.json", "-o", "d.json"], ["d.json"], [".d.json.weir-2"], None

    # What is planted, and what may have changed

    def plant_all(self, random, folder, user, named, derived):
        run = folder / "run"
        planted = {}
        for name in random.sample(derived, min(len(derived), random.choice((0, 1, 1, 2, 4)))):
            kind = random.choice(KINDS)
            if name in planted or not (run / name).parent.is_dir() or (run / name).parent.is_symlink():
                continue
            planted[name] = plant(self, random, folder, run / name, kind, user)
        for name in named:
            # The user may have made anything else at a name that an option has.
            kind = random.choice(("link to a file", "link to nothing", "link to a folder", "hard link"))
            if random.random() < 0.35 and name not in planted and (run / name).parent.is_dir():
                planted[name] = plant(self, random, folder, run / name, kind, user)
        for kind in planted.values():
            self.kinds[kind] = self.kinds.get(kind, 0) + 1
        return planted

    def compare(self, folder, before, outcome, named, journal, planted, note):
        self.statuses[outcome.status] = self.statuses.get(outcome.status, 0) + 1
        plants = ", ".join(f"{kind} at {name}" for name, kind in planted.items()) or "nothing"
        note += f"\n  command: {outcome.command}\n  planted: {plants}\n  status:  {outcome.status}, {shown(outcome.errors)}"
        if outcome.late or outcome.signal or outcome.status not in STATUSES:
            raise Finding(f"weir {outcome.end}, {note}")
        after = snapshot(folder)
        for path, old in before.items():
            new = after.get(path)
            if new != old and not self.may_change(path, old, new, named, planted):
                change = f"has {difference(old, new)}" if new else "is gone"
                raise Finding(f"{path} {change}, {note}")
        for path in after.keys() - before.keys():
            if not self.may_appear(path, named, journal):
                raise Finding(f"{path} is new, {note}")

    def may_change(self, path, old, new, named, planted):
        """Whether a path from before the run may be another one, or gone."""
        def is_named_file():
            return name in named and not stat.S_ISDIR(old[0]) and (not new or not stat.S_ISDIR(new[0]))

        top, _, name = path.partition("/")
        if top != "run":
            return False
        last = name.rpartition("/")[2]
        if name.startswith("drawings/"):
            # A drawing replaces an earlier one, which may be any file.
            return last.endswith(".svg") and stat.S_ISREG(old[0])
        # A picture of the mirror replaces what has the name of its content; parts in .partial have hashes as names.
        if re.fullmatch(r"mirror/([0-9a-f]{2}/[^/]*|\.partial/[0-9a-f]{64}(\.json)?)", name) and not stat.S_ISDIR(old[0]):
            return True
        if any(name == plant or name.startswith(plant + "/") for plant in planted):
            # A link to a hidden name is one of weir's own. An empty index has nothing to lose, and a power cut may have left it.
            return (is_named_file() or last == ".weir-pages" and bool(HIDDEN.match(old[4]))
                    or last == "index.json" and old[4] == EMPTY)
        if name.startswith("pages/"):
            return bool(PAGE.match(last))
        return is_named_file()

    @staticmethod
    def may_appear(path, named, journal):
        top, _, name = path.partition("/")
        last = name.rpartition("/")[2]
        if top != "run" or HIDDEN.match(last):
            return False
        if name in named or journal and name in [journal + ending for ending in JOURNAL_ENDINGS]:
            return True
        if name.startswith("pages/"):
            return bool(PAGE.match(last) or re.fullmatch(r"\.index-\d+-[0-9a-f]{16}\.json", last))
        return name == "mirror" or name.startswith("mirror/") or name.startswith("drawings/") and last.endswith(".svg")
