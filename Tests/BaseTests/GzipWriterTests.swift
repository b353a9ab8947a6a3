import TestSupport
import Testing
import WeirBase

@Suite struct GzipWriterTests {
    /// RFC 1952, 2.3: no name, no time, no extra flags, system unknown.
    @Test func header() {
        let compressed = gzip(Array("hello".utf8))
        #expect(Array(compressed.prefix(10)) == [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255])
    }

    @Test func noBytes() throws {
        #expect(gzip([]) == [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0])
    }

    @Test(arguments: [1, 100, 65_535, 65_536, 65_537, 1_000_000])
    func piecesDoNotMatter(count: Int) {
        var seed = Seed.announced(for: "GzipWriterTests.piecesDoNotMatter")
        let bytes = someText(count, &seed)
        let whole = gzip(bytes)
        #expect(whole == gzip(bytes), "\(seed)")
        for limit in [700, 40_000, 200_000] {
            var rest = bytes[...]
            let pieces = written { output in
                var writer = GzipWriter()
                while !rest.isEmpty {
                    let piece = rest.prefix(Int.random(in: 0...limit, using: &seed))
                    piece.withUnsafeBufferPointer { writer.write($0, to: &output) }
                    rest = rest.dropFirst(piece.count)
                }
                writer.finish(to: &output)
            }
            #expect(pieces == whole, "\(seed)")
        }
    }

    @Test func whatCannotBeCompressed() throws {
        var seed = Seed.announced(for: "GzipWriterTests.whatCannotBeCompressed")
        let bytes = (0..<500_000).map { _ in UInt8(truncatingIfNeeded: seed.next()) }
        let compressed = gzip(bytes)
        #expect(compressed.count < bytes.count + 1000, "\(seed)")
        #expect(try gunzip(compressed) == bytes, "\(seed)")
    }

    @Test(.needs(.program("gzip")))
    func isReadByGzip() throws {
        var seed = Seed.announced(for: "GzipWriterTests.isReadByGzip")
        let program = try #require(Program.named("gzip"))
        for count in [0, 1, 1000, 300_000] {
            let bytes = someText(count, &seed)
            let outcome = try program.run(["-dc"], input: Bytes(gzip(bytes)))
            #expect(outcome.status == .exited(0), "\(outcome.messages) \(seed)")
            #expect(outcome.output == bytes, "\(seed)")
        }
    }
}

func gzip(_ bytes: [UInt8]) -> [UInt8] {
    written { output in
        var writer = GzipWriter()
        bytes.withUnsafeBufferPointer { writer.write($0, to: &output) }
        writer.finish(to: &output)
    }
}

func gunzip(_ bytes: [UInt8]) throws -> [UInt8] {
    try written { output in
        var reader = GzipReader()
        try bytes.withUnsafeBytes { try reader.read($0, to: &output) }
        try reader.finish()
    }
}

/// Text that compresses well, but is not merely repeated.
func someText(_ count: Int, _ seed: inout Seed) -> [UInt8] {
    let words = ["\"w\":200,", "\"img\":", "https://example.com/", ".jpg", "¥169", "\n"].map { Array($0.utf8) }
    var bytes: [UInt8] = []
    while bytes.count < count {
        bytes += words.randomElement(using: &seed)!
        bytes.append(UInt8.random(in: 48...57, using: &seed))
    }
    return Array(bytes.prefix(count))
}
