/// The pictures that can reach the screen, laid out anew as sizes change.
struct ArrivalSimulation {
    private var page: PicturePage
    private let truth: PicturePage
    private var layout: any Layout
    private let screen: Rect
    /// The end of the screen along the scrolling direction.
    private let screenEnd: Double
    private var hasArrived: [Bool]
    private var firstWaiting = 0

    /// How many pictures are laid out at once, until the rest cannot reach the screen.
    private static let chunkSize = 64

    init(_ declared: PicturePage, _ truth: PicturePage, _ empty: any Layout, _ offset: Double) {
        page = declared
        self.truth = truth
        layout = empty
        screen = empty.screen(at: offset)
        screenEnd = empty.guarantees.scrollsHorizontally ? screen.maxX : screen.maxY
        hasArrived = Array(repeating: false, count: declared.count)
        extend(&layout)
    }

    /// Whether nothing on screen can move any more. The items behind those that are laid out cannot reach the screen.
    var isComplete: Bool { firstWaiting >= layout.count }

    /// Lays items out while they can reach the screen.
    private func extend(_ layout: inout any Layout) {
        while layout.count < page.count, layout.frontier < screenEnd {
            layout.append(page[layout.count..<min(page.count, layout.count + Self.chunkSize)])
        }
    }

    /// Nil if nothing moves.
    mutating func arrive(_ moment: ArrivalMoment) -> ShiftScore.Arrival? {
        let changes = moment.items.sorted().compactMap { take($0) }
        while firstWaiting < hasArrived.count, hasArrived[firstWaiting] { firstWaiting += 1 }
        let laidOut = layout.count
        let items = changes.lazy.map(\.item).prefix { $0 < laidOut }
        guard let first = items.first else { return nil }
        var old = layout
        layout.truncate(to: first)
        extend(&layout)
        // Items that come on screen now need a frame in the old layout, too, and those that leave it one in the new.
        var new = layout
        if new.count > old.count { old.append(previous(old.count..<new.count, changes)) }
        if new.count < old.count { new.append(page[new.count..<old.count]) }
        let score = ScreenMove(from: old, to: new, on: screen).score
        return score > 0 ? ShiftScore.Arrival(moment: moment, items: Array(items), score: score) : nil
    }

    private struct Change {
        let item: Int
        let width: Int32
        let height: Int32
    }

    /// The picture's previous size; nil if it is the true one.
    private mutating func take(_ item: Int) -> Change? {
        hasArrived[item] = true
        let previous = Change(item: item, width: page.widths[item], height: page.heights[item])
        let (width, height) = (truth.widths[item], truth.heights[item])
        guard previous.width != width || previous.height != height else { return nil }
        page.replaceSize(of: item, width, height)
        return previous
    }

    /// A part of the page as it was before the changes.
    private func previous(_ range: Range<Int>, _ changes: [Change]) -> PicturePage {
        var part = page[range]
        for change in changes where range.contains(change.item) {
            part.replaceSize(of: change.item - range.lowerBound, change.width, change.height)
        }
        return part
    }
}

extension Layout {
    /// The part of the content that is on screen.
    func screen(at offset: Double) -> Rect {
        let isHorizontal = guarantees.scrollsHorizontally
        return Rect(
            x: isHorizontal ? offset : 0, y: isHorizontal ? 0 : offset, width: viewport.width, height: viewport.height)
    }
}
