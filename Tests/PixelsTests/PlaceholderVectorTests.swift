import Pixels
import TestSupport
import Testing
import WeirBase

/// Hashes that are equal to those of the authors' encoders. `Vectors/README.md` tells how these were made.
@Suite struct PlaceholderVectorTests {
    static let rows = Fixtures.table(Fixtures.root + "/Tests/PixelsTests/Vectors/placeholders.tsv")

    @Test func equalHashes() throws {
        try #require(Self.rows.count == 200)
        for (index, row) in Self.rows.enumerated() {
            let picture = VectorPicture.make(index)
            let sum = picture.pixels.enumerated().reduce(UInt32(0)) { $0 &+ UInt32($1.element) &* UInt32($1.offset + 1) }
            try #require(row["index"] == String(index) && row["sum"] == String(sum), "\(index) is another picture")
            #expect(base64(thumbHash(of: picture)) == row["thumbhash"], "picture \(index)")
            #expect(blurHash(of: picture) == row["blurhash"], "picture \(index)")
        }
    }
}
