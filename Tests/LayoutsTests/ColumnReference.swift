import Layouts

/// The results of the slow and obvious implementations, which follow the specification sentence by sentence.
struct Reference: Equatable {
    var frames: [Rect] = []
    var content = Size(width: 0, height: 0)
    var supplementary: [SupplementaryFrame] = []
}

extension PicturePage {
    /// The items of each section, as an app would hold them.
    var itemsBySection: [Range<Int>] {
        var start = 0
        return sectionLengths.map { length in
            defer { start += length }
            return start..<start + length
        }
    }
}

/// A slow and obvious implementation of the column layouts. It keeps the bottoms as the published code does, in a
/// dictionary, and reads them as that does; of equal ones it takes the leftmost.
struct ColumnReference {
    enum Kind: CaseIterable { case lfWaterflow, waterflow, mkMasonry }

    var kind: Kind
    var viewport = Size(width: 375, height: 667)
    var columns = 3
    var columnSpacing = 10.0
    /// For `mk-masonry`, the one spacing.
    var rowSpacing = 10.0
    var inset = Insets(10)
    var extraHeight = 0.0
    /// `waterflow` has none.
    var arithmetic = ColumnArithmetic.float

    func layout() throws -> any Layout {
        switch kind {
        case .lfWaterflow:
            try LFWaterflow(
                viewport: viewport, columns: columns, columnSpacing: columnSpacing, rowSpacing: rowSpacing, inset: inset,
                extraHeight: extraHeight, arithmetic: arithmetic)
        case .waterflow:
            try Waterflow(
                viewport: viewport, columns: columns, columnSpacing: columnSpacing, rowSpacing: rowSpacing, inset: inset,
                extraHeight: extraHeight)
        case .mkMasonry:
            try MKMasonry(
                viewport: viewport, columns: columns, spacing: rowSpacing, extraHeight: extraHeight, arithmetic: arithmetic)
        }
    }

    func answer(_ page: PicturePage) -> Reference {
        switch kind {
        case .lfWaterflow: published(page)
        case .waterflow: waterflow(page)
        case .mkMasonry: masonry(page)
        }
    }

    /// F(x), written as the two conversions that it is.
    private func read(_ bottom: Double) -> Double {
        guard arithmetic == .float else { return bottom }
        let float: Float = .init(bottom)
        return .init(float)
    }

    private func height(_ item: Int, of page: PicturePage, _ width: Double) -> Double {
        let strip = page.extraHeights.isEmpty ? extraHeight : extraHeight + page.extraHeights[item]
        return Double(page.heights[item]) / Double(page.widths[item]) * width + strip
    }

    private func published(_ page: PicturePage) -> Reference {
        var answer = Reference()
        let width = (viewport.width - inset.left - inset.right - columnSpacing * Double(columns - 1)) / Double(columns)
        var cellInfo: [Int: Double] = [:]
        for column in 0..<columns { cellInfo[column] = inset.top }
        for item in 0..<page.count {
            var column = 0
            for other in 1..<max(1, columns) where read(cellInfo[other]!) < read(cellInfo[column]!) { column = other }
            let height = height(item, of: page, width)
            let y = rowSpacing + read(cellInfo[column]!)
            answer.frames.append(Rect(x: inset.left + Double(column) * (width + columnSpacing), y: y, width: width, height: height))
            cellInfo[column] = y + height
        }
        let end = page.count > 0 ? cellInfo.values.map(read).max()! : inset.top
        answer.content = Size(width: viewport.width, height: end + inset.bottom)
        return answer
    }

    private func waterflow(_ page: PicturePage) -> Reference {
        var answer = Reference()
        let width = (viewport.width - inset.left - inset.right - columnSpacing * Double(columns - 1)) / Double(columns)
        var bottoms = Array(repeating: inset.top, count: columns)
        var holds = Array(repeating: false, count: columns)
        for item in 0..<page.count {
            let column = bottoms.firstIndex(of: bottoms.min()!)!
            let height = height(item, of: page, width)
            let y = bottoms[column] + (holds[column] ? rowSpacing : 0)
            answer.frames.append(Rect(x: inset.left + Double(column) * (width + columnSpacing), y: y, width: width, height: height))
            bottoms[column] = y + height
            holds[column] = true
        }
        answer.content = Size(width: viewport.width, height: (page.count > 0 ? bottoms.max()! : 0) + inset.bottom)
        return answer
    }

    private func masonry(_ page: PicturePage) -> Reference {
        var answer = Reference()
        let width = (viewport.width - rowSpacing * Double(columns + 1)) / Double(columns)
        var bottoms = Array(repeating: 0.0, count: columns)
        var counter = 0
        for section in page.itemsBySection {
            for (index, item) in section.enumerated() {
                var column = 0
                if index < columns {
                    column = counter % columns
                    counter += 1
                } else {
                    for other in 1..<max(1, columns) where read(bottoms[other]) < read(bottoms[column]) { column = other }
                }
                let height = height(item, of: page, width)
                let x = rowSpacing + Double(column) * (width + rowSpacing)
                answer.frames.append(Rect(x: x, y: bottoms[column], width: width, height: height))
                bottoms[column] = bottoms[column] + height + rowSpacing
            }
        }
        answer.content = Size(width: viewport.width, height: bottoms.max()!)
        return answer
    }

    /// The items that a walk in another order would put elsewhere, found by looking at every column.
    func ties(_ page: PicturePage) -> ColumnTies? {
        guard kind != .waterflow else { return nil }
        let frames = answer(page).frames
        var bottoms = Array(repeating: kind == .lfWaterflow ? inset.top : 0, count: columns)
        var filled: Set<Int> = []
        var (belowOthers, betweenEmptyColumns): ([Int], Int) = ([], 0)
        for section in page.itemsBySection {
            for (index, item) in section.enumerated() {
                let least = bottoms.map(read).min()!
                let shortest = bottoms.indices.filter { read(bottoms[$0]) == least }
                let isOpen = kind == .lfWaterflow ? !shortest.contains(0) : index >= columns
                let left = kind == .lfWaterflow ? inset.left : rowSpacing
                let pitch = frames[item].width + (kind == .lfWaterflow ? columnSpacing : rowSpacing)
                let column = Int(((frames[item].x - left) / pitch).rounded())
                let isFirst = filled.insert(column).inserted
                if shortest.count > 1, isOpen, isFirst { betweenEmptyColumns += 1 }
                if shortest.count > 1, isOpen, !isFirst { belowOthers.append(item) }
                bottoms[column] = frames[item].maxY + (kind == .lfWaterflow ? 0 : rowSpacing)
            }
        }
        return ColumnTies(count: belowOthers.count, first: belowOthers.first, betweenEmptyColumns: betweenEmptyColumns)
    }
}
