/// Why there is no such layout: the parameter that stands in the way, and a sentence about it.
public struct LayoutError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The parameter's name, as it is set by name.
    public let parameter: String
    /// A sentence without a full stop.
    public let message: String

    public init(_ parameter: String, _ message: String) {
        self.parameter = parameter
        self.message = message
    }

    public var description: String { "\(parameter): \(message)" }
}

/// What parameters may be. The bounds keep every sum of a billion pictures far below what a Double
/// can hold, so that no frame can become infinite.
enum Bounds {
    /// Points; a wall of a thousand screens.
    static let length = 1_000_000.0
    /// Less is no screen, and distances measured in screens would be endless.
    static let leastScreen = 1.0
    /// Columns, or items on one line.
    static let columns = 65_535

    /// A distance: zero or more.
    static func check(_ length: Double, _ parameter: String) throws(LayoutError) {
        try check(length, from: 0, parameter)
    }

    /// A side: more than zero.
    static func check(side: Double, _ parameter: String) throws(LayoutError) {
        guard side > 0, side <= length else {
            throw LayoutError(
                parameter, "it is \(figure(side)); it must be a number of points above 0, at most \(figure(length))")
        }
    }

    static func check(_ insets: Insets) throws(LayoutError) {
        for value in [insets.top, insets.left, insets.bottom, insets.right] { try check(value, "inset") }
    }

    static func check(viewport: Size) throws(LayoutError) {
        try check(viewport.width, from: leastScreen, "width")
        try check(viewport.height, from: leastScreen, "height")
    }

    private static func check(_ length: Double, from least: Double, _ parameter: String) throws(LayoutError) {
        guard length >= least, length <= self.length else {
            let range = "from \(figure(least)) to \(figure(self.length))"
            throw LayoutError(parameter, "it is \(figure(length)); it must be a number of points \(range)")
        }
    }

    static func check(columns: Int) throws(LayoutError) {
        guard (1...self.columns).contains(columns) else {
            throw LayoutError("columns", "there are \(columns); there must be 1 to \(self.columns)")
        }
    }
}
