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

/// A slow and obvious implementation of the column layouts.
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

    func layout() throws -> any Layout {
        switch kind {
        case .lfWaterflow:
            try LFWaterflow(
                viewport: viewport, columns: columns, columnSpacing: columnSpacing, rowSpacing: rowSpacing, inset: inset,
                extraHeight: extraHeight)
        case .waterflow:
            try Waterflow(
                viewport: viewport, columns: columns, columnSpacing: columnSpacing, rowSpacing: rowSpacing, inset: inset,
                extraHeight: extraHeight)
        case .mkMasonry:
            try MKMasonry(viewport: viewport, columns: columns, spacing: rowSpacing, extraHeight: extraHeight)
        }
    }

    func answer(_ page: PicturePage) -> Reference {
        kind == .mkMasonry ? masonry(page) : waterflow(page)
    }

    private func waterflow(_ page: PicturePage) -> Reference {
        var answer = Reference()
        let width = (viewport.width - inset.left - inset.right - columnSpacing * Double(columns - 1)) / Double(columns)
        var bottoms = Array(repeating: inset.top, count: columns)
        var holds = Array(repeating: false, count: columns)
        for item in 0..<page.count {
            let column = bottoms.firstIndex(of: bottoms.min()!)!
            let height = Double(page.heights[item]) / Double(page.widths[item]) * width + extraHeight
            let hasGap = kind == .lfWaterflow || holds[column]
            let y = bottoms[column] + (hasGap ? rowSpacing : 0)
            let x = inset.left + Double(column) * (width + columnSpacing)
            answer.frames.append(Rect(x: x, y: y, width: width, height: height))
            bottoms[column] = y + height
            holds[column] = true
        }
        let top = page.count > 0 ? bottoms.max()! : (kind == .lfWaterflow ? inset.top : 0)
        answer.content = Size(width: viewport.width, height: top + inset.bottom)
        return answer
    }

    private func masonry(_ page: PicturePage) -> Reference {
        var answer = Reference()
        let width = (viewport.width - rowSpacing * Double(columns + 1)) / Double(columns)
        var bottoms = Array(repeating: 0.0, count: columns)
        for section in page.itemsBySection {
            for (place, item) in section.enumerated() {
                let column = place < columns ? place : bottoms.firstIndex(of: bottoms.min()!)!
                let height = Double(page.heights[item]) / Double(page.widths[item]) * width + extraHeight
                let x = rowSpacing + Double(column) * (width + rowSpacing)
                answer.frames.append(Rect(x: x, y: bottoms[column], width: width, height: height))
                bottoms[column] = bottoms[column] + height + rowSpacing
            }
        }
        answer.content = Size(width: viewport.width, height: bottoms.max()!)
        return answer
    }
}
