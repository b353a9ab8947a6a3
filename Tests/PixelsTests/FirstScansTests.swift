import ImageHeaders
import Pixels
import TestSupport
import Testing

/// The end of the scans of a progressive JPEG that a small picture needs.
@Suite(.needs(.program("cjpeg"))) struct FirstScansTests {
    /// A gradient with grain, written by cjpeg.
    private static func jpeg(_ width: Int, _ height: Int, _ options: [Bytes] = []) throws -> [UInt8] {
        var pixels: [UInt8] = []
        for y in 0..<height {
            for x in 0..<width {
                let grain = (x &* 7919 ^ y &* 104_729) >> 3 & 31
                pixels += [UInt8(x * 224 / width + grain), UInt8(y * 224 / height + grain), UInt8(224 - x * 112 / width + grain)]
            }
        }
        let cjpeg = try #require(Program.named("cjpeg"))
        let outcome = try cjpeg.run(options, input: Bytes("P6\n\(width) \(height)\n255\n") + Bytes(pixels))
        try #require(outcome.status == .exited(0), "\(outcome.messages)")
        return outcome.output
    }

    /// The end is found at the same byte however the bytes come, and what stands in front of it is a small picture like that of all
    /// bytes.
    @Test(arguments: [[], ["-grayscale"], ["-sample", "1x1"], ["-restart", "1"], ["-rgb"]] as [[Bytes]])
    func progressive(options: [Bytes]) throws {
        let bytes = try Self.jpeg(1000, 640, ["-progressive", "-quality", "85"] + options)
        var whole = FirstScans()
        whole.read(bytes)
        let end = try #require(whole.end)
        #expect(whole.isProgressive == true && end < bytes.count / 3, "\(end) of \(bytes.count)")
        for step in [1, 7, 1000] {
            var scans = FirstScans()
            var count = 0
            while scans.end == nil, count < bytes.count {
                count = min(bytes.count, count + step)
                scans.read(Array(bytes[..<count]))
                #expect(scans.end == nil || count >= end && count < end + 2 + step)
            }
            #expect(scans.end == end)
        }
        let (cut, all) = (try smallPicture(of: Array(bytes[..<end]) + FirstScans.endOfImage), try smallPicture(of: bytes))
        let distances = zip(cut.pixels, all.pixels).map { abs(Int($0) - Int($1)) }
        #expect(Double(distances.reduce(0, +)) / Double(distances.count) < 2)
    }

    /// A scan for each component: the means of all of them have to come.
    @Test func scansOfComponents() throws {
        let folder = try TemporaryFolder()
        try folder.add(
            "scans",
            "0: 0-0, 0, 1;\n0: 1-5, 0, 2;\n1: 0-0, 0, 1;\n2: 0-0, 0, 1;\n0: 6-63, 0, 2;\n1: 1-63, 0, 1;\n2: 1-63, 0, 1;\n0: 1-63, 2, 1;\n0,1,2: 0-0, 1, 0;\n0: 1-63, 1, 0;\n1: 1-63, 1, 0;\n2: 1-63, 1, 0;\n"
        )
        let bytes = try Self.jpeg(900, 500, ["-scans", folder.path(of: "scans")])
        var scans = FirstScans()
        scans.read(bytes)
        let end = try #require(scans.end)
        let heads = bytes[..<end].indices.dropLast().count { bytes[$0] == 0xFF && bytes[$0 + 1] == 0xDA }
        #expect(heads == 4)
        #expect(try smallPicture(of: Array(bytes[..<end]) + FirstScans.endOfImage).size.width == 100)
    }

    @Test func others() throws {
        for bytes in [try Self.jpeg(900, 500), Array("GIF89a and so on".utf8), [0xFF, 0xD8, 0xFF, 0xD9, 0, 0, 0]] {
            var scans = FirstScans()
            scans.read(bytes)
            #expect(scans.isProgressive == false && scans.end == nil)
        }
        var none = FirstScans()
        none.read([])
        #expect(none.isProgressive == nil && none.end == nil)
    }

    /// Changed bytes never lead out of the picture.
    @Test func mutants() throws {
        var seed = Seed.announced(for: "FirstScansTests.mutants")
        let bytes = try Self.jpeg(300, 200, ["-progressive"])
        for _ in 0..<300 {
            var mutant = bytes
            for _ in 0..<4 {
                mutant[Int.random(in: 0..<mutant.count, using: &seed)] = [0, 0xFF, .random(in: 0...255, using: &seed)].randomElement(
                    using: &seed)!
            }
            var scans = FirstScans()
            scans.read(Array(mutant.prefix(Int.random(in: 0...mutant.count, using: &seed))))
            scans.read(mutant)
            #expect(scans.end ?? 0 <= mutant.count, "\(seed)")
        }
    }
}
