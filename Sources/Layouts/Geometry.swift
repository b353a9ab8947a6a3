/// Width and height in points.
public struct Size: Equatable, Sendable {
    /// From left to right, in points.
    public var width: Double
    /// From top to bottom, in points.
    public var height: Double

    /// Any numbers; layouts refuse a viewport that is too small or too large.
    public init(width: Double, height: Double) {
        self.width = width
        self.height = height
    }

    /// The same size after a quarter turn.
    public var turned: Size { Size(width: height, height: width) }
    /// Whether it is wider than high; a square is not.
    public var isLandscape: Bool { width > height }
}

/// A rectangle in points, the origin at the top left, y downwards.
public struct Rect: Equatable, Sendable {
    /// The left edge.
    public var x: Double
    /// The upper edge.
    public var y: Double
    /// From the left edge to the right one.
    public var width: Double
    /// From the upper edge to the lower one.
    public var height: Double

    /// The rectangle with this upper left corner.
    @inlinable
    public init(x: Double, y: Double, width: Double, height: Double) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    /// The right edge.
    @inlinable public var maxX: Double { x + width }
    /// The lower edge.
    @inlinable public var maxY: Double { y + height }
    /// The middle between the left edge and the right one.
    @inlinable public var midX: Double { x + width / 2 }

    /// Two rects meet if they share an area greater than zero. Touching edges do not meet, and a rect
    /// without area, of negative size or with a NaN meets nothing.
    @inlinable
    public func meets(_ other: Rect) -> Bool {
        min(maxX, other.maxX) - max(x, other.x) > 0 && min(maxY, other.maxY) - max(y, other.y) > 0
            && !hasNaN && !other.hasNaN
    }

    /// Needed because `min` and `max` return the other argument or the NaN, depending on the order.
    @inlinable var hasNaN: Bool { (x + width).isNaN || (y + height).isNaN }

    /// x and y, width and height exchanged.
    var transposed: Rect { Rect(x: y, y: x, width: height, height: width) }
}

/// Empty space along the four edges, in points.
public struct Insets: Equatable, Sendable {
    /// Below the upper edge.
    public var top: Double
    /// Beside the left edge.
    public var left: Double
    /// Above the lower edge.
    public var bottom: Double
    /// Beside the right edge.
    public var right: Double

    /// A space for each edge.
    public init(top: Double, left: Double, bottom: Double, right: Double) {
        self.top = top
        self.left = left
        self.bottom = bottom
        self.right = right
    }

    /// The same space at all four edges.
    public init(_ all: Double) { self.init(top: all, left: all, bottom: all, right: all) }

    /// Top and left, bottom and right exchanged.
    var transposed: Insets { Insets(top: left, left: top, bottom: right, right: bottom) }
}

/// A number as people write it: 375 and not 375.0.
func numberText(_ number: Double) -> String { Int(exactly: number).map(String.init) ?? String(number) }

/// How far apart two results of this magnitude may be by rounding alone.
func roundingTolerance(_ magnitude: Double) -> Double { max(1e-6, magnitude.magnitude * 1e-12) }

// Sizes and insets as they are written on a command line and in a configuration.

extension Size {
    /// Reads a size such as `160x90`.
    package init?(_ text: String) {
        let sides = text.split(separator: "x", omittingEmptySubsequences: false).map { Double($0) }
        guard sides.count == 2, let width = sides[0], let height = sides[1] else { return nil }
        self.init(width: width, height: height)
    }
}

extension Insets {
    /// Reads one number for all sides, or `top,left,bottom,right`.
    package init?(_ text: String) {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        let sides = parts.compactMap { Double($0) }
        guard sides.count == parts.count else { return nil }
        switch sides.count {
        case 1: self.init(sides[0])
        case 4: self.init(top: sides[0], left: sides[1], bottom: sides[2], right: sides[3])
        default: return nil
        }
    }
}
