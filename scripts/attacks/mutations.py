"""Mutations of bytes, whatever they mean."""
import struct

WIDTHS = ((1, "B"), (2, "H"), (4, "I"), (8, "Q"))


def place(random, data):
    """An offset, more often near the start, where formats have their headers."""
    return min(int(len(data) * random.random() ** random.choice((1, 3))), max(0, len(data) - 1))


def extreme(random, bits, length):
    """A number that is at an edge, or near one of the data."""
    edges = (0, 1, 2, (1 << bits) - 1, (1 << bits) - 2, 1 << (bits - 1), (1 << (bits - 1)) - 1, 1 << (bits // 2),
             length, length - 1, length + 1, length // 2)
    return random.choice(edges) % (1 << bits)


def flip(random, data, others):
    for _ in range(random.choice((1, 1, 2, 4, 16))):
        data[place(random, data)] ^= 1 << random.randrange(8)


def overwrite(random, data, others):
    at = place(random, data)
    data[at:at + random.randint(1, 8)] = random.randbytes(random.randint(1, 8))


def number(random, data, others):
    width, code = random.choice(WIDTHS)
    at = place(random, data)
    data[at:at + width] = struct.pack(random.choice("<>") + code, extreme(random, 8 * width, len(data)))


def length_field(random, data, others):
    """A number that is no larger than the data may be a length or an offset."""
    for _ in range(30):
        at = place(random, data)
        width, code = random.choice(WIDTHS[1:3])
        order = random.choice("<>")
        if at + width > len(data):
            continue
        value, = struct.unpack_from(order + code, data, at)
        if 0 < value <= len(data):
            near = (value + random.choice((-1, 1, -value, value))) % (1 << 8 * width)
            struct.pack_into(order + code, data, at, random.choice((near, extreme(random, 8 * width, len(data)))))
            return


def insert(random, data, others):
    at = place(random, data)
    count = random.choice((1, 1, 2, 4, 100, 5000))
    data[at:at] = random.choice((random.randbytes(count), bytes(count), b"\xff" * count))


def remove(random, data, others):
    at = place(random, data)
    del data[at:at + random.choice((1, 1, 2, 4, 16, 200))]


def repeat(random, data, others):
    """Repeats a block of this picture, or a byte."""
    at = place(random, data)
    block = bytes(data[at:at + random.choice((1, 2, 4, 8, 12, 20, 64, 300))])
    most = random.choice((64, 2000, 2000, 60_000)) if random.random() < 0.97 else 1_000_000
    data[at:at] = block * max(1, most // max(1, len(block)))


def cut(random, data, others):
    del data[random.choice((place(random, data), random.randrange(len(data) + 1))):]


def splice(random, data, others):
    other = random.choice(others)
    data[place(random, data):] = other[random.randrange(len(other) + 1):]


def move(random, data, others):
    at = place(random, data)
    block = bytes(data[at:at + random.randint(1, 64)])
    del data[at:at + len(block)]
    to = place(random, data)
    data[to:to] = block


MUTATIONS = (flip, flip, overwrite, number, number, length_field, length_field, length_field, insert, remove, repeat, cut,
             splice, move)


def mutated(random, data, others, most=1 << 20):
    data = bytearray(data)
    for _ in range(random.choice((1, 1, 2, 3, 6))):
        if data:
            random.choice(MUTATIONS)(random, data, others)
    return bytes(data[:most])


def scratched(random, data):
    """Few bytes changed anywhere: most headers stay whole, so the decoders come to see the rest."""
    data = bytearray(data)
    for _ in range(random.choice((1, 2, 8))):
        data[random.randrange(len(data))] = random.randrange(256)
    return bytes(data)
