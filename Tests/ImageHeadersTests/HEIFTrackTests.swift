import ImageHeaders
import TestSupport
import Testing
import WeirBase

/// Image sequences without a primary item, or whose primary item is missing.
@Suite struct HEIFTrackTests {
    private static let one: Int32 = 0x10000

    private static func sample(_ codec: String) -> Bytes {
        .box(codec, Bytes(zeros: 24), .big(UInt16(400)), .big(UInt16(300)), Bytes(zeros: 50))
    }

    /// A track of 400x300 with this matrix.
    private static func track(
        _ handler: String = "pict", codec: String = "av01", matrix: [Int32] = [one, 0, 0, one], version: UInt8 = 0
    ) -> Bytes {
        let times = Bytes(zeros: version == 0 ? 20 : 32)
        let numbers = [matrix[0], matrix[1], 0, matrix[2], matrix[3], 0, 0, 0, 0x4000_0000]
        let head = Bytes.fullBox(
            "tkhd", version: version, times + Bytes(zeros: 16) + numbers.reduce([]) { $0 + .big($1) }, .big(UInt32(400) << 16),
            .big(UInt32(300) << 16))
        return .box(
            "trak", head,
            .box(
                "mdia", .fullBox("mdhd", Bytes(zeros: 20)), .fullBox("hdlr", Bytes(zeros: 4), Bytes(handler), Bytes(zeros: 13)),
                .box("minf", .box("stbl", .fullBox("stsd", .big(UInt32(1)), sample(codec))))))
    }

    private static func file(_ tracks: Bytes..., brand: String = "avis", before: Bytes = []) -> Bytes {
        .box("ftyp", Bytes(brand), .big(UInt32(0)), Bytes("\(brand)iso8")) + before
            + .box("moov", .fullBox("mvhd", Bytes(zeros: 96)), tracks.reduce([], +)) + .box("mdat", Bytes(zeros: 9))
    }

    private func header(_ picture: Bytes) -> Result<ImageHeader, Failure> {
        let results = Feeding.allCases.map { readHeader(of: picture.all[...], $0).result }
        #expect(results.allSatisfy { $0 == results[0] }, "the feeding makes a difference: \(results)")
        return results[0]
    }

    @Test(
        arguments: [
            ([one, 0, 0, one], 400, 300, 1), ([-one, 0, 0, one], 400, 300, 2), ([-one, 0, 0, -one], 400, 300, 3),
            ([one, 0, 0, -one], 400, 300, 4), ([0, one, one, 0], 300, 400, 5), ([0, one, -one, 0], 300, 400, 6),
            ([0, -one, -one, 0], 300, 400, 7), ([0, -one, one, 0], 300, 400, 8), ([2 * one, 0, 0, one / 2], 800, 150, 1),
        ] as [([Int32], Int, Int, Int)])
    func matrices(matrix: [Int32], width: Int, height: Int, orientation: Int) throws {
        for version: UInt8 in [0, 1] {
            let header = try header(Self.file(Self.track(matrix: matrix, version: version))).get()
            #expect(header.displayed == PixelSize(width: width, height: height))
            #expect(header.stored == PixelSize(width: 400, height: 300))
            #expect(header.orientation.rawValue == orientation)
            #expect(header.format == .avif && header.traits.isAnimated == true)
        }
    }

    @Test(
        arguments: [
            (file(track("auxv", codec: "hvc1"), track("vide", codec: "hvc1"), brand: "msf1"), ImageFormat.heic),
            (file(track("soun"), track(codec: "hev1"), brand: "hevc"), .heic),
            (file(track(), before: .fullBox("meta", .fullBox("hdlr", Bytes(zeros: 21)))), .avif),
            (file(track(), before: .fullBox("meta", .fullBox("pitm", [0, 7]), .fullBox("iinf", [0, 0]))), .avif),
            (file(track(), before: .fullBox("meta", .fullBox("pitm", [0, 7]))), .avif),
            (file(track(), before: .box("free", Bytes(zeros: 70_000))), .avif),
            (file(track("soun")), nil), (file(), nil), (file(track(codec: "vvc1")), nil), (file(track(), brand: "avif"), nil),
            (file(track(matrix: [0, 0, 0, 0])), nil),
        ] as [(Bytes, ImageFormat?)])
    func tracks(picture: Bytes, format: ImageFormat?) {
        let header = try? header(picture).get()
        #expect(header?.format == format)
        if format != nil { #expect(header?.displayed == PixelSize(width: 400, height: 300)) }
    }

    @Test func everyTruncationPoint() {
        let picture = Self.file(Self.track("auxv"), Self.track())
        let end = readHeader(of: picture.all[...], .exact).pushed.map(\.upperBound).max() ?? 0
        for length in 1..<end {
            guard case .failure(let failure) = readHeader(of: picture.all[..<length], .exact).result else {
                Issue.record("cut to \(length), it has a size")
                continue
            }
            #expect(failure.code == .truncated, "cut to \(length): \(failure)")
        }
    }
}
