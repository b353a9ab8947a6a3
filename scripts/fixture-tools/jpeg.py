"""JPEG: coding processes, sizes, and what cameras and editors put before the frame header."""

import io
import struct
from functools import cache, partial

from directories import BIG, LITTLE, LONG, ORIENTATION, SHORT, broken_exif, directory, exif, header
from kit import ok, patched, pillow, refused, row, run
from pictures import HUGE, icc, noise, pgm, ppm

NAMES = {LITTLE: "ii", BIG: "mm"}


# Encoders

@cache
def cjpeg(w, h, options=""):
    return run(f"cjpeg {options} -outfile out.jpg in.ppm", {"in.ppm": ppm(w, h)})


@cache
def gray(w, h, options=""):
    return run(f"cjpeg {options} -outfile out.jpg in.pgm", {"in.pgm": pgm(w, h)})


def jpegtran(options, w=48, h=32):
    return run(f"jpegtran {options} -outfile out.jpg in.jpg", {"in.jpg": cjpeg(w, h)})


def by_pillow(mode, w, h, **options):
    out = io.BytesIO()
    pillow().new(mode, (w, h)).save(out, "JPEG", **options)
    return out.getvalue()


def pillow_exif(orientation):
    block = pillow().Exif()
    block[ORIENTATION] = orientation
    return block


def oriented_by_pillow(orientation):
    return by_pillow("RGB", 48, 32, exif=pillow_exif(orientation))


def two_pictures(orientation):
    """An MPO, which is two JPEGs one after the other; the first is the picture."""
    first, second = pillow().new("RGB", (48, 32)), pillow().new("RGB", (24, 16))
    out = io.BytesIO()
    first.save(out, "MPO", save_all=True, append_images=[second], exif=pillow_exif(orientation))
    return out.getvalue()


def exiftool(options, **files):
    return run(f"exiftool -q -n {options} -o out.jpg in.jpg", {"in.jpg": cjpeg(48, 32), **files})


def thumbnailed(orientation):
    return exiftool(f'-IFD0:Orientation={orientation} "-ThumbnailImage<=small.jpg"', **{"small.jpg": cjpeg(160, 120)})


def by_imagemagick(options, w=48, h=32):
    return run(f"convert in.ppm -strip {options} out.jpg", {"in.ppm": ppm(w, h)})


# Segments (ITU-T T.81, annex B)

def segment(marker, payload):
    return bytes([0xFF, marker]) + struct.pack(">H", len(payload) + 2) + payload


def exif_segment(block):
    return segment(0xE1, b"Exif\0\0" + block)


def oriented(orientation, order=LITTLE):
    return exif_segment(exif(orientation, order))


def icc_segments(size):
    """A profile in as many APP2 segments as it takes (ICC.1, annex B.4)."""
    parts = pieces(icc(size), 65519)
    return [segment(0xE2, b"ICC_PROFILE\0" + bytes([i + 1, len(parts)]) + part) for i, part in enumerate(parts)]


def xmp_segments(size):
    """Extended XMP, which may be longer than a segment (XMP, part 3, 1.1.3.1)."""
    start = b"http://ns.adobe.com/xmp/extension/\0" + b"0123456789ABCDEF" * 2
    parts = pieces(noise(size), 65400)
    return [segment(0xE1, start + struct.pack(">II", size, i * 65400) + part) for i, part in enumerate(parts)]


def pieces(data, size):
    return [data[i:i + size] for i in range(0, len(data), size)]


def with_segments(*segments, source=partial(cjpeg, 48, 32)):
    """Segments right behind the start of image."""
    data = source()
    return data[:2] + b"".join(segments) + data[2:]


def with_segments_after_jfif(*segments):
    data = cjpeg(48, 32)
    assert data[2:4] == b"\xFF\xE0"
    return data[:20] + b"".join(segments) + data[20:]


def with_picture_inside():
    """A whole other picture within a segment, as Photoshop keeps its preview."""
    return with_segments(segment(0xED, b"Photoshop 3.0\0" + cjpeg(160, 120)))


def with_fill_bytes(count):
    """Any number of FF may stand before a marker (T.81, B.1.1.2)."""
    data = with_segments(oriented(6))
    result, at = data[:2], 2
    while data[at + 1] != 0xDA:
        length = 2 + struct.unpack_from(">H", data, at + 2)[0]
        result += b"\xFF" * count + data[at:at + length]
        at += length
    return result + data[at:]


def frame(data):
    """Where the frame header's marker stands."""
    at = 2
    while data[at + 1] not in range(0xC0, 0xD0) or data[at + 1] in (0xC4, 0xC8, 0xCC):
        at += 2 + struct.unpack_from(">H", data, at + 2)[0]
    return at


def reframed(source, marker=None, precision=None, w=None, h=None):
    """A picture with a changed frame header (T.81, B.2.2)."""
    at = frame(source())
    return patched(source, *[
        (at + offset, struct.pack(letter, value)) for offset, letter, value in
        [(1, "B", marker), (4, "B", precision), (5, ">H", h), (7, ">H", w)] if value is not None
    ])


# Exif blocks that are written by hand

def in_thumbnail_only():
    """The orientation in the directory of the thumbnail (IFD1) says nothing of the picture."""
    first = directory(LITTLE, 8, [(296, SHORT, 2)])
    second = 8 + len(first)
    first = directory(LITTLE, 8, [(296, SHORT, 2)], following=second)
    return header(LITTLE, 8) + first + directory(LITTLE, second, [(ORIENTATION, SHORT, 6)])


def unsorted():
    entries = [(296, SHORT, 2), (ORIENTATION, SHORT, 6), (271, 2, *b"Maker\0")]
    return header(BIG, 8) + directory(BIG, 8, entries)


def xmp_with_orientation():
    """XMP may repeat the orientation, but only that of Exif counts."""
    return segment(0xE1, b"http://ns.adobe.com/xap/1.0/\0" + b"""<x:xmpmeta xmlns:x="adobe:ns:meta/">
        <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:tiff="http://ns.adobe.com/tiff/1.0/">
        <rdf:Description rdf:about="" tiff:Orientation="6"/></rdf:RDF></x:xmpmeta>""")


def rows():
    plain = partial(cjpeg, 48, 32)
    frame_bytes = b"\xFF\xC0\x00\x11\x08\x03\xE7\x03\xE7\x03"  # a frame header of 999 x 999
    return [
        *[row(f"jpeg/cjpeg-{name}.jpg", ok(53, 37), cjpeg, 53, 37, options) for name, options in [
            ("baseline", "-baseline"), ("progressive", "-progressive"), ("arithmetic", "-arithmetic"),
            ("arithmetic-progressive", "-arithmetic -progressive"), ("grayscale", "-grayscale"), ("rgb", "-rgb"),
            ("optimised", "-optimize"), ("restart-rows", "-restart 1"), ("restart-blocks", "-restart 2B"),
            ("quality-1", "-quality 1"), ("quality-100", "-quality 100"),
            ("444", "-sample 1x1"), ("422", "-sample 2x1"), ("440", "-sample 1x2"), ("411", "-sample 4x1"),
            ("420", "-sample 2x2")]],
        *[row(f"jpeg/cjpeg-{w}x{h}.jpg", ok(w, h), cjpeg, w, h)
          for w, h in [(1, 1), (7, 9), (8, 8), (17, 16), (640, 480), (65500, 1), (1, 65500)]],
        row("jpeg/cjpeg-gray.jpg", ok(53, 37), gray, 53, 37),
        row("jpeg/cjpeg-gray-progressive.jpg", ok(53, 37), gray, 53, 37, "-progressive"),
        *[row(f"jpeg/pillow-{mode.lower()}.jpg", ok(53, 37), by_pillow, mode, 53, 37)
          for mode in ["L", "RGB", "CMYK"]],
        row("jpeg/pillow-progressive.jpg", ok(53, 37), by_pillow, "RGB", 53, 37, progressive=True),
        row("jpeg/pillow-huge-icc.jpg", ok(53, 37), by_pillow, "RGB", 53, 37, icc_profile=icc(HUGE)),
        row("jpeg/imagemagick-cmyk.jpg", ok(48, 32), by_imagemagick, "-colorspace CMYK"),
        row("jpeg/imagemagick-progressive.jpg", ok(48, 32), by_imagemagick, "-interlace Plane"),
        row("jpeg/jpegtran-rotated.jpg", ok(32, 48), jpegtran, "-rotate 90"),
        row("jpeg/jpegtran-transposed.jpg", ok(32, 48), jpegtran, "-transpose"),
        row("jpeg/jpegtran-cropped.jpg", ok(21, 13), jpegtran, "-crop 21x13+0+0"),
        row("jpeg/jpegtran-progressive.jpg", ok(48, 32), jpegtran, "-progressive"),
        row("jpeg/jpegtran-arithmetic.jpg", ok(48, 32), jpegtran, "-arithmetic"),
        row("jpeg/mpo.jpg", ok(48, 32), two_pictures, 1),
        row("jpeg/mpo-orientation-6.jpg", ok(48, 32, 6), two_pictures, 6),

        # libjpeg neither writes nor reads more than 65500, the format allows 65535.
        row("jpeg/frame-65535x1.jpg", ok(65535, 1), reframed, partial(cjpeg, 65500, 1), w=65535),
        row("jpeg/frame-1x65535.jpg", ok(1, 65535), reframed, partial(cjpeg, 1, 65500), h=65535),
        row("jpeg/frame-40000x25000.jpg", ok(40000, 25000), reframed, plain, w=40000, h=25000),
        row("jpeg/frame-extended.jpg", ok(48, 32), reframed, plain, marker=0xC1),
        row("jpeg/frame-12-bit.jpg", ok(48, 32), reframed, plain, marker=0xC1, precision=12),
        *[row(f"jpeg/frame-{name}.jpg", refused("unsupported-format"), reframed, plain, marker=marker)
          for name, marker in [("lossless", 0xC3), ("hierarchical", 0xC5), ("hierarchical-lossless", 0xC7)]],
        row("jpeg/frame-lossless-arithmetic.jpg", refused("unsupported-format"), reframed, plain, marker=0xCB),
        # The number of lines comes behind the first scan, in a DNL segment (T.81, B.2.5).
        row("jpeg/frame-height-in-dnl.jpg", refused("unsupported-format"), reframed, plain, h=0),

        *[row(f"jpeg/pillow-exif-orientation-{n}.jpg", ok(48, 32, n), oriented_by_pillow, n) for n in range(1, 9)],
        *[row(f"jpeg/exiftool-exif-mm-orientation-{n}.jpg", ok(48, 32, n), exiftool, f"-IFD0:Orientation={n}")
          for n in range(1, 9)],
        *[row(f"jpeg/exif-{NAMES[order]}-orientation-{n}.jpg", ok(48, 32, n), with_segments, oriented(n, order))
          for order in [LITTLE, BIG] for n in range(1, 9)],
        row("jpeg/exif-after-jfif.jpg", ok(48, 32, 6), with_segments_after_jfif, oriented(6)),
        row("jpeg/exif-progressive.jpg", ok(48, 32, 8), with_segments, oriented(8),
            source=partial(cjpeg, 48, 32, "-progressive")),
        row("jpeg/exif-arithmetic.jpg", ok(48, 32, 5), with_segments, oriented(5),
            source=partial(cjpeg, 48, 32, "-arithmetic")),
        row("jpeg/exif-twice-first-rotated.jpg", ok(48, 32, 6), with_segments, oriented(6), oriented(1)),
        row("jpeg/exif-twice-second-rotated.jpg", ok(48, 32, 1), with_segments, oriented(1), oriented(6)),
        row("jpeg/exif-after-xmp.jpg", ok(48, 32, 6), with_segments, xmp_with_orientation(), oriented(6)),
        row("jpeg/exif-after-huge-icc.jpg", ok(48, 32, 6), with_segments, *icc_segments(HUGE), oriented(6)),
        row("jpeg/exif-before-huge-icc.jpg", ok(48, 32, 6), with_segments, oriented(6), *icc_segments(HUGE)),
        row("jpeg/exif-before-huge-xmp.jpg", ok(48, 32, 6), with_segments, oriented(6), *xmp_segments(HUGE)),
        row("jpeg/exif-after-huge-xmp.jpg", ok(48, 32, 6), with_segments, *xmp_segments(HUGE), oriented(6)),
        row("jpeg/exif-directory-at-end-of-64k.jpg", ok(48, 32, 6), with_segments,
            exif_segment(exif(6, BIG, gap=65000))),
        row("jpeg/exif-thumbnail.jpg", ok(48, 32, 1), thumbnailed, 1),
        row("jpeg/exif-thumbnail-orientation-6.jpg", ok(48, 32, 6), thumbnailed, 6),
        row("jpeg/exif-orientation-of-thumbnail-only.jpg", ok(48, 32, 1), with_segments,
            exif_segment(in_thumbnail_only())),
        row("jpeg/exif-unsorted.jpg", ok(48, 32, 6), with_segments, exif_segment(unsorted())),
        # libjpeg skips them and warns, and all others show the picture.
        row("jpeg/bytes-between-segments.jpg", ok(48, 32), with_segments, segment(0xFE, b"words") + noise(40).replace(b"\xFF", b"")),
        row("jpeg/exif-fill-bytes.jpg", ok(48, 32, 6), with_fill_bytes, 1),
        row("jpeg/exif-many-fill-bytes.jpg", ok(48, 32, 6), with_fill_bytes, 300),
        *[row(f"jpeg/exif-broken-{NAMES[order]}-{fault}.jpg", ok(48, 32), with_segments, exif_segment(block))
          for order in [LITTLE, BIG] for fault, block in broken_exif(order).items()],
        # Exif 4.6.4 allows only SHORT; browsers ignore the value, some tools believe it.
        row("jpeg/exif-broken-ii-type-long.jpg", ok(48, 32), with_segments,
            exif_segment(header(LITTLE, 8) + directory(LITTLE, 8, [(ORIENTATION, LONG, 6)]))),

        row("jpeg/xmp-orientation-6.jpg", ok(48, 32, 1), with_segments, xmp_with_orientation()),
        row("jpeg/comment-with-frame-header.jpg", ok(48, 32), with_segments, segment(0xFE, frame_bytes)),
        row("jpeg/app13-with-picture.jpg", ok(48, 32), with_picture_inside),
        row("jpeg/comment-empty.jpg", ok(48, 32), with_segments, segment(0xFE, b"")),
        row("jpeg/comments-512-of-1000.jpg", ok(48, 32), with_segments, *[segment(0xFE, bytes(1000))] * 512),
    ]
