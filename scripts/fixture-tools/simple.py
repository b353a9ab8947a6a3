"""QOI, PSD, TGA and the formats of Netpbm: a size among the first bytes."""

import io
import struct
from functools import partial

from kit import cut, ok, patched, pillow, row, run
from pictures import noise, png, ppm


def netpbm_by_pillow(mode):
    out = io.BytesIO()
    pillow().new(mode, (40, 30)).save(out, "PPM")
    return out.getvalue()


def by_imagemagick(kind, options=""):
    return run(f"convert in.ppm {options} {kind}:out.{kind}", {"in.ppm": ppm(40, 30)})


def by_graphicsmagick(kind, options=""):
    return run(f"gm convert in.ppm {options} {kind}:out.{kind}", {"in.ppm": ppm(40, 30)})


def qoi(w, h, channels=3, space=0):
    """One color, in runs of 62 pixels (The Quite OK Image Format, version 1.0)."""
    count = w * h
    runs = bytes([0xC0 | 61]) * (count // 62) + (bytes([0xC0 | count % 62 - 1]) if count % 62 else b"")
    return b"qoif" + struct.pack(">IIBB", w, h, channels, space) + runs + bytes(7) + b"\1"


def tga_by_pillow(mode, rle):
    out = io.BytesIO()
    pillow().new(mode, (40, 30)).save(out, "TGA", compression="tga_rle" if rle else None)
    return out.getvalue()


def tga_like_a_cursor():
    """Without a table of colors, but with the bits of one: the six bytes before them are those of a cursor without pictures."""
    return patched(partial(tga_by_pillow, "RGB", False), (7, b"\x18"))


def rows():
    return [
        *[row(f"pnm/pillow-{mode.lower()}", ok(40, 30), netpbm_by_pillow, mode) for mode in ["1", "L", "I", "RGB"]],
        *[row(f"pnm/imagemagick.{kind}", ok(40, 30), by_imagemagick, kind) for kind in ["pbm", "pgm", "ppm", "pam", "pfm"]],
        *[row(f"pnm/imagemagick-plain.{kind}", ok(40, 30), by_imagemagick, kind, "-compress none")
          for kind in ["pbm", "pgm", "ppm"]],
        row("pnm/imagemagick-alpha.pam", ok(40, 30), by_imagemagick, "pam", "-alpha on"),
        *[row(f"pnm/graphicsmagick.{kind}", ok(40, 30), by_graphicsmagick, kind) for kind in ["pgm", "ppm"]],
        row("pnm/comments.ppm", ok(4, 3), bytes, b"P6 # six\n# a comment\n4\n#another\r\n 3\t#\n255\n" + noise(36)),
        row("pnm/long-comment.pgm", ok(4, 3), bytes, b"P5\n#" + b"x" * 5000 + b"\n4 3 65535\n" + noise(24)),
        row("pnm/gray.pfm", ok(4, 3), bytes, b"Pf\n4 3\n-1.0\n" + noise(48)),
        row("pnm/words.pam", ok(4, 3), bytes,
            b"P7\n# words\nTUPLTYPE GRAYSCALE_ALPHA\nMAXVAL 255\nDEPTH 2\nHEIGHT 3\nWIDTH 4\nENDHDR\n" + noise(24)),

        *[row(f"psd/imagemagick-{name}.psd", ok(40, 30), by_imagemagick, "psd", options) for name, options in [
            ("rgb", ""), ("gray", "-colorspace Gray"), ("cmyk", "-colorspace CMYK"), ("16-bits", "-depth 16"),
            ("alpha", "-alpha on")]],
        row("psd/imagemagick.psb", ok(40, 30), by_imagemagick, "psb"),
        row("psd/by-hand-32-bits.psd", ok(4, 3), bytes,
            b"8BPS" + struct.pack(">H6xHIIHH", 1, 1, 3, 4, 32, 1) + bytes(12) + bytes(2) + noise(48)),
        row("psd/by-hand-large.psb", ok(300_000, 1), bytes,
            b"8BPS" + struct.pack(">H6xHIIHH", 2, 1, 1, 300_000, 8, 1) + bytes(12 + 4) + bytes(2) + bytes(300_000)),

        *[row(f"tga/pillow-{mode.lower()}{'-rle' if rle else ''}.tga", ok(40, 30), tga_by_pillow, mode, rle)
          for mode in ["L", "P", "RGB", "RGBA"] for rle in [False, True]],
        *[row(f"tga/imagemagick-{name}.tga", ok(40, 30), by_imagemagick, "tga", options) for name, options in [
            ("rgb", ""), ("gray", "-colorspace Gray"), ("palette", "-colors 8 -type palette"), ("alpha", "-alpha on")]],
        row("tga/graphicsmagick.tga", ok(40, 30), by_graphicsmagick, "tga"),
        row("tga/like-a-cursor.tga", ok(40, 30), tga_like_a_cursor),
        row("tga/cut-footer.tga", ok(40, 30), cut, partial(tga_by_pillow, "RGB", False), -26),

        row("qoi/rgb.qoi", ok(40, 30), qoi, 40, 30),
        row("qoi/rgba.qoi", ok(40, 30), qoi, 40, 30, 4, 1),
        row("qoi/1x1.qoi", ok(1, 1), qoi, 1, 1),
        row("qoi/wide.qoi", ok(70_000, 1), qoi, 70_000, 1),
    ]
