"""What a stranger can put at a name that weir will use."""
import os
import shutil
import stat

from .running import snapshot

KINDS = ("link to a file", "link to a file", "link to nothing", "link to a folder", "hard link", "hard link", "pipe",
         "folder", "foreign file")
FOREIGN = (b"# yarn lockfile v1\n", b"[\"mine\"]\n", b"SQLite format 3\0" + bytes(84), bytes(5000) + b"precious")


def plant(links, random, folder, path, kind, user):
    """Replaces what is at a path, and returns the kind of what is there now. Links are those of another user."""
    from .links import ATTACKER

    victims = folder / "victims"
    if path.is_symlink() or path.is_file():
        path.unlink()
    elif path.is_dir():
        shutil.rmtree(path)
    owner = ATTACKER
    files = ["text", "empty", "lock", "m.json", "index.json", "journal", "1.json", "inside/text"]
    if path.name == ".weir-pages" and kind.startswith("link") and random.random() < 0.4:
        path.symlink_to(".pages.weir-123")
    elif kind == "link to a file":
        path.symlink_to(victims / random.choice(files))
    elif kind == "link to nothing":
        path.symlink_to(victims / random.choice(("new", "inside/new")))
    elif kind == "link to a folder":
        path.symlink_to(random.choice((victims, victims / "inside")))
    elif kind == "hard link":
        # A whole journal or index with two names is still one of weir's.
        os.link(victims / random.choice([name for name in files if name not in ("journal", "index.json")]), path)
        return kind
    elif kind == "pipe":
        os.mkfifo(path)
    elif kind == "folder":
        path.mkdir()
        (path / "mine").write_bytes(b"precious\n")
        owner = user
    else:
        path.write_bytes(random.choice(FOREIGN))
        owner = random.choice((user, ATTACKER))
        path.chmod(0o666)
    links.give(path, owner)
    return kind


def strew(random, run):
    """Puts things of strangers at names that look like those of weir's unfinished files and records. Returns what is there now, by path."""
    victim = run.parent / "victim"
    victim.write_bytes(b"precious\n")
    places = [place for place in (run, run / "out", run / "drawings", run / "mirror", run / "mirror/.partial") if place.is_dir()]
    planted = []
    for _ in range(random.choice((1, 2, 4, 8))):
        place = random.choice(places)
        names = [path.name for path in place.iterdir() if not path.name.startswith(".")] + ["index.json", "pages", "m.json"]
        number, hash = random.randrange(1, 1 << 22), f"{random.getrandbits(64):016x}"
        name = random.choice((f".{random.choice(sorted(names))}.weir-{number}", f".{random.choice(sorted(names))}.weir-{number}-{hash}",
                              f".index-{number}-{hash}.json", f".{hash}.weir-{number}"))
        path = place / name
        kind = random.choice(KINDS)
        if os.path.lexists(path):
            continue
        if kind == "link to a file":
            path.symlink_to(random.choice((victim, random.choice(sorted(names)))))
        elif kind == "link to nothing":
            path.symlink_to("nothing")
        elif kind == "link to a folder":
            path.symlink_to(random.choice((run.parent, ".")))
        elif kind == "hard link":
            os.link(victim, path)
        elif kind == "pipe":
            os.mkfifo(path)
        elif kind == "folder":
            path.mkdir()
            (path / "1.json").write_bytes(b"precious\n")
        else:
            path.write_bytes(random.choice((*FOREIGN, b"")))
        planted.append(path)
    return {path: described(path) for path in (victim, *planted)}


def described(path):
    """What is at a path; None if nothing is."""
    if not os.path.lexists(path):
        return None
    status = path.lstat()
    inside = snapshot(path) if stat.S_ISDIR(status.st_mode) else os.readlink(path) if path.is_symlink() else \
        path.read_bytes() if stat.S_ISREG(status.st_mode) else None
    return status.st_ino, status.st_mode, status.st_uid, status.st_nlink, inside


def sweep(planted):
    """Removes what was strewn, and returns the paths that have changed."""
    changed = [path for path, old in planted.items() if described(path) != old]
    for path in planted:
        if path.is_dir() and not path.is_symlink():
            shutil.rmtree(path)
        elif os.path.lexists(path):
            path.unlink()
    return changed
