import ImageHeaders
import TestSupport
import Testing

@testable import Pixels

/// The values of pixels that checks compare: the perceptual hash, and whether a picture shows anything.
@Suite struct PerceptualHashTests {
    private typealias Pixel = (Int, Int) -> [UInt8]

    private static func picture(_ width: Int, _ height: Int, _ pixel: Pixel) -> SmallPicture {
        let pixels = (0..<width * height).flatMap { pixel($0 % width, $0 / width) }
        return SmallPicture(size: PixelSize(width: width, height: height), pixels: pixels)
    }

    /// Blobs at random.
    private static func scene(_ random: inout Seed) -> SmallPicture {
        let blobs = (0..<7).map { _ in (0..<4).map { _ in Double.random(in: 0...1, using: &random) } }
        return picture(80, 100) { x, y in
            let (x, y) = ((Double(x) + 0.5) / 80, (Double(y) + 0.5) / 100)
            let light = blobs.reduce(255.0) { light, blob in
                let distance = (x - blob[0]) * (x - blob[0]) + (y - blob[1]) * (y - blob[1])
                return distance < 0.02 + 0.1 * blob[2] * blob[2] ? 255 * blob[3] : light
            }
            return [UInt8(light), UInt8(light / 2), 20, 255]
        }
    }

    @Test func copiesAreNearAndOthersAreNot() throws {
        var random = Seed.announced(for: "PerceptualHashTests.copiesAreNearAndOthersAreNot")
        var before: [PerceptualHash] = []
        for _ in 0..<30 {
            let large = Self.scene(&random)
            let hash = try #require(PerceptualHash(of: large))
            #expect(try hash.distance(to: #require(PerceptualHash(of: large.shrunk(toLongest: 50)))) <= PerceptualHash.mostDistance)
            #expect(before.allSatisfy { $0.distance(to: hash) > PerceptualHash.mostDistance })
            before.append(hash)
        }
    }

    /// A transparent ground is white.
    @Test func alphaIsOverWhite() {
        func drawn(_ ground: [UInt8]) -> PerceptualHash? {
            PerceptualHash(of: Self.picture(40, 30) { x, y in x * y % 90 < 30 ? [9, 99, 200, 255] : ground })
        }
        #expect(drawn([255, 255, 255, 255]) != nil && drawn([255, 255, 255, 255]) == drawn([0, 0, 0, 0]))
    }

    /// Pictures that look like many others have no hash.
    @Test func plainPictures() {
        let plain: [SmallPicture] = [
            Self.picture(100, 100) { _, _ in [200, 10, 10, 255] }, Self.picture(1, 1) { _, _ in [9, 9, 9, 255] },
            Self.picture(8, 100) { x, y in [UInt8(x * y % 256), 0, 0, 255] }, Self.picture(100, 80) { x, _ in [UInt8(2 * x), 0, 0, 255] },
            Self.picture(100, 100) { x, y in [UInt8(120 + (x * 7 + y * 13) % 4), 120, 120, 255] },
        ]
        for (index, picture) in plain.enumerated() { #expect(PerceptualHash(of: picture) == nil, "\(index)") }
    }

    @Test func texts() {
        for text in ["0000000000000000", "00ff00ff12345678", "ffffffffffffffff"] { #expect(PerceptualHash(text)?.text == text) }
        for text in ["", "0", "00FF00ff12345678", "+0ff00ff12345678", "00ff00ff1234567", "00ff00ff123456789", "00ff00ff1234567g"] {
            #expect(PerceptualHash(text) == nil, "\(text)")
        }
    }

    private static let contents: [(title: String, content: EmptyContent?, picture: SmallPicture)] = [
        ("white", .blank, picture(100, 75) { _, _ in [255, 255, 255, 255] }),
        ("one pixel", .blank, picture(1, 1) { _, _ in [0, 0, 0, 255] }),
        ("noise of a JPEG", .blank, picture(100, 75) { x, y in [UInt8(126 + (x + y) % 4), 126, 128, 255] }),
        ("almost white on white", .blank, picture(100, 75) { x, y in x > 30 && y > 30 ? [250, 250, 250, 255] : [255, 255, 255, 255] }),
        ("dust", .blank, picture(100, 100) { x, y in x == 50 && y < 10 ? [0, 0, 0, 255] : [255, 255, 255, 255] }),
        ("a half percent", nil, picture(100, 100) { x, y in x == 50 && y < 50 ? [0, 0, 0, 255] : [255, 255, 255, 255] }),
        ("pale", nil, picture(100, 100) { x, y in x > 30 && y > 30 ? [240, 240, 240, 255] : [255, 255, 255, 255] }),
        ("black on black", nil, picture(100, 100) { x, y in x > 30 && y > 30 ? [14, 14, 14, 255] : [0, 0, 0, 255] }),
        ("clear", .transparent, picture(100, 75) { _, _ in [0, 0, 0, 0] }),
        ("nearly clear", .transparent, picture(100, 75) { x, _ in [UInt8(x), 0, 0, 12] }),
        ("a black shape", nil, picture(100, 100) { x, y in x == 50 && y < 50 ? [0, 0, 0, 255] : [0, 0, 0, 0] }),
        ("a white shape", nil, picture(100, 75) { x, _ in x > 50 ? [255, 255, 255, 255] : [0, 0, 0, 0] }),
        ("half transparent, of one color", .blank, picture(100, 75) { _, _ in [200, 0, 0, 128] }),
        ("half loaded", .cut, picture(100, 80) { x, y in y < 40 ? [UInt8(x), UInt8(y), 0, 255] : [128, 128, 128, 255] }),
        ("loaded but for its end", nil, picture(100, 80) { x, y in y < 76 ? [UInt8(x), UInt8(y), 0, 255] : [128, 128, 128, 255] }),
        (
            "a gray ground", nil,
            picture(100, 80) { x, y in y < 40 && x > 20 && x < 80 ? [UInt8(x), UInt8(y), 0, 255] : [128, 128, 128, 255] }
        ),
    ]

    @Test func emptyContents() {
        for (title, content, picture) in Self.contents { #expect(EmptyContent(of: picture) == content, "\(title)") }
    }
}
