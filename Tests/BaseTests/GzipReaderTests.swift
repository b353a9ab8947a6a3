import TestSupport
import Testing
import WeirBase

@Suite struct GzipReaderTests {
    @Test func recognizes() {
        func recognized(_ bytes: [UInt8]) -> Bool { bytes.withUnsafeBytes { GzipReader.recognizes($0) } }
        #expect(recognized(gzip([])))
        #expect(recognized([0x1F, 0x8B]))
        #expect(!recognized([0x1F]))
        #expect(!recognized([]))
        #expect(!recognized([0x8B, 0x1F]))
    }

    /// Input and output in pieces of several lengths.
    @Test(arguments: [1, 7, 1000, 1 << 20], [1, 13, 4096, 1 << 20])
    func pieces(input: Int, limit: Int) throws {
        var seed = Seed.announced(for: "GzipReaderTests.pieces")
        let bytes = someText(20_000, &seed)
        let compressed = gzip(bytes)
        var reader = GzipReader()
        var output = ByteBuffer()
        for start in stride(from: 0, to: compressed.count, by: input) {
            try compressed[start..<min(start + input, compressed.count)].withUnsafeBytes { piece in
                var rest = piece
                var before = output.count
                while try reader.read(&rest, atMost: limit, to: &output) {
                    #expect(output.count - before <= limit, "\(seed)")
                    before = output.count
                }
                #expect(rest.isEmpty, "\(seed)")
            }
        }
        try reader.finish()
        #expect(output.bytes == bytes, "\(seed)")
    }

    /// The reader gives all output for the input so far, with small pieces of output too.
    @Test func nothingIsHeldBack() throws {
        let compressed = gzip([UInt8](repeating: 7, count: 3000) + Array(UInt8.min...UInt8.max))
        for count in 0...compressed.count {
            func output(atMost limit: Int) throws -> [UInt8] {
                var reader = GzipReader()
                return try Array(compressed[..<count]).withUnsafeBytes { bytes in
                    var rest = bytes
                    return try written { while try reader.read(&rest, atMost: limit, to: &$0) {} }
                }
            }
            #expect(try output(atMost: 1) == output(atMost: 10_000), "\(count) of \(compressed.count) bytes")
        }
    }

    @Test func severalMembers() throws {
        let members = gzip(Array("one ".utf8)) + gzip([]) + gzip(Array("two ".utf8)) + gzip(Array("three".utf8))
        #expect(try gunzip(members) == Array("one two three".utf8))
        #expect(try gunzip(members + [UInt8](repeating: 0, count: 1000)) == Array("one two three".utf8))
        var reader = GzipReader()
        let output = try written { output in
            for byte in members { try [byte].withUnsafeBytes { try reader.read($0, to: &output) } }
        }
        try reader.finish()
        #expect(output == Array("one two three".utf8))
    }

    @Test func everyTruncation() throws {
        var seed = Seed.announced(for: "GzipReaderTests.everyTruncation")
        let compressed = gzip(someText(300, &seed))
        for count in 0..<compressed.count {
            #expect(throws: GzipFailure.truncated, "\(count) of \(compressed.count) bytes \(seed)") {
                try gunzip(Array(compressed[..<count]))
            }
            // The second member may be truncated too.
            if count > 0 {
                #expect(throws: GzipFailure.truncated, "\(seed)") { try gunzip(compressed + compressed[..<count]) }
            }
        }
    }

    @Test(
        arguments: [
            ([0x00], .notGzip), (Array("[\n]\n".utf8), .notGzip), ([0x1F, 0x8A, 8], .notGzip),
            ([0x1F, 0x8B, 7, 0], .corrupt("unknown compression method")),
        ] as [([UInt8], GzipFailure)])
    func otherFormats(bytes: [UInt8], failure: GzipFailure) {
        #expect(throws: failure) { try gunzip(bytes) }
    }

    @Test(arguments: [[0x0A], [0x1F, 0x00], Array("{}".utf8), [0, 0, 1]] as [[UInt8]])
    func trailingGarbage(garbage: [UInt8]) {
        #expect(throws: GzipFailure.trailingGarbage) { try gunzip(gzip([1, 2, 3]) + garbage) }
    }

    /// A wrong bit is noticed or does not change the output. A few bits have no meaning, some in the header and some
    /// after the last compressed bit.
    @Test func everyWrongBit() throws {
        let bytes = Array("a manifest, a manifest, a manifest".utf8)
        let compressed = gzip(bytes)
        var unnoticed = 0
        for index in compressed.indices.dropFirst(10) {
            for bit in 0..<8 {
                var damaged = compressed
                damaged[index] ^= 1 << bit
                guard let read = try? gunzip(damaged) else { continue }
                #expect(read == bytes, "bit \(bit) of byte \(index)")
                unnoticed += 1
            }
        }
        #expect(unnoticed < 8)
        var damaged = compressed
        damaged[compressed.count - 8] ^= 1
        #expect(throws: GzipFailure.corrupt("incorrect data check")) { try gunzip(damaged) }
    }

    /// A hundred kilobytes inflate to a hundred megabytes, which are read through a buffer of 64 KB.
    @Test(.needs(.time)) func aBombIsDrained() throws {
        var bomb = ByteBuffer()
        var writer = GzipWriter()
        let zeros = [UInt8](repeating: 0, count: 1 << 20)
        for _ in 0..<100 { zeros.withUnsafeBufferPointer { writer.write($0, to: &bomb) } }
        writer.finish(to: &bomb)
        #expect(bomb.count < 110_000)
        var reader = GzipReader()
        var total = 0
        try bomb.withBytes { bytes in
            var rest = UnsafeRawBufferPointer(bytes)
            var output = ByteBuffer()
            var hasMore = true
            while hasMore {
                output.removeAll()
                hasMore = try reader.read(&rest, atMost: 1 << 16, to: &output)
                #expect(output.count <= 1 << 16)
                total += output.count
            }
        }
        try reader.finish()
        #expect(total == 100 << 20)
    }

    @Test(.needs(.program("gzip")))
    func readsWhatGzipWrites() throws {
        var seed = Seed.announced(for: "GzipReaderTests.readsWhatGzipWrites")
        let program = try #require(Program.named("gzip"))
        for level in ["-1", "-6", "-9"] as [Bytes] {
            let bytes = someText(200_000, &seed)
            #expect(try gunzip(program.run(["-c", level], input: Bytes(bytes)).output) == bytes, "\(seed)")
        }
    }
}
