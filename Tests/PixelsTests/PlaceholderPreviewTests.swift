import ImageHeaders
import Pixels
import TestSupport
import Testing
import WeirBase

/// The looks of placeholders, and the texts that are none.
@Suite struct PlaceholderPreviewTests {
    /// A picture of a gradient between two colors.
    private static func picture(_ width: Int, _ height: Int, using seed: inout Seed, isOpaque: Bool = true) -> SmallPicture {
        let corners = (0..<4).map { _ in (0..<4).map { _ in Double.random(in: 0...255, using: &seed) } }
        var pixels: [UInt8] = []
        for y in 0..<height {
            for x in 0..<width {
                let (right, low) = (Double(x) / Double(width), Double(y) / Double(height))
                for lane in 0..<4 {
                    let (top, bottom) = (
                        corners[0][lane] * (1 - right) + corners[1][lane] * right, corners[2][lane] * (1 - right) + corners[3][lane] * right
                    )
                    pixels.append(lane == 3 && isOpaque ? 255 : UInt8(top * (1 - low) + bottom * low))
                }
            }
        }
        return SmallPicture(size: PixelSize(width: width, height: height), pixels: pixels)
    }

    private static func previews(of picture: SmallPicture) throws -> [Placeholders.Key: PlaceholderPreview] {
        let made = Placeholders(of: picture, Set(Placeholders.Kind.allCases))
        var previews: [Placeholders.Key: PlaceholderPreview] = [:]
        for key in Placeholders.Key.allCases where ![.phash, .content, .source, .range].contains(key) {
            let text = try #require(made[key])
            #expect(Array(text.utf8).withUnsafeBufferPointer { key.allows($0) }, "\(key) \(text)")
            let preview: PlaceholderPreview = try #require(PlaceholderPreview(key, text), "\(key) \(text)")
            previews[key] = preview
        }
        return previews
    }

    /// All kinds but the colors show the picture.
    @Test(arguments: [(100, 75), (75, 100), (100, 100), (100, 40)], [true, false])
    func showThePicture(size: (Int, Int), isOpaque: Bool) throws {
        var seed = Seed.announced(for: "PlaceholderPreviewTests.showThePicture")
        for _ in 0..<5 {
            let picture = Self.picture(size.0, size.1, using: &seed, isOpaque: isOpaque)
            let previews = try Self.previews(of: picture)
            let plain = try #require(PlaceholderPreview(.blurDataURL, picture.dataURL(quality: 100)))
            for key in [Placeholders.Key.thumbhash, .blurhash, .blurDataURL] {
                let distance = try #require(previews[key]).distance(to: plain)
                #expect(distance < 24, "\(key) \(distance) \(seed)")
            }
        }
    }

    @Test func distances() throws {
        let (black, white) = (
            try #require(PlaceholderPreview(.meanColor, "#000000")), try #require(PlaceholderPreview(.meanColor, "#FFffFF"))
        )
        #expect(black.distance(to: white) == 255 && white.distance(to: black) == 255 && white.distance(to: white) == 0)
        let gray = try #require(PlaceholderPreview(.dominantColor, "#01027f"))
        #expect(abs(gray.distance(to: black) - (1 + 2 + 127) / 3) < 0.5)
    }

    @Test(
        arguments: [
            (.thumbhash, ""), (.thumbhash, "AAgC"), (.thumbhash, "8lcKHgjYp/dnaLhnaIR5eWeoGHlwAQ=="),
            (.thumbhash, "8lcKHgjYp/dnaLhnaIR5eWeoGHlwARgA"), (.thumbhash, "é"),
            (.blurhash, ""), (.blurhash, "LkPrqjs;t.kC?]a{RPj[Tya|Vrj"), (.blurhash, "LkPrqjs;t.kC?]a{RPj[Tya|Vrj[["),
            (.blurhash, "LkPrqjs;t.kC?]a{RPj[Tya|Vrj\""),
            (.blurhash, "00~~~~"), (.blurhash, "~00000"), (.meanColor, "#12345"), (.meanColor, "1234567"), (.meanColor, "#+12345"),
            (.dominantColor, "#1234567"),
            (.meanColor, "#12345g"), (.blurDataURL, ""), (.blurDataURL, "data:image/png,"), (.blurDataURL, "data:image/png;base64,%"),
            (.blurDataURL, "data:text/plain,a"),
        ] as [(Placeholders.Key, String)])
    func noPlaceholders(key: Placeholders.Key, text: String) {
        #expect(PlaceholderPreview(key, text) == nil)
        #expect(!Array(text.utf8).withUnsafeBufferPointer { key.allows($0) })
    }

    /// Any bytes are read or refused. What is read has a distance to white and one to black, which make at least that of both.
    @Test func anyBytes() throws {
        let (black, white) = (
            try #require(PlaceholderPreview(.meanColor, "#000000")), try #require(PlaceholderPreview(.meanColor, "#ffffff"))
        )
        var seed = Seed.announced(for: "PlaceholderPreviewTests.anyBytes")
        for _ in 0..<3000 {
            let bytes = (0..<Int.random(in: 0...40, using: &seed)).map { _ in UInt8.random(in: 0...255, using: &seed) }
            let printable = String(decoding: bytes.map { $0 % 94 + 33 }, as: UTF8.self)
            let texts: [(Placeholders.Key, String)] = [
                (.thumbhash, base64(bytes)), (.blurhash, printable), (.meanColor, printable),
                (.blurDataURL, "data:image/webp;base64," + base64(bytes)),
            ]
            for (key, text) in texts {
                guard let preview = PlaceholderPreview(key, text) else { continue }
                let (down, up) = (preview.distance(to: black), preview.distance(to: white))
                #expect(down <= 255 && up <= 255 && down + up > 254, "\(key) \(text) \(seed)")
            }
        }
    }
}
