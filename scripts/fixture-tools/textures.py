"""Textures, icons of Macs, and the formats of painters and renderers: DDS, KTX, VTF, ICNS, OpenEXR, Radiance HDR, Farbfeld,
Aseprite and ILBM."""

import io
import struct

from kit import filtered, ok, pillow, row, run
from pictures import noise, png, ppm

W, H = 40, 30


def by_pillow(kind, mode, size=(W, H), **options):
    out = io.BytesIO()
    pillow().new(mode, size).save(out, kind, **options)
    return out.getvalue()


def by_imagemagick(kind, options=""):
    return run(f"convert in.ppm {options} {kind}:out.{kind}", {"in.ppm": ppm(W, H)})


def dds(flags, code=b"", bits=0, w=W, h=H):
    """The header (DDS_HEADER), and some pixels."""
    pixels = struct.pack("<II4sI4I", 32, flags, code, bits, 0xFF0000, 0xFF00, 0xFF, 0xFF000000 if flags & 1 else 0)
    return b"DDS " + struct.pack("<7I44x", 124, 0x1007, h, w, 0, 0, 0) + pixels + struct.pack("<I16x", 0x1000) + noise(w * h)


def ktx1(order, base_format, w=W, h=H):
    """Version 1, one level of one face."""
    head = struct.pack(order + "13I", 0x04030201, 0x1401, 1, base_format, base_format, base_format, w, h, 0, 0, 1, 1, 0)
    return b"\xABKTX 11\xBB\r\n\x1a\n" + head + struct.pack(order + "I", 400) + noise(400)


def ktx2(w=W, h=H):
    """Version 2, one level; 37 is VK_FORMAT_R8G8B8A8_UNORM."""
    head = struct.pack("<9I", 37, 1, w, h, 0, 0, 1, 1, 0) + struct.pack("<4I2Q", 104, 92, 0, 0, 0, 0)
    return b"\xABKTX 20\xBB\r\n\x1a\n" + head + struct.pack("<3Q", 196, 400, 400) + bytes(92) + noise(400)


def vtf(version, flags=0, frames=1, pixels=2):
    head = b"VTF\0" + struct.pack("<3I2HI2H", 7, version, 80, W, H, flags, frames, 0)
    return head + bytes(24) + struct.pack("<I", pixels) + bytes(24) + noise(W * H)


def by_png2icns(*sides):
    names = [f"in{side}.png" for side in sides]
    return run(f"png2icns out.icns {' '.join(names)}", {name: png(side, side, 4) for name, side in zip(names, sides)})


def icns(*elements):
    content = b"".join(name + struct.pack(">I", 8 + len(data)) + data for name, data in elements)
    return b"icns" + struct.pack(">I", 8 + len(content)) + content


def listed_icns(*elements):
    """With a list of all elements before them."""
    places = b"".join(name + struct.pack(">I", 8 + len(data)) for name, data in elements)
    return icns((b"TOC ", places), *elements)


def exr(*attributes, pixels=500):
    """Attributes of a name, a type and a value, and bytes in place of the pixels."""
    head = b"".join(name + b"\0" + kind + b"\0" + struct.pack("<i", len(value)) + value for name, kind, value in attributes)
    return b"\x76\x2f\x31\x01" + struct.pack("<I", 2) + head + b"\0" + noise(pixels)


def window(name, left, top, right, bottom):
    return name, b"box2i", struct.pack("<4i", left, top, right, bottom)


def channels(*names):
    return b"channels", b"chlist", b"".join(name + b"\0" + struct.pack("<IIII", 1, 0, 1, 1) for name in names) + b"\0"


def hdr(size, header="FORMAT=32-bit_rle_rgbe\n", name="RADIANCE"):
    return f"#?{name}\n{header}\n{size}\n".encode() + noise(W * H * 4)


def farbfeld(w, h):
    return b"farbfeld" + struct.pack(">II", w, h) + bytes(w * h * 8)


def aseprite(depth, frames=1, w=W, h=H):
    """A header and frames without chunks."""
    one = struct.pack("<IHHH2xI", 16, 0xF1FA, 0, 100, 0)
    head = struct.pack("<I5HIHII", 128 + 16 * frames, 0xA5E0, frames, w, h, depth, 1, 100, 0, 0)
    return head + bytes(128 - len(head)) + one * frames


def ilbm(planes, mask=0, kind=b"ILBM", before=b""):
    head = b"BMHD" + struct.pack(">IHHhhBBBBHBBhh", 20, W, H, 0, 0, planes, mask, 0, 0, 0, 1, 1, W, H)
    content = kind + before + head + b"BODY" + struct.pack(">I", 400) + noise(400)
    return b"FORM" + struct.pack(">I", len(content)) + content


def rows():
    hd = [("rgb", dds, 0x40, b"", 24), ("rgba", dds, 0x41, b"", 32), ("gray", dds, 0x20000, b"", 8), ("palette", dds, 0x20, b"", 8),
          ("dxt1", dds, 4, b"DXT1"), ("dxt5", dds, 4, b"DXT5"), ("dx10", dds, 4, b"DX10")]
    small, large = (b"ic07", png(128, 128)), (b"ic09", noise(70_000))
    return [
        *[row(f"dds/by-hand-{name}.dds", ok(W, H), *recipe) for name, *recipe in hd],
        *[row(f"dds/imagemagick{name}.dds", ok(W, H), by_imagemagick, "dds", options) for name, options in [
            ("", ""), ("-dxt1", "-define dds:compression=dxt1"), ("-dxt5", "-alpha on -define dds:compression=dxt5")]],
        *[row(f"dds/pillow-{mode.lower()}.dds", ok(W, H), by_pillow, "DDS", mode) for mode in ["RGB", "RGBA"]],

        *[row(f"ktx/version-1-{name}.ktx", ok(W, H), ktx1, order, base) for name, order, base in [
            ("rgb", "<", 0x1907), ("rgba", "<", 0x1908), ("gray", "<", 0x1909), ("big-endian", ">", 0x190A), ("red", "<", 0x1903)]],
        row("ktx/version-1-line.ktx", ok(W, 1), ktx1, "<", 0x1907, W, 0),
        row("ktx/version-2.ktx2", ok(W, H), ktx2),
        row("ktx/version-2-line.ktx2", ok(W, 1), ktx2, W, 0),

        *[row(f"vtf/by-hand-7.{version}.vtf", ok(W, H), vtf, version) for version in [0, 2, 5]],
        row("vtf/by-hand-masked.vtf", ok(W, H), vtf, 4, 0x1000, 3, 13),
        row("vtf/by-hand-gray.vtf", ok(W, H), vtf, 4, 0, 1, 5),

        *[row(f"icns/png2icns-{'-'.join(map(str, sides))}.icns", ok(max(sides), max(sides)), by_png2icns, *sides)
          for sides in [(16,), (48,), (128, 32), (512, 16, 256)]],
        row("icns/pillow.icns", ok(1024, 1024), by_pillow, "ICNS", "RGBA", (64, 64)),
        row("icns/largest-last.icns", ok(512, 512), icns, small, (b"info", bytes(70_000)), large),
        row("icns/with-list.icns", ok(512, 512), listed_icns, (b"s8mk", bytes(256)), small, (b"info", bytes(70_000)), large),

        row("exr/by-hand.exr", ok(W, H), exr, channels(b"B", b"G", b"R"), window(b"dataWindow", 0, 0, W - 1, H - 1),
            window(b"displayWindow", 0, 0, W - 1, H - 1)),
        row("exr/by-hand-color-difference.exr", ok(W, H), exr, channels(b"A", b"BY", b"RY", b"Y"),
            window(b"dataWindow", -5, -5, W - 6, H - 6), window(b"displayWindow", -5, -5, W - 6, H - 6)),
        row("exr/by-hand-long-attribute.exr", ok(9, 8, clap=(W, H)), exr, window(b"displayWindow", 0, 0, W - 1, H - 1),
            (b"preview", b"preview", noise(90_000)), channels(*[b"layer%d.R" % number for number in range(300)]),
            window(b"dataWindow", 1, 2, 9, 9)),

        row("hdr/imagemagick.hdr", ok(W, H), by_imagemagick, "hdr"),
        *[row(f"hdr/by-hand-{orientation}.hdr", ok(W, H, orientation), hdr, size) for orientation, size in enumerate([
            f"-Y {H} +X {W}", f"-Y {H} -X {W}", f"+Y {H} -X {W}", f"+Y {H} +X {W}",
            f"+X {H} -Y {W}", f"-X {H} -Y {W}", f"-X {H} +Y {W}", f"+X {H} +Y {W}"], 1)],
        row("hdr/by-hand-long.hdr", ok(W, H), hdr, f"-Y {H} +X {W}", "# a comment\npfilt -1 -m 0.2\n" * 200, "RGBE"),

        row("farbfeld/png2ff.ff", ok(W, H), filtered, "png2ff", png(W, H, 4)),
        row("farbfeld/by-hand.ff", ok(7, 1), farbfeld, 7, 1),
        row("farbfeld/by-hand-tall.ff", ok(1, 70_000), farbfeld, 1, 70_000),

        *[row(f"aseprite/by-hand-{depth}-bits.aseprite", ok(W, H), aseprite, depth) for depth in [8, 16, 32]],
        row("aseprite/by-hand-animated.ase", ok(W, H), aseprite, 32, 5),

        *[row(f"ilbm/ppmtoilbm{name}.ilbm", ok(W, H), filtered, f"ppmtoilbm {options}", ppm(W, H)) for name, options in [
            ("", ""), ("-24", "-24force"), ("-ham", "-hamforce"), ("-raw", "-nocompress")]],
        row("ilbm/by-hand-mask.ilbm", ok(W, H), ilbm, 5, 1),
        row("ilbm/by-hand-32.ilbm", ok(W, H), ilbm, 32),
        row("ilbm/by-hand.pbm.lbm", ok(W, H), ilbm, 8, 0, b"PBM ", b"ANNO" + struct.pack(">I", 90_001) + bytes(90_002)),
    ]
