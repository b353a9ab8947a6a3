/// Flickr's justified-layout: rows from edge to edge, of pictures of one height. It computes in Doubles.
///
/// - A row takes pictures until the sum of their ratios w / h is within the tolerance of what fits a row of `rowHeight`.
/// - A picture that makes a row too low stays in it if that is nearer to `rowHeight` than the row without it; else it begins
///   the next row.
/// - A row is as high as its pictures need to fill it, but from half to twice `rowHeight`; at the limits pictures are cropped.
/// - The pictures that are left over have the height of the row before and are not justified, unless `widowStyle` is.
public struct Justified: Layout {
    /// The screen, whose width the rows share.
    public let viewport: Size
    private let parameters: JustifiedParameters
    /// As the pages have them; they change nothing.
    public private(set) var sections = SectionTable()
    /// One for each picture.
    private var ratios: [Double] = []
    private var lefts: [Double] = []
    private var widths: [Double] = []
    /// The rows, those left over too.
    private var rows: [JustifiedRow] = []
    /// How many of the rows are complete: no append changes them.
    private var completeRows = 0

    /// Refuses parameters that leave no room for a row.
    public init(viewport: Size, _ parameters: JustifiedParameters = JustifiedParameters()) throws(LayoutError) {
        try parameters.check(in: viewport)
        self.viewport = viewport
        self.parameters = parameters
    }

    /// As wide as the screen. Pictures that are left over may reach beyond it.
    public var contentSize: Size {
        let end = rows.last.map(end) ?? parameters.inset.top
        // Without pictures the script may come to less than nothing.
        return Size(width: viewport.width, height: max(0, end - parameters.rowSpacing + parameters.inset.bottom))
    }

    /// The height is one for the row. Rows that are left over may be wider than the screen, and cropped ones have other shapes.
    public var guarantees: LayoutGuarantees {
        var guarantees = LayoutGuarantees()
        guarantees.sideFromPicture = nil
        // Pictures that are not shown stand at the end of the content.
        let showsAll = parameters.showsWidows && parameters.maxRows == nil
        guarantees.gap = showsAll ? parameters.rowSpacing : 0
        guarantees.formsLines = true
        guarantees.keepsEarlierFrames = false
        return guarantees
    }

    /// The top of the row that an append may still change. If the pictures that are left over are not shown, an append may
    /// still show them.
    public var frontier: Double {
        if completeRows < rows.count { return rows[completeRows].top }
        return parameters.showsWidows ? nextTop : rows.last?.top ?? -.infinity
    }

    private var nextTop: Double { completeRows > 0 ? end(rows[completeRows - 1]) : parameters.inset.top }

    /// Where the next row begins. The script adds in this order.
    private func end(_ row: JustifiedRow) -> Double { row.top + (row.height + parameters.rowSpacing) }

    /// Pictures that are not shown have a frame without a size, at the end of the content.
    public func frame(of item: Int) -> Rect {
        let row = partitionPoint(0..<rows.count) { rows[$0].items.upperBound <= item }
        guard row < rows.count else { return Rect(x: parameters.inset.left, y: contentSize.height, width: 0, height: 0) }
        return Rect(x: lefts[item], y: rows[row].top, width: widths[item], height: rows[row].height)
    }

    /// Found by a binary search among the rows.
    public func items(meeting rect: Rect) -> [Int] {
        var row = partitionPoint(0..<rows.count) { rows[$0].top + rows[$0].height <= rect.y }
        var answer: [Int] = []
        while row < rows.count, rows[row].top < rect.maxY {
            for item in rows[row].items {
                let frame = Rect(x: lefts[item], y: rows[row].top, width: widths[item], height: rows[row].height)
                if frame.meets(rect) { answer.append(item) }
            }
            row += 1
        }
        return answer
    }

    /// Lays out the pictures behind the complete rows anew.
    public mutating func append(_ page: PicturePage) {
        _ = sections.append(page)
        lefts.grow(by: page.count)
        widths.grow(by: page.count)
        let base = ratios.count
        ratios.grow(by: page.count)
        ratios.withUnsafeMutableBufferPointer { ratios in
            for item in 0..<page.count { ratios[base + item] = Double(page.widths[item]) / Double(page.heights[item]) }
        }
        layOut()
    }

    /// A row depends on the picture behind it, so the last one that is left may be complete no more.
    public mutating func truncate(to mark: LayoutMark) {
        sections.truncate(to: mark)
        ratios.removeSubrange(mark.items...)
        lefts.removeSubrange(mark.items...)
        widths.removeSubrange(mark.items...)
        while completeRows > 0, rows[completeRows - 1].items.upperBound >= mark.items { completeRows -= 1 }
        layOut()
    }

    private mutating func layOut() {
        rows.removeSubrange(completeRows...)
        var filler = RowFiller(parameters, width: viewport.width, top: nextTop, from: rows.last?.items.upperBound ?? 0)
        let limit = parameters.maxRows ?? .max
        // Taken out of `rows`, so that they are not copied.
        var filled: [JustifiedRow] = []
        swap(&filled, &rows)
        if filled.isEmpty { filled.reserveCapacity(ratios.count / 2) }
        var complete = 0
        lefts.withUnsafeMutableBufferPointer { lefts in
            widths.withUnsafeMutableBufferPointer { widths in
                ratios.withUnsafeBufferPointer { ratios in
                    let pictures = RowFiller.Pictures(ratios: ratios, lefts: lefts, widths: widths)
                    while filled.count < limit, let row = filler.nextRow(of: pictures, number: filled.count) { filled.append(row) }
                    complete = filled.count
                    guard filled.count < limit else { return }
                    if let row = filler.leftOver(of: pictures, behind: filled.last, number: filled.count) { filled.append(row) }
                }
            }
        }
        (rows, completeRows) = (filled, complete)
    }
}

/// Lengths are CSS pixels.
public struct JustifiedParameters: Equatable, Sendable {
    /// The space around the rows (`containerPadding`).
    public var inset = Insets(10)
    /// The gap between the pictures of a row (`boxSpacing.horizontal`).
    public var columnSpacing = 10.0
    /// The gap between rows (`boxSpacing.vertical`).
    public var rowSpacing = 10.0
    /// The height that rows aim at (`targetRowHeight`).
    public var rowHeight = 320.0
    /// The part of `rowHeight` that a row may be higher or lower (`targetRowHeightTolerance`).
    public var tolerance = 0.25
    /// The pictures behind so many rows are not shown (`maxNumRows`).
    public var maxRows: Int?
    /// Each row of this number may be one wide picture alone (`fullWidthBreakoutRowCadence`).
    public var breakoutCadence: Int?
    /// Whether the pictures that fill no row are shown (`showWidows`).
    public var showsWidows = true
    /// Where the pictures that fill no row stand.
    public var widowStyle = WidowStyle.left

    /// How the pictures that fill no row are placed (`widowLayoutStyle`).
    public enum WidowStyle: String, CaseIterable, Sendable { case left, center, justify }

    /// The defaults of the script, for any width.
    public init() {}

    func check(in viewport: Size) throws(LayoutError) {
        try ParameterLimits.check(viewport: viewport)
        try ParameterLimits.check(inset)
        try ParameterLimits.check(columnSpacing, "column-spacing")
        try ParameterLimits.check(rowSpacing, "row-spacing")
        try ParameterLimits.check(side: rowHeight, "row-height")
        guard (0..<1).contains(tolerance) else {
            throw LayoutError("tolerance", "it is \(numberText(tolerance)); it must be from 0 on and less than 1")
        }
        try ParameterLimits.check(count: maxRows, "max-rows")
        try ParameterLimits.check(count: breakoutCadence, "breakout-cadence")
        guard viewport.width - inset.left - inset.right > 0 else {
            throw LayoutError("inset", "the insets leave nothing of a width of \(numberText(viewport.width))")
        }
    }
}

extension Justified {
    static let kind = LayoutKind(
        name: "justified", about: "Flickr's justified-layout: rows from edge to edge, of pictures of one height",
        parameters: [
            LayoutParameter("row-height", .length, default: .length(320), "the height that rows aim at"),
            LayoutParameter("tolerance", .length, default: .length(0.25), "the part of it that a row may be higher or lower"),
            LayoutParameter("column-spacing", .length, default: .length(10), "the gap between the pictures of a row"),
            LayoutParameter("row-spacing", .length, default: .length(10), "the gap between rows"),
            LayoutParameter("inset", .insets, default: .insets(Insets(10)), "the space around the rows"),
            LayoutParameter("max-rows", .count, defaultText: "none", "how many rows are shown"),
            LayoutParameter(
                "breakout-cadence", .count, defaultText: "none", "each row of this number may be one wide picture alone"),
            LayoutParameter("show-widows", .truth, default: .truth(true), "show the pictures that fill no row"),
            LayoutParameter(
                "widow-style", .choice(JustifiedParameters.WidowStyle.allCases.map(\.rawValue)), default: .choice("left"),
                "where those stand"),
        ],
        platform: .web
    ) { (space, parameters) throws(LayoutError) in
        var justified = JustifiedParameters()
        justified.rowHeight = parameters.length("row-height")
        justified.tolerance = parameters.length("tolerance")
        justified.columnSpacing = parameters.length("column-spacing")
        justified.rowSpacing = parameters.length("row-spacing")
        justified.inset = parameters.inset
        justified.maxRows = parameters.count("max-rows")
        justified.breakoutCadence = parameters.count("breakout-cadence")
        justified.showsWidows = parameters.text("show-widows") == "true"
        justified.widowStyle = parameters.text("widow-style").flatMap(JustifiedParameters.WidowStyle.init) ?? .left
        return try Justified(viewport: space.viewport, justified)
    }
}
