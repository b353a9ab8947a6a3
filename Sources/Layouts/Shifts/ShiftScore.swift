/// How much the screen jumps if pictures have other sizes than were declared.
///
/// Pictures arrive one after another, in manifest order, and each takes its true size. A frame counts
/// if it is on screen before or after the arrival and its origin moves by 3 points or more. The score of
/// an arrival is the part of the screen that these frames cover, before and after together, times the
/// largest move as a part of the screen's longer side.
///
/// Only the pictures that can reach the screen are laid out. For m of them an arrival costs O(m); at
/// the top of a million pictures m is a few dozen.
public struct ShiftScore: Equatable, Sendable {
    public struct Arrival: Equatable, Sendable {
        public let item: Int
        public let score: Double
    }

    /// The arrivals with a score above 0, worst first, ties in manifest order.
    public let arrivals: [Arrival]
    public let sum: Double

    public var worst: Arrival? { arrivals.first }

    /// The least move that counts, in points.
    public static let leastMove = 3.0

    /// `empty` is the layout without pictures; its screen is scrolled to `offset`.
    public init(declared: PicturePage, true truth: PicturePage, in empty: any Layout, at offset: Double = 0) {
        precondition(declared.count == truth.count, "one true size for each declared one")
        var simulation = ArrivalSimulation(declared, empty, offset)
        var found: [Arrival] = []
        var item = 0
        while item < simulation.laidOutCount {
            let (width, height) = (truth.widths[item], truth.heights[item])
            if declared.widths[item] != width || declared.heights[item] != height {
                let score = simulation.arrive(item, width, height)
                if score > 0 { found.append(Arrival(item: item, score: score)) }
            }
            item += 1
        }
        sum = found.reduce(0) { $0 + $1.score }
        arrivals = found.sorted { ($1.score, $0.item) < ($0.score, $1.item) }
    }
}

/// The pictures that can reach the screen, laid out anew as sizes change.
private struct ArrivalSimulation {
    private var page: PicturePage
    private var layout: any Layout
    private let screen: Rect
    /// The end of the screen along the scrolling direction.
    private let screenEnd: Double

    /// How many pictures are laid out at once, until the rest cannot reach the screen.
    private static let chunkSize = 64

    init(_ declared: PicturePage, _ empty: any Layout, _ offset: Double) {
        page = declared
        layout = empty
        let size = empty.viewport
        let isHorizontal = empty.guarantees.scrollsHorizontally
        screen = Rect(
            x: isHorizontal ? offset : 0, y: isHorizontal ? 0 : offset, width: size.width, height: size.height)
        screenEnd = isHorizontal ? screen.maxX : screen.maxY
        extend(&layout, to: 0)
    }

    /// The items behind these cannot reach the screen.
    var laidOutCount: Int { layout.count }

    /// Lays out `count` items, and more while they can reach the screen.
    private func extend(_ layout: inout any Layout, to count: Int) {
        if layout.count < count { layout.append(page[layout.count..<count]) }
        while layout.count < page.count, layout.frontier < screenEnd {
            layout.append(page[layout.count..<min(page.count, layout.count + Self.chunkSize)])
        }
    }

    mutating func arrive(_ item: Int, _ width: Int32, _ height: Int32) -> Double {
        var next = layout
        next.truncate(to: item)
        page.replaceSize(of: item, width, height)
        extend(&next, to: layout.count)
        // Items that come on screen now need a frame in the old layout, too.
        var old = layout
        if next.count > old.count { old.append(page[old.count..<next.count]) }
        layout = next
        return score(old, next)
    }

    private func score(_ old: any Layout, _ new: any Layout) -> Double {
        var largest = 0.0
        var covered: [Rect] = []
        for item in inItemOrder(Array(Set(old.items(meeting: screen)).union(new.items(meeting: screen)))) {
            let (before, after) = (old.frame(of: item), new.frame(of: item))
            let move = max((after.x - before.x).magnitude, (after.y - before.y).magnitude)
            guard move >= ShiftScore.leastMove else { continue }
            largest = max(largest, move)
            covered += [before, after].compactMap { $0.clipped(to: screen) }
        }
        let share = Rect.areaOfUnion(covered) / (screen.width * screen.height)
        return share * (largest / max(screen.width, screen.height))
    }
}

extension Rect {
    /// The part inside another rect; nil if they do not meet.
    fileprivate func clipped(to other: Rect) -> Rect? {
        guard meets(other) else { return nil }
        let (left, top) = (max(x, other.x), max(y, other.y))
        return Rect(x: left, y: top, width: min(maxX, other.maxX) - left, height: min(maxY, other.maxY) - top)
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
            for rect in fromTop where rect.x <= left && rect.maxX >= right && rect.maxY > bottom {
                height += rect.maxY - max(rect.y, bottom)
                bottom = rect.maxY
            }
            area += (right - left) * height
        }
        return area
    }
}
