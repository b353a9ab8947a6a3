"""Things for the home."""

from paint import (CREAM, CORAL, INK, LEAF, OAK, ROSE, STEEL, SUNNY, WALNUT, arc, block, darker, lighter, line, oval,
                   path)
from scenes import lying, standing


@standing(84, 122, foot=(24, 64))
def lamp(c, color, second):
    c.fill(line(4, (42, 44), (42, 70)), OAK)
    base = path("M42 62 C 66 62 70 82 66 96 Q 62 114 54 118 L 30 118 Q 22 114 18 96 C 14 82 18 62 42 62")
    c.fill(base, second)
    c.fill(block(26, 115, 32, 7, 3), OAK)
    c.shine(path("M25 92 Q 24 78 32 71", width=4), opacity=0.45)
    shade = path("M22 4 L 62 4 L 84 50 Q 42 60 0 50")
    c.fill(shade, color)
    c.shine(oval(42, 46, 26, 20), inside=shade, opacity=0.4, soft=5)
    c.fill(path("M1 50 Q 42 60 83 50", width=2.6), darker(color, 0.12), shade=0)
    c.fill(path("M22 4 L 62 4", width=2.6), darker(color, 0.12), shade=0)
    c.fill(line(1, (62, 55), (62, 68)), INK, shade=0)
    c.fill(oval(62, 69, 2), INK, shade=0)


@standing(60, 236, foot=(6, 58))
def floor_lamp(c, color, second):
    for x in (10, 50):
        c.fill(line(3.6, (30, 150), (x, 234)), OAK)
    c.fill(line(3.6, (30, 60), (30, 234)), WALNUT)
    c.fill(oval(30, 150, 5), second)
    shade = path("M14 4 L 46 4 L 60 62 Q 30 70 0 62")
    c.fill(shade, color)
    for y in (20, 42):
        c.fill(path(f"M-4 {y} Q 30 {y + 8} 64 {y}", width=6), second, inside=shade)
    c.shine(oval(30, 58, 18, 22), inside=shade, opacity=0.35, soft=4)
    c.fill(path("M1 62 Q 30 70 59 62", width=2.4), darker(color, 0.12), shade=0)


@standing(104, 112, foot=(40, 102))
def desk_lamp(c, color, second):
    c.fill(block(44, 102, 56, 10, 5), second)
    c.fill(line(4, (72, 104), (88, 58)), STEEL)
    c.fill(line(4, (88, 58), (44, 22)), STEEL)
    for x, y in ((88, 58), (72, 102)):
        c.fill(oval(x, y, 4.6), second)
    c.fill(oval(21, 55, 12).turned(-38, (28, 45)), "#fff0a8", shade=0)
    c.fill(path("M54 14 Q 60 22 56 30 L 44 62 Q 18 62 2 34 L 28 14 Q 42 4 54 14"), color)
    c.fill(path("M2 34 Q 18 62 44 62", width=4), darker(color, 0.15), shade=0)
    c.shine(path("M18 28 L 32 17", width=4), opacity=0.45)


@standing(92, 124, foot=(22, 74))
def plant(c, color, second):
    leaf = path("M46 84 C 30 70 30 34 46 14 C 62 34 62 70 46 84")
    for angle, tone in ((-58, 0.22), (58, 0.26), (-32, 0.10), (32, 0.14), (0, 0)):
        shape = leaf.turned(angle, (46, 86))
        c.fill(shape, darker(second, tone))
        c.fill(line(1.3, (46, 82), (46, 24)).turned(angle, (46, 86)), lighter(second, 0.35 - tone), shade=0)
    pot = path("M20 90 L 72 90 L 67 118 Q 66 124 60 124 L 32 124 Q 26 124 25 118")
    c.fill(pot, color)
    zigzag = path("M20 104 L 28 96 L 36 104 L 44 96 L 52 104 L 60 96 L 68 104 L 76 96", width=3)
    c.fill(zigzag, lighter(color, 0.45), inside=pot)
    c.fill(block(16, 80, 60, 13, 4), darker(color, 0.08))
    c.shine(line(3, (24, 86), (32, 86)), opacity=0.5)


@standing(88, 132)
def chair(c, color, second):
    for x0, x1, tone in ((24, 20, 0.25), (64, 68, 0.3)):
        c.fill(line(5, (x0, 78), (x1, 120)), darker(second, tone))
    for x0, x1 in ((14, 6), (74, 82)):
        c.fill(line(5.5, (x0, 84), (x1, 129)), second)
    for x in (20, 68):
        c.fill(block(x - 3, 40, 6, 42), second)
    back = path("M12 14 Q 12 4 22 4 L 66 4 Q 76 4 76 14 L 74 50 Q 73 58 65 58 L 23 58 Q 15 58 14 50")
    c.fill(back, color)
    for x in (32, 44, 56):
        c.fill(block(x - 2, 14, 4, 34, 2), darker(color, 0.14), shade=0)
    seat = path("M10 76 Q 12 70 18 70 L 70 70 Q 76 70 78 76 L 82 84 Q 84 92 76 92 L 12 92 Q 4 92 6 84")
    c.fill(seat, lighter(color, 0.12))
    c.dim(path("M8 88 L 80 88", width=5), opacity=0.10)
    c.shine(path("M19 30 L 19 16 Q 19 10 26 10", width=2.5), opacity=0.35)


@standing(72, 140, foot=(10, 66))
def vase(c, color, second):
    for x, y, bend, paint in ((18, 36, 26, CORAL), (56, 32, 46, SUNNY), (36, 16, 36, ROSE)):
        c.fill(path(f"M36 84 Q {bend} 62 {x} {y}", width=2.4), LEAF)
        tulip = path("M0 14 C -16 10 -13 -6 -10 -12 L -4 -3 L 0 -14 L 4 -3 L 10 -12 C 13 -6 16 10 0 14")
        c.fill(tulip.moved(x, y), paint)
    c.fill(path("M34 80 C 14 74 10 58 12 50 C 22 54 32 64 36 80"), LEAF)
    c.fill(path("M38 80 C 58 76 66 60 62 52 C 50 56 40 66 37 80"), darker(LEAF, 0.12))
    body = path("M26 74 L 46 74 Q 44 88 54 96 Q 66 106 62 122 Q 58 140 44 140"
                "L 28 140 Q 14 140 10 122 Q 6 106 18 96 Q 28 88 26 74")
    c.fill(body, color)
    c.fill(path("M0 116 Q 18 108 36 116 Q 54 124 72 116", width=6), second, inside=body)
    c.fill(block(22, 71, 28, 6, 3), lighter(color, 0.2))
    c.shine(path("M17 116 Q 17 106 24 100", width=4), opacity=0.5)


@standing(64, 96)
def candle(c, color, second):
    c.shine(oval(32, 18, 22), opacity=0.55, soft=6)
    c.fill(path("M32 2 C 44 16 40 30 32 30 C 24 30 20 16 32 2"), "#ff9a3d", shade=0.05)
    c.fill(path("M32 13 C 38 20 36 29 32 29 C 28 29 26 20 32 13"), "#ffe27a", shade=0)
    c.fill(line(1.8, (32, 28), (32, 42)), INK, shade=0)
    jar = block(6, 36, 52, 60, 8)
    c.fill(jar, color)
    c.fill(oval(32, 40, 25, 4.5), lighter(color, 0.5), shade=0.03)
    c.fill(line(1.8, (32, 32), (32, 40)), INK, shade=0)
    c.fill(block(16, 56, 32, 26, 4), second, shade=0.03)
    c.fill(path("M32 62 Q 40 69 32 76 Q 24 69 32 62"), color, shade=0)
    c.shine(block(10, 50, 3.5, 38, 2), opacity=0.45)


@lying(100, 100)
def clock(c, color, second):
    c.fill(oval(50, 50, 49), color)
    c.fill(oval(50, 50, 41), CREAM, shade=0.03)
    for hour in range(12):
        mark = block(48.6, 13, 2.8, 8 if hour % 3 == 0 else 4, 1.4)
        c.fill(mark.turned(hour * 30, (50, 50)), INK if hour % 3 == 0 else STEEL, shade=0)
    c.fill(line(4.6, (50, 50), (50, 30)).turned(-60, (50, 50)), INK, shade=0)
    c.fill(line(3.2, (50, 50), (50, 19)).turned(50, (50, 50)), INK, shade=0)
    c.fill(line(1.5, (50, 58), (50, 18)).turned(200, (50, 50)), second, shade=0)
    c.fill(oval(50, 50, 4), second, shade=0)
    c.shine(arc(50, 50, 45, 45, 190, 250, 3), opacity=0.5)


@standing(152, 84)
def sofa(c, color, second):
    for x in (22, 128):
        c.fill(line(5, (x, 70), (x + (-4 if x < 76 else 4), 81)), WALNUT)
    c.fill(block(16, 4, 120, 60, 16), darker(color, 0.10))
    c.dim(line(1.6, (76, 8), (76, 46)), opacity=0.2)
    for x in (20, 77):
        c.fill(block(x, 40, 55, 24, 8), lighter(color, 0.10))
    c.fill(block(8, 58, 136, 18, 7), color)
    for x in (0, 128):
        c.fill(block(x, 30, 24, 46, 12), color, shade=0.14)
    pillow = block(28, 18, 27, 27, 6).turned(-10, (41, 32))
    c.fill(pillow, second)
    c.fill(line(3, (20, 36), (62, 26)), lighter(second, 0.6), shade=0, inside=pillow)
    c.shine(path("M6 54 L 6 42 Q 6 35 13 35", width=3), opacity=0.35)


@lying(100, 100)
def cushion(c, color, second):
    shape = path("M4 4 Q 50 16 96 4 Q 84 50 96 96 Q 50 84 4 96 Q 16 50 4 4")
    c.fill(shape, color)
    for at in range(-80, 120, 22):
        c.fill(line(6, (at, 100), (at + 100, 0)), second, shade=0.03, inside=shape)
    c.dim(path("M4 96 Q 50 84 96 96 Q 84 50 96 4", width=9), inside=shape, opacity=0.16, soft=3)
    c.shine(path("M14 16 Q 50 24 84 16", width=5), inside=shape, opacity=0.35, soft=2)


@standing(84, 92)
def stool(c, color, second):
    c.fill(line(5, (34, 20), (30, 84)), darker(second, 0.3))
    c.fill(line(5, (50, 20), (54, 84)), darker(second, 0.3))
    c.fill(line(3.6, (18, 62), (66, 62)), darker(second, 0.15))
    for x0, x1 in ((20, 8), (64, 76)):
        c.fill(line(6, (x0, 20), (x1, 89)), second)
    c.fill(block(6, 6, 72, 20, 9), color)
    c.fill(block(6, 19, 72, 7, 3.5), darker(color, 0.16))
    c.shine(line(3, (15, 12), (36, 12)), opacity=0.45)


@lying(84, 112)
def book(c, color, second):
    c.fill(block(6, 6, 78, 106, 4), darker(color, 0.3))
    c.fill(block(8, 4, 74, 104, 2), CREAM, shade=0.05)
    cover = block(0, 0, 78, 106, 4)
    c.fill(cover, color)
    c.fill(block(0, 0, 10, 106), darker(color, 0.18), shade=0, inside=cover)
    c.fill(oval(45, 38, 19), second, shade=0.05)
    scene = block(18, 20, 54, 50)
    for hill, tone in ((path("M10 74 Q 30 38 52 74"), 0.12), (path("M30 74 Q 56 34 86 74"), 0.26)):
        c.fill(hill, darker(color, tone), shade=0.03, inside=scene)
    c.fill(block(24, 80, 42, 5, 2.5), CREAM, shade=0)
    c.fill(block(32, 90, 26, 3.4, 1.7), lighter(color, 0.5), shade=0)
    c.shine(line(2, (13, 5), (13, 101)), opacity=0.25)
