"""A canvas for drawn things. Shapes are lists of points in the thing's own units, light comes from the left."""

import math
import re
from dataclasses import dataclass, replace

from PIL import Image, ImageChops, ImageColor, ImageDraw, ImageFilter

FINE = 4  # drawn this many times larger, then reduced: Pillow's polygons have hard edges
STEPS = 24  # points to a curve

WHITE, CREAM, STEEL, INK = "#ffffff", "#fff3e0", "#aab4c8", "#34344e"
CORAL, TANGERINE, SUNNY, LEAF, MINT, TEAL = "#ff6f61", "#ff9a4d", "#ffc53d", "#43b05c", "#4fcfa8", "#1d9f9b"
SKY, BLUE, NAVY, LILAC, ROSE, BERRY = "#6cc1f5", "#3f7fe0", "#33488f", "#9f84e6", "#ff9bb8", "#d9437a"
VIOLET = "#2a1650"  # the color of shadows, since black would look dirty on bright colors
OAK, WALNUT, TERRACOTTA, COFFEE = "#dba56b", "#9c6642", "#e0764f", "#6b4434"


# Colors

def mixed(color, other, part):
    a, b = ImageColor.getrgb(color), ImageColor.getrgb(other)
    return "#%02x%02x%02x" % tuple(round(x + (y - x) * part) for x, y in zip(a, b))


def lighter(color, part=0.25):
    return mixed(color, WHITE, part)


def darker(color, part=0.25):
    return mixed(color, VIOLET, part)


# Shapes

@dataclass(frozen=True)
class Shape:
    points: list
    width: float = 0  # of a line through the points; without one they are the edge of an area

    def each(self, change):
        return replace(self, points=[change(x, y) for x, y in self.points])

    def moved(self, dx, dy):
        return self.each(lambda x, y: (x + dx, y + dy))

    def mirrored(self, axis=50):
        return self.each(lambda x, y: (2 * axis - x, y))

    def turned(self, degrees, about):
        cos, sin, (ox, oy) = math.cos(math.radians(degrees)), math.sin(math.radians(degrees)), about
        return self.each(lambda x, y: (ox + (x - ox) * cos - (y - oy) * sin, oy + (x - ox) * sin + (y - oy) * cos))


def oval(x, y, rx, ry=None):
    return arc(x, y, rx, ry, 0, 360)


def arc(x, y, rx, ry, start, end, width=0):
    """Angles run with the clock from the right."""
    count = max(STEPS, round(abs(end - start) / 4))
    angles = [math.radians(start + (end - start) * i / count) for i in range(count + 1)]
    return Shape([(x + rx * math.cos(a), y + (ry or rx) * math.sin(a)) for a in angles], width)


def block(x, y, w, h, r=0):
    """A rectangle with round corners."""
    r = min(r, w / 2, h / 2)
    corners = [(x + w - r, y + r, -90), (x + w - r, y + h - r, 0), (x + r, y + h - r, 90), (x + r, y + r, 180)]
    return Shape([point for cx, cy, start in corners for point in arc(cx, cy, r, r, start, start + 90).points])


def line(width, *points):
    return Shape(list(points), width)


def path(text, width=0):
    """The path of an SVG: M, L, C and Q, each with absolute coordinates, repeated as often as they go on."""
    points = []
    for letter, numbers in re.findall(r"([MLCQ])([^MLCQ]*)", text):
        values = list(map(float, numbers.split()))
        pairs = list(zip(values[::2], values[1::2]))
        size = {"M": 1, "L": 1, "Q": 2, "C": 3}[letter]
        for at in range(0, len(pairs), size):
            points += bezier(points[-1], *pairs[at:at + size]) if size > 1 else [pairs[at]]
    return Shape(points, width)


def bezier(*controls):
    """Points of the curve after its first one, by de Casteljau's construction."""
    for step in range(1, STEPS + 1):
        t, points = step / STEPS, controls
        while len(points) > 1:
            points = [(a + (c - a) * t, b + (d - b) * t) for (a, b), (c, d) in zip(points, points[1:])]
        yield points[0]


# Canvas

class Canvas:
    """A transparent picture of w x h pixels. Units are pixels until `place` says otherwise."""

    def __init__(self, w, h):
        self.image = Image.new("RGBA", (w * FINE, h * FINE))
        self.place(0, 0, 1)

    def place(self, x, y, scale):
        """The next shapes have their origin at x, y, and units of so many pixels."""
        self.x, self.y, self.scale = x * FINE, y * FINE, scale * FINE

    def fill(self, shape, color, shade=0.1, down=False, inside=None, opacity=1, soft=0):
        """Paints a shape, a little lighter where the light comes from; `inside` cuts it to another shape."""
        box = self.box(shape, soft)
        if box[0] >= box[2] or box[1] >= box[3]:
            return
        mask = self.mask(shape, box)
        if soft:
            mask = mask.filter(ImageFilter.GaussianBlur(soft * self.scale))
        if inside:
            mask = ImageChops.multiply(mask, self.mask(inside, box))
        paint = gradient(mask.size, lighter(color, shade), darker(color, shade), down)
        paint.putalpha(mask.point(lambda value: round(value * opacity)))
        self.image.alpha_composite(paint, box[:2])

    def shine(self, shape, inside=None, opacity=0.35, soft=0):
        self.fill(shape, WHITE, shade=0, inside=inside, opacity=opacity, soft=soft)

    def dim(self, shape, inside=None, opacity=0.12, soft=0):
        self.fill(shape, VIOLET, shade=0, inside=inside, opacity=opacity, soft=soft)

    def finished(self):
        return self.image.reduce(FINE)

    def pixels(self, shape, box=(0, 0)):
        return [(self.x + x * self.scale - box[0], self.y + y * self.scale - box[1]) for x, y in shape.points]

    def box(self, shape, soft):
        """The part of the picture that a shape can touch."""
        margin = (shape.width / 2 + soft * 3) * self.scale + 2
        xs, ys = zip(*self.pixels(shape))
        w, h = self.image.size
        return (max(0, int(min(xs) - margin)), max(0, int(min(ys) - margin)),
                min(w, int(max(xs) + margin)), min(h, int(max(ys) + margin)))

    def mask(self, shape, box):
        mask = Image.new("L", (box[2] - box[0], box[3] - box[1]))
        draw, points = ImageDraw.Draw(mask), self.pixels(shape, box)
        if not shape.width:
            draw.polygon(points, fill=255)
            return mask
        draw.line(points, fill=255, width=round(shape.width * self.scale))
        r = shape.width * self.scale / 2
        for x, y in points:  # round ends and joints
            draw.ellipse((x - r, y - r, x + r, y + r), fill=255)
        return mask


def gradient(size, start, end, down=True):
    ramp = Image.linear_gradient("L")
    ramp = (ramp if down else ramp.rotate(90)).resize(size, Image.Resampling.BILINEAR)
    return Image.composite(Image.new("RGBA", size, end), Image.new("RGBA", size, start), ramp)
