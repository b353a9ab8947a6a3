"""Files that are no pictures, and pictures that weir does not read."""

import gzip
import io
import struct
import zipfile

from boxes import box
from directories import ASCII, BIG, BYTE, LITTLE, LONG, SHORT, directory, header
from kit import pillow, refused, row, run
from pictures import noise, ppm

SIDES = 'width="40" height="30"'
SVG = f'<svg xmlns="http://www.w3.org/2000/svg" {SIDES}><rect/></svg>\n'
XML = '<?xml version="1.0" encoding="UTF-8"?>\n'
HTML = '<!DOCTYPE html>\n<html><head><title>404</title></head><body><h1>Not Found</h1></body></html>\n'
WORDS = "This is not a picture.\n"
ERROR = '{"error": {"code": 404, "message": "no such picture"}}\n'


def text(content, encoding="utf-8"):
    return content.encode(encoding)


def by_pillow(kind, **options):
    out = io.BytesIO()
    pillow().new("RGBA", (32, 32)).save(out, kind, **options)
    return out.getvalue()


def by_imagemagick(kind):
    return run(f"convert in.ppm -strip {kind}:out.{kind}", {"in.ppm": ppm(40, 30)})


def zipped():
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr(zipfile.ZipInfo("picture.txt"), "no picture")
    return out.getvalue()


def media(brand, *compatible):
    """A film or another kind of ISO media file: its brand, an index and some data."""
    index = box(b"moov", box(b"mvhd", bytes(100)))
    return box(b"ftyp", brand, bytes(4), *compatible) + index + box(b"mdat", noise(200))


def riff(kind):
    return b"RIFF" + struct.pack("<I", 204) + kind + noise(200)


# Raw pictures, whose first directory is a preview's or a sensor's

def raw(order, entries, start=None):
    start = start or header(order, 8)
    return start + directory(order, len(start), sorted(entries)) + noise(500)


def sizes(w, h):
    return [(256, LONG, w), (257, LONG, h), (258, SHORT, 8), (259, SHORT, 1), (262, SHORT, 1),
            (273, LONG, 300), (279, LONG, 99)]


def dng_without_preview():
    return raw(LITTLE, [(254, LONG, 0), *sizes(4032, 3024), (50706, BYTE, 1, 4, 0, 0)])


def dng():
    version = (50706, BYTE, 1, 4, 0, 0)
    return raw(LITTLE, [(254, LONG, 1), *sizes(256, 171), (271, ASCII, *b"Maker\0"), (330, LONG, 400), version])


def nef():
    maker = (271, ASCII, *b"NIKON CORPORATION\0")
    return raw(BIG, [(254, LONG, 1), *sizes(160, 120), maker, (330, LONG, 400, 500)])


def cr2():
    return raw(LITTLE, sizes(5184, 3456), header(LITTLE, 16) + b"CR\x02\x00" + bytes(4))


NOT_READ, NOT_AN_IMAGE = refused("unsupported-format"), refused("not-an-image")
EITHER = refused("unsupported-format", "not-an-image")


def rows():
    return [
        row("foreign/empty.png", refused("empty"), bytes),

        *[row(f"foreign/{name}", NOT_AN_IMAGE, text, *content) for name, *content in [
            ("page.html", HTML),
            ("page-named.png", HTML),
            ("page-with-svg.html", HTML.replace("<h1>", SVG + "<h1>")),
            ("page-with-white-space.html", "\n\n   " + HTML),
            ("error.json", ERROR),
            ("error-named.webp", ERROR),
            ("svg-inside.json", '{"icon": "<svg width=\'10\' height=\'10\'/>"}'),
            ("text.txt", WORDS * 9),
            ("text-named.jpg", WORDS * 9),
            ("text-bom.txt", WORDS, "utf-8-sig"),
            ("text-utf-16-bom.txt", WORDS, "utf-16"),
            ("text-utf-16-le.txt", WORDS, "utf-16-le"),
            ("text-utf-16-be.txt", WORDS, "utf-16-be"),
            ("one-letter.txt", "x"),
            ("white-space.txt", " \n" * 50),
            ("feed.xml", XML + "<rss version='2.0'><channel/></rss>\n"),
            ("gif-in-words.txt", "GIF89 is an old format.\n"),
            ("riff-in-words.txt", "RIFF is a family of formats.\n"),
        ]],
        # No length, offset or size of this "header" makes sense.
        row("foreign/bmp-in-words.txt", refused("not-an-image", "corrupt", "unsupported-format"), text,
            "BMW is a maker of cars, and this is no picture of one.\n"),
        *[row(f"foreign/{name}", NOT_AN_IMAGE, bytes, content) for name, content in [
            ("zeros.bin", bytes(1000)),
            ("noise.bin", noise(1000, seed=7)),
            ("program", b"\x7FELF\2\1\1" + bytes(100)),
            ("document.pdf", b"%PDF-1.4\n%\xE2\xE3\xCF\xD3\n1 0 obj\n<<>>\nendobj\n"),
            ("compressed.gz", gzip.compress(b"no picture", mtime=0)),
            ("film.mp4", media(b"isom", b"isom", b"iso2", b"avc1", b"mp41")),
            ("film-mp42.mp4", media(b"mp42", b"mp42", b"isom")),
            ("film.mov", media(b"qt  ", b"qt  ")),
            ("film.webm", b"\x1A\x45\xDF\xA3" + bytes(100)),
            ("film.avi", riff(b"AVI ")),
            ("sound.wav", riff(b"WAVE")),
            ("sound.m4a", media(b"M4A ", b"M4A ", b"mp42")),
            ("sound.mp3", b"ID3\4" + bytes(100)),
            ("sound.ogg", b"OggS" + bytes(100)),
        ]],
        row("foreign/archive.zip", NOT_AN_IMAGE, zipped),

        # A part of a page in HTML, where the element needs no namespace. Browsers show no such picture.
        row("foreign/no-namespace.svg", refused("corrupt"), text, f"<svg {SIDES}><rect/></svg>\n"),
        row("foreign/undeclared-prefix.svg", refused("corrupt"), text, XML + '<svg:svg width="40" height="30"/>\n'),
        *[row(f"foreign/{name}.svg", refused("no-size"), text, SVG.replace(SIDES, sides)) for name, sides in [
            ("no-sides", ""), ("one-side", 'width="40"'), ("percent", 'width="100%" height="100%"'),
            ("width-0", 'width="0" height="30"')]],
        row("foreign/broken-inside.svg", refused("corrupt"), text, SVG.replace(SIDES, "width=40")),
        row("foreign/compressed-page.svgz", NOT_AN_IMAGE, gzip.compress, HTML.encode(), mtime=0),

        row("foreign/raw.cr2", NOT_READ, cr2),
        row("foreign/raw.cr3", NOT_READ, bytes, media(b"crx ", b"crx ", b"isom")),
        row("foreign/raw.dng", NOT_READ, dng),
        row("foreign/raw-without-preview.dng", NOT_READ, dng_without_preview),
        row("foreign/raw.nef", NOT_READ, nef),
        *[row(f"foreign/imagemagick.{kind}", EITHER, by_imagemagick, kind)
          for kind in ["pcx", "xbm", "mng", "wbmp"]],
    ]
