"""HEIF files written by hand around pictures that an encoder made (ISO/IEC 14496-12 and 23008-12)."""

import struct
from dataclasses import dataclass


def box(kind, *parts):
    body = b"".join(parts)
    return struct.pack(">I", 8 + len(body)) + kind + body


def full_box(kind, version, flags, *parts):
    return box(kind, struct.pack(">I", version << 24 | flags), *parts)


def top_level(data):
    """The boxes of a file: kind, start and end of each."""
    at = 0
    while at < len(data):
        size, kind = struct.unpack_from(">I4s", data, at)
        yield kind, at, at + size
        at += size


def body_of(data, kind):
    return next(data[start + 8:end] for found, start, end in top_level(data) if found == kind)


# Properties (23008-12, 6.5)

def ispe(w, h):
    return full_box(b"ispe", 0, 0, struct.pack(">II", w, h))


def irot(quarters):
    """A turn against the clock."""
    return box(b"irot", bytes([quarters]))


def imir(mode):
    """0 exchanges top and bottom, 1 left and right."""
    return box(b"imir", bytes([mode]))


def clap(w, h):
    """A crop about the middle."""
    return box(b"clap", struct.pack(">8I", w, 1, h, 1, 0, 1, 0, 1))


# Derived items (23008-12, 6.6)

def grid(columns, rows, w, h):
    return struct.pack(">BBBBHH", 0, 0, rows - 1, columns - 1, w, h)


def overlay(w, h, *offsets):
    return struct.pack(">BB4HHH", 0, 0, 0, 0, 0, 0xFFFF, w, h) + struct.pack(f">{len(offsets)}h", *offsets)


@dataclass
class Item:
    id: int
    kind: bytes
    properties: list  # their boxes, in the order in which they apply
    data: bytes = b""
    made_of: tuple = ()  # the items that a derived one is made of
    in_idat: bool = False


ESSENTIAL = (b"hvcC", b"av1C", b"irot", b"imir", b"clap")


def heif(brand, items, primary=1, wide=False, before_meta=b"", meta_last=False, whole_to_end=False):
    """A file of these items. `wide` writes every number in its larger form, `meta_last` the pixels first."""
    start = box(b"ftyp", brand, bytes(4), b"mif1", brand) + before_meta
    pixels = b"".join(item.data for item in items if not item.in_idat)
    if meta_last:
        head = struct.pack(">I4sQ", 1, b"mdat", 16 + len(pixels))  # the size in its 64 bit form
        return start + head + pixels + meta(items, primary, wide, len(start) + len(head))
    size = 0 if whole_to_end else 8 + len(pixels)
    pixels_at = len(start) + len(meta(items, primary, wide, 0)) + 8
    return start + meta(items, primary, wide, pixels_at) + struct.pack(">I4s", size, b"mdat") + pixels


def meta(items, primary, wide, pixels_at):
    number = ">I" if wide else ">H"
    properties = list(dict.fromkeys(p for item in items for p in item.properties))  # each once, in order
    parts_of_others = {part for item in items for part in item.made_of}
    places, infos, owners, references = b"", b"", b"", b""
    idat_at = 0
    for item in items:
        id = struct.pack(number, item.id)
        at = idat_at if item.in_idat else pixels_at
        places += id + struct.pack(">HHHII", item.in_idat, 0, 1, at, len(item.data))
        hidden = int(item.id in parts_of_others)  # a tile is not a picture of its own
        infos += full_box(b"infe", 3 if wide else 2, hidden, id, bytes(2), item.kind, b"\0")
        owners += id + bytes([len(item.properties)])
        for found in item.properties:
            index = properties.index(found) + 1
            bit = 0x8000 if wide else 0x80
            owners += struct.pack(">H" if wide else ">B", index | (bit if found[4:8] in ESSENTIAL else 0))
        if item.made_of:
            parts = b"".join(struct.pack(number, part) for part in item.made_of)
            references += box(b"dimg", id, struct.pack(">H", len(item.made_of)), parts)
        if item.in_idat:
            idat_at += len(item.data)
        else:
            pixels_at += len(item.data)
    count = struct.pack(number, len(items))
    return full_box(
        b"meta", 0, 0,
        full_box(b"hdlr", 0, 0, bytes(4), b"pict", bytes(13)),
        full_box(b"pitm", int(wide), 0, struct.pack(number, primary)),
        full_box(b"iloc", 2 if wide else 1, 0, b"\x44\x00", count, places),
        full_box(b"iinf", int(wide), 0, count, infos),
        full_box(b"iref", int(wide), 0, references) if references else b"",
        box(b"iprp", box(b"ipco", *properties),
            full_box(b"ipma", int(wide), int(wide), struct.pack(">I", len(items)), owners)),
        box(b"idat", *[item.data for item in items if item.in_idat]) if idat_at else b"",
    )
