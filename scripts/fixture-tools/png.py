"""PNG: color types and depths, sizes, animation, and orientation behind everything that may stand before it."""

import io
import struct
import zlib

from directories import BIG, LITTLE, broken_exif, exif
from kit import ok, pillow, row, run
from pictures import HUGE, chunk, icc, noise, pgm, png, ppm

AFTER_HEADER = 33  # the signature is 8 bytes, the IHDR chunk 25


def by_pillow(mode, w, h, **options):
    out = io.BytesIO()
    pillow().new(mode, (w, h)).save(out, "PNG", **options)
    return out.getvalue()


def oriented_by_pillow(orientation):
    block = pillow().Exif()
    block[274] = orientation
    return by_pillow("RGB", 48, 32, exif=block)


def animated(default_image):
    frames = [pillow().new("RGB", (33, 21), color) for color in ["red", "green", "blue"]]
    out = io.BytesIO()
    frames[0].save(out, "PNG", save_all=True, append_images=frames[1:], default_image=default_image)
    return out.getvalue()


def by_imagemagick(w, h, color_type, depth, interlace):
    picture = pgm(w, h) if color_type in (0, 4) else ppm(w, h)
    colors = f"-colors {2 ** depth}" if color_type == 3 else ""
    data = run(
        f"convert in.pnm {colors} -strip -depth {depth} -interlace {interlace}"
        f" -define png:color-type={color_type} -define png:bit-depth={depth} out.png",
        {"in.pnm": picture},
    )
    assert (data[24], data[25]) == (depth, color_type), "ImageMagick chose another type of PNG"
    return data


def oriented_by_exiftool(orientation):
    return run(f"exiftool -q -n -IFD0:Orientation={orientation} -o out.png in.png", {"in.png": png(48, 32)})


def by_djxl(colors):
    """With cICP, and with iCCP for programs that do not know it."""
    coded = run(f"cjxl in.ppm out.jxl --effort=1 --distance=0 -x color_space={colors}", {"in.ppm": ppm(48, 32)})
    return run("djxl in.jxl out.png", {"in.jxl": coded})


def with_chunks(*chunks):
    """Chunks between IHDR and IDAT."""
    data = png(48, 32)
    return data[:AFTER_HEADER] + b"".join(chunks) + data[AFTER_HEADER:]


def with_chunk_at_end(added):
    data = png(48, 32)
    return data[:-12] + added + data[-12:]


def with_split_idat():
    """Every byte of image data in its own chunk, with empty chunks between."""
    data = png(48, 32)
    image = data[AFTER_HEADER + 8:-16]
    idats = [chunk(b"IDAT", image[i:i + 1]) + chunk(b"IDAT") for i in range(len(image))]
    return data[:AFTER_HEADER] + b"".join(idats) + data[-12:]


def one_bit(w, h):
    """Wider than libpng reads unless asked to (PNG_USER_WIDTH_MAX is a million)."""
    rows = (b"\0" + bytes((w + 7) // 8)) * h
    header = struct.pack(">IIBBBBB", w, h, 1, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND")


def iccp(size):
    return chunk(b"iCCP", b"profile\0\0" + zlib.compress(icc(size)))


def exif_chunk(orientation, order=LITTLE):
    return chunk(b"eXIf", exif(orientation, order))


def huge_text(kind):
    """500 KB of incompressible text in each of the three text chunks (PNG, 11.3.3)."""
    letters = noise(HUGE // 2).hex().encode()
    return chunk(kind, {
        b"tEXt": b"Comment\0" + letters,
        b"zTXt": b"Comment\0\0" + zlib.compress(noise(HUGE).replace(b"\0", b"\1")),
        b"iTXt": b"Comment\0\0\0en\0\0" + letters,
    }[kind])


def small_chunks():
    """One of each kind that may stand before the image data (PNG, 5.6)."""
    return [
        chunk(b"sRGB", b"\0"), chunk(b"gAMA", struct.pack(">I", 45455)), chunk(b"sBIT", b"\5\6\5"),
        chunk(b"cHRM", struct.pack(">8I", 31270, 32900, 64000, 33000, 30000, 60000, 15000, 6000)),
        chunk(b"bKGD", bytes(6)), chunk(b"pHYs", struct.pack(">IIB", 2835, 2835, 1)),
        chunk(b"tIME", struct.pack(">H5B", 2020, 1, 1, 0, 0, 0)), chunk(b"tEXt", b"Title\0of it"),
    ]


DEPTHS = {0: [1, 2, 4, 8, 16], 2: [8, 16], 3: [1, 2, 4, 8], 4: [8, 16], 6: [8, 16]}  # PNG, table 11.1
KINDS = [(color_type, depth) for color_type, depths in DEPTHS.items() for depth in depths]


def rows():
    all_before = [iccp(HUGE), huge_text(b"zTXt"), *small_chunks()[4:]]
    return [
        *[row(f"png/pillow-{name}.png", ok(37, 23), by_pillow, mode, 37, 23, **options)
          for name, mode, options in [
              ("1", "1", {}), ("l", "L", {}), ("la", "LA", {}), ("i16", "I", {}), ("rgb", "RGB", {}),
              ("rgba", "RGBA", {}), *[(f"p{bits}", "P", {"bits": bits}) for bits in [1, 2, 4, 8]]]],
        *[row(f"png/pillow-{w}x{h}.png", ok(w, h), by_pillow, "L", w, h)
          for w, h in [(1, 1), (65535, 1), (1, 65535), (1000, 1), (640, 480)]],
        *[row(f"png/imagemagick-color-{kind}-depth-{depth}.png", ok(37, 23),
              by_imagemagick, 37, 23, kind, depth, "None") for kind, depth in KINDS],
        *[row(f"png/imagemagick-color-{kind}-depth-{depth}-interlaced.png", ok(29, 31),
              by_imagemagick, 29, 31, kind, depth, "PNG") for kind, depth in KINDS],
        *[row(f"png/imagemagick-interlaced-{w}x{h}.png", ok(w, h), by_imagemagick, w, h, 2, 8, "PNG")
          for w, h in [(1, 1), (2, 5), (16000, 1), (1, 16000)]],
        *[row(f"png/djxl-{name}.png", ok(48, 32), by_djxl, colors)
          for name, colors in [("p3", "RGB_D65_DCI_Rel_SRG"), ("pq", "RGB_D65_202_Rel_PeQ"), ("hlg", "RGB_D65_202_Rel_HLG")]],
        row("png/2000000x1.png", ok(2_000_000, 1), one_bit, 2_000_000, 1),
        row("png/1x2000000.png", ok(1, 2_000_000), one_bit, 1, 2_000_000),

        row("png/animated.png", ok(33, 21), animated, False),
        row("png/animated-default-image.png", ok(33, 21), animated, True),
        row("png/animated-without-frames.png", ok(48, 32), with_chunks, chunk(b"acTL", bytes(8))),
        row("png/split-idat.png", ok(48, 32), with_split_idat),
        row("png/small-chunks.png", ok(48, 32), with_chunks, *small_chunks()),
        row("png/unknown-chunk.png", ok(48, 32), with_chunks, chunk(b"weIr", noise(1000))),
        *[row(f"png/huge-{kind.decode().lower()}.png", ok(48, 32), with_chunks, huge_text(kind))
          for kind in [b"tEXt", b"zTXt", b"iTXt"]],
        row("png/huge-iccp.png", ok(48, 32), with_chunks, iccp(HUGE)),

        *[row(f"png/pillow-exif-orientation-{n}.png", ok(48, 32, n), oriented_by_pillow, n) for n in range(1, 9)],
        *[row(f"png/exiftool-exif-mm-orientation-{n}.png", ok(48, 32, n), oriented_by_exiftool, n)
          for n in range(1, 9)],
        *[row(f"png/exif-{name}-orientation-{n}.png", ok(48, 32, n), with_chunks, exif_chunk(n, order))
          for name, order in [("ii", LITTLE), ("mm", BIG)] for n in [3, 6]],
        row("png/exif-before-huge-iccp.png", ok(48, 32, 6), with_chunks, exif_chunk(6), iccp(HUGE)),
        row("png/exif-after-huge-iccp.png", ok(48, 32, 6), with_chunks, iccp(HUGE), exif_chunk(6)),
        row("png/exif-after-everything.png", ok(48, 32, 8), with_chunks, *all_before, exif_chunk(8)),
        # weir reads to the first IDAT and no further.
        row("png/exif-after-idat.png", ok(48, 32, 1), with_chunk_at_end, exif_chunk(6)),
        *[row(f"png/exif-broken-{fault}.png", ok(48, 32), with_chunks, chunk(b"eXIf", block))
          for fault, block in broken_exif(BIG).items()],
    ]
