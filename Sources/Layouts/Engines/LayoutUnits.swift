/// Lengths as Chromium's layout has them: 64ths of a device pixel in 32 bits, which end at 2^25 pixels.
struct LayoutUnits: Equatable, Sendable {
    /// Device pixels to a CSS pixel.
    let density: Double

    static let greatest = Double(Int32.max)

    /// A length of a style sheet, in units.
    @inline(__always)
    func units(_ length: Double) -> Double {
        let units = Float(length * density) * 64
        return units < Float(Int32.max) ? Double(Int32(units)) : Self.greatest
    }

    /// The height of a picture that is so many units wide.
    @inline(__always)
    static func height(_ width: Int64, _ pictureWidth: Int32, _ height: Int32) -> Double {
        let area = width * Int64(height)
        // A quotient of Doubles, truncated, is exact up to there, and takes a fraction of the time of integers.
        let units = area < 1 << 52 ? Int64(Double(area) / Double(pictureWidth)) : area / Int64(pictureWidth)
        return Double(min(units, Int64(Int32.max)))
    }

    @inline(__always)
    static func sum(_ one: Double, _ other: Double) -> Double { min(one + other, greatest) }

    @inline(__always)
    func points(_ units: Double) -> Double { units / (64 * density) }
}
