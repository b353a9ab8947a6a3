"""HEIC and AVIF: the size is the primary item's, cropped, turned and mirrored by its own properties alone."""

import struct
from functools import cache, partial

from boxes import Item, body_of, box, clap, full_box, grid, heif, imir, irot, ispe, overlay
from kit import ok, refused, row, run
from jpeg import oriented, with_segments
from pictures import HUGE, icc, png

# The EXIF orientation that says the same as irot (quarter turns against the clock) followed by
# imir (None, 0 top to bottom, 1 left to right).
ORIENTATIONS = {
    (0, None): 1, (0, 1): 2, (0, 0): 4,
    (1, None): 8, (1, 1): 7, (1, 0): 5,
    (2, None): 3, (2, 1): 4, (2, 0): 2,
    (3, None): 6, (3, 1): 5, (3, 0): 7,
}


def name_of(quarters, mirror):
    return f"irot-{quarters}" + ("" if mirror is None else f"-imir-{mirror}")


def options_of(quarters, mirror):
    return f"--irot {quarters}" + ("" if mirror is None else f" --imir {mirror}")


def properties_of(quarters, mirror):
    return [irot(quarters)] + ([] if mirror is None else [imir(mirror)])


# Encoders

@cache
def heif_enc(w, h, options="", channels=3, kind="heic"):
    return run(f"heif-enc -q 40 {options} in.png -o out.{kind}", {"in.png": png(w, h, channels)})


@cache
def avifenc(w, h, options="", channels=3):
    return run(f"avifenc -j 1 -s 10 {options} in.png out.avif", {"in.png": png(w, h, channels)})


def avif_from_jpeg(orientation):
    """avifenc writes the JPEG's orientation as irot and imir, and leaves it in the Exif block too."""
    return run("avifenc -j 1 -s 10 in.jpg out.avif", {"in.jpg": with_segments(oriented(orientation))})


def with_exif(kind, source, orientation=6):
    return run(f"exiftool -q -n -IFD0:Orientation={orientation} -o out.{kind} in.{kind}", {f"in.{kind}": source()})


def avif_with_block(option, content):
    return run(f"avifenc -j 1 -s 10 {option} block in.png out.avif", {"in.png": png(64, 48), "block": content})


def sequence(w, h):
    """The brand is avis; the size is that of the picture to show instead (MIAF)."""
    pictures = {"1.png": png(w, h), "2.png": png(w, h), "3.png": png(w, h)}
    return run("avifenc -j 1 -s 10 1.png 2.png 3.png out.avif", pictures)


def two_pictures():
    """Two top-level pictures of different sizes; the first is primary."""
    return run("heif-enc -q 40 1.png 2.png -o out.heic", {"1.png": png(64, 48), "2.png": png(256, 192)})


# Written by hand around pictures that x265 encoded

@cache
def tile(side):
    """A coded square, and the decoder configuration that goes with it."""
    data = heif_enc(side, side)
    at = data.index(b"hvcC") - 4
    return body_of(data, b"mdat"), data[at:at + struct.unpack_from(">I", data, at)[0]]


def single(*properties, **options):
    """One item of 64 x 64 with further properties."""
    coded, configuration = tile(64)
    return heif(b"heic", [Item(1, b"hvc1", [configuration, ispe(64, 64), *properties], coded)], **options)


def tiled(columns, rows, side, w, h, *properties, **options):
    """A grid, larger than the picture unless the sizes agree, as telephones make them."""
    coded, configuration = tile(side)
    ids = tuple(range(1, columns * rows + 1))
    tiles = [Item(id, b"hvc1", [configuration, ispe(side, side)], coded) for id in ids]
    primary = len(ids) + 1
    whole = Item(primary, b"grid", [ispe(w, h), *properties], grid(columns, rows, w, h), ids, in_idat=True)
    return heif(b"heic", [*tiles, whole], primary, **options)


def primary_behind_others():
    """Smaller and larger items stand first in every list; only pitm says which one counts."""
    coded, configuration = tile(64)
    large, large_configuration = tile(512)
    return heif(b"heic", [
        Item(1, b"hvc1", [large_configuration, ispe(512, 512)], large),
        Item(5, b"hvc1", [configuration, ispe(64, 64), irot(1)], coded),
    ], primary=5)


def wide_numbers():
    """Item numbers above 65535, and property numbers above 127."""
    coded, configuration = tile(64)
    unused = [ispe(1000 + i, 1000 + i) for i in range(200)]
    others = Item(70_001, b"hvc1", [configuration, *unused], coded)
    primary = Item(70_000, b"hvc1", [configuration, ispe(64, 64), clap(40, 20), irot(3)], coded)
    return heif(b"heic", [others, primary], primary.id, wide=True)


def laid_over():
    """An overlay: two pictures on a canvas of another size."""
    coded, configuration = tile(64)
    parts = [Item(id, b"hvc1", [configuration, ispe(64, 64)], coded) for id in (1, 2)]
    canvas = Item(3, b"iovl", [ispe(200, 100)], overlay(200, 100, 0, 0, 100, 20), (1, 2), in_idat=True)
    return heif(b"heic", [*parts, canvas], primary=3)


def identical():
    """An identity derivation, which only turns another item."""
    coded, configuration = tile(64)
    part = Item(1, b"hvc1", [configuration, ispe(64, 64), clap(40, 20)], coded)
    return heif(b"heic", [part, Item(2, b"iden", [ispe(40, 20), irot(1)], made_of=(1,))], primary=2)


def rebranded(source, *brands):
    """Another major brand, and other compatible ones; the last fills up the box, because offsets into the
    file must stay true."""
    data = source()
    ftyp = len(body_of(data, b"ftyp"))
    names = [brands[0], bytes(4), *brands[1:]]
    names += [brands[-1]] * (ftyp // 4 - len(names))
    return box(b"ftyp", *names) + data[8 + ftyp:]


def minimized(w, h, orientation=1, subsampling=3, depth=8, alpha=False, named=False, kind=b"avif"):
    """One picture in a box of its own, in place of a list of items (ISO/IEC 23008-12, MinimizedImageBox)."""
    data = avifenc(w, h, f"-d {depth} -y {[400, 420, 422, 444][subsampling]}" + (" --ignore-icc" if alpha else ""), 1 if subsampling == 0 else 3)
    at = data.index(b"av1C")
    configuration = data[at + 4:at - 4 + struct.unpack_from(">I", data, at - 4)[0]]
    coded = body_of(data, b"mdat")
    long_sides, long_data = int(max(w, h) > 128), int(len(coded) > 1 << 15)
    fields = [
        (0, 2), (int(named), 1), (0, 1), (1, 1), (int(alpha), 1), (0, 1), (0, 1), (0, 1), (0, 1), (0, 1),
        (subsampling, 2), (orientation - 1, 3), (long_sides, 1), (w - 1, 15 if long_sides else 7), (h - 1, 15 if long_sides else 7),
        *[[], [(1, 1), (1, 1)], [(0, 1)], []][subsampling],
        *([(0, 1)] if depth == 8 else [(1, 1), (depth - 9, 3)]),
        *([(0, 1)] if alpha else []),
        *([(int.from_bytes(b"av01av1C", "big"), 64)] if named else []),
        (0, 1), (long_data, 1), (len(configuration), 3), (len(coded) - 1, 28 if long_data else 15),
        *([(0, 28 if long_data else 15)] if alpha else []),
    ]
    bits = "".join(format(value, f"0{width}b") for value, width in fields)
    bits += "0" * (-len(bits) % 8)
    head = int(bits, 2).to_bytes(len(bits) // 8, "big")
    return box(b"ftyp", b"mif3", kind, b"mif3") + box(b"mini", head, configuration, coded)


def named(primaries, transfer):
    return box(b"colr", b"nclx", struct.pack(">HHHB", primaries, transfer, 6, 128))


def with_gain_map():
    """As Apple's telephones write it."""
    coded, configuration = tile(64)
    kind = full_box(b"auxC", 0, 0, b"urn:com:apple:photo:2020:aux:hdrgainmap\0")
    picture, gain_map = Item(1, b"hvc1", [configuration, ispe(64, 64)], coded), Item(2, b"hvc1", [configuration, ispe(64, 64), kind], coded)
    return heif(b"heic", [picture, gain_map])


def heic_rows():
    free = box(b"free", bytes(HUGE))
    whole = partial(heif_enc, 64, 48)
    return [
        *[row(f"heic/heif-enc-{w}x{h}.heic", ok(w, h), heif_enc, w, h)
          for w, h in [(64, 64), (64, 48), (63, 47), (2, 2), (1, 1), (1, 100), (200, 200), (511, 3), (640, 480)]],
        *[row(f"heic/heif-enc-{name}.heic", ok(128, 96), heif_enc, 128, 96, options, channels)
          for name, options, channels in [
              ("alpha", "", 4), ("alpha-premultiplied", "--premultiplied-alpha", 4), ("grey", "", 1),
              ("lossless", "-L", 3), ("444", "-p chroma=444", 3), ("thumbnail", "-t 32", 3),
              ("thumbnail-alpha", "-t 32", 4)]],
        row("heic/two-pictures.heic", ok(64, 48), two_pictures),
        row("heic/brand-heix.heic", ok(64, 48), rebranded, whole, b"heix", b"mif1"),
        row("heic/brand-mif1.heic", ok(64, 48), rebranded, whole, b"mif1", b"heic"),
        row("heic/exif-orientation-6-ignored.heic", ok(64, 48), with_exif, "heic", whole),
        row("heic/exif-orientation-1.heic", ok(64, 48), with_exif, "heic", whole, 1),
        row("heic/exif-orientation-6-irot-1.heic", ok(64, 64, 8, clap=(40, 20)), with_exif, "heic",
            partial(single, clap(40, 20), irot(1))),

        *[row(f"heic/{name_of(*turn)}.heic", ok(64, 64, n, clap=(40, 20)), single,
              clap(40, 20), *properties_of(*turn))
          for turn, n in ORIENTATIONS.items()],
        *[row(f"heic/imir-{mode}.heic", ok(64, 64, n), single, imir(mode)) for mode, n in [(0, 4), (1, 2)]],
        row("heic/clap.heic", ok(64, 64, clap=(40, 20)), single, clap(40, 20)),
        # Properties apply in the order in which they are listed (23008-12, 6.5.1): this crops the turned picture.
        row("heic/clap-after-irot.heic", ok(64, 64, 6, clap=(20, 40)), single, irot(3), clap(40, 20)),
        row("heic/meta-last.heic", ok(64, 64, 8, clap=(40, 20)), single, clap(40, 20), irot(1), meta_last=True),
        row("heic/meta-behind-500k.heic", ok(64, 64, 8, clap=(40, 20)), single, clap(40, 20), irot(1),
            before_meta=free),
        row("heic/mdat-to-the-end.heic", ok(64, 64), single, whole_to_end=True),
        row("heic/primary-behind-others.heic", ok(64, 64, 8), primary_behind_others),
        row("heic/wide-numbers.heic", ok(64, 64, 6, clap=(40, 20)), wide_numbers),

        row("heic/grid-2x2.heic", ok(128, 128), tiled, 2, 2, 64, 128, 128),
        row("heic/grid-3x2-cropped.heic", ok(150, 101), tiled, 3, 2, 64, 150, 101),
        row("heic/grid-3x2-irot-1.heic", ok(150, 101, 8), tiled, 3, 2, 64, 150, 101, irot(1)),
        row("heic/grid-8x6-like-telephones.heic", ok(4032, 3024, 6), tiled, 8, 6, 512, 4032, 3024, irot(3)),
        row("heic/grid-8x6-meta-last.heic", ok(4032, 3024, 6), tiled, 8, 6, 512, 4032, 3024, irot(3), meta_last=True),
        row("heic/grid-3x2-clap-irot-imir.heic", ok(150, 101, 5, clap=(100, 61)), tiled, 3, 2, 64, 150, 101,
            clap(100, 61), irot(1), imir(0)),
        row("heic/grid-wide-numbers.heic", ok(150, 101), tiled, 3, 2, 64, 150, 101, wide=True),
        row("heic/overlay.heic", ok(200, 100), laid_over),
        row("heic/identity-of-clap-irot-1.heic", ok(40, 20, 8), identical),
        row("heic/nclx-p3.heic", ok(64, 64), single, named(12, 13)),
        row("heic/nclx-hlg.heic", ok(64, 64), single, named(9, 18)),
        row("heic/gain-map.heic", ok(64, 64), with_gain_map),
    ]


def avif_rows():
    whole = partial(avifenc, 64, 48)
    return [
        *[row(f"avif/avifenc-{w}x{h}.avif", ok(w, h), avifenc, w, h)
          for w, h in [(64, 48), (63, 47), (1, 1), (1, 100), (511, 3), (640, 480), (16384, 1), (1, 16384)]],
        *[row(f"avif/avifenc-{name}.avif", ok(65, 49), avifenc, 65, 49, options, channels)
          for name, options, channels in [
              ("400", "-y 400", 1), ("420", "-y 420", 3), ("422", "-y 422", 3), ("444", "-y 444", 3),
              ("10-bit", "-d 10", 3), ("12-bit", "-d 12", 3), ("lossless", "-l", 3),
              ("alpha", "", 4), ("alpha-premultiplied", "-p", 4),
              ("limited", "-r limited", 3), ("pixel-aspect", "--pasp 2,1", 3), ("tiles", "--autotiling", 3)]],
        *[row(f"avif/heif-enc-{w}x{h}.avif", ok(w, h), heif_enc, w, h, "-A -p chroma=420", kind="avif")
          for w, h in [(64, 48), (200, 100)]],
        row("avif/heif-enc-thumbnail.avif", ok(128, 96), heif_enc, 128, 96, "-A -p chroma=420 -t 32", kind="avif"),
        *[row(f"avif/mini-orientation-{n}.avif", ok(200, 100, n), minimized, 200, 100, n) for n in range(1, 9)],
        *[row(f"avif/mini-{name}.avif", ok(64, 48), minimized, 64, 48, **options) for name, options in [
            ("gray", {"subsampling": 0}), ("420", {"subsampling": 1}), ("422", {"subsampling": 2}), ("10-bit", {"depth": 10}),
            ("alpha", {"alpha": True}), ("named", {"named": True, "kind": b"mif3"}), ("named-10-bit", {"named": True, "depth": 10})]],
        row("avif/mini-jpeg.avif", refused("unsupported-format"), minimized, 64, 48, kind=b"jpeg"),
        # Its decoder needs far more memory than for pixels of eight bits.
        row("avif/avifenc-10-bit-2600x2600.avif", ok(2600, 2600), avifenc, 2600, 2600, "-d 10 -y 444"),
        row("avif/brand-mif1.avif", ok(64, 48), rebranded, whole, b"mif1", b"avif"),
        row("avif/avifenc-p3.avif", ok(64, 48), avifenc, 64, 48, "--cicp 12/13/6"),
        row("avif/avifenc-pq.avif", ok(64, 48), avifenc, 64, 48, "-d 10 --cicp 9/16/9"),
        row("avif/sequence.avif", ok(64, 48), sequence, 64, 48),
        *[row(f"avif/sequence-without-{name}.avif", ok(64, 48), lambda kind=kind: sequence(64, 48).replace(kind, b"free"))
          for name, kind in [("primary", b"pitm"), ("meta", b"meta")]],
        row("avif/huge-icc.avif", ok(64, 48), avif_with_block, "--icc", icc(HUGE)),
        row("avif/exif-orientation-6-ignored.avif", ok(64, 48), with_exif, "avif", whole),
        row("avif/exif-orientation-6-irot-1.avif", ok(64, 48, 8), with_exif, "avif",
            partial(avifenc, 64, 48, "--irot 1")),
        *[row(f"avif/from-jpeg-orientation-{n}.avif", ok(48, 32, n), avif_from_jpeg, n) for n in range(1, 9)],

        *[row(f"avif/{name_of(*turn)}.avif", ok(64, 48, n), avifenc, 64, 48, options_of(*turn))
          for turn, n in ORIENTATIONS.items()],
        *[row(f"avif/imir-{mode}.avif", ok(64, 48, n), avifenc, 64, 48, f"--imir {mode}")
          for mode, n in [(0, 4), (1, 2)]],
        row("avif/clap-centred.avif", ok(64, 48, clap=(40, 20)), avifenc, 64, 48, "--clap 40,1,20,1,0,1,0,1"),
        row("avif/clap-offset.avif", ok(64, 48, clap=(40, 20)), avifenc, 64, 48, "--clap 40,1,20,1,-4,1,6,1"),
        row("avif/clap-fractions.avif", ok(64, 48, clap=(41, 21)), avifenc, 64, 48, "--clap 82,2,63,3,1,2,-1,2"),
        row("avif/crop.avif", ok(64, 48, clap=(33, 17)), avifenc, 64, 48, "--crop 4,6,33,17"),
        *[row(f"avif/clap-{name_of(*turn)}.avif", ok(64, 48, n, clap=(40, 20)), avifenc, 64, 48,
              f"--clap 40,1,20,1,0,1,0,1 {options_of(*turn)}")
          for turn, n in ORIENTATIONS.items() if turn[0] in (1, 3)],

        row("avif/grid-2x2.avif", ok(256, 192), avifenc, 256, 192, "-g 2x2"),
        row("avif/grid-4x3.avif", ok(256, 192), avifenc, 256, 192, "-g 4x3"),
        row("avif/grid-2x2-alpha.avif", ok(256, 192), avifenc, 256, 192, "-g 2x2", 4),
        row("avif/grid-2x2-irot-3.avif", ok(256, 192, 6), avifenc, 256, 192, "-g 2x2 --irot 3"),
        row("avif/grid-2x1-clap-irot-1.avif", ok(256, 192, 8, clap=(100, 80)), avifenc, 256, 192,
            "-g 2x1 --clap 100,1,80,1,0,1,0,1 --irot 1"),
    ]


def rows():
    return heic_rows() + avif_rows()
