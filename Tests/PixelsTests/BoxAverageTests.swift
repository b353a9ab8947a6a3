import ImageHeaders
import TestSupport
import Testing

@testable import Pixels

/// Means of areas, compared with their definition in fractions.
@Suite struct BoxAverageTests {
    struct Sizes: CustomTestStringConvertible, Sendable {
        let source: PixelSize
        let target: PixelSize
        var testDescription: String { "\(source.width)x\(source.height) to \(target.width)x\(target.height)" }
    }

    static let sizes: [Sizes] =
        (1...5).flatMap { width in
            (1...3).flatMap { height in
                (1...width).flatMap { targetWidth in
                    (1...height).map { targetHeight in
                        Sizes(source: PixelSize(width: width, height: height), target: PixelSize(width: targetWidth, height: targetHeight))
                    }
                }
            }
        } + [
            Sizes(source: PixelSize(width: 130, height: 3), target: PixelSize(width: 7, height: 1)),
            Sizes(source: PixelSize(width: 37, height: 23), target: PixelSize(width: 10, height: 6)),
        ]

    @Test func means() throws { for sizes in Self.sizes { try means(sizes) } }

    private func means(_ sizes: Sizes) throws {
        var seed = Seed.announced(for: sizes.testDescription)
        let source = sizes.source
        let pixels = (0..<4 * source.width * source.height).map { _ in UInt8.random(in: 0...255, using: &seed) }
        for meaning in [BoxAverage.Meaning.separate, .transparent] {
            let expected = mean(pixels, sizes, meaning)
            let rows = try average(pixels, sizes, meaning, everyOther: false)
            let halves = try average(pixels, sizes, meaning, everyOther: true)
            for index in expected.indices {
                // A mean that lies between two values may be rounded either way.
                #expect(abs(Double(rows[index]) - expected[index]) <= 0.5 + 1e-6, "\(sizes) at \(index), \(meaning) \(seed)")
            }
            #expect(rows == halves, "\(sizes), \(meaning) \(seed)")
        }
    }

    /// Adds whole rows, or first the pixels of even columns and then those of odd ones.
    private func average(_ pixels: [UInt8], _ sizes: Sizes, _ meaning: BoxAverage.Meaning, everyOther: Bool) throws -> [UInt8] {
        var box = try #require(BoxAverage(from: sizes.source, to: sizes.target, meaning))
        let width = sizes.source.width
        for row in (0..<sizes.source.height).reversed() {
            let line = Array(pixels[4 * width * row..<4 * width * (row + 1)])
            guard everyOther else {
                line.withUnsafeBufferPointer { box.add($0, row: row) }
                continue
            }
            for first in 0..<min(2, width) {
                let part = stride(from: first, to: width, by: 2).flatMap { line[4 * $0..<4 * $0 + 4] }
                part.withUnsafeBufferPointer { box.add($0, row: row, first: first, step: 2) }
            }
        }
        return box.pixels
    }

    private func mean(_ pixels: [UInt8], _ sizes: Sizes, _ meaning: BoxAverage.Meaning) -> [Double] {
        let (source, target) = (sizes.source, sizes.target)
        var means: [Double] = []
        for row in 0..<target.height {
            for column in 0..<target.width {
                var sums = SIMD4<Double>.zero
                for y in 0..<source.height {
                    for x in 0..<source.width {
                        let area = overlap(x, column, source.width, target.width) * overlap(y, row, source.height, target.height)
                        let start = 4 * (y * source.width + x)
                        let pixel = SIMD4(pixels[start..<start + 4].map(Double.init))
                        let weight = meaning == .transparent ? pixel.w : 1
                        sums += area * pixel * SIMD4(weight, weight, weight, 1)
                    }
                }
                let area = Double(source.width * source.height) / Double(target.width * target.height)
                let weight = meaning == .transparent ? sums.w : area
                for lane in 0..<3 { means.append(weight == 0 ? 0 : sums[lane] / weight) }
                means.append(sums.w / area)
            }
        }
        return means
    }

    private func overlap(_ pixel: Int, _ index: Int, _ source: Int, _ target: Int) -> Double {
        let scale = Double(source) / Double(target)
        return max(0, min(Double(pixel + 1), Double(index + 1) * scale) - max(Double(pixel), Double(index) * scale))
    }

    @Test func noLargerPicture() {
        let (small, large) = (PixelSize(width: 2, height: 2), PixelSize(width: 3, height: 2))
        #expect(BoxAverage(from: small, to: large, .separate) == nil)
        #expect(BoxAverage(from: PixelSize(width: .max, height: 2), to: small, .separate) == nil)
    }

    /// Pixels outside the picture are left out.
    @Test func clipping() throws {
        let two = PixelSize(width: 2, height: 2)
        var box = try #require(BoxAverage(from: two, to: two, .transparent))
        let white = [UInt8](repeating: 255, count: 40)
        white.withUnsafeBufferPointer { white in
            box.add(white, row: 0, first: 1)
            for row in [-1, 2, 100] { box.add(white, row: row) }
            box.add(white, row: 1, first: 2)
        }
        #expect(box.pixels == [0, 0, 0, 0, 255, 255, 255, 255, 0, 0, 0, 0, 0, 0, 0, 0])
    }
}
