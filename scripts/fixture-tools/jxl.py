"""JPEG XL: a codestream alone or in a container; its own orientation counts, and Exif is ignored (ISO/IEC 18181)."""

import struct

import jpeg
from boxes import box
from directories import BIG, exif
from kit import ok, patched, row, run
from pictures import noise, pgm, png, ppm

SIGNATURE = struct.pack(">I4s4s", 12, b"JXL ", b"\r\n\x87\n") + box(b"ftyp", b"jxl ", bytes(4), b"jxl ")


def cjxl(w, h, options="", kind="ppm"):
    content = {"ppm": ppm, "pgm": pgm, "png": png}[kind](w, h)
    return run(f"cjxl in.{kind} out.jxl --effort=1 {options}", {f"in.{kind}": content})


def by_graphicsmagick():
    return run("gm convert in.ppm out.jxl", {"in.ppm": ppm(40, 30)})


def with_alpha(w, h):
    return run("cjxl in.png out.jxl --effort=1", {"in.png": png(w, h, 4)})


def from_jpeg(orientation=None):
    """The same pixels in other words; cjxl moves the orientation of the Exif block to the codestream."""
    return run("cjxl in.jpg out.jxl --effort=1 --lossless_jpeg=1", {"in.jpg": jpeg.oriented_by_exiftool(orientation) if orientation else jpeg.cjpeg(48, 32)})


def animated():
    import gif
    return run("cjxl in.gif out.jxl --effort=1", {"in.gif": gif.animated_by_pillow()})


def contained(*before):
    return SIGNATURE + b"".join(before) + box(b"jxlc", cjxl(40, 30))


def in_parts():
    data = cjxl(40, 30)
    return SIGNATURE + box(b"jxlp", struct.pack(">I", 0), data[:100]) + box(b"jxlp", struct.pack(">I", 1 << 31 | 1), data[100:])


class Bits:
    """Writes the lowest bit first."""

    def __init__(self):
        self.value = self.count = 0

    def add(self, value, count):
        self.value |= value << self.count
        self.count += count
        return self

    def bytes(self):
        return self.value.to_bytes((self.count + 7) // 8, "little")


def by_hand(h, ratio, w=None, fields=()):
    """The header alone, with sides that are multiples of 8 or any."""
    bits = Bits()
    if h % 8 == 0 and h <= 256:
        bits.add(1, 1).add(h // 8 - 1, 5).add(ratio, 3)
        if not ratio:
            bits.add(w // 8 - 1, 5)
    else:
        bits.add(0, 1).add(3, 2).add(h - 1, 30).add(ratio, 3)
        if not ratio:
            bits.add(3, 2).add(w - 1, 30)
    for value, count in fields or [(3, 2)]:
        bits.add(value, count)
    return b"\xFF\x0A" + bits.bytes() + noise(40)


def extra_fields(orientation, *more):
    return [(0, 1), (1, 1), (orientation - 1, 3), *(more or [(0, 3)]), (0, 3), (1, 1), (0, 2), (3, 2), (1, 1), (0, 2), (1, 1)]


def rows():
    return [
        *[row(f"jxl/cjxl-{w}x{h}.jxl", ok(w, h), cjxl, w, h)
          for w, h in [(1, 1), (40, 30), (64, 64), (256, 128), (600, 400), (513, 1), (1, 9000), (160, 90)]],
        row("jxl/cjxl-gray.jxl", ok(40, 30), cjxl, 40, 30, kind="pgm"),
        row("jxl/cjxl-lossless.jxl", ok(40, 30), cjxl, 40, 30, "--distance=0"),
        row("jxl/cjxl-progressive.jxl", ok(300, 200), cjxl, 300, 200, "--progressive"),
        row("jxl/cjxl-container.jxl", ok(40, 30), cjxl, 40, 30, "--container=1"),
        row("jxl/cjxl-alpha.jxl", ok(40, 30), with_alpha, 40, 30),
        row("jxl/cjxl-animated.jxl", ok(45, 27), animated),
        row("jxl/cjxl-from-jpeg.jxl", ok(48, 32), from_jpeg),
        row("jxl/graphicsmagick.jxl", ok(40, 30), by_graphicsmagick),
        row("jxl/contained.jxl", ok(40, 30), contained),
        row("jxl/behind-exif.jxl", ok(40, 30), contained, box(b"Exif", bytes(4), exif(6, BIG))),
        row("jxl/behind-metadata.jxl", ok(40, 30), contained, box(b"xml ", noise(100_000)), box(b"jumb", noise(70_000))),
        row("jxl/in-parts.jxl", ok(40, 30), in_parts),
        *[row(f"jxl/ratio-{ratio}.jxl", ok(w, 120), by_hand, 120, ratio)
          for ratio, w in enumerate([120, 144, 160, 180, 213, 150, 240], 1)],
        row("jxl/small.jxl", ok(256, 8), by_hand, 8, 0, 256),
        row("jxl/large.jxl", ok(999_999, 7), by_hand, 7, 0, 999_999),
        *[row(f"jxl/orientation-{n}.jxl", ok(240, 120, n), by_hand, 120, 7, None, extra_fields(n)) for n in range(1, 9)],
        row("jxl/intrinsic-size.jxl", ok(240, 120, 6), by_hand, 120, 7, None,
            extra_fields(6, (1, 1), (1, 1), (0, 5), (1, 3), (0, 2))),
        row("jxl/preview.jxl", ok(240, 120, 6), by_hand, 120, 7, None,
            extra_fields(6, (0, 1), (1, 1), (1, 1), (0, 2), (1, 3), (0, 1))),
    ]
