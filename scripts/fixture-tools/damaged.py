"""Pictures that were cut short, that contradict themselves, or that claim to be monstrous."""

import struct
import zlib
from functools import partial

import bmp
import gif
import heif
import icons
import jpeg
import simple
import svg
import tiff
import webp
from directories import BIG, LITTLE, LONG, LONG8, RATIONAL, SHORT, directory, header
from kit import cut, ok, patched, refused, row
from pictures import chunk, png, ppm

TRUNCATED, CORRUPT, TOO_LARGE = refused("truncated"), refused("corrupt"), refused("too-large")
UNCLEAR = refused("truncated", "not-an-image")  # too short to recognize the format

HUGE = 2 ** 31 - 1


# Samples

PNG = partial(png, 48, 32)
JPEG = partial(jpeg.cjpeg, 48, 32)
LOSSY = partial(webp.cwebp, 49, 31)
LOSSLESS = partial(webp.cwebp, 49, 31, "-lossless")
EXTENDED = webp.animated
GIF = partial(gif.by_pillow, 45, 27)
BMP = partial(bmp.by_hand, 40, 31, 19, 24)
TIFF = partial(tiff.by_hand, 43, 29, first=True)
TIFF_AT_END = partial(tiff.by_hand, 43, 29)
BIGTIFF = partial(tiff.by_hand, 43, 29, BIG, first=True, big=True)
SVG = partial(svg.svg, 'width="40" height="30"', svg.COMMENT)
ICO = partial(icons.by_hand, 1, (16, 16), (64, 48))
QOI = partial(simple.qoi, 40, 30)
PSD = partial(simple.by_imagemagick, "psd")
PPM = partial(ppm, 40, 30)
HEIC = partial(heif.heif_enc, 64, 48)
AVIF = partial(heif.avifenc, 64, 48)

CUTS = [  # a name, the picture, where it is cut, and the expected result
    ("png-signature.png", PNG, 5, UNCLEAR),
    ("png-after-signature.png", PNG, 8, TRUNCATED),
    ("png-in-ihdr.png", PNG, 20, TRUNCATED),
    ("png-before-crc.png", PNG, 29, TRUNCATED),
    ("png-in-idat.png", PNG, 50, ok(48, 32, format="png")),
    ("jpeg-start.jpg", JPEG, 2, UNCLEAR),
    ("jpeg-first-marker.jpg", JPEG, 4, TRUNCATED),
    ("jpeg-in-app0.jpg", JPEG, 12, TRUNCATED),
    ("webp-riff.webp", LOSSY, 10, UNCLEAR),
    ("webp-after-riff.webp", LOSSY, 12, TRUNCATED),
    ("webp-in-lossy.webp", LOSSY, 26, TRUNCATED),
    ("webp-in-lossless.webp", LOSSLESS, 22, TRUNCATED),
    ("webp-in-extended.webp", EXTENDED, 25, TRUNCATED),
    ("webp-lossy-pixels.webp", LOSSY, 40, ok(49, 31, format="webp")),
    ("webp-lossless-pixels.webp", LOSSLESS, 30, ok(49, 31, format="webp")),
    ("webp-extended-pixels.webp", EXTENDED, -10, ok(64, 48, format="webp")),
    ("gif-signature.gif", GIF, 4, UNCLEAR),
    ("gif-after-signature.gif", GIF, 6, TRUNCATED),
    ("gif-in-screen.gif", GIF, 9, TRUNCATED),
    ("gif-in-palette.gif", GIF, 20, TRUNCATED),
    ("bmp-signature.bmp", BMP, 2, UNCLEAR),
    ("bmp-file-header.bmp", BMP, 14, TRUNCATED),
    ("bmp-in-info.bmp", BMP, 22, TRUNCATED),
    ("bmp-in-pixels.bmp", BMP, 60, ok(31, 19, format="bmp")),
    ("tiff-signature.tif", TIFF, 4, TRUNCATED),
    ("tiff-header.tif", TIFF, 8, TRUNCATED),
    ("tiff-in-directory.tif", TIFF, 25, TRUNCATED),
    ("tiff-in-pixels.tif", TIFF, -100, ok(43, 29, format="tiff")),
    ("tiff-before-directory.tif", TIFF_AT_END, 500, TRUNCATED),
    ("bigtiff-header.tif", BIGTIFF, 12, TRUNCATED),
    ("bigtiff-in-directory.tif", BIGTIFF, 40, TRUNCATED),
    ("svg-in-comment.svg", SVG, 20, TRUNCATED),
    ("svg-in-root.svg", SVG, 100, TRUNCATED),
    ("ico-in-directory.ico", ICO, 30, TRUNCATED),
    ("ico-in-pixels.ico", ICO, 60, ok(64, 48, format="ico")),
    ("qoi-in-header.qoi", QOI, 12, TRUNCATED),
    ("qoi-in-pixels.qoi", QOI, -9, ok(40, 30, format="qoi")),
    ("psd-in-header.psd", PSD, 20, TRUNCATED),
    ("psd-in-pixels.psd", PSD, -50, ok(40, 30, format="psd")),
    ("ppm-in-header.ppm", PPM, 6, TRUNCATED),
    ("ppm-in-pixels.ppm", PPM, -1, ok(40, 30, format="pnm")),
    ("heic-in-ftyp.heic", HEIC, 14, TRUNCATED),
    ("heic-after-ftyp.heic", HEIC, 28, TRUNCATED),
    ("heic-in-meta.heic", HEIC, 200, TRUNCATED),
    ("heic-in-mdat.heic", HEIC, -20, ok(64, 48, format="heic")),
    ("heic-meta-last.heic", partial(heif.single, meta_last=True), -20, TRUNCATED),
    ("avif-in-ftyp.avif", AVIF, 14, TRUNCATED),
    ("avif-in-meta.avif", AVIF, 200, TRUNCATED),
    ("avif-in-mdat.avif", AVIF, -20, ok(64, 48, format="avif")),
]


def jpeg_cut(marker_at, length):
    """A JPEG cut this many bytes behind a marker that `marker_at` finds."""
    data = JPEG()
    return data[:marker_at(data) + length]


def scan(data):
    return data.index(b"\xFF\xDA")


# Contradictions

def ihdr(w, h, depth=8, color_type=2, size=13):
    """A PNG with a complete but false IHDR."""
    fields = struct.pack(">IIBBBBB", w, h, depth, color_type, 0, 0, 0).ljust(size, b"\0")[:size]
    return png(1, 1)[:8] + chunk(b"IHDR", fields) + chunk(b"IDAT", zlib.compress(bytes(4))) + chunk(b"IEND")


def png_without_header():
    return PNG()[:8] + PNG()[33:]


def crushed_png():
    """Apple's variant, that only its own readers take: a CgBI chunk first."""
    return PNG()[:8] + chunk(b"CgBI", b"\x50\x00\x20\x06") + PNG()[8:]


def jpeg_without_frame():
    data = JPEG()
    at = jpeg.frame(data)
    return data[:at] + data[at + 2 + struct.unpack_from(">H", data, at + 2)[0]:]


def vp8x(w, h):
    """An extended WebP with this canvas, which may differ from its picture."""
    canvas = b"VP8X" + struct.pack("<II", 10, 0) + (w - 1).to_bytes(3, "little") + (h - 1).to_bytes(3, "little")
    body = b"WEBP" + canvas + LOSSY()[12:]
    return b"RIFF" + struct.pack("<I", len(body)) + body


def tiff_sized(w, h, kind=LONG, order=LITTLE, big=False):
    """A TIFF of this size without pixels."""
    start = 16 if big else 8
    rational = (1,) if kind == RATIONAL else ()
    entries = [(256, kind, w, *rational), (257, kind, h, *rational), (258, SHORT, 8), (259, SHORT, 1), (262, SHORT, 1),
               (273, LONG, 400), (278, LONG, 1), (279, LONG, 1)]
    return (header(order, start, big) + directory(order, start, entries, big=big)).ljust(500, b"\0")


def tiff_without(tag):
    entries = [(256, LONG, 43), (257, LONG, 29), (258, SHORT, 8), (259, SHORT, 1)]
    return header(LITTLE, 8) + directory(LITTLE, 8, [entry for entry in entries if entry[0] != tag]) + bytes(500)


def tiff_pointing_to(offset, then=bytes(500)):
    return header(LITTLE, offset) + then


def renamed(source, *names):
    """A picture with renamed boxes, so that a reader does not find them."""
    data = source()
    for old, new in names:
        assert old in data
        data = data.replace(old, new)
    return data


def resized(source, w, h):
    """A HEIF file in which every ispe has this size."""
    data = bytearray(source())
    at = data.find(b"ispe")
    while at >= 0:
        data[at + 8:at + 16] = struct.pack(">II", w, h)
        at = data.find(b"ispe", at + 4)
    return bytes(data)


def box_size(source, kind, size):
    data = source()
    return patched(lambda: data, (data.index(kind) - 4, struct.pack(">I", size)))


def rows():
    frame = jpeg.frame
    return [
        *[row(f"damaged/cut-{name}", expected, cut, sample, length) for name, sample, length, expected in CUTS],
        row("damaged/cut-jpeg-before-frame.jpg", TRUNCATED, jpeg_cut, frame, 0),
        row("damaged/cut-jpeg-in-frame.jpg", TRUNCATED, jpeg_cut, frame, 7),
        row("damaged/cut-jpeg-in-pixels.jpg", ok(48, 32, format="jpeg"), jpeg_cut, scan, 30),

        row("damaged/png-crc-of-ihdr.png", CORRUPT, patched, PNG, (30, b"\0\0")),
        row("damaged/png-width-0.png", CORRUPT, ihdr, 0, 5),
        row("damaged/png-height-0.png", CORRUPT, ihdr, 5, 0),
        row("damaged/png-width-maximal.png", refused("too-large", "corrupt"), ihdr, 2 ** 32 - 1, 1),
        row("damaged/png-color-type-5.png", CORRUPT, ihdr, 5, 5, color_type=5),
        row("damaged/png-depth-3.png", CORRUPT, ihdr, 5, 5, depth=3),
        row("damaged/png-ihdr-of-12.png", CORRUPT, ihdr, 5, 5, size=12),
        row("damaged/png-no-ihdr.png", CORRUPT, png_without_header),
        row("damaged/png-crushed.png", ok(48, 32, format="png"), crushed_png),
        row("damaged/png-sent-as-text.png", refused("corrupt", "not-an-image"),
            lambda: PNG().replace(b"\r\n", b"\n")),
        row("damaged/png-huge.png", TOO_LARGE, ihdr, HUGE, HUGE),
        row("damaged/png-40000x40000.png", TOO_LARGE, ihdr, 40_000, 40_000),
        row("damaged/png-too-wide.png", TOO_LARGE, ihdr, HUGE, 1),

        row("damaged/ico-empty.ico", CORRUPT, bytes, b"\0\0\1\0\0\0" + bytes(30)),
        row("damaged/ico-in-itself.ico", CORRUPT, patched, ICO, (18, b"\7\0\0\0")),
        row("damaged/qoi-channels-5.qoi", CORRUPT, patched, QOI, (12, b"\5")),
        row("damaged/qoi-width-0.qoi", CORRUPT, patched, QOI, (4, bytes(4))),
        row("damaged/qoi-huge.qoi", TOO_LARGE, patched, QOI, (4, b"\0\xFF\xFF\xFF\0\xFF\xFF\xFF")),
        row("damaged/psd-version-3.psd", CORRUPT, patched, PSD, (4, b"\0\3")),
        row("damaged/psd-huge.psd", TOO_LARGE, patched, PSD, (14, b"\x7F\xFF\xFF\xFF\x7F\xFF\xFF\xFF")),
        *[row(f"damaged/bmp-{bits}-bits.bmp", CORRUPT, bmp.by_hand, 40, 31, 19, bits) for bits in [3, 40]],
        *[row(f"damaged/pnm-maximum-{name}.ppm", CORRUPT, bytes, b"P6 4 3 " + maximum + b"\n" + bytes(36))
          for name, maximum in [("letters", b"255xxx"), ("signed", b"+255"), ("large", b"255255")]],
        row("damaged/pnm-maximum-0.ppm", CORRUPT, bytes, b"P6 4 3 0\n" + bytes(36)),
        row("damaged/pnm-huge.ppm", TOO_LARGE, bytes, b"P6 99999999999 3 255\n"),
        row("damaged/pnm-width-0.pgm", CORRUPT, bytes, b"P5 0 3 255\n"),
        row("damaged/svg-endless.svg", TOO_LARGE, bytes, b"<svg " + b" " * 70_000 + b"width='4' height='3'/>"),
        row("damaged/jpeg-huge.jpg", TOO_LARGE, jpeg.reframed, JPEG, w=65535, h=65535),
        row("damaged/jpeg-40001x25000.jpg", TOO_LARGE, jpeg.reframed, JPEG, w=40001, h=25000),
        row("damaged/jpeg-width-0.jpg", refused("corrupt", "unsupported-format"), jpeg.reframed, JPEG, w=0),
        row("damaged/jpeg-no-frame.jpg", CORRUPT, jpeg_without_frame),
        row("damaged/jpeg-only-start-and-end.jpg", CORRUPT, bytes, b"\xFF\xD8\xFF\xD9"),
        row("damaged/jpeg-segment-length-1.jpg", CORRUPT,
            lambda: patched(JPEG, (JPEG().index(b"\xFF\xDB") + 2, b"\0\1"))),
        row("damaged/jpeg-frame-length-3.jpg", CORRUPT, lambda: patched(JPEG, (frame(JPEG()) + 2, b"\0\3"))),
        row("damaged/jpeg-no-components.jpg", refused("corrupt", "unsupported-format"),
            lambda: patched(JPEG, (frame(JPEG()) + 9, b"\0"))),

        row("damaged/webp-extended-huge.webp", refused("too-large", "corrupt"), vp8x, 2 ** 24, 2 ** 24),
        row("damaged/webp-extended-65535x65535.webp", refused("too-large", "corrupt"), vp8x, 65535, 65535),
        row("damaged/webp-lossy-width-0.webp", CORRUPT, patched, LOSSY, (26, b"\0\0")),
        row("damaged/webp-lossy-start-code.webp", CORRUPT, patched, LOSSY, (23, b"\0\0\0")),
        row("damaged/webp-lossless-signature.webp", CORRUPT, patched, LOSSLESS, (20, b"\0")),
        row("damaged/webp-first-chunk-unknown.webp", refused("corrupt", "unsupported-format"), patched, LOSSY,
            (12, b"weIr")),

        # Browsers show the first frame.
        row("damaged/gif-0x0.gif", ok(45, 27, format="gif"), patched, GIF, (6, bytes(4))),
        row("damaged/gif-45x0.gif", ok(45, 27, format="gif"), patched, GIF, (8, bytes(2))),
        row("damaged/gif-0x0-without-frame.gif", CORRUPT, bytes, b"GIF89a" + bytes(7) + b"\x3B"),
        row("damaged/gif-huge.gif", TOO_LARGE, patched, GIF, (6, b"\xFF" * 4)),

        row("damaged/bmp-huge.bmp", TOO_LARGE, patched, BMP, (18, struct.pack("<ii", HUGE, HUGE))),
        row("damaged/bmp-height-minimal.bmp", refused("too-large", "corrupt"), patched, BMP,
            (22, struct.pack("<i", -HUGE - 1))),
        row("damaged/bmp-width-negative.bmp", CORRUPT, patched, BMP, (18, struct.pack("<i", -31))),
        row("damaged/bmp-width-0.bmp", CORRUPT, patched, BMP, (18, bytes(4))),
        row("damaged/bmp-height-0.bmp", CORRUPT, patched, BMP, (22, bytes(4))),
        row("damaged/bmp-header-of-13.bmp", refused("corrupt", "unsupported-format"), patched, BMP, (14, b"\x0D")),
        row("damaged/bmp-core-huge.bmp", TOO_LARGE, patched, partial(bmp.by_hand, 12, 31, 19, 8), (18, b"\xFF" * 4)),

        row("damaged/tiff-huge.tif", TOO_LARGE, tiff_sized, 2 ** 32 - 1, 2 ** 32 - 1),
        row("damaged/tiff-huge-big-endian.tif", TOO_LARGE, tiff_sized, 2 ** 32 - 1, 2 ** 32 - 1, order=BIG),
        row("damaged/tiff-40000x40000-short.tif", TOO_LARGE, tiff_sized, 40_000, 40_000, SHORT),
        row("damaged/bigtiff-huge.tif", refused("too-large", "corrupt"), tiff_sized, 2 ** 40, 2 ** 40, LONG8, big=True),
        row("damaged/bigtiff-offset-size-4.tif", refused("corrupt", "unsupported-format"), patched, BIGTIFF,
            (4, b"\0\4")),
        row("damaged/tiff-width-0.tif", CORRUPT, tiff_sized, 0, 5),
        row("damaged/tiff-width-rational.tif", CORRUPT, tiff_sized, 43, 29, RATIONAL),
        row("damaged/tiff-no-width.tif", CORRUPT, tiff_without, 256),
        row("damaged/tiff-no-height.tif", CORRUPT, tiff_without, 257),
        row("damaged/tiff-directory-at-0.tif", CORRUPT, tiff_pointing_to, 0),
        row("damaged/tiff-directory-empty.tif", CORRUPT, tiff_pointing_to, 8),
        row("damaged/tiff-directory-past-end.tif", refused("truncated", "corrupt"), tiff_pointing_to, 0xFFFFFFF0),

        *[row(f"damaged/{kind}-{name}.{kind}", expected, recipe, sample, *arguments)
          for kind, sample in [("heic", heif.single), ("avif", AVIF)]
          for name, expected, recipe, *arguments in [
              ("no-meta", refused("corrupt", "truncated"), renamed, (b"meta", b"free")),
              ("no-primary", CORRUPT, renamed, (b"pitm", b"free")),
              ("no-size", CORRUPT, renamed, (b"ispe", b"free")),
              ("no-associations", CORRUPT, renamed, (b"ipma", b"free")),
              ("0x0", CORRUPT, resized, 0, 0),
              ("huge", TOO_LARGE, resized, 2 ** 32 - 1, 2 ** 32 - 1),
              ("40000x40000", TOO_LARGE, resized, 40_000, 40_000),
              ("meta-of-4", CORRUPT, box_size, b"meta", 4),
              ("properties-past-meta", refused("corrupt", "truncated"), box_size, b"ipco", 0x7FFFFFFF)]],
    ]
