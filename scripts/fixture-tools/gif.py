"""GIF: the size is that of the logical screen and not of a frame (GIF89a, section 18)."""

import io
import struct

from kit import ok, patched, pillow, row, run
from pictures import ppm


def by_pillow(w, h, **options):
    out = io.BytesIO()
    pillow().new("L", (w, h)).save(out, "GIF", **options)
    return out.getvalue()


def animated_by_pillow():
    frames = [pillow().new("L", (45, 27), shade) for shade in [0, 100, 200]]
    out = io.BytesIO()
    frames[0].save(out, "GIF", save_all=True, append_images=frames[1:], duration=100, loop=0)
    return out.getvalue()


def by_imagemagick(options, kind="gif"):
    data = run(f"convert {options} {kind}:out.gif", {"in.ppm": ppm(45, 27)})
    assert data[:6] == (b"GIF87a" if kind == "gif87" else b"GIF89a")
    return data


def version_89a():
    return patched(lambda: by_pillow(45, 27), (3, b"89a"))


def with_pixel_aspect():
    """Pixels twice as wide as high; no reader stretches them."""
    return patched(version_89a, (12, bytes([2 * 64 - 15])))


def moved(w, h, *frames):
    """Frames of one color wherever they are put, behind a comment."""
    data = b"GIF89a" + struct.pack("<HHBBB", w, h, 0x80, 0, 0) + bytes([0, 0, 0, 255, 0, 0]) + b"\x21\xFE\x05words\0"
    for x, y, frame_w, frame_h in frames:
        data += b"\x21\xF9\4\0\5\0\0\0\x2C" + struct.pack("<HHHHB", x, y, frame_w, frame_h, 0) + codes(frame_w * frame_h)
    return data + b"\x3B"


def codes(count):
    """Index 1 as often. The table is cleared so often that codes keep their three bits (GIF89a, appendix F)."""
    bits = "".join(format(code, "03b")[::-1] for i in range(count) for code in ([4, 1] if i % 2 == 0 else [1])) + "101"
    data = bytes(int(bits[i:i + 8][::-1], 2) for i in range(0, len(bits), 8))
    blocks = [data[i:i + 255] for i in range(0, len(data), 255)]
    return b"\2" + b"".join(bytes([len(block)]) + block for block in blocks) + b"\0"


def rows():
    screen = "-size 20x10 -repage 60x40"
    return [
        row("gif/pillow-87a.gif", ok(45, 27), by_pillow, 45, 27),
        row("gif/89a.gif", ok(45, 27), version_89a),
        row("gif/pillow-interlaced.gif", ok(45, 27), by_pillow, 45, 27, interlace=1),
        row("gif/pillow-comment.gif", ok(45, 27), by_pillow, 45, 27, comment=b"x" * 60_000),
        *[row(f"gif/pillow-{w}x{h}.gif", ok(w, h), by_pillow, w, h)
          for w, h in [(1, 1), (256, 255), (640, 480), (65535, 1), (1, 65535)]],
        row("gif/pillow-animated.gif", ok(45, 27), animated_by_pillow),
        row("gif/pixel-aspect.gif", ok(45, 27), with_pixel_aspect),
        row("gif/imagemagick-87a.gif", ok(45, 27), by_imagemagick, "in.ppm", "gif87"),
        row("gif/imagemagick-89a.gif", ok(45, 27), by_imagemagick, "in.ppm"),
        row("gif/imagemagick-interlaced.gif", ok(45, 27), by_imagemagick, "in.ppm -interlace GIF"),
        row("gif/imagemagick-transparent.gif", ok(45, 27), by_imagemagick, "in.ppm -transparent black"),
        row("gif/first-frame-smaller.gif", ok(60, 40), by_imagemagick, "-size 20x10 xc:red -repage 60x40+5+5"),
        row("gif/all-frames-smaller.gif", ok(60, 40), by_imagemagick,
            "-size 20x10 xc:red -repage 60x40+5+5 ( -size 8x8 xc:blue -repage 60x40+50+30 )"),
        row("gif/later-frame-smaller.gif", ok(60, 40), by_imagemagick,
            "-size 60x40 xc:red ( -size 8x8 xc:blue -repage 60x40+50+30 ) -loop 0"),
        # Browsers enlarge the screen to hold the first frame, and no other.
        *[row(f"gif/first-frame-{name}.gif", ok(*(screen if all(screen) else size), clap=size), moved, *screen, *frames) for name, size, screen, frames in [
            ("hangs-over", (14, 10), (10, 8), [(4, 2, 10, 8)]),
            ("wider", (20, 8), (10, 8), [(0, 0, 20, 4), (0, 0, 40, 40)]),
            ("outside", (34, 34), (10, 8), [(30, 30, 4, 4)]),
            ("without-screen", (23, 18), (0, 0), [(3, 2, 20, 16)])]],
        row("gif/second-frame-hangs-over.gif", ok(10, 8), moved, 10, 8, (0, 0, 10, 8), (4, 2, 10, 8)),
    ]
