import CMaths

/// The frequencies of a ThumbHash, as the reference decoder in JavaScript reads them.
struct ThumbHashReading {
    private struct Channel {
        let mean: Double
        let across: Int
        let down: Int
        let rest: [Double]
    }

    private let light: Channel
    private let yellow: Channel
    private let red: Channel
    private let alpha: Channel?

    /// Nil if the bytes have another length than their first five demand.
    init?(_ bytes: [UInt8]) {
        guard bytes.count >= 5 else { return nil }
        let head = Int(bytes[0]) | Int(bytes[1]) << 8 | Int(bytes[2]) << 16
        let shape = Int(bytes[3]) | Int(bytes[4]) << 8
        let (hasAlpha, isWide) = (head >> 23 == 1, shape >> 15 == 1)
        let most = hasAlpha ? 5 : 7
        let (across, down) = (max(3, isWide ? most : shape & 7), max(3, isWide ? shape & 7 : most))
        let sides = [(across, down), (3, 3), (3, 3)] + (hasAlpha ? [(5, 5)] : [])
        let start = hasAlpha ? 6 : 5
        let digits = sides.reduce(0) { $0 + Self.frequencies($1.0, $1.1).count }
        guard bytes.count == start + (digits + 1) / 2 else { return nil }
        var next = 0
        func channel(_ number: Int, mean: Double, scale: Double) -> Channel {
            let (across, down) = sides[number]
            let rest = Self.frequencies(across, down).map { _ in
                defer { next += 1 }
                return (Double(bytes[start + next / 2] >> UInt8(4 * (next & 1)) & 15) / 7.5 - 1) * scale
            }
            return Channel(mean: mean, across: across, down: down, rest: rest)
        }
        light = channel(0, mean: Double(head & 63) / 63, scale: Double(head >> 18 & 31) / 31)
        yellow = channel(1, mean: Double(head >> 6 & 63) / 31.5 - 1, scale: Double(shape >> 3 & 63) / 63)
        red = channel(2, mean: Double(head >> 12 & 63) / 31.5 - 1, scale: Double(shape >> 9 & 63) / 63)
        alpha = hasAlpha ? channel(3, mean: Double(bytes[5] & 15) / 15, scale: Double(bytes[5] >> 4) / 15) : nil
    }

    /// Those below the diagonal, without the mean.
    private static func frequencies(_ across: Int, _ down: Int) -> [(column: Int, row: Int)] {
        (0..<down).flatMap { row in (0..<across).filter { $0 * down < across * (down - row) }.map { ($0, row) } }.filter { $0 + $1 > 0 }
    }

    /// The colour at a place between 0 and 1 in both directions, in front of white: red, green and blue between 0 and 1.
    func colour(_ x: Double, _ y: Double) -> SIMD3<Double> {
        let (l, p, q) = (value(of: light, x, y), value(of: yellow, x, y), value(of: red, x, y))
        let blue = l - p * 2 / 3
        let red = (3 * l - blue + q) / 2
        let opacity = alpha.map { min(1, max(0, value(of: $0, x, y))) } ?? 1
        let colour = SIMD3(red, red - q, blue).clamped(lowerBound: .zero, upperBound: .one)
        return colour * opacity + (1 - opacity)
    }

    private func value(of channel: Channel, _ x: Double, _ y: Double) -> Double {
        zip(Self.frequencies(channel.across, channel.down), channel.rest).reduce(channel.mean) { sum, factor in
            let (place, value) = factor
            return sum + 2 * value * CMaths_cos(Double.pi * Double(place.column) * x) * CMaths_cos(Double.pi * Double(place.row) * y)
        }
    }
}
