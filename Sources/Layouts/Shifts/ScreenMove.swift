/// A move of frames between two rendering frames, scored as Chromium's `LayoutShiftTracker` does at a device scale
/// of 1.
///
/// A frame counts if its origin moves by 3 points or more, across or down, if it is on screen before or after, and
/// if both its sides are half a point or more at both times. A frame that comes on screen or leaves it must move
/// down or up, since Chromium takes a move that is only sideways for a carousel. The score is the part of the screen
/// that the frames cover, before and after together, times the largest move as a part of the screen's longer side,
/// at most 1.
struct ScreenMove {
    private let screen: Rect
    private(set) var largest = 0.0
    private var covered: [Rect] = []

    init(on screen: Rect) { self.screen = screen }

    init(from old: any Layout, to new: any Layout, on screen: Rect) {
        self.init(on: screen)
        for item in inItemOrder(Array(Set(old.items(meeting: screen)).union(new.items(meeting: screen)))) {
            add(old.frame(of: item), new.frame(of: item))
        }
    }

    mutating func add(_ old: Rect, _ new: Rect) {
        let (old, new) = (old.inLayoutUnits, new.inLayoutUnits)
        let across = (new.x - old.x).magnitude
        let down = (new.y - old.y).magnitude
        guard max(across, down) >= ShiftScore.leastMove, old.canBeSeen, new.canBeSeen else { return }
        let (before, after) = (old.snapped(to: screen), new.snapped(to: screen))
        let seen = [before, after].compactMap(\.self)
        guard seen.count == 2 || (seen.count == 1 && down >= ShiftScore.leastMove) else { return }
        largest = max(largest, across, down)
        covered += seen
    }

    var score: Double {
        let share = Rect.areaOfUnion(covered) / (screen.width * screen.height)
        return share * min(1, largest / max(screen.width, screen.height))
    }
}

extension Rect {
    /// Blink's fixed-point numbers have 6 fractional bits, and the rest is cut off.
    fileprivate var inLayoutUnits: Rect {
        func cut(_ number: Double) -> Double { (number * 64).rounded(.towardZero) / 64 }
        return Rect(x: cut(x), y: cut(y), width: cut(width), height: cut(height))
    }

    /// A smaller rect may cover no pixel.
    fileprivate var canBeSeen: Bool { width >= 0.5 && height >= 0.5 }

    /// The pixels of the part on the screen, relative to the screen; nil if there are none.
    fileprivate func snapped(to screen: Rect) -> Rect? {
        guard meets(screen) else { return nil }
        let left = (max(x, screen.x) - screen.x).rounded()
        let top = (max(y, screen.y) - screen.y).rounded()
        let right = (min(maxX, screen.maxX) - screen.x).rounded()
        let bottom = (min(maxY, screen.maxY) - screen.y).rounded()
        guard right > left, bottom > top else { return nil }
        return Rect(x: left, y: top, width: right - left, height: bottom - top)
    }

    /// The area that rects cover together. All vertical edges cut the plane into strips, and in each strip
    /// the heights are merged. This is quadratic, which is fine for the rects of one screen.
    static func areaOfUnion(_ rects: [Rect]) -> Double {
        let edges = Set(rects.flatMap { [$0.x, $0.maxX] }).sorted()
        let fromTop = rects.sorted { $0.y < $1.y }
        var area = 0.0
        for (left, right) in zip(edges, edges.dropFirst()) {
            var height = 0.0
            var bottom = -Double.infinity
            for rect in fromTop where rect.x <= left && rect.maxX >= right {
                height += max(0, rect.maxY - max(rect.y, bottom))
                bottom = max(bottom, rect.maxY)
            }
            area += (right - left) * height
        }
        return area
    }
}
