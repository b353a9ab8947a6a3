"""What a stranger can put at a name that weir will use."""
import os
import shutil

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
