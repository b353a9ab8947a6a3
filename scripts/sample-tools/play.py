"""Things to play with, and to play music on."""

import math

from paint import CREAM, COFFEE, INK, STEEL, SUNNY, WALNUT, Shape, arc, block, darker, lighter, line, oval, path
from scenes import lying, standing


@lying(104, 104)
def headphones(c, color, second):
    c.fill(arc(52, 52, 42, 44, 180, 360, 9), color)
    c.fill(arc(52, 52, 36, 38, 205, 335, 5), second, shade=0.05)
    for x, side in ((4, 1), (78, -1)):
        c.fill(block(x + (12 if side > 0 else -2), 52, 12, 44, 6), second)
        c.fill(block(x, 48, 22, 52, 11), color)
        c.fill(block(x + 6, 60, 10, 28, 5), lighter(color, 0.25))
    c.shine(arc(52, 52, 43, 45, 200, 245, 2.4), opacity=0.5)


@standing(156, 56, foot=(18, 142))
def skateboard(c, color, second):
    for x in (34, 122):
        c.fill(path(f"M{x - 10} 26 L {x + 10} 26 L {x + 4} 40 L {x - 4} 40"), STEEL)
        c.fill(oval(x, 45, 11), second)
        c.fill(oval(x, 45, 4.2), CREAM, shade=0)
    deck = path("M0 8 Q 6 18 18 20 L 138 20 Q 150 18 156 8 L 156 14 Q 152 28 138 29 L 18 29 Q 4 28 0 14")
    c.fill(deck, color)
    c.fill(path("M0 8 Q 6 18 18 20 L 138 20 Q 150 18 156 8", width=3), INK, shade=0)


@lying(120, 88)
def camera(c, color, second):
    c.fill(block(22, 4, 20, 14, 4), INK)
    c.fill(path("M44 18 L 50 4 Q 51 2 54 2 L 76 2 Q 79 2 80 4 L 86 18"), darker(color, 0.12))
    body = block(4, 14, 112, 72, 12)
    c.fill(body, color)
    c.fill(block(4, 36, 112, 32), second, inside=body)
    c.fill(oval(64, 52, 30), darker(color, 0.10))
    c.fill(oval(64, 52, 25), INK, shade=0.18)
    c.fill(oval(64, 52, 17), "#4a6fb5", shade=0.25)
    c.fill(oval(64, 52, 9), "#22305c", shade=0.1)
    c.shine(oval(57, 45, 4.4, 3.4), opacity=0.85)
    c.shine(oval(70, 59, 2.2), opacity=0.5)
    c.fill(block(92, 21, 16, 9, 3), CREAM, shade=0.08)
    c.fill(oval(16, 25, 3.6), SUNNY, shade=0)


@lying(72, 172)
def ukulele(c, color, second):
    c.fill(block(31, 16, 10, 92), WALNUT)
    c.fill(path("M27 0 L 45 0 Q 47 10 43 24 L 29 24 Q 25 10 27 0"), darker(WALNUT, 0.2))
    for y in (6, 15):
        for x in (23, 49):
            c.fill(oval(x, y, 3), CREAM, shade=0.05)
    body = path("M36 76 C 54 76 62 86 58 98 C 54 108 58 112 64 120 C 74 136 70 172 36 172"
                "C 2 172 -2 136 8 120 C 14 112 18 108 14 98 C 10 86 18 76 36 76")
    c.fill(body, color)
    c.fill(block(31, 60, 10, 42, 2), WALNUT)
    c.fill(oval(36, 116, 14), second, shade=0.03)
    c.fill(oval(36, 116, 11), COFFEE, shade=0.15)
    c.fill(block(22, 142, 28, 7, 3), WALNUT)
    for x in (32.4, 34.8, 37.2, 39.6):
        c.fill(line(0.6, (x, 18), (x, 145)), CREAM, shade=0)
    for y in (32, 44, 56, 68, 80):
        c.fill(line(0.9, (31.5, y), (40.5, y)), STEEL, shade=0)
    c.shine(path("M11 150 Q 6 138 12 128", width=3), opacity=0.5)


@standing(100, 100, foot=(24, 84))
def ball(c, color, second):
    ball = oval(50, 50, 50)
    c.fill(ball, CREAM, shade=0.06)
    for start, paint in ((0, color), (120, second), (240, SUNNY)):
        points = [(44, 40)]
        for degrees in range(start, start + 61, 3):
            # A panel ends beyond the edge; the ball cuts it.
            points.append((50 + 62 * math.cos(math.radians(degrees)), 50 + 62 * math.sin(math.radians(degrees))))
        c.fill(Shape(points), paint, shade=0.06, inside=ball)
    c.fill(oval(44, 40, 8), CREAM, shade=0.05)
    c.dim(path("M100 20 Q 104 100 20 100 L 100 110 L 110 20"), inside=ball, opacity=0.16, soft=9)
    c.shine(oval(27, 24, 8, 6), opacity=0.6, soft=1)


@standing(124, 92)
def radio(c, color, second):
    c.fill(line(2.6, (96, 26), (116, 2)), STEEL)
    c.fill(oval(116, 2.5, 2.6), STEEL)
    c.fill(path("M26 26 Q 26 10 42 10 L 74 10 Q 90 10 90 26", width=4.6), WALNUT)
    for x in (14, 98):
        c.fill(block(x, 86, 12, 6, 2), INK)
    c.fill(block(2, 24, 120, 64, 13), color)
    c.fill(block(10, 32, 60, 48, 8), darker(color, 0.3), shade=0.04)
    for row in range(5):
        for column in range(7):
            c.fill(oval(17 + column * 7.7, 39 + row * 8.5, 2.1), lighter(color, 0.45), shade=0)
    c.fill(block(76, 32, 38, 18, 4), second, shade=0.04)
    c.fill(line(1.4, (82, 44), (108, 44)), INK, shade=0)
    c.fill(line(1.8, (98, 36), (98, 47)), "#e8503a", shade=0)
    for x in (84, 106):
        c.fill(oval(x, 67, 8), CREAM, shade=0.1)
        c.fill(line(1.8, (x, 67), (x + 3, 61.5)), INK, shade=0)


@lying(100, 140)
def kite(c, color, second):
    c.fill(path("M50 92 Q 66 104 52 116 Q 38 126 56 138", width=1.6), INK, shade=0)
    for x, y, paint in ((59, 104, second), (47, 120, color)):
        c.fill(path(f"M{x} {y} L {x - 9} {y - 6} L {x - 9} {y + 6}"), paint)
        c.fill(path(f"M{x} {y} L {x + 9} {y - 6} L {x + 9} {y + 6}"), darker(paint, 0.1))
    sail = path("M50 0 L 96 40 L 50 94 L 4 40")
    c.fill(path("M50 0 L 50 40 L 4 40"), color, shade=0.04)
    c.fill(path("M50 0 L 96 40 L 50 40"), second, shade=0.04)
    c.fill(path("M4 40 L 50 40 L 50 94"), SUNNY, shade=0.04)
    c.fill(path("M96 40 L 50 40 L 50 94"), darker(color, 0.12), shade=0.04)
    c.fill(line(1.6, (50, 2), (50, 92)), WALNUT, shade=0)
    c.fill(line(1.6, (6, 40), (94, 40)), WALNUT, shade=0)


@lying(100, 100)
def record(c, color, second):
    c.fill(block(0, 8, 78, 84, 2), color)
    c.fill(oval(62, 50, 36), INK, shade=0.12)
    for r in (31, 26, 21):
        c.fill(arc(62, 50, r, r, 0, 360, 0.7), STEEL, shade=0)
    c.fill(oval(62, 50, 13), second)
    c.fill(oval(62, 50, 2), CREAM, shade=0)
