/// A small picture that an app shows until the true one arrives.
public struct Placeholder: Hashable, Sendable {
    /// In pixels.
    public let width: Int
    /// In pixels.
    public let height: Int
    /// Red, green, blue and alpha of each pixel, row by row. Alpha is not multiplied into the colors.
    public let pixels: [UInt8]

    /// A ThumbHash in base64, as manifests have it. Nil if the text is none.
    public init?(thumbhash text: String) {
        guard let bytes = base64Decoded(text) else { return nil }
        self.init(thumbhash: bytes)
    }

    /// The picture of a ThumbHash, with 32 pixels on its longer side. Nil if the bytes are none.
    ///
    /// The sums have the order of the reference decoder in JavaScript.
    public init?(thumbhash bytes: [UInt8]) {
        guard let parts = ThumbHashParts(bytes) else { return nil }
        (width, height) = (parts.width, parts.height)
        let (width, height) = (width, height)
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
        self.pixels = pixels
    }

    /// One pixel of a color such as `#20c0f0`. Nil for other texts.
    public init?(color text: String) {
        guard text.utf8.count == 7, text.hasPrefix("#"), !text.contains("+"), let color = UInt32(text.dropFirst(), radix: 16) else {
            return nil
        }
        (width, height) = (1, 1)
        pixels = [UInt8(color >> 16), UInt8(color >> 8 & 255), UInt8(color & 255), 255]
    }
}

extension Entry {
    /// From the first that the entry has: its ThumbHash, its dominant color, its mean color.
    public var placeholder: Placeholder? {
        thumbhash.flatMap { Placeholder(thumbhash: $0) } ?? dominantColor.flatMap { Placeholder(color: $0) }
            ?? meanColor.flatMap { Placeholder(color: $0) }
    }
}

private func cosines(_ index: Int, _ count: Int) -> [Double] { (0..<8).map { cosine($0 * (2 * index + 1), 2 * count) } }

/// The cosine of a fraction of a half turn. Swift has none without a library of C.
private func cosine(_ numerator: Int, _ denominator: Int) -> Double {
    var turn = numerator % (2 * denominator)
    if turn > denominator { turn = 2 * denominator - turn }
    let isNegative = 2 * turn > denominator
    if isNegative { turn = denominator - turn }
    let angle = Double.pi * Double(turn) / Double(denominator)
    var (sum, term) = (1.0, 1.0)
    for step in 1...11 {
        term *= -angle * angle / Double(2 * step * (2 * step - 1))
        sum += term
    }
    return isNegative ? -sum : sum
}

private func base64Decoded(_ text: String) -> [UInt8]? {
    var bytes: [UInt8] = []
    var (bits, count) = (0, 0)
    for letter in text.utf8.prefix(while: { $0 != UInt8(ascii: "=") }) {
        let value: UInt8
        switch letter {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): value = letter - UInt8(ascii: "A")
        case UInt8(ascii: "a")...UInt8(ascii: "z"): value = letter - UInt8(ascii: "a") + 26
        case UInt8(ascii: "0")...UInt8(ascii: "9"): value = letter - UInt8(ascii: "0") + 52
        case UInt8(ascii: "+"): value = 62
        case UInt8(ascii: "/"): value = 63
        default: return nil
        }
        bits = (bits << 6 | Int(value)) & 0xFFFF
        count += 6
        guard count >= 8 else { continue }
        count -= 8
        bytes.append(UInt8(bits >> count & 255))
    }
    return bytes
}

private struct ThumbHashParts {
    let width: Int
    let height: Int
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
        width = Int((ratio > 1 ? Self.longestSide : Self.longestSide * ratio).rounded())
        height = Int((ratio > 1 ? Self.longestSide / ratio : Self.longestSide).rounded())
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
