import CWeirMaths
import ImageHeaders

extension SmallPicture {
    /// The picture that a ThumbHash stands for, with 32 pixels on its longer side. Nil if the bytes are no ThumbHash.
    ///
    /// The sums have the order of the reference decoder in JavaScript.
    public init?(thumbHash: [UInt8]) {
        guard let parts = ThumbHashParts(thumbHash) else { return nil }
        let (width, height) = (parts.size.width, parts.size.height)
        let columns = (0..<width).map { cosines($0, width) }
        let rows = (0..<height).map { cosines($0, height) }
        var pixels: [UInt8] = []
        pixels.reserveCapacity(4 * width * height)
        for row in rows {
            for column in columns {
                let light = parts.light.value(column, row)
                let yellow = parts.yellow.value(column, row)
                let difference = parts.red.value(column, row)
                let blue = light - 2 / 3 * yellow
                let red = (3 * light - blue + difference) / 2
                let alpha = parts.alpha?.value(column, row) ?? 1
                for value in [red, red - difference, blue, alpha] { pixels.append(UInt8(max(0, 255 * min(1, value)))) }
            }
        }
        self.init(size: parts.size, pixels: pixels)
    }
}

private func cosines(_ index: Int, _ count: Int) -> [Double] {
    (0..<8).map { CMaths_cos(Double.pi / Double(count) * (Double(index) + 0.5) * Double($0)) }
}

private struct ThumbHashParts {
    let size: PixelSize
    let light: ThumbHashChannel
    let yellow: ThumbHashChannel
    let red: ThumbHashChannel
    /// Nil if the picture is opaque.
    let alpha: ThumbHashChannel?

    private static let longestSide = 32.0

    init?(_ hash: [UInt8]) {
        guard hash.count >= 5 else { return nil }
        let head = Int(hash[0]) | Int(hash[1]) << 8 | Int(hash[2]) << 16
        let shape = Int(hash[3]) | Int(hash[4]) << 8
        let hasAlpha = head >> 23 != 0
        let (most, least) = (hasAlpha ? 5 : 7, shape & 7)
        guard least > 0, hash.count > 5 || !hasAlpha else { return nil }
        let isWide = shape >> 15 != 0
        let (across, down) = isWide ? (most, least) : (least, most)
        let ratio = Double(across) / Double(down)
        size = PixelSize(
            width: Int((ratio > 1 ? Self.longestSide : Self.longestSide * ratio).rounded()),
            height: Int((ratio > 1 ? Self.longestSide / ratio : Self.longestSide).rounded()))
        var digits = ThumbHashDigits(hash, from: hasAlpha ? 6 : 5)
        light = ThumbHashChannel(
            Double(head & 63) / 63, max(3, across), max(3, down), scale: Double(head >> 18 & 31) / 31, &digits)
        // The encoder weakens colors, which is made good here.
        yellow = ThumbHashChannel(Double(head >> 6 & 63) / 31.5 - 1, 3, 3, scale: Double(shape >> 3 & 63) / 63 * 1.25, &digits)
        red = ThumbHashChannel(Double(head >> 12 & 63) / 31.5 - 1, 3, 3, scale: Double(shape >> 9 & 63) / 63 * 1.25, &digits)
        alpha = hasAlpha ? ThumbHashChannel(Double(hash[5] & 15) / 15, 5, 5, scale: Double(hash[5] >> 4) / 15, &digits) : nil
        guard !digits.areMissing else { return nil }
    }
}

/// The frequencies of a channel, of which each is a digit of four bits.
private struct ThumbHashChannel {
    private let mean: Double
    private var rest: [(column: Int, row: Int, factor: Double)] = []

    init(_ mean: Double, _ across: Int, _ down: Int, scale: Double, _ digits: inout ThumbHashDigits) {
        self.mean = mean
        for row in 0..<down {
            for column in (row == 0 ? 1 : 0)..<across where column * down < across * (down - row) {
                rest.append((column, row, (Double(digits.next()) / 7.5 - 1) * scale))
            }
        }
    }

    func value(_ columns: [Double], _ rows: [Double]) -> Double {
        rest.reduce(mean) { $0 + $1.factor * columns[$1.column] * (rows[$1.row] * 2) }
    }
}

private struct ThumbHashDigits {
    private let hash: [UInt8]
    private var index: Int
    private(set) var areMissing = false

    init(_ hash: [UInt8], from start: Int) { (self.hash, index) = (hash, 2 * start) }

    mutating func next() -> UInt8 {
        guard index / 2 < hash.count else {
            areMissing = true
            return 0
        }
        defer { index += 1 }
        return hash[index / 2] >> UInt8(index % 2 * 4) & 15
    }
}
