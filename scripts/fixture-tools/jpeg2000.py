"""JPEG 2000: the image header of a JP2 or JPH file, or the SIZ marker of a codestream (ISO/IEC 15444-1)."""

import io
import struct

from boxes import box
from kit import ok, pillow, refused, row, run
from pictures import noise, pgm, ppm

SIGNATURE = struct.pack(">I4s4s", 12, b"jP  ", b"\r\n\x87\n")


def by_pillow(mode, **options):
    out = io.BytesIO()
    pillow().new(mode, (40, 30)).save(out, "JPEG2000", **options)
    return out.getvalue()


def by_imagemagick(kind, options=""):
    return run(f"convert in.ppm {options} {kind}:out.{kind}", {"in.ppm": ppm(40, 30)})


def opj_compress(w, h, kind="jp2", options="", content=ppm):
    source = "in.ppm" if content is ppm else "in.pgm"
    return run(f"opj_compress -i {source} -o out.{kind} {options}", {source: content(w, h)})


def ihdr(w, h, depth=7):
    return box(b"ihdr", struct.pack(">IIHBBBB", h, w, 3, depth, 7, 0, 0))


def by_hand(brand, *boxes):
    return SIGNATURE + box(b"ftyp", brand, bytes(4), brand) + b"".join(boxes) + box(b"jp2c", noise(100))


def rows():
    return [
        *[row(f"jp2/pillow-{mode.lower()}.jp2", ok(40, 30), by_pillow, mode) for mode in ["L", "LA", "RGB", "RGBA"]],
        row("jp2/pillow-codestream.j2k", ok(40, 30), by_pillow, "RGB", no_jp2=True),
        row("jp2/pillow-tiles.jp2", ok(40, 30), by_pillow, "RGB", tile_size=(16, 16)),
        *[row(f"jp2/imagemagick.{kind}", ok(40, 30), by_imagemagick, kind) for kind in ["jp2", "j2k"]],
        row("jp2/imagemagick-gray.jp2", ok(40, 30), by_imagemagick, "jp2", "-colorspace Gray"),
        *[row(f"jp2/opj-{w}x{h}.jp2", ok(w, h), opj_compress, w, h, "jp2", options)
          for w, h, options in [(1, 1, "-n 1"), (40, 30, "-n 3"), (600, 400, ""), (9000, 1, "-n 1")]],
        row("jp2/opj-gray.jp2", ok(40, 30), opj_compress, 40, 30, options="-n 3", content=pgm),
        *[row(f"jp2/opj.{kind}", ok(40, 30), opj_compress, 40, 30, kind, "-n 3") for kind in ["j2k", "j2c"]],
        row("jp2/opj-offset.j2k", ok(40, 30), opj_compress, 40, 30, "j2k", "-d 5,3"),
        row("jp2/by-hand.jph", ok(40, 30), by_hand, b"jph ", box(b"jp2h", ihdr(40, 30))),
        row("jp2/metadata-first.jp2", ok(40, 30), by_hand, b"jp2 ", box(b"xml ", noise(90_000)), box(b"jp2h", ihdr(40, 30))),
        row("jp2/profile.jp2", ok(40, 30), by_hand, b"jp2 ", box(b"jp2h", ihdr(40, 30), box(b"colr", b"\2\0\0", noise(70_000)))),
        row("jp2/palette.jp2", ok(40, 30), by_hand, b"jp2 ",
            box(b"jp2h", ihdr(40, 30), box(b"pclr", bytes(20)), box(b"cdef", struct.pack(">H6H", 2, 0, 0, 1, 1, 1, 0)))),
        row("foreign/motion.mj2", refused("unsupported-format"), by_hand, b"mjp2", box(b"jp2h", ihdr(40, 30))),
        row("foreign/pages.jpm", refused("unsupported-format"), by_hand, b"jpm ", box(b"jp2h", ihdr(40, 30))),
    ]
