"""Things for the kitchen."""

from paint import (COFFEE, CORAL, INK, LEAF, STEEL, SUNNY, TANGERINE, WALNUT, WHITE, arc, block, darker, lighter, line,
                   oval, path)
from scenes import standing


@standing(96, 78, foot=(6, 80))
def mug(c, color, second):
    c.fill(path("M70 20 C 98 14 98 60 68 58", width=9), darker(color, 0.08))
    body = path("M4 7 L 76 7 L 76 58 Q 76 78 56 78 L 24 78 Q 4 78 4 58")
    c.fill(body, color)
    c.fill(path("M40 58 C 14 42 24 24 40 34 C 56 24 66 42 40 58"), second, shade=0.04)
    c.fill(oval(40, 7, 36, 6.5), lighter(color, 0.35), shade=0.05)
    c.fill(oval(40, 8, 32, 4.8), COFFEE)
    c.shine(block(10, 20, 5, 42, 3))


@standing(104, 76, foot=(6, 82))
def enamel_cup(c, color, rim):
    c.fill(path("M74 18 C 110 12 108 56 72 56", width=7), rim)
    body = path("M4 6 L 80 6 L 76 68 Q 75 76 67 76 L 17 76 Q 9 76 8 68")
    c.fill(body, color)
    for x, y, r in [(22, 30, 1.6), (50, 24, 1.3), (64, 40, 1.9), (32, 48, 1.3), (18, 60, 1.6), (46, 62, 1.9),
                    (60, 58, 1.2), (70, 24, 1.2), (40, 36, 1.0), (27, 68, 1.1), (66, 68, 1.3)]:
        c.fill(oval(x, y, r), rim, shade=0)
    c.dim(block(66, 0, 20, 80), inside=body, opacity=0.05, soft=5)
    c.fill(oval(42, 6, 40, 6), rim)
    c.fill(oval(42, 6.4, 36, 4.2), darker(color, 0.18))
    c.shine(block(14, 18, 5, 40, 3), opacity=0.8)


@standing(128, 90, foot=(26, 106))
def teapot(c, color, second):
    c.fill(path("M36 34 C -6 14 -4 78 34 72", width=8), second)
    c.fill(path("M86 70 Q 102 64 104 42 Q 106 30 122 26 L 128 34 Q 118 40 117 52 Q 114 80 88 84"), darker(color, 0.07))
    body = path("M64 22 C 98 22 104 44 104 56 C 104 78 92 90 64 90 C 36 90 24 78 24 56 C 24 44 30 22 64 22")
    c.fill(body, color)
    for x in (40, 64, 88):
        c.fill(oval(x, 60, 6.5), second, shade=0.04)
        c.fill(oval(x, 60, 2.6), lighter(color, 0.6), shade=0)
    c.fill(path("M40 25 Q 44 11 64 11 Q 84 11 88 25 Q 64 32 40 25"), lighter(color, 0.12))
    c.fill(oval(64, 7, 6.5), second)
    c.shine(path("M35 56 Q 34 44 42 36", width=4.5), opacity=0.45)


@standing(40, 130)
def bottle(c, color, second):
    body = path("M11 34 Q 2 42 2 56 L 2 118 Q 2 130 14 130 L 26 130 Q 38 130 38 118 L 38 56 Q 38 42 29 34")
    c.fill(block(11, 20, 18, 18), darker(color, 0.05))
    c.fill(body, color)
    c.fill(block(2, 66, 36, 40), second, shade=0.05)
    c.fill(path("M20 74 Q 30 86 20 98 Q 10 86 20 74"), color, shade=0)
    c.fill(block(8, 4, 24, 20, 4), INK)
    c.fill(arc(20, 5, 7, 6, 180, 360, 3), INK)
    c.shine(block(7, 52, 4, 66, 2), inside=body)


@standing(112, 76)
def toaster(c, color, second):
    for x in (28, 50):
        c.fill(path("M0 30 L 0 8 Q -2 0 8 1 L 22 1 Q 32 0 30 8 L 30 30").moved(x, 0), "#d99a52")
        c.fill(block(x + 3, 5, 24, 30, 4), "#f6cf8e", shade=0.04)
    c.fill(block(16, 70, 12, 6, 2), INK)
    c.fill(block(82, 70, 12, 6, 2), INK)
    body = path("M8 40 Q 8 20 28 20 L 82 20 Q 102 20 102 40 L 102 64 Q 102 72 94 72 L 16 72 Q 8 72 8 64")
    c.fill(body, color)
    c.fill(block(8, 56, 94, 16), darker(color, 0.14), inside=body)
    c.fill(block(22, 24, 66, 4.5, 2), darker(color, 0.45), shade=0)
    c.fill(block(101, 34, 9, 7, 3), second)
    c.fill(oval(84, 46, 6), lighter(color, 0.75))
    c.fill(line(2, (84, 46), (87, 43)), INK, shade=0)
    c.shine(path("M16 48 L 16 40 Q 16 29 27 28", width=4), opacity=0.5)


@standing(92, 76)
def shakers(c, color, second):
    for x, paint in ((4, color), (50, second)):
        body = path("M6 24 L 32 24 L 38 66 Q 39 76 29 76 L 9 76 Q -1 76 0 66").moved(x, 0)
        c.fill(body, paint)
        c.fill(path("M5 24 Q 5 4 19 4 Q 33 4 33 24").moved(x, 0), STEEL, shade=0.25)
        for dx, dy in ((13, 14), (19, 11), (25, 14)):
            c.fill(oval(x + dx, dy, 1.5), INK, shade=0)
        c.shine(line(4, (x + 11, 34), (x + 8, 60)), inside=body)
    for x in (23, 69):
        c.fill(oval(x, 52, 7.5), WHITE, shade=0.03)
    c.fill(oval(23, 52, 3), color, shade=0)
    c.fill(oval(69, 52, 3), second, shade=0)


@standing(124, 78, foot=(30, 100))
def fruit_bowl(c, color, second):
    for x, y, r, paint in ((42, 26, 19, CORAL), (84, 28, 18, SUNNY), (63, 20, 19, TANGERINE)):
        c.fill(oval(x, y, r), paint)
        c.shine(oval(x - 7, y - 8, 4, 3), opacity=0.5)
    c.fill(path("M42 8 Q 42 2 46 0", width=2.4), WALNUT)
    c.fill(path("M44 6 Q 52 -2 60 4 Q 52 10 44 6"), LEAF)
    bowl = path("M6 34 L 118 34 Q 114 70 78 72 L 46 72 Q 10 70 6 34")
    c.fill(block(42, 68, 40, 10, 4), darker(color, 0.15))
    c.fill(bowl, color)
    c.fill(path("M0 52 Q 15 42 31 52 Q 47 62 62 52 Q 77 42 93 52 Q 109 62 124 52", width=5), second, inside=bowl)
    c.fill(block(2, 30, 120, 8, 4), lighter(color, 0.25))
    c.shine(path("M16 44 Q 20 58 32 64", width=4), opacity=0.4)
