"""SVG: the size is in the attributes of the root element (SVG 2, 8.12), as Chromium shows it."""

import gzip

from kit import ok, row, run
from pictures import pgm

NAMESPACE = 'xmlns="http://www.w3.org/2000/svg"'
DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n'
COMMENT = "<!-- drawn by hand, and no <svg width='9'> -->\n"
DOCTYPE = '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">\n'
# As Adobe Illustrator declares its namespaces.
ENTITIES = '<!DOCTYPE svg [\n<!ENTITY ns_svg "http://www.w3.org/2000/svg">\n<!ENTITY ns_ai "http://ns.adobe.com/ai">\n]>\n'


def svg(attributes, before="", encoding="utf-8", namespace=NAMESPACE):
    return f'{before}<svg {namespace} {attributes}><rect width="7" height="7"/></svg>\n'.encode(encoding)


def by_rsvg(attributes):
    """Cairo's writer, whose lengths are points."""
    return run("rsvg-convert --format=svg --output=out.svg in.svg", {"in.svg": svg(attributes)})


def by_potrace():
    """A point for each pixel."""
    return run("potrace --svg --output=out.svg in.pgm", {"in.pgm": pgm(30, 60)})


def like_inkscape():
    namespaces = 'xmlns:svg="http://www.w3.org/2000/svg" xmlns:sodipodi="http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd"'
    return svg(f'width="210mm" height="297mm"\n   viewBox="0 0 210 297"\n   version="1.1" {namespaces}\n   id="svg5"',
               DECLARATION + "<!-- Created with Inkscape (http://www.inkscape.org/) -->\n\n")


def rows():
    sides = 'width="40" height="30"'
    return [
        *[row(f"svg/{name}.svg", ok(*size), svg, attributes) for name, size, attributes in [
            ("plain", (40, 30), sides),
            ("pixels", (40, 30), 'width="40PX" height="30px"'),
            ("inches", (96, 48), 'width="1in" height="0.5IN"'),
            ("millimetres", (794, 1123), 'width="210mm" height="297mm"'),
            ("points", (40, 30), 'width="30pt" height="22.5pt"'),
            ("picas", (96, 48), 'width="6pc" height="3pc"'),
            ("quarters", (96, 48), 'width="101.6Q" height="50.8q"'),
            ("em", (16, 32), 'width="1em" height="2rem"'),
            ("exponents", (40, 30), 'width="4e1" height="+30"'),
            ("fractions", (41, 30), 'width="40.5" height="30.49"'),
            ("space", (40, 30), "width = ' 40 ' height\n=\n'30'"),
            ("view-box", (40, 30), 'viewBox="0 0 40 30"'),
            ("view-box-commas", (40, 30), 'viewBox="-5,-5 , 40,30"'),
            ("view-box-fraction", (300, 150), 'viewBox="0 0 1 0.5"'),
            ("view-box-fractions", (210, 150), 'viewBox="0 0 1.4 1"'),
            ("view-box-large-fractions", (1001, 700), 'viewBox="0 0 1000.5 700.3"'),
            ("percent", (40, 30), 'width="100%" height="100%" viewBox="0 0 40 30"'),
            ("width-and-view-box", (80, 60), 'width="80" viewBox="0 0 40 30"'),
            ("height-and-view-box", (80, 60), 'height="60" viewBox="0 0 40 30"'),
        ]],
        row("svg/declaration.svg", ok(40, 30), svg, sides, DECLARATION),
        row("svg/comment-and-doctype.svg", ok(40, 30), svg, sides, DECLARATION + COMMENT + DOCTYPE),
        row("svg/long-licence.svg", ok(40, 30), svg, sides, f"<!--{' all rights reserved' * 1000}-->"),
        row("svg/instruction.svg", ok(40, 30), svg, sides, '<?xml-stylesheet href="<svg width=\'9\'>"?>'),
        row("svg/entities.svg", ok(40, 30), svg, sides, DECLARATION + ENTITIES, namespace='xmlns="&ns_svg;" xmlns:i="&ns_ai;"'),
        row("svg/prefix.svg", ok(40, 30), bytes,
            b'<s:svg xmlns:s="http://www.w3.org/2000/svg" width="40" height="30"><s:rect/></s:svg>'),
        row("svg/bom.svg", ok(40, 30), svg, sides, DECLARATION, "utf-8-sig"),
        row("svg/utf-16.svg", ok(40, 30), svg, sides, encoding="utf-16"),
        row("svg/utf-16-big-endian.svg", ok(40, 30), lambda: b"\xFE\xFF" + svg(sides, encoding="utf-16-be")),
        row("svg/windows-1252.svg", ok(40, 30), svg, f'id="ü" {sides}', '<?xml version="1.0" encoding="windows-1252"?>', "cp1252"),
        row("svg/compressed.svgz", ok(40, 30), gzip.compress, svg(sides, DECLARATION + COMMENT), mtime=0),
        row("svg/inkscape.svg", ok(794, 1123), like_inkscape),
        row("svg/rsvg.svg", ok(40, 30), by_rsvg, sides),
        row("svg/rsvg-view-box.svg", ok(160, 80), by_rsvg, 'width="120pt" viewBox="0 0 2 1"'),
        row("svg/potrace.svg", ok(40, 80), by_potrace),
    ]
