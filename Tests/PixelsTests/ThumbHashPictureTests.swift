import Pixels
import TestSupport
import Testing
import WeirApp
import WeirBase

/// Pictures that are equal to those of the authors' decoder. `Vectors/README.md` tells how these were made.
@Suite struct ThumbHashPictureTests {
    private static let rows = Fixtures.table(Fixtures.root + "/Tests/PixelsTests/Vectors/thumbhash-pictures.tsv")

    @Test func equalPictures() throws {
        try #require(Self.rows.count == 200 && PlaceholderVectorTests.rows.count == 200)
        for (row, hash) in zip(Self.rows, PlaceholderVectorTests.rows) {
            let bytes = try #require(base64Decoded(Array((hash["thumbhash"] ?? "").utf8)))
            let picture = try #require(Placeholder(thumbhash: bytes))
            let sum = picture.pixels.enumerated().reduce(UInt32(0)) { $0 &+ UInt32($1.element) &* UInt32($1.offset + 1) }
            let found = [String(picture.width), String(picture.height), String(sum)]
            #expect(found == [row["width"], row["height"], row["sum"]], "picture \(row["index"] ?? "")")
        }
    }

    /// A hash that is cut anywhere is none.
    @Test func cutHashes() throws {
        for text in ["1QcSHQRnh493V4dIh4eXh1h4kJUI", "YJqGPQw7sFlslqhFafSE+Q6oJ1h2iHB2Rw=="] {
            let hash = try #require(base64Decoded(Array(text.utf8)))
            #expect(Placeholder(thumbhash: hash) != nil)
            for count in 0..<hash.count { #expect(Placeholder(thumbhash: Array(hash.prefix(count))) == nil, "\(count)") }
        }
    }

    @Test func anyBytesAreSafe() {
        var random = Seed.announced(for: "ThumbHashPictureTests.anyBytesAreSafe")
        for _ in 0..<2_000 {
            let bytes = (0..<Int.random(in: 0...40, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) }
            guard let picture = Placeholder(thumbhash: bytes) else { continue }
            #expect(max(picture.width, picture.height) <= 32, "\(random)")
        }
    }
}
