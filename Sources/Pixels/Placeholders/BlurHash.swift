import CWeirMaths

/// BlurHash: four by three frequencies of a picture's linear light, as text of 28 characters. Alpha is not looked at.
///
/// The numbers have the lengths and the order of the reference encoder in C.
public func blurHash(of picture: SmallPicture) -> String {
    let factors = BlurHashFactors(picture)
    var text = base83(BlurHashFactors.across - 1 + (BlurHashFactors.down - 1) * 9, 1)
    let largest = factors.rest.reduce(Float(0)) { max($0, abs($1.x), abs($1.y), abs($1.z)) }
    let step = max(0, min(82, Float(Double(largest * 166) - 0.5).rounded(.down)))
    let most = (step + 1) / 166
    text += base83(Int(step), 1)
    text += base83(gammaByte(factors.mean.x) << 16 | gammaByte(factors.mean.y) << 8 | gammaByte(factors.mean.z), 4)
    for factor in factors.rest {
        text += base83((quantised(factor.x / most) * 19 + quantised(factor.y / most)) * 19 + quantised(factor.z / most), 2)
    }
    return text
}

private struct BlurHashFactors {
    static let across = 4
    static let down = 3

    let mean: SIMD3<Float>
    let rest: [SIMD3<Float>]

    init(_ picture: SmallPicture) {
        let (width, height) = (picture.size.width, picture.size.height)
        let columns = (0..<width).map { x in
            SIMD4<Float>(Self.cosine(0, x, width), Self.cosine(1, x, width), Self.cosine(2, x, width), Self.cosine(3, x, width))
        }
        var sums = [SIMD4<Float>](repeating: .zero, count: 3 * Self.down)
        picture.pixels.withUnsafeBufferPointer { pixels in
            sums.withUnsafeMutableBufferPointer { sums in
                for y in 0..<height {
                    let (middle, low) = (Self.cosine(1, y, height), Self.cosine(2, y, height))
                    for x in 0..<width {
                        let start = 4 * (y * width + x)
                        let (red, green, blue) = (
                            linear[Int(pixels[start])], linear[Int(pixels[start + 1])], linear[Int(pixels[start + 2])]
                        )
                        // The first row of frequencies has a cosine of 1.
                        let bases = (columns[x], columns[x] * middle, columns[x] * low)
                        sums[0] += bases.0 * red
                        sums[1] += bases.0 * green
                        sums[2] += bases.0 * blue
                        sums[3] += bases.1 * red
                        sums[4] += bases.1 * green
                        sums[5] += bases.1 * blue
                        sums[6] += bases.2 * red
                        sums[7] += bases.2 * green
                        sums[8] += bases.2 * blue
                    }
                }
            }
        }
        var factors: [SIMD3<Float>] = []
        for index in 0..<Self.across * Self.down {
            let (row, column) = index.quotientAndRemainder(dividingBy: Self.across)
            let scale = (index == 0 ? 1 : 2) / Float(width * height)
            factors.append(SIMD3(sums[3 * row][column], sums[3 * row + 1][column], sums[3 * row + 2][column]) * scale)
        }
        mean = factors[0]
        rest = Array(factors.dropFirst())
    }

    private static func cosine(_ frequency: Int, _ index: Int, _ count: Int) -> Float {
        CMaths_cosf(Float(Double.pi * Double(frequency) * Double(index) / Double(count)))
    }
}

/// The light of each value of sRGB.
private let linear: [Float] = (0...255).map { value in
    let part = Float(value) / 255
    guard Double(part) > 0.04045 else { return Float(Double(part) / 12.92) }
    return CMaths_powf(Float((Double(part) + 0.055) / 1.055), 2.4)
}

private func gammaByte(_ light: Float) -> Int {
    let part = max(0, min(1, light))
    guard Double(part) > 0.0031308 else { return Int(Double(part) * 12.92 * 255 + 0.5) }
    return Int((1.055 * Double(CMaths_powf(part, Float(1 / 2.4))) - 0.055) * 255 + 0.5)
}

private func quantised(_ factor: Float) -> Int {
    let root = Float(signOf: factor, magnitudeOf: CMaths_powf(abs(factor), 0.5))
    return Int(max(0, min(18, Float(Double(root * 9) + 9.5).rounded(.down))))
}

private func base83(_ value: Int, _ length: Int) -> String {
    let digits = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz#$%*+,-.:;=?@[]^_{|}~")
    var (text, rest) = ("", value)
    for _ in 0..<length {
        text = String(digits[rest % 83]) + text
        rest /= 83
    }
    return text
}

/// The frequencies of a BlurHash with any number of components.
struct BlurHashReading {
    private let across: Int
    private let down: Int
    /// Of linear light.
    private let factors: [SIMD3<Float>]

    /// Nil if the text has another length than its first character demands, or other characters.
    init?(_ text: String) {
        let digits = text.utf8.map { Self.digits[$0] }
        guard digits.count >= 6, let size = digits[0], size < 81, let step = digits[1] else { return nil }
        (across, down) = (size % 9 + 1, size / 9 + 1)
        guard digits.count == 4 + 2 * across * down, digits.allSatisfy({ $0 != nil }) else { return nil }
        func number(_ range: Range<Int>) -> Int { range.reduce(0) { $0 * 83 + (digits[$1] ?? 0) } }
        let mean = number(2..<6)
        guard mean < 1 << 24 else { return nil }
        let most = Float(step + 1) / 166
        factors =
            [SIMD3(Self.light(mean >> 16), Self.light(mean >> 8 & 255), Self.light(mean & 255))]
            + (1..<across * down).map {
                let value = number(4 + 2 * $0..<6 + 2 * $0)
                return SIMD3(Self.factor(value / 361), Self.factor(value / 19 % 19), Self.factor(value % 19)) * most
            }
    }

    private static let digits = Dictionary(
        uniqueKeysWithValues: zip("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz#$%*+,-.:;=?@[]^_{|}~".utf8, 0...))

    private static func factor(_ digit: Int) -> Float {
        let root = (Float(digit) - 9) / 9
        return root < 0 ? -root * root : root * root
    }

    private static func light(_ value: Int) -> Float {
        let part = Float(value) / 255
        return part <= 0.04045 ? part / 12.92 : CMaths_powf((part + 0.055) / 1.055, 2.4)
    }

    private static func part(_ light: Float) -> Double {
        let light = max(0, min(1, light))
        return Double(light <= 0.0031308 ? light * 12.92 : 1.055 * CMaths_powf(light, 1 / 2.4) - 0.055)
    }

    /// The color at a point between 0 and 1 in both directions: red, green and blue between 0 and 1.
    func color(_ x: Double, _ y: Double) -> SIMD3<Double> {
        var sum = SIMD3<Float>.zero
        for (index, factor) in factors.enumerated() {
            let (row, column) = index.quotientAndRemainder(dividingBy: across)
            sum += factor * CMaths_cosf(Float(Double.pi * Double(column) * x)) * CMaths_cosf(Float(Double.pi * Double(row) * y))
        }
        return SIMD3(Self.part(sum.x), Self.part(sum.y), Self.part(sum.z))
    }
}
