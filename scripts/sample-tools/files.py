"""Encodes drawn pictures as cameras, editors and shop systems would."""

import io
import struct

from PIL import Image

import kit

# How an upright picture is stored for each Exif orientation (Exif 2.32, 4.6.4).
STORED = {3: Image.Transpose.ROTATE_180, 6: Image.Transpose.ROTATE_90, 8: Image.Transpose.ROTATE_270}


def jpeg(image, orientation=1, quality=80, **options):
    if orientation != 1:
        image, options["exif"] = image.transpose(STORED[orientation]), exif(orientation)
    out = io.BytesIO()
    image.save(out, "JPEG", quality=quality, optimize=True, **options)
    return out.getvalue()


def jpeg_of_a_camera(image):
    """A JPEG whose size stands behind 110 KB of Exif and color profile, and a thumbnail with a size of its own."""
    thumbnail = jpeg(image.resize((160, 120)), quality=60)
    note = (b"SAMPLES\0" + bytes(range(256)) * 240)[:60_000 - len(thumbnail)]
    return jpeg(image, exif=exif(1, note, thumbnail), icc_profile=color_profile(9000))


def broken(image):
    """A download that ended in the middle of the frame header, before the size."""
    whole = jpeg(image)
    return whole[:whole.index(b"\xff\xc0") + 5]


def png(image, **options):
    out = io.BytesIO()
    image.save(out, "PNG", optimize=True, **options)
    return out.getvalue()


def webp(image, options="-q 80"):
    return kit.run(f"cwebp -quiet -metadata none {options} in.png -o out.webp", {"in.png": png(image)})


def avif(image):
    return kit.run("avifenc --jobs 1 --speed 4 --min 16 --max 30 in.png out.avif", {"in.png": png(image)})


# Exif (2.32, 4.6.2): a TIFF of two directories, of the picture and of its thumbnail

SHORT, LONG, ASCII, UNDEFINED = 3, 4, 2, 7


def exif(orientation, note=b"", thumbnail=b""):
    make = b"weir samples\0"
    if not note:
        first = [(0x0112, SHORT, 1, orientation)]
        return b"Exif\0\0MM\0*" + struct.pack(">I", 8) + directory(first, 0)
    # Directories of 3, 1 and 3 entries at 8, 50 and 68; then what they point to.
    at_make, at_note, at_thumbnail = 110, 124, 124 + len(note)
    first = [(0x010F, ASCII, len(make), at_make), (0x0112, SHORT, 1, orientation), (0x8769, LONG, 1, 50)]
    private = [(0x927C, UNDEFINED, len(note), at_note)]
    second = [(0x0103, SHORT, 1, 6), (0x0201, LONG, 1, at_thumbnail), (0x0202, LONG, 1, len(thumbnail))]
    body = directory(first, 68) + directory(private, 0) + directory(second, 0)
    return b"Exif\0\0MM\0*" + struct.pack(">I", 8) + body + make.ljust(14, b"\0") + note + thumbnail


def directory(entries, following):
    body = struct.pack(">H", len(entries))
    for tag, kind, count, value in entries:
        # A value shorter than its four bytes stands at their left.
        body += struct.pack(">HHIHH" if kind == SHORT else ">HHII", tag, kind, count, value, *[0] * (kind == SHORT))
    return body + struct.pack(">I", following)


# ICC (ICC.1:2010): sRGB with its curve in a table of many entries, as scanners write it

D50 = (0.9642, 1, 0.8249)  # the white that profiles are relative to


def color_profile(entries):
    text = struct.pack(">4s4xII2s2sII", b"mluc", 1, 12, b"en", b"US", 8, 28) + "sRGB".encode("utf-16-be")
    curve = struct.pack(f">4s4xI{entries}H", b"curv", entries, *(srgb(i / (entries - 1)) for i in range(entries)))
    tags = [(b"desc", text), (b"cprt", text), (b"wtpt", xyz(*D50)), (b"rXYZ", xyz(0.43607, 0.22249, 0.01392)),
            (b"gXYZ", xyz(0.38515, 0.71687, 0.09708)), (b"bXYZ", xyz(0.14307, 0.06061, 0.71410)),
            (b"rTRC", curve), (b"gTRC", curve), (b"bTRC", curve)]
    table, data, start = struct.pack(">I", len(tags)), b"", 132 + 12 * len(tags)
    for name, body in tags:
        table += struct.pack(">4sII", name, start + len(data), len(body))
        data += body + bytes(-len(body) % 4)
    header = struct.pack(">I4xI4s4s4s", start + len(data), 0x04200000, b"mntr", b"RGB ", b"XYZ ")
    header += struct.pack(">6H4s", 2020, 1, 1, 0, 0, 0, b"acsp")
    return header.ljust(68, b"\0") + xyz(*D50)[8:] + bytes(48) + table + data


def xyz(*values):
    return struct.pack(">4s4x3i", b"XYZ ", *(round(value * 65536) for value in values))


def srgb(value):
    """The light of an sRGB value (IEC 61966-2-1), of 65535."""
    return round(65535 * (value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4))
