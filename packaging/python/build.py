"""Builds the wheel, with the static program in it, and the sdist of the Python package.

scripts/release calls it: build.py PROGRAM NOTICE WORK-FOLDER TARGET-FOLDER

NOTICE is that of the program. The sdist has none of both, and the NOTICE of the repository.
"""

import base64
import gzip
import hashlib
import io
import os
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

from setuptools import build_meta

sys.path.insert(0, str(Path(__file__).parents[1]))
import components

program, notice, work, target = (Path(argument).absolute() for argument in sys.argv[1:])
time = int(os.environ["SOURCE_DATE_EPOCH"])

# A static program runs with any C library, and with none.
TAGS = [f"py3-none-{libc}_{components.MACHINE}" for libc in ("manylinux_2_17", "manylinux2014", "musllinux_1_1")]


def packaged_form(text: str) -> str:
    """Add the addresses of packaging/project to the form of the package."""
    project = components.project()
    name, address = project["maintainer"].rstrip(">").split(" <")
    urls = f'\n[project.urls]\nHomepage = "{project["home"]}"\nSource = "{project["source"]}"\n'
    return text.replace("[project]\n", f'[project]\nmaintainers = [{{ name = "{name}", email = "{address}" }}]\n', 1) + urls


def sources() -> Path:
    """Copy the files of the repository that make up the package."""
    listed = subprocess.run(["git", "ls-files", "-z", "python", "LICENSE", "NOTICE"], check=True, capture_output=True).stdout
    folder = work / "sources"
    for name in filter(None, listed.decode().split("\0")):
        copy = folder / name.removeprefix("python/")
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(name, copy)
    form = folder / "pyproject.toml"
    form.write_text(packaged_form(form.read_text()))
    return folder


def write_sdist(made: Path) -> None:
    """Write the archive again: with the owner and the time that every release has, and the name that PEP 625 asks for."""
    old_stem = made.name.removesuffix(".tar.gz")
    stem = old_stem.replace("-", "_", old_stem.count("-") - 1)
    with tarfile.open(made) as old, io.BytesIO() as bytes_:
        with tarfile.open(fileobj=bytes_, mode="w", format=tarfile.PAX_FORMAT) as new:
            for member in sorted(old.getmembers(), key=lambda member: member.name):
                member.uid = member.gid = 0
                member.uname = member.gname = ""
                member.mtime = time
                member.mode = 0o755 if member.isdir() or member.mode & 0o100 else 0o644
                member.pax_headers = {}
                content = old.extractfile(member) if member.isfile() else None
                member.name = stem + member.name.removeprefix(old_stem)
                new.addfile(member, content)
        (target / f"{stem}.tar.gz").write_bytes(gzip.compress(bytes_.getvalue(), 9, mtime=time))


def digest(content: bytes) -> str:
    """Return the hash as RECORD has it."""
    return "sha256=" + base64.urlsafe_b64encode(hashlib.sha256(content).digest()).decode().rstrip("=")


def write_wheel(made: Path) -> None:
    """Write the wheel again, with the program as a script that is installed into the folder of commands."""
    with zipfile.ZipFile(made) as old:
        files = {name: old.read(name) for name in old.namelist()}
    name = made.name.removesuffix("-py3-none-any.whl")
    files[f"{name}.data/scripts/weir"] = program.read_bytes()
    info = [line for line in files[f"{name}.dist-info/WHEEL"].decode().splitlines() if line]
    info = [line for line in info if not line.startswith(("Tag:", "Root-Is-Purelib:"))]
    info += ["Root-Is-Purelib: false", *(f"Tag: {tag}" for tag in TAGS)]
    files[f"{name}.dist-info/WHEEL"] = ("\n".join(info) + "\n").encode()
    record = f"{name}.dist-info/RECORD"
    lines = [f"{file},{digest(content)},{len(content)}\n" for file, content in sorted(files.items()) if file != record]
    files[record] = "".join([*lines, f"{record},,\n"]).encode()
    platforms = ".".join(tag.removeprefix("py3-none-") for tag in TAGS)
    with zipfile.ZipFile(target / f"{name}-py3-none-{platforms}.whl", "w", zipfile.ZIP_DEFLATED, compresslevel=9) as new:
        # RECORD is the last one, as wheels have it.
        for file in sorted(files, key=lambda file: (file == record, file)):
            entry = zipfile.ZipInfo(file, (1980, 1, 1, 0, 0, 0))
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = (0o100755 if "/scripts/" in file else 0o100644) << 16
            new.writestr(entry, files[file])


shutil.rmtree(work, ignore_errors=True)
os.chdir(components.ROOT)
folder = sources()
os.chdir(folder)
write_sdist(work / build_meta.build_sdist(str(work)))
shutil.copy(notice, folder / "NOTICE")
os.environ["WEIR_BINARY"] = str(program)
write_wheel(work / build_meta.build_wheel(str(work)))
