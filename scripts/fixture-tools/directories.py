"""TIFF directories (IFDs), which TIFF files and Exif blocks consist of (TIFF 6.0, section 2; Exif 4.6)."""

import struct

BYTE, ASCII, SHORT, LONG, RATIONAL, LONG8 = 1, 2, 3, 4, 5, 16
LETTERS = {BYTE: "B", ASCII: "B", SHORT: "H", LONG: "I", RATIONAL: "II", LONG8: "Q"}

LITTLE, BIG = "<", ">"
MARKS = {LITTLE: b"II", BIG: b"MM"}

ORIENTATION = 274


def header(order, first, big=False):
    """The start of a TIFF file or Exif block, whose first directory stands at `first`."""
    if big:
        return MARKS[order] + struct.pack(order + "HHHQ", 43, 8, 0, first)
    return MARKS[order] + struct.pack(order + "HI", 42, first)


def directory(order, at, entries, following=0, big=False):
    """A directory that stands at offset `at`, with the values that do not fit into it behind it.

    An entry is a tag, a type and its values; it stands in the order given."""
    count_letter, letter, room = ("Q", "Q", 8) if big else ("H", "I", 4)
    rows, values = b"", b""
    values_at = at + struct.calcsize("=" + count_letter) + len(entries) * (4 + 2 * room) + room
    for tag, kind, *numbers in entries:
        count = len(numbers) // len(LETTERS[kind])
        value = struct.pack(order + LETTERS[kind] * count, *numbers)
        if len(value) > room:
            where = values_at + len(values)
            values += value + bytes(len(value) % 2)
            value = struct.pack(order + letter, where)
        rows += struct.pack(order + "HH" + letter, tag, kind, count) + value.ljust(room, b"\0")
    head = struct.pack(order + count_letter, len(entries))
    return head + rows + struct.pack(order + letter, following) + values


def exif(orientation, order=LITTLE, gap=0):
    """An Exif block as a camera writes it: the orientation among others, `gap` bytes before the directory."""
    entries = [
        (271, ASCII, *b"Maker\0"),
        (272, ASCII, *b"Model of it\0"),
        (ORIENTATION, SHORT, orientation),
        (282, RATIONAL, 72, 1),
        (283, RATIONAL, 72, 1),
        (296, SHORT, 2),
    ]
    return header(order, 8 + gap) + bytes(gap) + directory(order, 8 + gap, entries)


def broken_exif(order=LITTLE):
    """Broken Exif blocks by their faults. They have no readable orientation, although most of them contain a 6."""
    def entry(kind, count, value):
        return struct.pack(order + "HHH", 1, ORIENTATION, kind) + struct.pack(order + "IHHI", count, value, 0, 0)

    start = header(order, 8)
    other = struct.pack(order + "HHIHH", 296, SHORT, 1, 2, 0)
    return {
        "empty": b"",
        "header-only": start,
        "byte-order-unknown": b"XX" + exif(6, order)[2:],
        "magic-unknown": start[:2] + struct.pack(order + "H", 99) + exif(6, order)[4:],
        "directory-past-end": header(order, 100_000) + entry(SHORT, 1, 6),
        "directory-offset-maximal": header(order, 0xFFFFFFFF) + entry(SHORT, 1, 6),
        "directory-in-header": header(order, 0) + entry(SHORT, 1, 6),
        "directory-cut-off": (start + entry(SHORT, 1, 6))[:16],
        "entry-count-huge": start + struct.pack(order + "H", 0xFFFF) + other * 3,
        "value-count-huge": start + entry(SHORT, 0xFFFFFFFF, 6),
        "value-count-zero": start + entry(SHORT, 0, 6),
        "type-ascii": start + entry(ASCII, 1, 6),
        "type-rational": start + entry(RATIONAL, 1, 6),
        "type-unknown": start + entry(99, 1, 6),
        "value-0": exif(0, order),
        "value-9": exif(9, order),
        "value-65535": exif(0xFFFF, order),
        "no-orientation": start + struct.pack(order + "H", 1) + other + bytes(4),
    }
