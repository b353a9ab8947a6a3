import ImageHeaders

/// Scales a picture down: each pixel becomes the mean of the area that it covers. Pixels may come in any order, and each
/// is added once, so no more than the small picture is in memory.
struct BoxAverage {
    /// The meaning of the four bytes of a pixel.
    enum Meaning {
        /// Four values of their own.
        case separate
        /// Red, green, blue and alpha. The mean of colors is weighted by alpha. A pixel that never comes is transparent.
        case transparent
        /// The same, but the colors have been multiplied by alpha already.
        case premultiplied
    }

    let source: PixelSize
    let target: PixelSize
    private let meaning: Meaning
    private var sums: [SIMD4<UInt64>]
    /// The sums of a row for each column of the target.
    private var line: [SIMD4<UInt64>]

    /// Products of these and two bytes must fit in 64 bits.
    private static let mostPixels = 1 << 46

    /// Nil if the source is smaller than the target, or too large for sums.
    init?(from source: PixelSize, to target: PixelSize, _ meaning: Meaning) {
        let (pixels, overflow) = source.width.multipliedReportingOverflow(by: source.height)
        guard !overflow, pixels <= Self.mostPixels, target.width >= 1, target.height >= 1, source.width >= target.width,
            source.height >= target.height
        else { return nil }
        self.source = source
        self.target = target
        self.meaning = meaning
        sums = Array(repeating: .zero, count: target.width * target.height)
        line = Array(repeating: .zero, count: target.width)
    }

    /// Adds a row of pixels that stand in the columns `first`, `first + step` and so on. Pixels that are not in the picture
    /// are left out.
    mutating func add(_ pixels: UnsafeBufferPointer<UInt8>, row: Int, first: Int = 0, step: Int = 1) {
        guard (0..<source.height).contains(row), (0..<source.width).contains(first), step >= 1 else { return }
        let count = min(pixels.count / 4, (source.width - 1 - first) / step + 1)
        for column in line.indices { line[column] = .zero }
        if step == 1, first == 0, count == source.width {
            addWholeLine(pixels)
        } else {
            for index in 0..<count {
                let share = Share(of: first + index * step, source.width, target.width)
                let pixel = SIMD4<UInt64>(truncatingIfNeeded: value(pixels, index))
                line[share.index] &+= pixel &* share.weight
                if share.rest > 0 { line[share.index + 1] &+= pixel &* share.rest }
            }
        }
        addLine(to: Share(of: row, source.height, target.height))
    }

    /// The sums of most pixels need no product, since they are wholly in one column of the target.
    private mutating func addWholeLine(_ pixels: UnsafeBufferPointer<UInt8>) {
        let (width, columns) = (source.width, target.width)
        var start = 0
        for column in 0..<columns {
            // The target's column ends within the pixel `end`, or before it.
            let (end, part) = ((column + 1) * width).quotientAndRemainder(dividingBy: columns)
            var whole = SIMD4<UInt64>.zero
            while start < end {
                let next = min(end, start + Self.longestSum)
                var sum = SIMD4<UInt32>.zero
                for index in start..<next { sum &+= value(pixels, index) }
                whole &+= SIMD4<UInt64>(truncatingIfNeeded: sum)
                start = next
            }
            line[column] &+= whole &* UInt64(columns)
            guard part > 0 else { continue }
            let pixel = SIMD4<UInt64>(truncatingIfNeeded: value(pixels, end))
            line[column] &+= pixel &* UInt64(part)
            line[column + 1] &+= pixel &* UInt64(columns - part)
            start = end + 1
        }
    }

    /// As many products of two bytes fit in 32 bits.
    private static let longestSum = 1 << 16

    private func value(_ pixels: UnsafeBufferPointer<UInt8>, _ index: Int) -> SIMD4<UInt32> {
        let pixel = SIMD4<UInt32>(
            UInt32(pixels[4 * index]), UInt32(pixels[4 * index + 1]), UInt32(pixels[4 * index + 2]), UInt32(pixels[4 * index + 3]))
        guard meaning == .transparent else { return pixel }
        return pixel &* SIMD4(pixel.w, pixel.w, pixel.w, 1)
    }

    private mutating func addLine(to share: Share) {
        let start = share.index * target.width
        for column in line.indices { sums[start + column] &+= line[column] &* share.weight }
        guard share.rest > 0 else { return }
        for column in line.indices { sums[start + target.width + column] &+= line[column] &* share.rest }
    }

    /// The means, rounded to the nearest value.
    var pixels: [UInt8] {
        let area = UInt64(source.width) * UInt64(source.height)
        var bytes: [UInt8] = []
        bytes.reserveCapacity(4 * sums.count)
        for sum in sums {
            let weight = meaning == .separate ? area : sum.w
            // A color is at most its alpha, unless the picture is wrong.
            let scale: UInt64 = meaning == .premultiplied ? 255 : 1
            for lane in 0..<3 { bytes.append(weight == 0 ? 0 : UInt8(clamping: (sum[lane] * scale + weight / 2) / weight)) }
            bytes.append(UInt8(truncatingIfNeeded: (sum.w + area / 2) / area))
        }
        return bytes
    }
}

/// How a pixel of the source is shared out between a pixel of the target and the next one. A pixel of the source is as long
/// as the target has pixels, and a pixel of the target as long as the source has pixels, so all shares are integers.
private struct Share {
    let index: Int
    let weight: UInt64
    let rest: UInt64

    init(of pixel: Int, _ source: Int, _ target: Int) {
        let start = pixel * target
        index = start / source
        let inside = min(target, (index + 1) * source - start)
        weight = UInt64(inside)
        rest = UInt64(target - inside)
    }
}
