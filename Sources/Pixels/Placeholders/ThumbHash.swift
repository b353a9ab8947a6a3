import CWeirMaths

/// ThumbHash: a picture's lowest frequencies of light, of two differences of color and of alpha, in some 25 bytes.
///
/// The sums have the order of the reference encoder in JavaScript, since in a picture of one color their rounding errors
/// are all that there is.
public func thumbHash(of picture: SmallPicture) -> [UInt8] {
    precondition(max(picture.size.width, picture.size.height) <= 100)
    let channels = ThumbHashChannels(picture)
    let (width, height) = (picture.size.width, picture.size.height)
    let most = channels.hasAlpha ? 5 : 7
    let across = max(1, rounded(Double(most * width) / Double(max(width, height))))
    let down = max(1, rounded(Double(most * height) / Double(max(width, height))))
    let cosines = ThumbHashCosines(width, height)
    let light = cosines.frequencies(of: channels.light, max(3, across), max(3, down))
    let yellow = cosines.frequencies(of: channels.yellow, 3, 3)
    let red = cosines.frequencies(of: channels.red, 3, 3)
    let alpha = channels.hasAlpha ? cosines.frequencies(of: channels.alpha, 5, 5) : nil
    let isWide = width > height
    let head =
        rounded(63 * light.mean) | rounded(31.5 + 31.5 * yellow.mean) << 6 | rounded(31.5 + 31.5 * red.mean) << 12
        | rounded(31 * light.scale) << 18 | (alpha != nil ? 1 << 23 : 0)
    let shape =
        (isWide ? down : across) | rounded(63 * yellow.scale) << 3 | rounded(63 * red.scale) << 9 | (isWide ? 1 << 15 : 0)
    var hash = [head, head >> 8, head >> 16, shape, shape >> 8].map { UInt8(truncatingIfNeeded: $0) }
    if let alpha { hash.append(UInt8(truncatingIfNeeded: rounded(15 * alpha.mean) | rounded(15 * alpha.scale) << 4)) }
    var isLow = true
    for value in light.rest + yellow.rest + red.rest + (alpha?.rest ?? []) {
        let digit = UInt8(truncatingIfNeeded: rounded(15 * value))
        if isLow { hash.append(digit) } else { hash[hash.count - 1] |= digit << 4 }
        isLow.toggle()
    }
    return hash
}

/// The nearest integer; the larger one of two, as `Math.round` of JavaScript has it.
private func rounded(_ value: Double) -> Int {
    let below = value.rounded(.down)
    return Int(value - below >= 0.5 ? below + 1 : below)
}

/// The values of each pixel that are hashed, between 0 and 1. Transparent pixels have the mean color.
private struct ThumbHashChannels {
    var light: [Double] = []
    var yellow: [Double] = []
    var red: [Double] = []
    var alpha: [Double] = []
    let hasAlpha: Bool

    init(_ picture: SmallPicture) {
        let pixels = picture.pixels
        let count = pixels.count / 4
        var (meanRed, meanGreen, meanBlue, sum) = (0.0, 0.0, 0.0, 0.0)
        for start in stride(from: 0, to: pixels.count, by: 4) {
            let opacity = Double(pixels[start + 3]) / 255
            meanRed += opacity / 255 * Double(pixels[start])
            meanGreen += opacity / 255 * Double(pixels[start + 1])
            meanBlue += opacity / 255 * Double(pixels[start + 2])
            sum += opacity
        }
        if sum > 0 { (meanRed, meanGreen, meanBlue) = (meanRed / sum, meanGreen / sum, meanBlue / sum) }
        hasAlpha = sum < Double(count)
        light.reserveCapacity(count)
        yellow.reserveCapacity(count)
        red.reserveCapacity(count)
        alpha.reserveCapacity(count)
        for start in stride(from: 0, to: pixels.count, by: 4) {
            let opacity = Double(pixels[start + 3]) / 255
            let r = meanRed * (1 - opacity) + opacity / 255 * Double(pixels[start])
            let g = meanGreen * (1 - opacity) + opacity / 255 * Double(pixels[start + 1])
            let b = meanBlue * (1 - opacity) + opacity / 255 * Double(pixels[start + 2])
            light.append((r + g + b) / 3)
            yellow.append((r + g) / 2 - b)
            red.append(r - g)
            alpha.append(opacity)
        }
    }
}

/// The frequencies of a channel: their mean, and the others between 0 and 1, scaled by the largest.
private struct ThumbHashFrequencies {
    let mean: Double
    let scale: Double
    let rest: [Double]
}

/// The cosines of each column and row, which are the same for all channels.
private struct ThumbHashCosines {
    private let width: Int
    private let height: Int
    /// For four frequencies, and for the next four: the cosines of the first column, then those of the second, and so on.
    private let columns: [[Double]]
    /// For each frequency, the cosines of the rows.
    private let rows: [[Double]]

    init(_ width: Int, _ height: Int) {
        (self.width, self.height) = (width, height)
        columns = [0..<4, 4..<8].map { frequencies in (0..<width).flatMap { x in frequencies.map { Self.cosine($0, x, of: width) } } }
        rows = (0..<8).map { frequency in (0..<height).map { Self.cosine(frequency, $0, of: height) } }
    }

    private static func cosine(_ frequency: Int, _ position: Int, of side: Int) -> Double {
        CMaths_cos(Double.pi / Double(side) * Double(frequency) * (Double(position) + 0.5))
    }

    /// The frequencies below the diagonal from `across` to `down`.
    func frequencies(of channel: [Double], _ across: Int, _ down: Int) -> ThumbHashFrequencies {
        var (mean, scale) = (0.0, 0.0)
        var rest: [Double] = []
        for frequency in 0..<down {
            var sums = SIMD4<Double>.zero
            for column in 0..<across where column * down < across * (down - frequency) {
                if column % 4 == 0 { sums = self.sums(of: channel, columns[column / 4], rows[frequency]) }
                let value = sums[column % 4] / Double(width * height)
                if column == 0 && frequency == 0 {
                    mean = value
                } else {
                    rest.append(value)
                    scale = max(scale, abs(value))
                }
            }
        }
        if scale > 0 { for index in rest.indices { rest[index] = 0.5 + 0.5 / scale * rest[index] } }
        return ThumbHashFrequencies(mean: mean, scale: scale, rest: rest)
    }

    /// The sums of four frequencies: what is added to one of them waits for what was added before, and the others do not.
    private func sums(of channel: [Double], _ columns: [Double], _ cosines: [Double]) -> SIMD4<Double> {
        var (first, second, third, fourth) = (0.0, 0.0, 0.0, 0.0)
        channel.withUnsafeBufferPointer { channel in
            columns.withUnsafeBufferPointer { columns in
                var pixel = 0
                for cosine in cosines {
                    var column = 0
                    while column < columns.count {
                        let value = channel[pixel]
                        first += value * columns[column] * cosine
                        second += value * columns[column + 1] * cosine
                        third += value * columns[column + 2] * cosine
                        fourth += value * columns[column + 3] * cosine
                        column += 4
                        pixel += 1
                    }
                }
            }
        }
        return SIMD4(first, second, third, fourth)
    }
}

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

    /// The color at a point between 0 and 1 in both directions, in front of white: red, green and blue between 0 and 1.
    func color(_ x: Double, _ y: Double) -> SIMD3<Double> {
        let (l, p, q) = (value(of: light, x, y), value(of: yellow, x, y), value(of: red, x, y))
        let blue = l - p * 2 / 3
        let red = (3 * l - blue + q) / 2
        let opacity = alpha.map { min(1, max(0, value(of: $0, x, y))) } ?? 1
        let color = SIMD3(red, red - q, blue).clamped(lowerBound: .zero, upperBound: .one)
        return color * opacity + (1 - opacity)
    }

    private func value(of channel: Channel, _ x: Double, _ y: Double) -> Double {
        zip(Self.frequencies(channel.across, channel.down), channel.rest).reduce(channel.mean) { sum, factor in
            let (frequency, value) = factor
            return sum + 2 * value * CMaths_cos(Double.pi * Double(frequency.column) * x)
                * CMaths_cos(Double.pi * Double(frequency.row) * y)
        }
    }
}
