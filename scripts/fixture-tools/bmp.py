"""BMP: every header there has been, every depth, and rows from either end."""

import io
import struct

from kit import ok, pillow, row, run
from pictures import ppm

RGB, RLE8, RLE4, BITFIELDS = 0, 1, 2, 3


def by_pillow(mode, w, h):
    out = io.BytesIO()
    pillow().new(mode, (w, h)).save(out, "BMP")
    return out.getvalue()


def by_imagemagick(kind, header_size, options=""):
    data = run(f"convert in.ppm {options} {kind}:out.bmp", {"in.ppm": ppm(31, 19)})
    assert struct.unpack_from("<I", data, 14) == (header_size,), "ImageMagick chose another header"
    return data


def by_hand(header_size, w, h, bits, compression=RGB):
    """A whole picture behind a header of this size; a negative height means that the top row comes first."""
    if header_size == 12:  # OS/2 1.x: sizes of 16 bits, colors of three bytes
        header, color = struct.pack("<IHHHH", 12, w, h, 1, bits), b"\1\2\3"
    else:
        header, color = struct.pack("<IiiHHI", header_size, w, h, 1, bits, compression), b"\1\2\3\0"
        header = header[:header_size].ljust(min(header_size, 40), b"\0")
        if header_size > 40 and header_size != 64:
            header += masks(bits)[:header_size - 40]
        header = header.ljust(header_size, b"\0")
        if compression == BITFIELDS and header_size == 40:
            header += masks(bits)[:12]
    palette = color * 2 ** bits if bits <= 8 else b""
    rows = {
        RLE8: (bytes([min(w, 255), 1, 0, 0])) * abs(h) + b"\0\1",
        RLE4: (bytes([min(w, 255), 0x11, 0, 0])) * abs(h) + b"\0\1",
    }.get(compression, bytes((w * bits + 31) // 32 * 4) * abs(h))
    start = 14 + len(header) + len(palette)
    return b"BM" + struct.pack("<IHHI", start + len(rows), 0, 0, start) + header + palette + rows


def masks(bits):
    """Where red, green, blue and alpha are within a pixel."""
    return struct.pack("<4I", *((0xF800, 0x7E0, 0x1F, 0) if bits == 16 else (0xFF0000, 0xFF00, 0xFF, 0xFF000000)))


NAMES = {12: "core", 16: "os2-short", 64: "os2", 40: "info", 52: "v2", 56: "v3", 108: "v4", 124: "v5"}


def rows():
    return [
        *[row(f"bmp/pillow-{mode.lower()}.bmp", ok(31, 19), by_pillow, mode, 31, 19)
          for mode in ["1", "L", "P", "RGB", "RGBA"]],
        *[row(f"bmp/pillow-{w}x{h}.bmp", ok(w, h), by_pillow, "1", w, h)
          for w, h in [(1, 1), (640, 480), (65535, 1), (1, 65535), (200_000, 1)]],
        row("bmp/imagemagick-core.bmp", ok(31, 19), by_imagemagick, "bmp2", 12),
        row("bmp/imagemagick-info.bmp", ok(31, 19), by_imagemagick, "bmp3", 40),
        row("bmp/imagemagick-info-palette.bmp", ok(31, 19), by_imagemagick, "bmp3", 40, "-colors 16"),
        row("bmp/imagemagick-v4.bmp", ok(31, 19), by_imagemagick, "bmp", 108, "-alpha on -intent Undefined"),
        row("bmp/imagemagick-v5.bmp", ok(31, 19), by_imagemagick, "bmp", 124, "-alpha on"),

        *[row(f"bmp/{NAMES[header]}-{bits}-bit.bmp", ok(31, 19), by_hand, header, 31, 19, bits)
          for header in NAMES for bits in [1, 4, 8, 16, 24, 32] if not (header in (12, 16, 64) and bits in (16, 32))],
        *[row(f"bmp/{NAMES[header]}-top-down.bmp", ok(31, 19), by_hand, header, 31, -19, 24)
          for header in NAMES if header >= 40 and header != 64],
        *[row(f"bmp/{NAMES[header]}-bitfields-{bits}-bit.bmp", ok(31, 19), by_hand, header, 31, 19, bits, BITFIELDS)
          for header in [40, 52, 56, 108, 124] for bits in [16, 32]],
        row("bmp/info-rle8.bmp", ok(31, 19), by_hand, 40, 31, 19, 8, RLE8),
        row("bmp/info-rle4.bmp", ok(31, 19), by_hand, 40, 31, 19, 4, RLE4),
        # 40000 does not fit into a signed number of 16 bits, but this header's are unsigned.
        row("bmp/core-40000x1.bmp", ok(40000, 1), by_hand, 12, 40000, 1, 8),
        row("bmp/core-1x65535.bmp", ok(1, 65535), by_hand, 12, 1, 65535, 1),
    ]
