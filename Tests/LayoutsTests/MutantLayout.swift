import Layouts

/// lf-waterflow with a fault, which the checks must find. Each append lays everything out anew.
struct MutantLayout: Layout {
    enum Fault: CaseIterable {
        case none, columnOffByOne, gapForgotten, gapsAllForgotten, tiesToTheRight, appendReorders, contentTooShort,
            rectTouches, heightOfLast, undoForgetsBottoms, notANumber, oneColumnOnly, widthRounded
    }

    let fault: Fault
    /// Everything that the fault does not change comes from here.
    private var sound: LFWaterflow
    private var page = PicturePage.pictures(heights: [])
    private(set) var frames: [Rect] = []
    private var undone = 0.0

    init(_ fault: Fault, viewport: Size) throws {
        self.fault = fault
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

    func frame(of item: Int) -> Rect { frames[item] }

    func items(meeting rect: Rect) -> [Int] {
        frames.indices.filter { item in
            let touches = fault == .rectTouches && frames[item].maxY == rect.y && frames[item].x == rect.x
            return frames[item].meets(rect) || touches
        }
    }

    mutating func append(_ next: PicturePage) {
        page = sound.count == 0 ? next : page.joined(with: next)
        sound.append(next)
        place()
    }

    mutating func truncate(to mark: LayoutMark) {
        sound.truncate(to: mark)
        page = page[0..<mark.items]
        undone = 1
        place()
    }

    private mutating func place() {
        let share = (viewport.width - 40) / 3
        let width = fault == .widthRounded ? share.rounded(.down) : share
        var bottoms = [10.0, 10, 10]
        frames = (0..<page.count).map { item in
            let least = bottoms.min()!
            var column = fault == .tiesToTheRight ? bottoms.lastIndex(of: least)! : bottoms.firstIndex(of: least)!
            if fault == .appendReorders, page.count > 40, item < 2 { column = 1 - column }
            if fault == .oneColumnOnly { column = 0 }
            let picture = fault == .heightOfLast ? max(0, item - 1) : item
            let height = Double(page.heights[picture]) / Double(page.widths[picture]) * width
            let isForgotten = (fault == .gapForgotten && item == 9) || fault == .gapsAllForgotten
            var y = bottoms[column] + (isForgotten ? 0 : 10)
            if fault == .undoForgetsBottoms { y += undone }
            bottoms[column] = y + height
            if fault == .notANumber, item == 5 { y = .nan }
            if fault == .columnOffByOne, item == 7 { column = (column + 1) % 3 }
            return Rect(x: 10 + Double(column) * (width + 10), y: y, width: width, height: height)
        }
    }
}
