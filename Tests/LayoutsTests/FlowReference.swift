import Layouts

/// A slow and obvious implementation of the flows, on the axes of a vertical one.
struct FlowReference {
    var parameters: FlowParameters
    var isWaterfall = false
    /// The parameters of sections by number or name; `*` is all others.
    var own: [String: FlowParameters] = [:]

    func layout() throws -> any Layout {
        isWaterfall ? try FlowWaterfall(parameters, sections: own) : try Flow(parameters, sections: own)
    }

    /// The flow of one section.
    private func flow(of section: Int, _ page: PicturePage) -> FlowReference {
        let key = page.sectionNames.isEmpty ? "\(section)" : page.sectionNames[section]
        return FlowReference(parameters: own[key] ?? own["*"] ?? parameters, isWaterfall: isWaterfall)
    }

    private var isHorizontal: Bool { parameters.direction == .horizontal }
    private var insets: (start: Double, end: Double, lead: Double, trail: Double) {
        let inset = parameters.inset
        return isHorizontal
            ? (inset.top, inset.bottom, inset.left, inset.right) : (inset.left, inset.right, inset.top, inset.bottom)
    }
    private var across: Double { isHorizontal ? parameters.viewport.height : parameters.viewport.width }

    /// Length on the line and depth along the scrolling direction.
    private func extent(_ width: Int32, _ height: Int32) -> (Double, Double) {
        let ratio = Double(height) / Double(width)
        switch parameters.item {
        case .fixed(let size): return isHorizontal ? (size.height, size.width) : (size.width, size.height)
        case .width(let width): return isHorizontal ? (ratio * width, width) : (width, ratio * width)
        case .columns(let count):
            let gaps = parameters.interitemSpacing * Double(count - 1)
            let side = ((across - insets.start - insets.end - gaps) / Double(count)).rounded(.down)
            let turned = Double(width) / Double(height)
            return (side, ((isHorizontal ? turned : ratio) * side).rounded(.up))
        }
    }

    func answer(_ page: PicturePage) -> Reference {
        var answer = Reference()
        var cursor = 0.0
        for (section, items) in page.itemsBySection.enumerated() {
            flow(of: section, page).add(section, items, page, &cursor, &answer)
        }
        answer.content =
            isHorizontal
            ? Size(width: cursor, height: across) : Size(width: across, height: cursor)
        return answer
    }

    private func add(
        _ section: Int, _ items: Range<Int>, _ page: PicturePage, _ cursor: inout Double, _ answer: inout Reference
    ) {
        let gap = parameters.interitemSpacing
        let extents = zip(page.widths, page.heights).map(extent)
        var lineCapacity: Int?
        supplement(.header, parameters.header, section, &cursor, &answer)
        cursor += insets.lead
        let sectionStart = answer.frames.count
        let linesTop = cursor
        var item = items.lowerBound
        while item < items.upperBound {
            // Rule 1.
            var left = across - insets.start - insets.end
            left -= extents[item].0
            var end = item + 1
            while end < items.upperBound, left >= extents[end].0 + gap {
                left -= extents[end].0 + gap
                end += 1
            }
            // Rules 2 and 3.
            var filled = end - item
            if end == items.upperBound {
                while filled < 65_535, left >= extents[end - 1].0 + gap {
                    left -= extents[end - 1].0 + gap
                    filled += 1
                }
            }
            if lineCapacity == nil { lineCapacity = filled }
            var start = insets.start + (filled == 1 && left > 0 ? left / 2 : 0)
            let space = filled == 1 ? gap : gap + left / Double(filled - 1)
            // Rule 4.
            let tallest = extents[item..<end].map(\.1).max()!
            for index in item..<end {
                let (length, depth) = extents[index]
                answer.frames.append(
                    turned(Rect(x: start, y: cursor + (tallest - depth) / 2, width: length, height: depth)))
                start += length + space
            }
            cursor += tallest
            item = end
            if item < items.upperBound { cursor += parameters.lineSpacing }
        }
        if isWaterfall { closeUp(&answer, from: sectionStart, top: linesTop, columns: lineCapacity ?? 1) }
        cursor += insets.trail
        supplement(.footer, parameters.footer, section, &cursor, &answer)
    }

    private func closeUp(_ answer: inout Reference, from start: Int, top: Double, columns: Int) {
        var frames = answer.frames[start...].map(turned)
        let smallest = frames.prefix(columns).map(\.y).min()
        for index in frames.indices {
            frames[index].y = index < columns ? smallest! : frames[index - columns].maxY + parameters.lineSpacing
        }
        answer.frames.replaceSubrange(start..., with: frames.map(turned))
    }

    private func supplement(
        _ kind: SupplementaryKind, _ depth: Double, _ section: Int, _ cursor: inout Double,
        _ answer: inout Reference
    ) {
        if depth > 0 {
            let frame = turned(Rect(x: 0, y: cursor, width: across, height: depth))
            answer.supplementary.append(SupplementaryFrame(kind: kind, section: section, frame: frame))
        }
        cursor += depth
    }

    private func turned(_ rect: Rect) -> Rect {
        isHorizontal ? Rect(x: rect.y, y: rect.x, width: rect.height, height: rect.width) : rect
    }
}
