/// Width and height in points.
public struct Size: Equatable, Sendable {
    public var width: Double
    public var height: Double

    public init(width: Double, height: Double) {
        self.width = width
        self.height = height
    }

    /// The same size after a quarter turn.
    public var turned: Size { Size(width: height, height: width) }
    public var isLandscape: Bool { width > height }
}

/// A rectangle in points, the origin at the top left, y downwards.
public struct Rect: Equatable, Sendable {
    public var x: Double
    public var y: Double
    public var width: Double
    public var height: Double

    @inlinable
    public init(x: Double, y: Double, width: Double, height: Double) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    @inlinable public var maxX: Double { x + width }
    @inlinable public var maxY: Double { y + height }
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
    public var top: Double
    public var left: Double
    public var bottom: Double
    public var right: Double

    public init(top: Double, left: Double, bottom: Double, right: Double) {
        self.top = top
        self.left = left
        self.bottom = bottom
        self.right = right
    }

    public init(_ all: Double) { self.init(top: all, left: all, bottom: all, right: all) }

    /// Top and left, bottom and right exchanged.
    var transposed: Insets { Insets(top: left, left: top, bottom: right, right: bottom) }
}

/// A number as people write it: 375 and not 375.0.
func numberText(_ number: Double) -> String { Int(exactly: number).map(String.init) ?? String(number) }

/// How far apart two results of this magnitude may be by rounding alone.
func roundingTolerance(_ magnitude: Double) -> Double { max(1e-6, magnitude.magnitude * 1e-12) }
