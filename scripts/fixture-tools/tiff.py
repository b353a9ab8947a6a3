"""TIFF and BigTIFF: both byte orders, the directory before and behind the pixels, sizes of two and four bytes."""

import io
import struct

from directories import BIG, BYTE, LITTLE, LONG, LONG8, ORIENTATION, SHORT, directory, header
from kit import ok, pillow, row, run
from pictures import HUGE, noise, ppm

NAMES = {LITTLE: "little", BIG: "big"}
ORIENTATIONS = ["TopLeft", "TopRight", "BottomRight", "BottomLeft", "LeftTop", "RightTop", "RightBottom", "LeftBottom"]


def by_hand(w, h, order=LITTLE, size_type=SHORT, first=False, big=False, extra=(), following=0):
    """A gray TIFF of one strip. Its directory stands right behind the header, or else at the end."""
    pixels = bytes(w * h) + bytes(w * h % 2)
    start = 16 if big else 8

    def ifd(at, strip):
        entries = [
            (256, size_type, w), (257, size_type, h), (258, SHORT, 8), (259, SHORT, 1), (262, SHORT, 1),
            (273, LONG, strip), (277, SHORT, 1), (278, size_type, h), (279, LONG, w * h), *extra,
        ]
        return directory(order, at, sorted(entries), following, big)

    if first:
        return header(order, start, big) + ifd(start, start + len(ifd(0, 0))) + pixels
    return header(order, start + len(pixels), big) + pixels + ifd(start + len(pixels), start)


def by_pillow(mode, w, h, **options):
    out = io.BytesIO()
    pillow().new(mode, (w, h)).save(out, "TIFF", **options)
    return out.getvalue()


def pages_by_pillow():
    pages = [pillow().new("RGB", size) for size in [(43, 29), (80, 10), (10, 80)]]
    out = io.BytesIO()
    pages[0].save(out, "TIFF", save_all=True, append_images=pages[1:])
    return out.getvalue()


def by_imagemagick(options, kind="tiff"):
    return run(f"convert in.ppm {options} {kind}:out.tif", {"in.ppm": ppm(43, 29)})


def tiffcp(options):
    return run(f"tiffcp {options} in.tif out.tif", {"in.tif": by_hand(43, 29)})


def pages_by_tiffcp():
    return run("tiffcp 1.tif 2.tif out.tif", {"1.tif": by_hand(43, 29), "2.tif": by_hand(80, 10)})


def tiffset(orientation):
    """Writes the directory anew at the end; the old one stays where it was, unused."""
    return run(f"tiffset -s 274 {orientation} out.tif", {"out.tif": by_hand(43, 29, first=True)})


def with_small_copy():
    """A pyramid: the directory of a smaller copy hangs from the first one (SubIFDs, TIFF tech note 1)."""
    full = by_hand(43, 29, first=True, extra=[(254, LONG, 0), (330, LONG, 0)])
    at = len(full)
    full = by_hand(43, 29, first=True, extra=[(254, LONG, 0), (330, LONG, at)])
    entries = [
        (254, LONG, 1), (256, SHORT, 21), (257, SHORT, 14), (258, SHORT, 8), (259, SHORT, 1), (262, SHORT, 1),
        (273, LONG, 8), (277, SHORT, 1), (278, SHORT, 14), (279, LONG, 21 * 14),
    ]
    return full + directory(LITTLE, at, entries)


def in_one_strip(compression, strip, bits=8, meaning=1):
    """A picture of 43 x 29 whose pixels were compressed before."""
    entries = [
        (256, SHORT, 43), (257, SHORT, 29), (258, SHORT, bits), (259, SHORT, compression), (262, SHORT, meaning),
        (273, LONG, 8), (277, SHORT, 1), (278, SHORT, 29), (279, LONG, len(strip)),
    ]
    strip += bytes(len(strip) % 2)
    return header(LITTLE, 8 + len(strip)) + strip + directory(LITTLE, 8 + len(strip), entries)


def lossless_jpeg():
    """Every sample is what its neighbour predicts, in one bit each (ITU-T T.81, annex H)."""
    def segment(marker, content):
        return bytes([0xFF, marker]) + struct.pack(">H", len(content) + 2) + content

    codes = segment(0xC4, bytes([0, 1]) + bytes(15) + b"\0")
    frame = segment(0xC3, struct.pack(">BHHBBBB", 8, 29, 43, 1, 1, 0x11, 0))
    scan = segment(0xDA, bytes([1, 1, 0, 1, 0, 0]))
    samples = bytes((43 * 29) // 8) + b"\x01" * (43 * 29 % 8 > 0)
    return b"\xFF\xD8" + codes + frame + scan + samples + b"\xFF\xD9"


def rows():
    return [
        *[row(f"tiff/{NAMES[order]}-{name}{where}.tif", ok(43, 29), by_hand, 43, 29, order, kind,
              first=bool(where))
          for order in NAMES for name, kind in [("short", SHORT), ("long", LONG)] for where in ["", "-first"]],
        *[row(f"tiff/bigtiff-{NAMES[order]}-{name}{where}.tif", ok(43, 29), by_hand, 43, 29, order, kind,
              first=bool(where), big=True)
          for order in NAMES for name, kind in [("short", SHORT), ("long", LONG), ("long8", LONG8)]
          for where in ["", "-first"]],
        *[row(f"tiff/{w}x{h}.tif", ok(w, h), by_hand, w, h, size_type=LONG)
          for w, h in [(1, 1), (65535, 1), (1, 65535), (100_000, 1), (1000, 500)]],
        row("tiff/65535x1-short.tif", ok(65535, 1), by_hand, 65535, 1, BIG),
        *[row(f"tiff/{NAMES[order]}-orientation-{n}.tif", ok(43, 29, n), by_hand, 43, 29, order,
              extra=[(ORIENTATION, SHORT, n)])
          for order in NAMES for n in range(1, 9)],
        *[row(f"tiff/bigtiff-orientation-{n}.tif", ok(43, 29, n), by_hand, 43, 29, BIG, big=True,
              extra=[(ORIENTATION, SHORT, n)]) for n in [3, 6]],
        *[row(f"tiff/orientation-{n}.tif", ok(43, 29), by_hand, 43, 29, extra=[(ORIENTATION, SHORT, n)])
          for n in [0, 9]],
        row("tiff/sub-directories.tif", ok(43, 29), with_small_copy),
        row("tiff/pages-without-end.tif", ok(43, 29), by_hand, 43, 29, first=True, following=8),
        row("tiff/huge-tag.tif", ok(43, 29), by_hand, 43, 29, first=True, extra=[(65000, BYTE, *noise(HUGE))]),

        *[row(f"tiff/pillow-{mode.lower()}.tif", ok(43, 29), by_pillow, mode, 43, 29)
          for mode in ["1", "L", "P", "RGB", "RGBA", "CMYK", "F"]],
        *[row(f"tiff/pillow-{method}.tif", ok(43, 29), by_pillow, mode, 43, 29, compression=method)
          for mode, method in [("RGB", "tiff_lzw"), ("RGB", "tiff_adobe_deflate"), ("RGB", "packbits"), ("RGB", "jpeg"),
                               ("1", "group4")]],
        *[row(f"tiff/pillow-orientation-{n}.tif", ok(43, 29, n), by_pillow, "L", 43, 29, tiffinfo={ORIENTATION: n})
          for n in range(1, 9)],
        row("tiff/pillow-pages.tif", ok(43, 29), pages_by_pillow),
        row("tiff/pillow-65535x1.tif", ok(65535, 1), by_pillow, "L", 65535, 1),

        row("tiff/imagemagick-little.tif", ok(43, 29), by_imagemagick, "-endian LSB"),
        row("tiff/imagemagick-big.tif", ok(43, 29), by_imagemagick, "-endian MSB"),
        row("tiff/imagemagick-bigtiff.tif", ok(43, 29), by_imagemagick, "", "tiff64"),
        *[row(f"tiff/imagemagick-orientation-{n}.tif", ok(43, 29, n), by_imagemagick, f"-endian MSB -orient {name}")
          for n, name in enumerate(ORIENTATIONS, start=1)],

        *[row(f"tiff/tiffcp-{name}.tif", ok(43, 29), tiffcp, options) for name, options in [
            ("little", "-L"), ("big", "-B"), ("bigtiff", "-8"), ("bigtiff-big", "-8 -B"), ("tiles", "-t -w 16 -l 16"),
            ("lzw", "-c lzw"), ("zip", "-c zip"), ("strips", "-r 5")]],
        row("tiff/lossless-jpeg.tif", ok(43, 29), in_one_strip, 7, lossless_jpeg()),
        # The strips end early, so libtiff fails and has only warned.
        *[row(f"tiff/fax-{name}-cut.tif", ok(43, 29), in_one_strip, compression, bytes(4), 1, 0)
          for name, compression in [("2", 2), ("3", 3), ("4", 4)]],
        row("tiff/tiffcp-pages.tif", ok(43, 29), pages_by_tiffcp),
        *[row(f"tiff/tiffset-orientation-{n}.tif", ok(43, 29, n), tiffset, n) for n in [2, 6, 8]],
    ]
