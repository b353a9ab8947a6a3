import ImageHeaders
import Pixels
import TestSupport
import Testing
import WeirApp
import WeirBase

/// Placeholders that no other program judges.
@Suite struct PlaceholderTests {
    private func picture(_ width: Int, _ pixels: [[UInt8]]) -> SmallPicture {
        SmallPicture(size: PixelSize(width: width, height: pixels.count / width), pixels: pixels.flatMap(\.self))
    }

    @Test func colors() throws {
        let (red, blue, faint) = ([200, 10, 0, 255] as [UInt8], [0, 0, 99, 255] as [UInt8], [0, 255, 0, 51] as [UInt8])
        let three = try #require(AverageColors(picture(3, [red, [202, 12, 2, 255], blue])))
        #expect(AverageColors.text(of: three.dominant) == "#c90b01")
        #expect(AverageColors.text(of: three.mean) == "#860722")
        // A pixel that is seen by a fifth counts a fifth.
        let faded = try #require(AverageColors(picture(2, [blue, faint])))
        #expect(faded.dominant == 0x00_0063)
        #expect(faded.mean == 0x00_2B53)
        #expect(AverageColors(picture(1, [[9, 9, 9, 0]])) == nil)
    }

    @Test func backgroundOfWhite() {
        let mixed = picture(3, [[0, 0, 0, 0], [0, 0, 0, 255], [0, 100, 200, 51]]).onWhite
        #expect(mixed.pixels == [255, 255, 255, 255, 0, 0, 0, 255, 204, 224, 244, 255])
    }

    /// The tiny picture is a WebP of at most 16 pixels with nearly the same colors.
    @Test(arguments: [3, 5, 100, 104])
    func blurDataURL(index: Int) throws {
        let picture = VectorPicture.make(index)
        let url = picture.blurDataURL
        let start = "data:image/webp;base64,"
        #expect(url.hasPrefix(start))
        let file = try #require(base64Decoded(Array(url.utf8.dropFirst(start.count))))
        let tiny = try smallPicture(of: file)
        #expect(max(tiny.size.width, tiny.size.height) <= 16)
        #expect(tiny.isOpaque == picture.isOpaque)
        let (expected, mean) = (try #require(AverageColors(picture)).mean, try #require(AverageColors(tiny)).mean)
        for shift in [0, 8, 16] as [UInt32] { #expect(abs(Int(expected >> shift & 255) - Int(mean >> shift & 255)) < 20) }
    }

    @Test func base64RoundTrips() {
        for (bytes, text) in [([], ""), ([0x66], "Zg=="), ([0x66, 0x6F], "Zm8="), ([0x66, 0x6F, 0x6F], "Zm9v"), ([251, 255], "+/8=")]
            as [([UInt8], String)]
        {
            #expect(base64(bytes) == text)
            #expect(base64Decoded(Array(text.utf8)) == bytes)
        }
    }

    @Test func everyShape() {
        for (width, height) in [(1, 1), (1, 100), (100, 1), (100, 100), (37, 91)] {
            for alpha in [0, 128, 255] as [UInt8] {
                let flat = picture(width, Array(repeating: [10, 20, 30, alpha], count: width * height))
                #expect((5...26).contains(thumbHash(of: flat).count))
                #expect(blurHash(of: flat).count == 28)
                #expect(!flat.blurDataURL.isEmpty)
            }
        }
    }

    /// Hashes of few pixels show these, and not the waves that the encoders alone find in them. The ratio stays.
    @Test(arguments: [(1, 1), (2, 2), (1, 3), (4, 3), (1, 34), (60, 2), (1, 100), (100, 1), (4, 100), (33, 3)], [128, 255] as [UInt8])
    func fewPixels(size: (width: Int, height: Int), alpha: UInt8) throws {
        let flat = picture(size.width, Array(repeating: [240, 230, 200, alpha], count: size.width * size.height))
        let mean = try #require(AverageColors(flat.onWhite)).mean
        let color = AverageColors.text(of: mean)
        let expected = try #require(PlaceholderPreview(.meanColor, color))
        let made = Placeholders(of: flat, [.thumbhash, .blurhash])
        for key in [.thumbhash, .blurhash] as [Placeholders.Key] {
            let text = try #require(made[key])
            let distance = try #require(PlaceholderPreview(key, text)).distance(to: expected)
            #expect(distance < 8, "\(key) \(distance)")
        }
        let (found, wanted) = (try thumbHashPicture(made), try #require(Placeholder(thumbhash: thumbHash(of: flat))))
        #expect((found.width, found.height) == (wanted.width, wanted.height))
    }

    private func thumbHashPicture(_ made: Placeholders) throws -> Placeholder {
        let text = try #require(made[.thumbhash])
        return try #require(base64Decoded(Array(text.utf8)).flatMap { Placeholder(thumbhash: $0) })
    }

    /// Two halves of two pixels are those of the hashes.
    @Test func twoPixels() throws {
        let made = Placeholders(of: picture(2, [[250, 250, 250, 255], [20, 20, 20, 255]]), [.thumbhash])
        let shown = try thumbHashPicture(made)
        let row = stride(from: 0, to: 4 * shown.width, by: 4).map { shown.pixels[$0] }
        #expect(row.prefix(row.count / 3).allSatisfy { $0 > 190 } && row.suffix(row.count / 3).allSatisfy { $0 < 80 }, "\(row)")
    }
}
