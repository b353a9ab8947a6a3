"""Things to wear and to carry."""

from paint import CREAM, INK, OAK, STEEL, SUNNY, WALNUT, WHITE, arc, block, darker, lighter, line, oval, path
from scenes import lying, standing


@standing(122, 70)
def sneaker(c, color, second):
    c.fill(path("M38 22 Q 38 0 50 1 Q 58 2 62 18 L 60 28"), darker(color, 0.2))
    upper = path("M4 26 Q 2 10 10 7 Q 16 5 20 10 Q 30 18 42 11 Q 50 6 55 13 Q 66 32 88 37 Q 114 43 118 58 L 4 58")
    c.fill(upper, color)
    c.fill(path("M2 24 Q 20 28 22 60 L 0 60"), second, inside=upper)
    c.fill(path("M88 62 Q 88 40 124 42 L 124 62"), lighter(color, 0.35), inside=upper)
    c.fill(path("M32 60 Q 54 52 64 34", width=6.5), second, inside=upper)
    c.dim(path("M4 27 Q 18 30 42 12", width=1.2), inside=upper, opacity=0.2)
    for x, y in ((52, 17), (59, 24), (67, 29), (76, 33)):
        c.fill(line(3.2, (x, y + 3), (x - 8, y + 11)), WHITE, shade=0)
    c.fill(block(0, 56, 122, 14, 7), WHITE, shade=0.05)
    c.fill(block(3, 64, 116, 3, 1.5), second, shade=0)


@standing(92, 104)
def bag(c, color, second):
    c.fill(path("M26 48 C 22 -8 70 -8 66 48", width=5.5), darker(second, 0.1))
    body = path("M10 36 L 82 36 Q 86 36 87 41 L 92 94 Q 93 104 83 104 L 9 104 Q -1 104 0 94 L 5 41 Q 6 36 10 36")
    c.fill(body, color)
    c.fill(block(0, 84, 92, 22), darker(color, 0.16), inside=body)
    c.fill(path("M5 36 L 87 36 Q 84 66 46 68 Q 8 66 5 36"), lighter(color, 0.14), inside=body)
    c.fill(block(39, 58, 14, 17, 4), second)
    c.fill(oval(46, 66, 2.6), darker(second, 0.5), shade=0)
    c.fill(path("M26 48 L 26.4 40", width=5.5), second)
    c.fill(path("M66 48 L 65.6 40", width=5.5), second)
    c.shine(path("M11 48 L 7 88", width=3.5), inside=body, opacity=0.3)


@lying(64, 128)
def watch(c, color, second):
    for strap in (path("M18 42 L 21 4 Q 21 0 25 0 L 39 0 Q 43 0 43 4 L 46 42"),
                  path("M18 86 L 21 122 Q 22 128 28 128 L 36 128 Q 42 128 43 122 L 46 86")):
        c.fill(strap, color)
    for y in (100, 107, 114):
        c.fill(oval(32, y, 1.8), darker(color, 0.5), shade=0)
    c.fill(block(24, 12, 16, 4, 2), darker(color, 0.18), shade=0)
    c.fill(block(58, 59, 6, 10, 2), darker(second, 0.2))
    c.fill(oval(32, 64, 29), second, shade=0.2)
    c.fill(oval(32, 64, 24.5), WHITE, shade=0.03)
    for hour in range(12):
        tick = line(2.2 if hour % 3 == 0 else 1.1, (32, 43.5), (32, 47 if hour % 3 == 0 else 45))
        c.fill(tick.turned(hour * 30, (32, 64)), INK, shade=0)
    c.fill(line(2.6, (32, 64), (32, 51)).turned(-58, (32, 64)), INK, shade=0)
    c.fill(line(2, (32, 64), (32, 46)).turned(54, (32, 64)), INK, shade=0)
    c.fill(line(1, (32, 68), (32, 45)).turned(176, (32, 64)), color, shade=0)
    c.fill(oval(32, 64, 2.4), color, shade=0)
    c.shine(path("M14 60 Q 16 48 27 43 L 32 48 Q 20 52 18 64"), opacity=0.5)


@lying(120, 72)
def cap(c, color, second):
    crown = path("M6 66 Q 0 4 52 4 Q 94 4 96 56 Q 66 50 50 66 Q 28 74 6 66")
    c.fill(crown, color)
    c.fill(path("M52 4 Q 20 16 26 72 L 0 76 L 0 4"), lighter(color, 0.16), inside=crown)
    c.fill(path("M52 4 Q 84 12 82 54", width=1.2), darker(color, 0.3), shade=0, inside=crown)
    c.fill(path("M48 66 Q 66 48 96 55 Q 116 56 118 64 Q 90 56 66 70 Q 54 74 48 66"), second)
    c.fill(oval(52, 4.5, 4.5, 3), second)
    for x, y in ((38, 22), (68, 22)):
        c.fill(oval(x, y, 1.8), darker(color, 0.45), shade=0)
    c.shine(path("M14 44 Q 16 24 30 15", width=4), opacity=0.35)


@lying(88, 128)
def dress(c, color, second):
    c.fill(path("M30 4 L 34 24", width=4), darker(color, 0.1))
    c.fill(path("M58 4 L 54 24", width=4), darker(color, 0.1))
    skirt = path("M28 54 L 60 54 Q 74 88 88 118 Q 66 130 44 126 Q 22 130 0 118 Q 14 88 28 54")
    c.fill(skirt, color)
    for fold in (path("M38 56 Q 30 92 24 128", 1.6), path("M50 56 Q 58 92 64 128", 1.6), path("M44 56 L 44 128", 1.6)):
        c.fill(fold, darker(color, 0.22), shade=0, inside=skirt)
    for x, y in ((24, 82), (60, 76), (36, 104), (68, 106), (14, 110), (50, 92), (34, 70), (80, 116), (52, 118)):
        for turn in range(5):
            petal = oval(x, y - 2.3, 1.7, 2.1).turned(turn * 72, (x, y))
            c.fill(petal, second, shade=0, inside=skirt)
        c.fill(oval(x, y, 1.3), SUNNY, shade=0, inside=skirt)
    c.fill(path("M26 20 Q 44 32 62 20 Q 64 38 60 52 L 28 52 Q 24 38 26 20"), color)
    c.fill(block(27, 49, 34, 7, 2), second)


@lying(128, 52)
def sunglasses(c, color, second):
    for arm in (path("M8 12 Q 10 -2 22 2", 4), path("M120 12 Q 118 -2 106 2", 4)):
        c.fill(arm, darker(color, 0.25))
    c.fill(path("M52 22 Q 64 12 76 22", width=5), color)
    left = path("M4 14 Q 30 6 56 14 Q 60 52 30 52 Q 2 52 4 14")
    for frame in (left, left.mirrored(64)):
        c.fill(frame, color)
    lens = path("M10 18 Q 30 12 50 18 Q 52 46 30 46 Q 8 46 10 18")
    for glass in (lens, lens.mirrored(64)):
        c.fill(glass, second, shade=0.3, down=True)
    for dx in (0, 68):
        glass = lens if dx == 0 else lens.mirrored(64)
        c.shine(path("M18 50 L 34 10 L 42 10 L 26 50").moved(dx, 0), inside=glass, opacity=0.28)


@lying(116, 112)
def t_shirt(c, color, second):
    shirt = path("M40 4 Q 58 18 76 4 L 88 8 Q 96 10 100 18 L 116 46 L 96 58 L 90 48 L 90 106 Q 90 112 84 112"
                 "L 32 112 Q 26 112 26 106 L 26 48 L 20 58 L 0 46 L 16 18 Q 20 10 28 8")
    c.fill(shirt, color)
    c.fill(path("M40 4 Q 58 24 76 4", width=4.5), darker(color, 0.15), shade=0, inside=shirt)
    c.dim(path("M26 50 Q 30 40 28 28", width=1.3), opacity=0.25)
    c.dim(path("M90 50 Q 86 40 88 28", width=1.3), opacity=0.25)
    c.fill(oval(58, 62, 19), second, shade=0.04)
    badge = oval(58, 62, 19)
    c.fill(path("M36 86 L 52 60 L 62 72 L 68 64 L 84 86"), darker(color, 0.1), inside=badge)
    c.fill(oval(66, 52, 5), CREAM, shade=0, inside=badge)


@standing(92, 112)
def backpack(c, color, second):
    c.fill(arc(46, 10, 12, 9, 180, 360, 5), darker(second, 0.1))
    for side in (block(-2, 62, 18, 40, 8), block(76, 62, 18, 40, 8)):
        c.fill(side, darker(color, 0.2))
    body = path("M8 44 Q 8 8 46 8 Q 84 8 84 44 L 84 100 Q 84 112 72 112 L 20 112 Q 8 112 8 100")
    c.fill(body, color)
    c.fill(path("M8 44 Q 8 8 46 8 Q 84 8 84 44 Q 84 54 74 54 L 18 54 Q 8 54 8 44"), lighter(color, 0.14))
    pocket = block(20, 66, 52, 36, 9)
    c.fill(pocket, second)
    c.fill(block(20, 66, 52, 12, 6), darker(second, 0.1), inside=pocket)
    for x in (30, 58):
        c.fill(block(x, 46, 5, 18, 2), darker(second, 0.12))
        c.fill(block(x - 1.5, 56, 8, 6, 2), STEEL)
    c.fill(line(1.8, (46, 78), (46, 84)), CREAM, shade=0)
    c.shine(path("M16 42 Q 17 24 30 17", width=4), opacity=0.4)


@lying(104, 106)
def socks(c, color, second):
    sock = path("M8 4 L 38 4 L 38 56 Q 40 64 56 74 Q 68 82 62 94 Q 54 106 38 98 Q 10 84 8 62")
    for dx, angle, tone in ((38, -9, 0.10), (0, 0, 0)):
        def put(shape):
            return shape.turned(angle, (23, 50)).moved(dx, 0)

        shape = put(sock)
        c.fill(shape, darker(color, tone))
        for y in (22, 34, 46):
            c.fill(put(block(0, y, 60, 6)), darker(second, tone), shade=0.04, inside=shape)
        c.fill(put(oval(62, 92, 15)), darker(second, tone), shade=0.04, inside=shape)
        c.fill(put(oval(8, 76, 14)), darker(second, tone), shade=0.04, inside=shape)
        c.fill(put(block(5, 1, 36, 12, 4)), darker(second, tone))


@lying(112, 124)
def umbrella(c, color, second):
    c.fill(line(3.4, (56, 8), (56, 112)), WALNUT)
    c.fill(arc(66, 112, 10, 10, 180, 0, 4.6), OAK)
    c.fill(line(3, (56, 2), (56, 10)), WALNUT)
    canopy = path("M0 58 Q 4 8 56 8 Q 108 8 112 58 Q 102 48 92 58 Q 83 48 74 58 Q 65 48 56 58 Q 47 48 38 58"
                  "Q 29 48 20 58 Q 10 48 0 58")
    c.fill(canopy, color)
    for panel in (path("M56 8 Q 22 20 20 60 L 38 60 Q 38 24 56 8"), path("M56 8 Q 90 20 92 60 L 74 60 Q 74 24 56 8")):
        c.fill(panel, second, shade=0.06, inside=canopy)
    c.shine(path("M8 42 Q 16 22 32 16", width=3.5), opacity=0.35)


@standing(122, 96)
def boots(c, color, second):
    boot = path("M6 6 L 38 6 L 40 48 Q 44 58 62 62 Q 78 66 78 84 L 6 84")
    for dx, tone in ((41, 0.16), (0, 0)):
        shape = boot.moved(dx, 0)
        c.fill(shape, darker(color, tone))
        c.fill(block(3, 4, 38, 12, 4).moved(dx, 0), darker(second, tone))
        c.fill(path("M52 58 Q 56 76 80 76 L 84 56").moved(dx, 0), darker(color, tone + 0.07), inside=shape)
        c.fill(block(2, 86, 24, 10, 2).moved(dx, 0), darker(second, tone + 0.14))
        c.fill(block(36, 86, 44, 10, 3).moved(dx, 0), darker(second, tone + 0.14))
        c.fill(block(2, 82, 78, 9, 3).moved(dx, 0), darker(second, tone))
    c.shine(line(4, (13, 24), (13, 64)), opacity=0.4)
