import CWeirMaths
import WeirBase

/// One bit for each of 64 low frequencies of a picture's lightness, over white. Copies of other sizes, qualities and formats differ in few
/// bits, and other pictures in about half of them.
package struct PerceptualHash: Hashable, Sendable {
    package let bits: UInt64

    /// Copies of one picture differ in at most so many bits. docs/checks.md has the figures.
    package static let mostDistance = 4

    /// The highest frequency across and down.
    private static let highest = 8
    /// The lowest frequencies without the mean, whose signs survive what decoders do at small scales.
    private static let frequencies: [(row: Int, column: Int)] = Array(
        (1...2 * highest).flatMap { sum in (max(0, sum - highest)...min(sum, highest)).map { ($0, sum - $0) } }.prefix(64))
    /// The amplitude above which a frequency counts, of 255; frequencies along one side count twice. The noise of a JPEG is far below.
    private static let threshold: Float = 1
    /// A picture with fewer bits is so plain or symmetric that many others would have its hash: balls, rings, cards. One photo in a
    /// hundred is.
    private static let fewestBits = 14

    package init(bits: UInt64) { self.bits = bits }

    /// Nil if the picture is plain, or has no more pixels on a side than frequencies.
    init?(of picture: SmallPicture) {
        let (width, height) = (picture.size.width, picture.size.height)
        guard min(width, height) > Self.highest else { return nil }
        let (columns, rows) = (Self.cosines(width), Self.cosines(height))
        // For each frequency down, the sums of the frequency 0 across and of those from 1.
        var means = [Float](repeating: 0, count: Self.highest + 1)
        var sums = [SIMD8<Float>](repeating: .zero, count: Self.highest + 1)
        picture.onWhite.pixels.withUnsafeBufferPointer { pixels in
            var start = 0
            for row in rows {
                var (mean, line) = (Float(0), SIMD8<Float>.zero)
                for column in columns {
                    let light = 0.299 * Float(pixels[start]) + 0.587 * Float(pixels[start + 1]) + 0.114 * Float(pixels[start + 2])
                    mean += light
                    line += light * column
                    start += 4
                }
                for index in means.indices {
                    let weight = index == 0 ? 1 : row[index - 1]
                    means[index] += weight * mean
                    sums[index] += weight * line
                }
            }
        }
        let scale = 4 / Float(width * height)
        let amplitudes = Self.frequencies.map { scale * ($0.column == 0 ? means[$0.row] : sums[$0.row][$0.column - 1]) }
        bits = amplitudes.reduce(0) { $0 << 1 | ($1 > Self.threshold ? 1 : 0) }
        guard bits.nonzeroBitCount >= Self.fewestBits else { return nil }
    }

    /// The cosines of the frequencies from 1 at each pixel of a side.
    private static func cosines(_ count: Int) -> [SIMD8<Float>] {
        (0..<count).map { index in
            var cosines = SIMD8<Float>.zero
            for frequency in 0..<highest {
                cosines[frequency] = CMaths_cosf(Float.pi * Float(frequency + 1) * (Float(index) + 0.5) / Float(count))
            }
            return cosines
        }
    }

    /// Nil if the text is not 16 digits as `text` has them.
    package init?(_ text: String) {
        let digits = text.utf8
        guard digits.count == 16, digits.allSatisfy({ isDigit($0) || (0x61...0x66).contains($0) }),
            let bits = UInt64(text, radix: 16)
        else { return nil }
        self.bits = bits
    }

    /// 16 hexadecimal digits.
    package var text: String {
        let digits = String(bits, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }

    /// The number of bits that differ.
    package func distance(to other: PerceptualHash) -> Int { (bits ^ other.bits).nonzeroBitCount }
}
