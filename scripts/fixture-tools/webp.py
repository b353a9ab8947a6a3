"""WebP: the simple and the extended format, animation, and the orientation that stands at the end of the file."""

import io
import struct
from functools import cache, partial

from directories import BIG, LITTLE, broken_exif, exif
from kit import ok, patched, pillow, row, run
from pictures import HUGE, icc, noise, noisy_ppm, png, ppm


@cache
def cwebp(w, h, options=""):
    return run(f"cwebp -quiet {options} in.ppm -o out.webp", {"in.ppm": ppm(w, h)})


def with_alpha(options):
    return run(f"cwebp -quiet {options} in.png -o out.webp", {"in.png": png(49, 31, channels=4)})


def by_pillow(w, h, **options):
    out = io.BytesIO()
    pillow().new("RGB", (w, h)).save(out, "WEBP", **options)
    return out.getvalue()


def oriented_by_pillow(orientation):
    block = pillow().Exif()
    block[274] = orientation
    return by_pillow(49, 31, exif=block)


def muxed(kind, content, source=partial(cwebp, 49, 31)):
    return run(f"webpmux -set {kind} block in.webp -o out.webp", {"block": content, "in.webp": source()})


def oriented(orientation, order=LITTLE, prefix=b"", source=partial(cwebp, 49, 31)):
    return muxed("exif", prefix + exif(orientation, order), source)


def with_everything():
    """ICC before the picture, EXIF and XMP behind it."""
    return muxed("xmp", b"<x:xmpmeta/>", partial(oriented, 6, source=partial(muxed, "icc", icc(HUGE))))


def noisy():
    return run("cwebp -quiet -lossless -z 0 in.ppm -o out.webp", {"in.ppm": noisy_ppm(500, 340)})


@cache
def animated():
    pictures = {"1.png": png(64, 48), "2.png": png(64, 48, channels=4)}
    return run("img2webp -loop 0 -d 100 1.png 2.png -o out.webp", pictures)


def animated_from_gif():
    image = pillow()
    frames = [image.new("P", (64, 48), color) for color in [1, 2, 3]]
    for i, frame in enumerate(frames):
        frame.putpalette(samples_of_palette())
        frame.paste(9, (10 + i, 10, 20, 20))
    out = io.BytesIO()
    frames[0].save(out, "GIF", save_all=True, append_images=frames[1:])
    return run("gif2webp -quiet in.gif -o out.webp", {"in.gif": out.getvalue()})


def samples_of_palette():
    return [value for i in range(256) for value in (i, 255 - i, i // 2)]


def frames_with_offsets():
    """The canvas holds every frame: 100 + 64 wide, 50 + 48 high."""
    pictures = {"1.webp": cwebp(20, 10), "2.webp": cwebp(64, 48)}
    return run("webpmux -frame 1.webp +100+0+0 -frame 2.webp +100+100+50 -loop 0 -o out.webp", pictures)


def with_unknown_chunk():
    """Readers skip chunks that they do not know (WebP container, unknown chunks)."""
    data = oriented(6)
    extra = b"weIr" + struct.pack("<I", 999) + noise(999) + b"\0"
    data = data[:30] + extra + data[30:]  # behind VP8X
    return data[:4] + struct.pack("<I", len(data) - 8) + data[8:]


def scaled_in_header():
    """The two bits above each size ask for upscaling; they are no part of the size (RFC 6386, 9.1)."""
    data = cwebp(49, 31)
    return patched(lambda: data, (26, struct.pack("<HH", 49 | 1 << 14, 31 | 3 << 14)))


def one_color(w, h):
    """Five codes of one symbol each, so no pixel takes a bit, and the file ends right behind the codes (RFC 9649, 3)."""
    pixels = b"\x2F" + struct.pack("<I", w - 1 | h - 1 << 14) + b"\x88\x88\x08"
    return b"RIFF" + struct.pack("<I", 12 + len(pixels)) + b"WEBPVP8L" + struct.pack("<I", len(pixels)) + pixels


def rows():
    lossless = partial(cwebp, 49, 31, "-lossless")
    return [
        *[row(f"webp/cwebp-{name}.webp", ok(49, 31), cwebp, 49, 31, options) for name, options in [
            ("lossy", "-q 75"), ("lossless", "-lossless"), ("near-lossless", "-near_lossless 40"),
            ("quality-0", "-q 0"), ("segments-1", "-segments 1"), ("partitions", "-partition_limit 100")]],
        row("webp/cwebp-cropped.webp", ok(21, 13), cwebp, 49, 31, "-crop 4 4 21 13"),
        row("webp/cwebp-resized.webp", ok(98, 62), cwebp, 49, 31, "-resize 98 62"),
        *[row(f"webp/cwebp-{w}x{h}.webp", ok(w, h), cwebp, w, h)
          for w, h in [(1, 1), (16, 16), (17, 15), (640, 480), (16383, 1), (1, 16383)]],
        *[row(f"webp/cwebp-lossless-{w}x{h}.webp", ok(w, h), cwebp, w, h, "-lossless")
          for w, h in [(1, 1), (640, 480), (16383, 1), (1, 16383)]],
        row("webp/alpha-lossy.webp", ok(49, 31), with_alpha, ""),
        row("webp/alpha-lossless.webp", ok(49, 31), with_alpha, "-lossless"),
        row("webp/alpha-dropped.webp", ok(49, 31), with_alpha, "-noalpha"),
        row("webp/pillow-lossy.webp", ok(49, 31), by_pillow, 49, 31),
        row("webp/pillow-lossless.webp", ok(49, 31), by_pillow, 49, 31, lossless=True),
        row("webp/scaling-bits.webp", ok(49, 31), scaled_in_header),
        row("webp/one-color.webp", ok(100, 100), one_color, 100, 100),

        row("webp/icc.webp", ok(49, 31), muxed, "icc", icc(1000)),
        row("webp/icc-lossless.webp", ok(49, 31), muxed, "icc", icc(1000), source=lossless),
        row("webp/huge-icc.webp", ok(49, 31), muxed, "icc", icc(HUGE)),
        row("webp/xmp.webp", ok(49, 31), muxed, "xmp", b"<x:xmpmeta/>"),
        row("webp/everything-orientation-6.webp", ok(49, 31, 6), with_everything),
        row("webp/unknown-chunk-orientation-6.webp", ok(49, 31, 6), with_unknown_chunk),

        row("webp/animated.webp", ok(64, 48), animated),
        row("webp/animated-from-gif.webp", ok(64, 48), animated_from_gif),
        row("webp/animated-offsets.webp", ok(164, 98), frames_with_offsets),
        # An animation is its canvas: its EXIF chunk would be found only behind every frame.
        row("webp/animated-orientation-6.webp", ok(64, 48), oriented, 6, source=animated),

        *[row(f"webp/exif-{name}-orientation-{n}.webp", ok(49, 31, n), oriented, n, order)
          for name, order in [("ii", LITTLE), ("mm", BIG)] for n in range(1, 9)],
        # The chunk holds a bare TIFF block, but some writers keep JPEG's prefix.
        *[row(f"webp/exif-prefixed-orientation-{n}.webp", ok(49, 31, n), oriented, n, prefix=b"Exif\0\0")
          for n in range(1, 9)],
        *[row(f"webp/pillow-exif-orientation-{n}.webp", ok(49, 31, n), oriented_by_pillow, n) for n in range(1, 9)],
        row("webp/exif-lossless-orientation-8.webp", ok(49, 31, 8), oriented, 8, source=lossless),
        row("webp/exif-alpha-orientation-5.webp", ok(49, 31, 5), oriented, 5, source=partial(with_alpha, "")),
        row("webp/exif-behind-500k-orientation-6.webp", ok(500, 340, 6), oriented, 6, source=noisy),
        *[row(f"webp/exif-broken-{fault}.webp", ok(49, 31), muxed, "exif", block)
          for fault, block in broken_exif().items() if block],
    ]
