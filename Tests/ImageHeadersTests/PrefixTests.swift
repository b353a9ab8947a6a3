import ImageHeaders
import TestSupport
import Testing
import WeirBase

/// A truncated file gives its size or the failure "truncated", and never another size.
@Suite struct PrefixTests {
    @Test func everyPrefixOfEveryFixture() throws {
        var seed = Seed.announced(for: "prefixes")
        var reader = ImageHeaderReader()
        for fixture in Fixtures.made {
            guard let expected = fixture.header else { continue }
            let bytes = try fixture.bytes()
            for length in prefixLengths(of: bytes, &seed) {
                for feeding in [Feeding.exact, .blocks] {
                    switch readHeader(of: bytes[..<length], feeding, with: &reader).result {
                    case .success(let header):
                        #expect(header.withoutTraits == expected, "\(fixture) cut to \(length), \(feeding), \(seed)")
                    case .failure(let failure):
                        // The first bytes of an Aseprite file are its length, and look like nothing.
                        let isUnknown = expected.format == .aseprite && length < 5
                        let right: Failure.Code = length == 0 ? .empty : isUnknown ? .notAnImage : .truncated
                        #expect(failure.code == right, "\(fixture) cut to \(length), \(feeding): \(failure), \(seed)")
                    }
                }
            }
        }
    }

    /// The end of every byte that the reader looks at, or 25 of them if there are many, and random lengths elsewhere.
    private func prefixLengths(of bytes: [UInt8], _ seed: inout Seed) -> Set<Int> {
        var lengths = Set(readHeader(of: bytes[...], .exact).pushed.flatMap { Array($0) + [$0.upperBound] })
        // A header behind hundreds of blocks takes hundreds of times as long.
        if lengths.count > 200 { lengths = Set(lengths.sorted().shuffled(using: &seed).prefix(25)) }
        for _ in 0..<20 { lengths.insert(Int.random(in: 0...bytes.count, using: &seed)) }
        return lengths
    }

    @Test func aFileCutBehindItsHeaderKeepsItsSize() throws {
        for fixture in Fixtures.made {
            guard let expected = fixture.header else { continue }
            let bytes = try fixture.bytes()
            let headerEnd = readHeader(of: bytes[...], .exact).pushed.map(\.upperBound).max() ?? 0
            let result = readHeader(of: bytes[..<headerEnd], .blocks).result
            #expect(try result.get().withoutTraits == expected, "\(fixture) cut to \(headerEnd)")
        }
    }
}
