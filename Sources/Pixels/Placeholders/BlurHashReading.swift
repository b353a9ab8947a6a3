import CMaths

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
        factors = [SIMD3(Self.light(mean >> 16), Self.light(mean >> 8 & 255), Self.light(mean & 255))] + (1..<across * down).map {
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

    /// The colour at a place between 0 and 1 in both directions: red, green and blue between 0 and 1.
    func colour(_ x: Double, _ y: Double) -> SIMD3<Double> {
        var sum = SIMD3<Float>.zero
        for (index, factor) in factors.enumerated() {
            let (row, column) = index.quotientAndRemainder(dividingBy: across)
            sum += factor * CMaths_cosf(Float(Double.pi * Double(column) * x)) * CMaths_cosf(Float(Double.pi * Double(row) * y))
        }
        return SIMD3(Self.part(sum.x), Self.part(sum.y), Self.part(sum.z))
    }
}
