"""Small pictures that ask for much work when they are decoded."""
import struct
import zlib


def fill_bytes(random, seeds):
    """A JPEG with fill bytes before its first marker."""
    return b"\xff\xd8" + b"\xff" * random.choice((100_000, 1 << 20))


def many_scans(random, seeds):
    """A progressive JPEG that repeats its scans."""
    # SOF2 is the marker of a progressive picture.
    data = random.choice([seed for seed in seeds if seed[:2] == b"\xff\xd8" and b"\xff\xc2" in seed and b"\xff\xda" in seed])
    at = data.index(b"\xff\xda")
    return (data[:at] + data[at:-2] * (300_000 // (len(data) - at) + 1))[:1 << 20] + b"\xff\xd9"


def plain_frame(side):
    """A lossless WebP of one color: each of its pixels takes no bits (RFC 9649, section 3)."""
    size = side - 1
    # No transform, no cache, no groups; five codes with one symbol, 0.
    bits = size | size << 14 | 0 << 28 | sum(1 << (35 + 4 * code) for code in range(5))
    return chunk(b"VP8L", b"\x2f" + bits.to_bytes(16, "little"))


def chunk(kind, data):
    return kind + struct.pack("<I", len(data)) + data + bytes(len(data) % 2)


def many_frames(random, seeds):
    """A WebP animation of large frames that take few bytes."""
    side, count = random.choice(((4_000, 10), (8_000, 30), (11_000, 8), (11_000, 4_000)))
    size = (side - 1).to_bytes(3, "little") * 2
    frame = chunk(b"ANMF", bytes(6) + size + bytes(4) + plain_frame(side))
    body = chunk(b"VP8X", b"\x02" + bytes(3) + size) + chunk(b"ANIM", bytes(6)) + frame * count
    return chunk(b"RIFF", b"WEBP" + body)


def empty_extents(random, seeds):
    """A HEIF whose items have 65,535 extents each, which take no bytes."""
    data = random.choice([seed for seed in seeds if seed[4:8] == b"ftyp" and b"iloc" in seed and b"meta" in seed])
    meta, iloc = data.index(b"meta") - 4, data.index(b"iloc") - 4
    old, = struct.unpack_from(">I", data, iloc)
    count = random.choice((100, 65_535))
    items = b"".join(struct.pack(">HHH", item, 0, 65_535) for item in range(1, count + 1))
    # Offsets and lengths of zero bytes, in version 0.
    body = bytes(4) + bytes(2) + struct.pack(">H", count) + items
    new = struct.pack(">I4s", 8 + len(body), b"iloc") + body
    size, = struct.unpack_from(">I", data, meta)
    return (data[:meta] + struct.pack(">I", size + len(new) - old) + data[meta + 4:iloc] + new + data[iloc + old:])


def large_sides(random, seeds):
    """A picture whose header tells a side that its bytes do not have."""
    kinds = b"\x89PNG", b"GIF8", b"BM"
    data = bytearray(random.choice([seed for seed in seeds if seed.startswith(kinds) and len(seed) > 40]))
    at = {0x89: 16, 0x47: 6, 0x42: 18}[data[0]]
    code = {0x89: ">II", 0x47: "<HH", 0x42: "<II"}[data[0]]
    sides = random.choice(((30_000, 30_000), (1, 65_535), (65_535, 15_000)))
    data[at:at + struct.calcsize(code)] = struct.pack(code, *sides)
    if data[0] == 0x89:
        data[29:33] = struct.pack(">I", zlib.crc32(data[12:29]))
    return bytes(data)


BOMBS = (fill_bytes, many_scans, many_frames, empty_extents, large_sides)


def bombs(random, seeds):
    """One bomb of each kind."""
    return {f"{make.__name__}.bin": make(random, seeds) for make in BOMBS}
