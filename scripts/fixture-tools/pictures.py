"""Raw material: pictures simple enough to write by hand, for the tools to encode."""

import random
import struct
import zlib
from functools import cache

HUGE = 500_000  # the size of the blocks that a reader must jump over


def noise(size, seed=1):
    """Bytes that do not compress, the same on every run."""
    return random.Random(seed).randbytes(size)


def samples(w, h, channels):
    """A gradient; its content does not matter, but a flat color would hide an encoder's tiling."""
    row = bytes((x * 3 + channel * 85) & 255 for x in range(w) for channel in range(channels))
    return row * h


@cache
def ppm(w, h):
    return b"P6\n%d %d\n255\n" % (w, h) + samples(w, h, 3)


@cache
def pgm(w, h):
    return b"P5\n%d %d\n255\n" % (w, h) + samples(w, h, 1)


def chunk(kind, data=b""):
    """A PNG chunk (PNG, 5.3)."""
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


COLOR_TYPES = {1: 0, 2: 4, 3: 2, 4: 6}  # by the number of channels


@cache
def png(w, h, channels=3):
    """An 8 bit PNG of exactly IHDR, IDAT and IEND."""
    stride = w * channels
    content = samples(w, h, channels)
    rows = b"".join(b"\0" + content[y * stride:(y + 1) * stride] for y in range(h))
    header = struct.pack(">IIBBBBB", w, h, 8, COLOR_TYPES[channels], 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND")


def noisy_ppm(w, h):
    """A picture that stays large however it is encoded."""
    return b"P6\n%d %d\n255\n" % (w, h) + noise(w * h * 3)


@cache
def icc(size):
    """A color profile of this many bytes: a header that readers accept, and one private tag of noise."""
    assert size % 4 == 0
    header = struct.pack(">I4sI4s4s4s", size, b"none", 0x04000000, b"mntr", b"RGB ", b"XYZ ")
    header += struct.pack(">6H4s", 2020, 1, 1, 0, 0, 0, b"acsp") + bytes(28)
    header += struct.pack(">III", 0xF6D6, 0x10000, 0xD32D)  # the D50 white point
    tags = struct.pack(">I4sII", 1, b"nois", 144, size - 144)
    return header.ljust(128, b"\0") + tags + noise(size - 144)
