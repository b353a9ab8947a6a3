import Layouts
import TestSupport

import class WeirSystem.Locked

/// lf-waterflow with a fault. Each append lays everything out anew.
struct BrokenLayout: Layout {
    enum Fault: CaseIterable {
        case none, pictureForgotten, notANumber, negativeSide, beyondTheInset, widthRoundedDown, widthRoundedUp,
            columnOffByOne, gapForgotten, gapsAllForgotten, gapDoubled, noGapOnTop, tiesToTheRight, secondShortest, heightOfNeighbour,
            heightRounded, oneColumnOnly, contentTooShort, queryMisses, queryTouches, queryUnordered, framesDrift,
            appendReorders, appendLevels, undoForgetsBottoms, rotationDrifts
    }

    /// State that a faulty layout keeps from one layout to the next.
    final class Memory: Sendable {
        let queries = Locked(0)
        let wasTurned = Locked(false)
    }

    let fault: Fault
    private let memory: Memory
    /// Answers everything that the fault does not change.
    private var sound: LFWaterflow
    private var pages: [PicturePage] = []
    private var frames: [Rect] = []

    init(_ fault: Fault, viewport: Size, memory: Memory) throws(LayoutError) {
        self.fault = fault
        self.memory = memory
        if viewport.isLandscape { memory.wasTurned.change { $0 = true } }
        sound = try LFWaterflow(viewport: viewport, columns: 3, arithmetic: .double)
    }

    var viewport: Size { sound.viewport }
    var sections: SectionTable { sound.sections }
    var guarantees: LayoutGuarantees { sound.guarantees }
    var frontier: Double { sound.frontier }
    var contentSize: Size {
        let size = sound.contentSize
        return fault == .contentTooShort ? Size(width: size.width, height: size.height * 0.9) : size
    }

    func frame(of item: Int) -> Rect {
        var frame = frames[item]
        if fault == .framesDrift { frame.y += Double(memory.queries.value) }
        return frame
    }

    func items(meeting rect: Rect) -> [Int] {
        memory.queries.change { $0 += 1 }
        let answer = frames.indices.filter { item in
            let touches = fault == .queryTouches && frames[item].maxY == rect.y && frames[item].x == rect.x
            return frames[item].meets(rect) || touches
        }
        if fault == .queryUnordered { return answer.reversed() }
        return fault == .queryMisses && answer.count > 3 ? answer.dropLast() : answer
    }

    mutating func append(_ page: PicturePage) {
        pages.append(page)
        sound.append(fault == .pictureForgotten && page.count > 0 ? page[0..<page.count - 1] : page)
        place()
    }

    mutating func truncate(to mark: LayoutMark) {
        sound.truncate(to: mark)
        if fault == .undoForgetsBottoms { for item in frames.indices { frames[item].y += 1 } }
    }

    private mutating func place() {
        let inset = fault == .rotationDrifts && memory.wasTurned.value && !viewport.isLandscape ? 11.0 : 10
        let share = (viewport.width - 20 - 2 * inset) / 3
        let width =
            switch fault {
            case .widthRoundedDown: share.rounded(.down)
            case .widthRoundedUp: share.rounded(.up)
            default: share
            }
        let sizes = pages.flatMap { zip($0.widths, $0.heights) }
        let starts = pages.indices.map { pages[..<$0].reduce(0) { $0 + $1.count } }
        var bottoms = [10.0, 10, 10]
        frames = (0..<sizes.count).map { item in
            if fault == .appendLevels, starts.contains(item) { bottoms = Array(repeating: bottoms.max()!, count: 3) }
            let sorted = bottoms.sorted()
            let least = fault == .secondShortest && item == 20 ? sorted[1] : sorted[0]
            var column = fault == .tiesToTheRight ? bottoms.lastIndex(of: least)! : bottoms.firstIndex(of: least)!
            if fault == .appendReorders, sizes.count > 40, item < 2 { column = 1 - column }
            if fault == .oneColumnOnly { column = 0 }
            let picture = sizes[fault == .heightOfNeighbour ? max(0, item - 1) : item]
            var height = Double(picture.1) / Double(picture.0) * width
            if fault == .heightRounded { height = (height / 8).rounded() * 8 }
            let gap =
                switch fault {
                case .gapForgotten where item == 9: 0.0
                case .gapsAllForgotten: 0.0
                case .gapDoubled where item == 9: 20.0
                case .noGapOnTop where item < 3: 0.0
                default: 10.0
                }
            var y = bottoms[column] + gap
            bottoms[column] = y + height
            if fault == .notANumber, item == 5 { y = .nan }
            if fault == .columnOffByOne, item == 7 { column = (column + 1) % 3 }
            var x = inset + Double(column) * (width + 10)
            if fault == .beyondTheInset, item == 6 { x += 300 }
            if fault == .negativeSide, item == 6 { height = -height }
            return Rect(x: x, y: y, width: width, height: height)
        }
    }
}

/// A sound layout of any kind, with some frames moved.
struct NudgedLayout: Layout {
    var sound: any Layout
    let items: PartialRangeFrom<Int>
    let x: Double
    let y: Double

    var viewport: Size { sound.viewport }
    var sections: SectionTable { sound.sections }
    var guarantees: LayoutGuarantees { sound.guarantees }
    var frontier: Double { sound.frontier }
    var contentSize: Size { sound.contentSize }

    func frame(of item: Int) -> Rect {
        var frame = sound.frame(of: item)
        guard items.contains(item) else { return frame }
        frame.x += x
        frame.y += y
        return frame
    }

    func items(meeting rect: Rect) -> [Int] { (0..<count).filter { frame(of: $0).meets(rect) } }
    mutating func append(_ page: PicturePage) { sound.append(page) }
    mutating func truncate(to mark: LayoutMark) { sound.truncate(to: mark) }
}
