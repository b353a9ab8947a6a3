/// The allowed ranges of parameters. The limits keep the sums of a billion pictures far below what a
/// Double can hold, so that no frame becomes infinite.
enum ParameterLimits {
    /// In points: about a thousand screens.
    static let maxLength = 1_000_000.0
    /// Distances measured in screens would be endless on a smaller one.
    static let minScreenSide = 1.0
    /// Columns, or items on one line.
    static let maxColumns = 65_535

    /// A distance may be zero.
    static func check(_ length: Double, _ parameter: String) throws(LayoutError) {
        try check(length, from: 0, parameter)
    }

    /// Device pixels to a point: twice what any browser's zoom and any screen together come to.
    static let maxDensity = 64.0

    static func check(density: Double) throws(LayoutError) {
        guard density > 0, density <= maxDensity else {
            throw LayoutError("density", "it is \(numberText(density)); it must be above 0, at most \(numberText(maxDensity))")
        }
    }

    /// The checks that the column layouts of Android, Flutter and the web have in common.
    static func check(viewport: Size, columns: Int, extraHeight: Double, density: Double) throws(LayoutError) {
        try check(viewport: viewport)
        try check(columns: columns)
        try check(extraHeight, "extra-height")
        try check(density: density)
    }

    /// A side must be greater than zero.
    static func check(side: Double, _ parameter: String) throws(LayoutError) {
        guard side > 0, side <= maxLength else {
            let range = "above 0, at most \(numberText(maxLength))"
            throw LayoutError(parameter, "it is \(numberText(side)); it must be a number of points \(range)")
        }
    }

    static func check(_ insets: Insets, _ parameter: String = "inset") throws(LayoutError) {
        for value in [insets.top, insets.left, insets.bottom, insets.right] { try check(value, parameter) }
    }

    static func check(viewport: Size) throws(LayoutError) {
        try check(screenSide: viewport.width, "width")
        try check(screenSide: viewport.height, "height")
    }

    /// A side of the screen, or of a view on it.
    static func check(screenSide: Double, _ parameter: String) throws(LayoutError) {
        try check(screenSide, from: minScreenSide, parameter)
    }

    private static func check(_ length: Double, from least: Double, _ parameter: String) throws(LayoutError) {
        guard length >= least, length <= maxLength else {
            let range = "from \(numberText(least)) to \(numberText(maxLength))"
            throw LayoutError(parameter, "it is \(numberText(length)); it must be a number of points \(range)")
        }
    }

    /// A number that need not be given.
    static func check(count: Int?, _ parameter: String) throws(LayoutError) {
        if let count, count < 1 { throw LayoutError(parameter, "it is \(count); it must be at least 1") }
    }

    static func check(columns: Int) throws(LayoutError) {
        guard (1...maxColumns).contains(columns) else {
            throw LayoutError("columns", "there are \(columns); there must be 1 to \(maxColumns)")
        }
    }
}
