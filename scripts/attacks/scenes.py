"""Runs in which one thing fails, and the judge of what they print and leave on the disk."""
import hashlib
import json
import os
import re
import shutil
import sqlite3
import stat
from dataclasses import dataclass

from .limits import TRACE, VARYING
from .running import HIDDEN, Finding, difference, shown, snapshot
from .serving import PictureServer

STATUSES = (0, 1, 2, 3, 75)
JOURNAL = re.compile(r"(j|(\.weir-journal))(\.lock|-wal|-shm|-journal)?$")
PAGE = re.compile(r"(index|[1-9]\d*(-[0-9a-f]{16})?)\.json(\.gz)?$")
RECORD = re.compile(r"\.index-\d+-[0-9a-f]{16}\.json$")
WHOLE_PICTURE = re.compile(r"mirror/[0-9a-f]{2}(/[0-9a-f]{62}\.jpg)?$")
PART = re.compile(r"mirror/\.partial(-\d+)?(/[0-9a-f]{64}(\.json)?)?$")


@dataclass(frozen=True)
class Scene:
    name: str
    arguments: tuple
    # The manifest: a file, a folder of pages, or `-`. Empty for other commands than ingest.
    manifest: str = ""
    # Files that are replaced as a whole, besides the manifest.
    outputs: tuple = ()
    old: str = "ingest"  # how the manifest from before is made; `none`: there is none
    former: tuple = ()  # more arguments of the run that makes it
    catalogue: str = "files"

    @property
    def is_paged(self):
        return "--page-size" in self.arguments

    @property
    def is_hashed(self):
        return "hash" in self.arguments


REPORTS = ("--report", "r.json", "--metrics", "weir.prom")
PAGES = ("-o", "out", "--page-size", "2")
HASHED = (*PAGES, "--page-names", "hash")
NET = ("--allow-host", "127.0.0.1", "--timeout", "4s", "--host-patience", "3s", "--retries", "1")


def ingest(name, manifest, arguments, **more):
    return Scene(name, ("ingest", "NEW", "-q", "--max-removed", "100%", "--with", "status,format", *arguments), manifest, **more)


SCENES = (
    ingest("single", "m.json", ("-o", "m.json", *REPORTS), outputs=("r.json", "weir.prom")),
    ingest("verified", "m.json", ("-o", "m.json", "--verify", "--journal=none", "--with", "thumbhash"),
           catalogue="decoded"),
    ingest("new", "m.json", ("-o", "m.json", *REPORTS), outputs=("r.json", "weir.prom"), old="none"),
    ingest("to standard output", "-", ("-o", "-", "--journal", "j")),
    ingest("pages", "out", (*PAGES, *REPORTS), outputs=("r.json", "weir.prom")),
    ingest("hashed", "out", HASHED),
    ingest("loopback", "m.json", ("-o", "m.json", *NET), catalogue="net"),
    ingest("mirror", "out", (*HASHED, "--mirror", "mirror", "--verify", *NET, *REPORTS), outputs=("r.json", "weir.prom"),
           catalogue="net"),
    Scene("dry run", ("ingest", "NEW", "-o", "m.json", "--dry-run")),
    Scene("check", ("check", "m.json", "--report", "json=c.json", "--report", "junit=c.xml", "--baseline", "b.json",
                    "--write-baseline"), outputs=("c.json", "c.xml", "b.json")),
    Scene("check of pictures", ("check", "m.json", "--images", "--root", "ROOT", "--journal", "j", "--report", "json=c.json"),
          outputs=("c.json",)),
    Scene("layout", ("layout", "m.json", "--layout", "waterflow", "-o", "f.json"), outputs=("f.json",)),
    Scene("drawings", ("layout", "m.json", "--layout", "waterflow", "--devices", "iphone-15,ipad-9", "--format", "svg",
                       "-o", "drawings"), outputs=("drawings/iphone-15.svg", "drawings/ipad-9.svg")),
    Scene("diff", ("diff", "m.json", "NEW.json", "--format", "json", "-o", "d.json"), outputs=("d.json",)),
    Scene("preview", ("preview", "m.json", "-o", "p.html"), outputs=("p.html",)),
)

LATER, WHOLE = "1" * 64, "2" * 64
FILES = ("bag.jpg", "cap.jpg", "mug.jpg", "camera.png", "lamp.jpg", "book.avif")


class Scenes:
    """The folders of the scenes before a run, and what a whole run makes of them."""

    def __init__(self, weir, root, home):
        self.weir = weir
        self.home = home
        home.mkdir()
        self.inputs = home / "inputs"
        self.inputs.mkdir()
        for name in FILES:
            shutil.copy(root / "Samples/pictures" / name, self.inputs)
            # The next run opens files again that were measured right after they were written.
            os.utime(self.inputs / name, (1.7e9, 1.7e9))
        self.server = PictureServer(root / "Samples/pictures")
        address = self.server.address + "/"
        for kind, old, new in (("files", FILES[:3] * 2, FILES[:3] + FILES[1:5]), ("decoded", FILES[:3], FILES[:2] + FILES[5:]),
                               ("net", [address + "bag.jpg"] * 5, [address + name for name in FILES[:3] * 2])):
            for age, names, price in (("old", old, "1"), ("new", new, "22")):
                rows = "".join(f"{name},{price}.{number}\n" for number, name in enumerate(names))
                (self.inputs / f"{age}-{kind}.csv").write_text("img,price\n" + rows)
        self.by_name = {scene.name: scene for scene in SCENES}
        self.old, self.new, self.listings = {}, {}, {}
        for scene in SCENES:
            self.prepare(scene)

    def close(self):
        self.server.close()

    def template(self, scene):
        return self.home / re.sub(r"\W+", "-", scene.name)

    def command(self, scene, age="new"):
        words = {"NEW": self.inputs / f"{age}-{scene.catalogue}.csv", "ROOT": self.inputs, "NEW.json": self.home / "new.json"}
        return [str(words.get(word, word)) for word in scene.arguments]

    def prepare(self, scene):
        folder = self.template(scene)
        folder.mkdir()
        if scene.manifest and scene.old != "none":
            self.weir.run([*self.command(scene, "old"), *scene.former], folder).expect((0,))
        elif not scene.manifest:
            options = ["-q", "--with", "status,format", "--root", self.inputs]
            for age, name in (("old", folder / "m.json"), ("new", self.home / "new.json")):
                self.weir.run(["ingest", self.inputs / f"{age}-files.csv", "-o", name, *options, "--journal", folder / "j"],
                              folder).expect((0,))
        for name in scene.outputs:
            path = folder / name
            path.parent.mkdir(exist_ok=True)
            if name.endswith(".svg"):
                # A drawing replaces only another one.
                self.weir.run(["layout", "m.json", "--layout", "justified", "-o", name], folder).expect((0,))
            elif scene.old != "none" and not path.exists():
                path.write_bytes(b"")
        if "--mirror" in scene.arguments:
            self.leave_parts(folder / "mirror")
        self.plant(scene, folder)
        self.old[scene] = self.content(scene, folder)
        trial = self.home / "trial"
        shutil.copytree(folder, trial, symlinks=True)
        outcome = self.weir.run(self.command(scene), trial)
        outcome.expect((0,) if scene.manifest else (0, 1))
        self.new[scene] = self.content(scene, trial), outcome, self.outputs(scene, trial)
        self.listings[scene] = self.listing(trial)
        shutil.rmtree(trial)

    def leave_parts(self, mirror):
        """A killed run has left the first half of one picture, and the whole of another."""
        for number, (url, _, count) in enumerate(self.server.pictures[1:]):
            content = (self.inputs / FILES[number + 1]).read_bytes()
            (mirror / ".partial" / url).write_bytes(content[:count // 2] if number == 0 else content)
            (mirror / f".partial/{url}.json").write_text(self.server.note(count))
        # And parts of pictures of another catalogue.
        for name, length, total in ((LATER, 700, 900), (WHOLE, 900, 900)):
            (mirror / ".partial" / name).write_bytes(bytes(length))
            (mirror / f".partial/{name}.json").write_text(self.server.note(total))

    def plant(self, scene, folder):
        """Files of others, with names that look like weir's."""
        names = [".weir-1", "notes.txt", ".m.json.weir-1", f".m.json.weir-1-{'0' * 16}"]
        names += [f".{name.rpartition('/')[2]}.weir-2" for name in scene.outputs]
        folders = [folder, *(path for path in (folder / "out", folder / "drawings", folder / "mirror") if path.is_dir())]
        for place in folders:
            for name in names + ([".index.json.weir-3", ".1.json.weir-4", ".index-x.json"] if place.name == "out" else []):
                (place / name).write_bytes(b"precious\n")
            (place / ".new.json.weir-5").symlink_to("notes.txt")
        if (folder / "mirror").is_dir():
            (folder / "mirror/.partial/mine").write_bytes(b"precious\n")
            (folder / "mirror/ab.jpg").write_bytes(b"precious\n")

    # What is there

    def outputs(self, scene, folder):
        return {name: (folder / name).read_bytes() if (folder / name).is_file() else None for name in scene.outputs}

    def content(self, scene, folder):
        """The manifest that a reader finds, as name to bytes; a Finding if it has none."""
        if scene.manifest in ("", "-"):
            return {}
        if not scene.is_paged:
            file = folder / scene.manifest
            return {scene.manifest: file.read_bytes()} if file.exists() else {}
        index = folder / "out/index.json"
        if not index.exists():
            return {}
        found = {"index.json": index.read_bytes()}
        for page in json.loads(found["index.json"])["pages"]:
            found[page["file"]] = (folder / "out" / page["file"]).read_bytes()
            if scene.is_hashed and hashlib.sha256(found[page["file"]]).hexdigest() != page["sha256"]:
                raise ValueError(f"{page['file']} is not that of the index")
        return found

    @staticmethod
    def listing(folder):
        return sorted(re.sub(r"\.index-\d+-", ".index-#-", path) for path in snapshot(folder) if not JOURNAL.search(path))

    # The judge

    def judge(self, scene, folder, before, outcome, note, *, is_silent=False, is_killed=False, gone=()):
        """Judges a run in which something failed. Returns whether the folder is as after a whole run, and what the manifest is.
        `is_silent`: the fault was on a standard stream. `is_killed`: the run could not write its report. `gone`: the system said
        of these names that there is no such file."""
        note = f"{scene.name}: {note}\n  command: {outcome.command}\n  status:  {outcome.status}, {shown(outcome.errors)}"

        def fail(text):
            raise Finding(f"{text}, {note}")

        if outcome.late or outcome.signal or outcome.status not in STATUSES:
            fail(f"weir {outcome.end}")
        if TRACE.search(outcome.errors):
            fail("weir printed a trace")
        if outcome.status >= 2 and not outcome.errors and not is_silent:
            fail("weir said nothing")
        self.judge_others(scene, before, snapshot(folder), gone, fail)
        self.judge_outputs(scene, folder, outcome, fail, is_silent, is_killed)
        kind = self.judge_manifest(scene, folder, outcome, fail, is_silent, is_killed)
        self.judge_journal(scene, folder, fail)
        if (folder / "mirror").is_dir():
            self.judge_mirror(folder, fail)
        is_whole = kind == "new" and outcome.status == self.new[scene][1].status
        return is_whole and self.listing(folder) == self.listings[scene], kind

    def judge_others(self, scene, before, after, gone, fail):
        """No file that this run did not make has changed or is gone."""
        own = {*scene.outputs, scene.manifest, scene.manifest + ".gz"}
        # A run that cannot lock the first folder of parts takes the parts into another.
        moved = {re.sub(r"/\.partial-\d+/", "/.partial/", path): state for path, state in after.items()}
        for path, old in before.items():
            new = after.get(path) or moved.get(path)
            # The note of a part that is not there is of no use.
            is_note = path.startswith("mirror/.partial/") and path.rpartition("/")[2].removesuffix(".json") in gone
            if new == old or is_note or self.may_change(scene, path, old, own):
                continue
            fail(f"{path} has {difference(old, new)}" if new else f"{path} is gone")
        for path in after.keys() - before.keys():
            name = path.rpartition("/")[2]
            may = path in own or HIDDEN.match(name) or scene.arguments[0] in ("ingest", "check") and JOURNAL.match(name)
            may = may or scene.is_paged and path.startswith("out/") and (PAGE.match(name) or RECORD.match(name))
            may = may or "--mirror" in scene.arguments and (WHOLE_PICTURE.match(path) or PART.match(path))
            if not may or "--dry-run" in scene.arguments:
                fail(f"{path} is new")

    @staticmethod
    def may_change(scene, path, old, own):
        if "--dry-run" in scene.arguments:
            return False
        name = path.rpartition("/")[2]
        if stat.S_ISDIR(old[0]):
            return path == "out/.pages.weir-123"
        if path in own or JOURNAL.match(name) and "/" not in path and "--journal=none" not in scene.arguments:
            return True
        if scene.is_paged and path.startswith("out/"):
            inside = path.removeprefix("out/").removeprefix(".pages.weir-123/")
            return bool(PAGE.match(inside) or RECORD.match(inside)) or inside == ".weir-pages"
        return bool(PART.match(path)) and not path.startswith((f"mirror/.partial/{LATER}", f"mirror/.partial/{WHOLE}"))

    def judge_outputs(self, scene, folder, outcome, fail, is_silent, is_killed):
        (_, whole, new), found = self.new[scene], self.outputs(scene, folder)
        old = self.outputs(scene, self.template(scene))
        for name, content in found.items():
            if name in VARYING:
                if content == old[name]:
                    # The report is that of this run, or the run says that it cannot be written.
                    if outcome.status != 2 and not is_killed and not is_silent and name.encode() not in outcome.errors:
                        fail(f"{name} is that of an earlier run")
                    continue
                if not content or not is_complete(name, content):
                    fail(f"{name} is not whole")
                if name == "r.json" and outcome.status in (0, 1) and json.loads(content)["status"] != outcome.status:
                    fail(f"{name} has another status")
                continue
            # What cannot be read is a finding or a rule that was not checked, in a whole report.
            is_named = outcome.status and b"cannot" in outcome.errors + (content or b"") or b" not decoded" in (content or b"")
            has_finding = content and is_complete(name, content) and is_named
            if content not in (old[name], new[name]) and not has_finding:
                fail(f"{name} is neither the old one nor the new one")
            if content == old[name] != new[name] and outcome.status in (0, 1):
                fail(f"{name} is the old one with status {outcome.status}")
        if not scene.manifest and outcome.status in (0, 1) and (outcome.status, outcome.output) != (whole.status, whole.output):
            # A picture that cannot be opened is a finding. A reader that has left reads nothing.
            if not (outcome.status == 1 and outcome.output) and not is_silent:
                fail(f"standard output is another: {shown(outcome.output)}")

    def judge_manifest(self, scene, folder, outcome, fail, is_silent, is_killed):
        (new, whole, _), old = self.new[scene], self.old[scene]
        if not scene.manifest:
            return "new" if outcome.status == whole.status else "old"
        if scene.manifest == "-":
            if outcome.status == 0 and outcome.output != whole.output:
                self.judge_entries(entries({"m": outcome.output}, fail), entries({"m": whole.output}, fail), outcome, fail)
                return "with failures"
            return "new" if outcome.status == 0 else "old"
        try:
            found = self.content(scene, folder)
        except (OSError, ValueError, KeyError, EOFError) as error:
            fail(f"the manifest cannot be read: {error}")
        kind = "new" if found == new else "old" if found == old else "other"
        if kind == "other":
            is_numbered = scene.is_paged and not scene.is_hashed
            # Pages with numbers are replaced one by one, and the next run completes them.
            if is_numbered and outcome.status == 3 and all(found[name] in (new.get(name), old.get(name)) for name in found):
                kind = "mixed"
            else:
                if not found:
                    fail("the manifest is gone")
                self.judge_entries(entries(found, fail), entries(new, fail), outcome, fail)
                kind = "with failures"
        if kind == "old" and outcome.status == 0:
            fail("the manifest is the old one")
        is_told = b"wrote" in outcome.errors or b"is the new manifest already" in outcome.errors
        if kind in ("new", "with failures") and outcome.status and not is_told and not is_silent and not is_killed:
            fail(f"the manifest is the {kind} one, and no line reports it")
        if scene.is_hashed and old and "index.json" in old:
            for name in old.keys() - {"index.json"}:
                file = folder / "out" / name
                if not file.exists() or file.read_bytes() != old[name]:
                    fail(f"{name} of the previous index is gone")
        return kind

    @staticmethod
    def judge_entries(found, expected, outcome, fail):
        """Entries that are others than expected are those of named failures."""
        if len(found) != len(expected):
            fail(f"the manifest has {len(found)} entries, not {len(expected)}")
        for one, other in zip(found, expected):
            if one == other:
                continue
            is_failure = one.get("status") in ("stale", "placeholder")
            # The summary, which -q leaves out, counts placeholders that could not be made.
            lacks_placeholder = {**one, "thumbhash": 0} == {**other, "thumbhash": 0}
            if one["img"] != other["img"] or one["price"] != other["price"] or not (is_failure or lacks_placeholder):
                fail(f"an entry is {one}, not {other}")
            if one.get("status") == "stale" and (one["w"], one["h"]) != (other["w"], other["h"]):
                fail(f"an entry is {one}, not {other}")
        count = sum(entry.get("status") != "ok" for entry in found)
        named = max(map(int, re.findall(rb"(\d+) of \d+ rows have no true size", outcome.errors)), default=0)
        if named < count:
            fail(f"{count} entries are failures, and {named} are counted")

    def judge_journal(self, scene, folder, fail):
        for path in folder.glob(".weir-journal*"):
            if "damaged" in path.name:
                fail(f"{path.name}: the journal was moved away")
        for name in (".weir-journal", "j"):
            old = keys(self.template(scene) / name, fail)
            if old is None:
                continue
            new = keys(folder / name, fail)
            if new is None or not old <= new:
                fail(f"the journal has lost {len(old - (new or set()))} pictures")

    def judge_mirror(self, folder, fail):
        for path in folder.glob("mirror/??/*"):
            name = path.parent.name + path.name.partition(".")[0]
            if hashlib.sha256(path.read_bytes()).hexdigest() != name:
                fail(f"{path.name} in the mirror has other bytes")
        old = self.template(self.by_name["mirror"]) / "mirror"
        for path in old.glob("??/*"):
            if not (folder / "mirror" / path.relative_to(old)).exists():
                fail(f"{path.name} is gone from the mirror")
        for url, digest, count in self.server.pictures[1:]:
            part = old / ".partial" / url
            # Another run may have another folder of parts.
            now = [path for path in folder.glob(f"mirror/.partial*/{url}") if path.with_name(url + ".json").exists()]
            if list(folder.glob(f"mirror/{digest[:2]}/{digest[2:]}.*")):
                continue
            if not any(path.read_bytes().startswith(part.read_bytes()) for path in now):
                fail(f"the part {url} is gone")

    def repeat(self, scene, folder, note):
        """The next run succeeds, and leaves nothing behind."""
        outcome = self.weir.run(self.command(scene), folder)
        expected, whole, _ = self.new[scene]
        outcome.expect((whole.status,), f"the next run after {scene.name}: {note}\n  it")
        if self.content(scene, folder) != expected:
            raise Finding(f"the manifest of the next run is another: {scene.name}: {note}")
        before = {path for path in snapshot(self.template(scene))}
        left = [path for path in snapshot(folder) if HIDDEN.match(path.rpartition("/")[2]) and path not in before]
        if left:
            raise Finding(f"the next run leaves {left}: {scene.name}: {note}")


def entries(files, fail):
    try:
        return [entry for name, text in files.items() if name != "index.json" for entry in json.loads(text)]
    except ValueError:
        fail("the manifest is not whole")


def is_complete(name, content):
    if name.endswith(".json"):
        try:
            json.loads(content)
        except ValueError:
            return False
    return content.endswith(b"\n") or name.endswith((".xml", ".svg", ".html")) and content.rstrip().endswith(b">")


def keys(journal, fail):
    """The pictures in a journal; None if there is none."""
    if not journal.exists() or not journal.stat().st_size:
        return None
    # Reading may make files beside the journal.
    copy = journal.parent.parent / "read"
    copy.mkdir()
    try:
        for ending in ("", "-wal", "-journal"):
            if journal.with_name(journal.name + ending).exists():
                shutil.copy(journal.with_name(journal.name + ending), copy / ("j" + ending))
        with sqlite3.connect(copy / "j") as database:
            found = {row[0] for row in database.execute("SELECT key FROM readable")}
            if database.execute("PRAGMA quick_check").fetchall() != [("ok",)]:
                fail("the journal is damaged")
        database.close()
        return found
    except sqlite3.Error as error:
        fail(f"the journal cannot be read: {error}")
    finally:
        shutil.rmtree(copy)
