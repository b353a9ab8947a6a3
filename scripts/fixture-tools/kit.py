"""The parts of every table: rows, expected results, and calls of external tools."""

import shlex
import shutil
import subprocess
import tempfile
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from typing import Callable

# The Debian package of each tool, to say what to install.
PACKAGES = {
    "avifenc": "libavif-bin",
    "cjpeg": "libjpeg-turbo-progs",
    "cjxl": "libjxl-tools",
    "convert": "imagemagick",
    "cwebp": "webp",
    "exiftool": "libimage-exiftool-perl",
    "gif2webp": "webp",
    "gm": "graphicsmagick",
    "heif-enc": "libheif-examples",
    "icotool": "icoutils",
    "img2webp": "webp",
    "jpegtran": "libjpeg-turbo-progs",
    "opj_compress": "libopenjp2-tools",
    "png2ff": "farbfeld",
    "png2icns": "icnsutils",
    "potrace": "potrace",
    "ppmtoilbm": "netpbm",
    "rsvg-convert": "librsvg2-bin",
    "tiffcp": "libtiff-tools",
    "tiffset": "libtiff-tools",
    "webpmux": "webp",
}


@dataclass(frozen=True)
class Row:
    path: str
    expected: tuple
    recipe: Callable[[], bytes]


def row(path, expected, recipe, *arguments, **options):
    """One picture: its path, the expected result, and the function that makes it."""
    format, *sizes, result = expected
    folder = path.split("/")[0]
    return Row(path, (*sizes, format or folder, result), partial(recipe, *arguments, **options))


def ok(stored_w, stored_h, orientation=1, clap=None, format=None):
    """A picture of this stored size, shown cropped to `clap` and then turned by the EXIF orientation.

    Its format is the folder's, unless one is given."""
    w, h = clap or (stored_w, stored_h)
    if orientation >= 5:  # 5 to 8 exchange rows and columns
        w, h = h, w
    return format, w, h, stored_w, stored_h, orientation, "ok"


def refused(*codes):
    """A file without a size. Any of the failures is right if there are several."""
    return ("-",) * 6 + ("|".join(codes),)


class Missing(Exception):
    """A tool that this machine does not have."""


@cache
def path_of(tool):
    # Not from PATH: another program of the same name may come first there.
    return shutil.which(tool, path="/usr/bin:/bin")


@cache
def pillow():
    """Pillow's Image, with every format registered."""
    try:
        from PIL import Image
    except ImportError:
        raise Missing("Pillow (python3-pil)") from None
    Image.init()
    return Image


def installed():
    """The installed tools, and Pillow's version."""
    found = [tool for tool in PACKAGES if path_of(tool)]
    try:
        import PIL
        return [*found, f"Pillow-{PIL.__version__}"]
    except ImportError:
        return found


def run(command, files):
    """Runs a tool in a folder of its own that holds `files`, and returns what it wrote to out.*."""
    with tempfile.TemporaryDirectory() as folder:
        for name, content in files.items():
            (Path(folder) / name).write_bytes(content)
        done = finished(command, folder, b"")
        written = list(Path(folder).glob("out.*"))
        if len(written) != 1:
            raise RuntimeError(f"{command}: it wrote {len(written)} files")
        return written[0].read_bytes()


def filtered(command, content):
    """What a tool prints that reads `content`."""
    with tempfile.TemporaryDirectory() as folder:
        return finished(command, folder, content).stdout


def finished(command, folder, content):
    tool, *arguments = shlex.split(command)
    if not path_of(tool):
        raise Missing(f"{tool} ({PACKAGES[tool]})")
    environment = {"PATH": "/usr/bin:/bin", "HOME": folder, "LC_ALL": "C.UTF-8", "MAGICK_THREAD_LIMIT": "1"}
    done = subprocess.run(
        [path_of(tool), *arguments], cwd=folder, env=environment, timeout=60, input=content, capture_output=True)
    if done.returncode != 0:
        words = (done.stderr or done.stdout).decode(errors="replace").strip().partition("\n")[0]
        raise RuntimeError(f"{command}: status {done.returncode}: {words}")
    return done


def cut(recipe, length):
    """The first bytes of a picture; a negative length counts from its end."""
    return recipe()[:length]


def patched(recipe, *changes):
    """A picture with some bytes written over: each change is an offset and the bytes."""
    data = bytearray(recipe())
    for offset, content in changes:
        data[offset:offset + len(content)] = content
    return bytes(data)
