"""Backgrounds: a wall, a table seen from above, or none."""

from dataclasses import dataclass
from typing import Callable

from PIL import Image, ImageColor, ImageFilter

from paint import VIOLET, Canvas, arc, block, darker, gradient, lighter, mixed, oval

PEACH, BUTTER, PISTACHIO, WATER = "#ffdcc9", "#ffecb8", "#d3f0dc", "#d0e9fb"
LAVENDER, BLUSH, LINEN, CLOUD = "#e4dbfa", "#fcd6e1", "#f2e6d5", "#e3e8f2"


@dataclass(frozen=True)
class Thing:
    """Something that can be drawn: the size of its drawing in units of its own, and how."""
    w: float
    h: float
    draw: Callable
    foot: tuple = None  # from where to where it touches the ground; without one it lies flat


def standing(w, h, foot=None):
    return lambda draw: Thing(w, h, draw, foot or (w * 0.05, w))


def lying(w, h):
    return lambda draw: Thing(w, h, draw)


def picture(size, things, wall=None, behind="disc", fill=0.74):
    """Things beside each other, each with its colors, as large as `fill` allows; without a wall on nothing."""
    w, h = size
    canvas = Canvas(w, h)
    gap = 9 if len(things) > 1 else 0
    width = sum(thing.w for thing, *_ in things) + gap * (len(things) - 1)
    height = max(thing.h for thing, *_ in things)
    scale = min(w * fill / width, h * fill / height)
    stands = things[0][0].foot is not None
    base = h / 2 + height * scale / 2 + (h * 0.02 if stands else 0)
    left = (w - width * scale) / 2
    shadow = Canvas(w, h)
    for thing, *colors in things:
        canvas.place(left, base - thing.h * scale, scale)
        thing.draw(canvas, *colors)
        if stands:
            start, end = thing.foot
            half = (end - start) / 2
            shadow.place(left, base, scale)
            shadow.fill(oval(start + half * 1.06, -half * 0.01, half * 1.06, half * 0.07 + 1), VIOLET, shade=0)
        left += (thing.w + gap) * scale
    drawn = canvas.finished()
    if not wall:
        return drawn

    unit = min(w, h)
    if stands:
        ground = room(w, h, wall, behind, base - unit * 0.09)
        for strength, radius in ((0.30, 0.020), (0.26, 0.008)):  # a wide one, and a tighter one at the foot
            ground.alpha_composite(softened(shadow.finished(), strength, unit * radius))
    else:
        ground = tabletop(w, h, wall, behind)
        silhouette = Image.new("RGBA", size, VIOLET)
        silhouette.putalpha(drawn.getchannel("A"))
        ground.alpha_composite(shifted(softened(silhouette, 0.26, unit * 0.018), unit * 0.012, unit * 0.026))
    ground.alpha_composite(drawn)
    return ground.convert("RGB")


def room(w, h, wall, behind, horizon):
    """A wall and a floor, with something light on the wall."""
    canvas = Canvas(w, h)
    canvas.image.paste(gradient(canvas.image.size, lighter(wall, 0.30), wall))
    unit = min(w, h)
    if behind == "disc":
        canvas.shine(oval(w / 2, h * 0.47, unit * 0.42), opacity=0.5)
    elif behind == "arch":
        half, top = unit * 0.36, h * 0.09
        canvas.shine(arc(w / 2, top + half, half, half, 180, 360), opacity=0.5)
        canvas.shine(block(w / 2 - half, top + half, 2 * half, h), opacity=0.5)
    elif behind == "sun":
        canvas.shine(oval(w * 0.70, h * 0.30, unit * 0.24), opacity=0.55)
        canvas.shine(oval(w * 0.24, h * 0.22, unit * 0.07), opacity=0.45)
    elif behind == "stripes":
        for at in range(0, w, max(24, unit // 9)):
            canvas.shine(block(at, 0, max(24, unit // 9) / 2, h), opacity=0.22)
    canvas.fill(block(0, horizon, w, h - horizon), deeper(wall), shade=0.02, down=True)
    canvas.shine(block(0, horizon, w, max(1.5, unit * 0.006)), opacity=0.45)
    return canvas.finished()


def deeper(color):
    """The color multiplied by itself, which makes it stronger and not just darker."""
    rgb = ImageColor.getrgb(color)
    return mixed(color, "#%02x%02x%02x" % tuple(value * value // 255 for value in rgb), 0.6)


def tabletop(w, h, color, behind):
    canvas = Canvas(w, h)
    canvas.image.paste(gradient(canvas.image.size, lighter(color, 0.22), darker(color, 0.03)))
    unit = min(w, h)
    if behind == "disc":
        canvas.shine(oval(w / 2, h / 2, unit * 0.45), opacity=0.5)
    elif behind == "dots":
        step = unit / 8
        for row in range(int(h / step) + 2):
            for column in range(int(w / step) + 2):
                canvas.shine(oval((column + row % 2 / 2) * step, row * step, unit * 0.014), opacity=0.6)
    elif behind == "card":
        canvas.shine(block(w * 0.09, h * 0.09, w * 0.82, h * 0.82, unit * 0.07), opacity=0.55)
    return canvas.finished()


def softened(image, strength, radius):
    blurred = image.getchannel("A").filter(ImageFilter.GaussianBlur(radius))
    result = Image.new("RGBA", image.size, VIOLET)
    result.putalpha(blurred.point(lambda value: round(value * strength)))
    return result


def shifted(image, dx, dy):
    result = Image.new("RGBA", image.size)
    result.paste(image, (round(dx), round(dy)))
    return result


def placeholder(w, h):
    """The placeholder for a missing picture: a grey card with a mountain and a sun."""
    canvas = Canvas(w, h)
    canvas.image.paste("#e6e6e8", (0, 0, *canvas.image.size))
    canvas.place(w / 2 - 50, h / 2 - 40, 1)
    frame = block(0, 0, 100, 80, 10)
    canvas.fill(frame, "#cfcfd3", shade=0)
    canvas.fill(oval(72, 24, 9), "#efeff1", shade=0)
    canvas.fill(arc(30, 86, 44, 52, 180, 360), "#b9b9be", shade=0, inside=frame)
    canvas.fill(arc(76, 88, 34, 36, 180, 360), "#a9a9af", shade=0, inside=frame)
    return canvas.finished().convert("RGB")
