"""ICO and CUR: the largest picture of the directory counts, and a side of 0 means 256."""

import io
import struct

from kit import ok, pillow, row, run
from pictures import png


def by_pillow(*sizes, **options):
    out = io.BytesIO()
    pillow().new("RGBA", (256, 256)).save(out, "ICO", sizes=[(side, side) for side in sizes], **options)
    return out.getvalue()


def by_imagemagick(w, h, kind):
    return run(f"convert in.png {kind}:out.{kind}", {"in.png": png(w, h)})


def by_icotool(kind, *sides):
    names = [f"in{side}.png" for side in sides]
    return run(f"icotool --create --{kind} --output=out.{kind} {' '.join(names)}",
               {name: png(side, side, 4) for name, side in zip(names, sides)})


def png_by_icotool(w, h):
    """icotool writes each side above 255 as 0, which stands for 256."""
    return run("icotool --create --raw=in.png --output=out.ico", {"in.png": png(w, h)})


def by_hand(kind, *sizes):
    """PNGs, and a directory of them."""
    pictures = [png(w, h, 4) for w, h in sizes]
    at, entries = 6 + 16 * len(sizes), b""
    for (w, h), picture in zip(sizes, pictures):
        entries += struct.pack("<BBBBHHII", w & 255, h & 255, 0, 0, 1, 32, len(picture), at)
        at += len(picture)
    return struct.pack("<HHH", 0, kind, len(sizes)) + entries + b"".join(pictures)


def rows():
    return [
        *[row(f"ico/pillow-{side}.ico", ok(side, side), by_pillow, side) for side in [16, 48, 256]],
        row("ico/pillow-many.ico", ok(64, 64), by_pillow, 16, 64, 32),
        row("ico/pillow-bitmaps.ico", ok(64, 64), by_pillow, 64, 16, bitmap_format="bmp"),
        row("ico/imagemagick.ico", ok(40, 30), by_imagemagick, 40, 30, "ico"),
        row("ico/imagemagick-256.ico", ok(256, 200), by_imagemagick, 256, 200, "ico"),
        row("ico/imagemagick.cur", ok(32, 32), by_imagemagick, 32, 32, "cur"),
        row("ico/icotool.ico", ok(48, 48), by_icotool, "icon", 16, 48, 32),
        row("ico/icotool.cur", ok(32, 32), by_icotool, "cursor", 16, 32),
        row("ico/icotool-png-512x300.ico", ok(256, 256), png_by_icotool, 512, 300),
        row("ico/icotool-png-48x32.ico", ok(48, 32), png_by_icotool, 48, 32),
        row("ico/smallest-first.ico", ok(256, 256), by_hand, 1, (16, 16), (256, 256), (48, 48)),
        row("ico/not-square.cur", ok(64, 32), by_hand, 2, (32, 32), (64, 32)),
    ]
