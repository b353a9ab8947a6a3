import ImageHeaders
import TestSupport
import Testing
import WeirBase

/// The limits, with hostile and huge headers.
@Suite struct LimitTests {
    private func failure(_ picture: Bytes, limits: HeaderLimits = HeaderLimits()) -> Failure.Code? {
        var codes: Set<Failure.Code?> = []
        for feeding in Feeding.allCases {
            if case .failure(let failure) = readHeader(of: picture.all[...], feeding, limits: limits).result {
                codes.insert(failure.code)
            } else {
                codes.insert(nil)
            }
        }
        #expect(codes.count == 1, "the feeding makes a difference: \(codes)")
        return codes.first ?? nil
    }

    @Test func pixels() {
        let picture = [0xFF, 0xD8] + Bytes.frame(width: 1000, height: 1000)
        #expect(failure(picture, limits: HeaderLimits(maxPixels: 1_000_000)) == nil)
        #expect(failure(picture, limits: HeaderLimits(maxPixels: 999_999)) == .tooLarge)
    }

    @Test func sides() {
        func tiff(_ width: UInt32) -> Bytes { .tiff([.entry(256, type: 4, value: width), .entry(257, type: 3, value: 1)]) }
        #expect(failure(tiff(UInt32(Int32.max)), limits: HeaderLimits(maxPixels: .max)) == nil)
        #expect(failure(tiff(UInt32(Int32.max) + 1), limits: HeaderLimits(maxPixels: .max)) == .tooLarge)
        #expect(failure(tiff(0)) == .corrupt)
    }

    /// The largest side, and the next one, across and down, in formats that write it in text or in 32 bits.
    @Test(
        arguments: [
            { .tiff([.entry(256, type: 4, value: $0), .entry(257, type: 4, value: $1)]) },
            { Bytes("P6\n\($0) \($1)\n255\n") }, { Bytes("#?RGBE\n\n-Y \($1) +X \($0)\n") },
            { SVGTests.svg("width='\($0)' height='\($1)'") },
        ] as [@Sendable (UInt32, UInt32) -> Bytes])
    func largestSides(_ picture: @Sendable (UInt32, UInt32) -> Bytes) {
        let largest = UInt32(Int32.max)
        for (width, height) in [(largest, 1), (1, largest)] {
            #expect(failure(picture(width, height), limits: HeaderLimits(maxPixels: .max)) == nil)
        }
        for (width, height) in [(largest + 1, 1), (1, largest + 1)] {
            #expect(failure(picture(width, height), limits: HeaderLimits(maxPixels: .max)) == .tooLarge)
        }
    }

    /// The last byte that may be read counts, and so does the last jump.
    @Test func exactLimits() {
        let picture = Bytes("farbfeld") + .big(UInt32(3)) + .big(UInt32(2))
        #expect(failure(picture, limits: HeaderLimits(metadataBytes: 16)) == nil)
        #expect(failure(picture, limits: HeaderLimits(metadataBytes: 15)) == .tooLarge)
        let far = [0xFF, 0xD8] + Bytes(repeating: .segment(0xE2, Bytes(zeros: 60_000)), count: 9) + .frame(width: 3, height: 2)
        for (jumps, isEnough) in [(9, true), (8, false)] {
            let result = readHeader(of: far.all[...], .blocks, limits: HeaderLimits(jumps: jumps)).result
            #expect(((try? result.get()) != nil) == isEnough, "\(jumps) jumps")
        }
    }

    /// A number of 64 digits or more is refused, and not cut off.
    @Test(arguments: [
        ("P6\n\(String(repeating: "0", count: 61))4", "0 30\n255\n", PixelSize(width: 40, height: 30)),
        ("P6\n\(String(repeating: "0", count: 62))4", "0 30\n255\n", nil),
        ("#?RGBE\n\n-Y 30 +X\(String(repeating: " ", count: 53))4", "0\n", PixelSize(width: 40, height: 30)),
        ("#?RGBE\n\n-Y 30 +X\(String(repeating: " ", count: 54))4", "0\n", nil),
    ])
    func longNumbers(start: String, end: String, size: PixelSize?) {
        for feeding in Feeding.allCases {
            let picture = Bytes(start + end)
            #expect((try? readHeader(of: picture.all[...], feeding).result.get().displayed) == size)
        }
    }

    @Test func jumps() {
        let far = Bytes.segment(0xE2, Bytes(zeros: 60_000))
        let frame = Bytes.frame(width: 3, height: 2)
        func behind(_ count: Int) -> Bytes { (0..<count).reduce(into: [0xFF, 0xD8]) { sum, _ in sum += far } + frame }
        let few = behind(200)
        let many = behind(300)
        #expect(readSize(few) == PixelSize(width: 3, height: 2))
        #expect(
            readHeader(of: many.all[...], .blocks).result
                == .failure(Failure(.tooLarge, "the size stands behind more than 256 blocks of metadata")))
    }

    private func readSize(_ picture: Bytes) -> PixelSize? {
        try? readHeader(of: picture.all[...], .blocks).result.get().displayed
    }

    /// Fill bytes are valid before a marker, in any number.
    @Test(arguments: [1, 63, 64, 1000, 100_000]) func fillBytes(count: Int) throws {
        let picture = [0xFF, 0xD8] as Bytes + Bytes(repeating: [0xFF], count: count) + .frame(width: 3, height: 2)
        for feeding in Feeding.allCases {
            #expect(try readHeader(of: picture.all[...], feeding).result.get().displayed == PixelSize(width: 3, height: 2))
        }
    }

    /// A megabyte of JPEG segments with one table after the other.
    private static func tables(_ marker: UInt8, _ table: Bytes) -> Bytes {
        let segment = Bytes.segment(marker, Bytes(repeating: table, count: 65_533 / table.count))
        return [0xFF, 0xD8] as Bytes + Bytes(repeating: segment, count: 16)
    }

    /// No picture makes a reader look at its bytes again and again, whether it gets all of them at once or just as many as it
    /// asks for.
    @Test(
        arguments: [
            tables(0xC4, Bytes(zeros: 17)), tables(0xC4, Bytes(zeros: 16) + [0xFF] + Bytes(zeros: 255)),
            tables(0xC4, [0, 1] + Bytes(zeros: 16)),
            tables(0xDB, [0] + Bytes(repeating: [1], count: 64)), tables(0xCC, [0, 0x10]),
            .box("ftyp", Bytes("avif") + Bytes(zeros: 4)) + [0, 0, 0, 0] + Bytes("meta") + Bytes(zeros: 4)
                + Bytes(repeating: .box("free", []), count: 30_000),
            Bytes("II") + [43, 0, 8, 0, 0, 0] + .little(UInt64(16)) + .little(UInt64(12_500)) + Bytes(zeros: 250_000),
            Bytes("RIFF") + [0xFF, 0xFF, 0xFF, 0x7F] + Bytes("WEBPVP8X") + [10, 0, 0, 0, 8, 0, 0, 0, 1, 0, 0, 1, 0, 0]
                + Bytes(repeating: Bytes("ABCD") + [0, 0, 0, 0], count: 30_000),
            Bytes("BM") + Bytes(zeros: 1 << 18),
            [0xFF, 0xD8] as Bytes + Bytes(repeating: [0xFF], count: 1 << 18),
            [0xFF, 0xD8] as Bytes + Bytes(repeating: [0xFF, 0], count: 1 << 17),
            [0xFF, 0xD8] as Bytes + .frame(width: 3, height: 2) + Bytes(repeating: [0xFF], count: 1 << 18),
            [0xFF, 0xD8] as Bytes + .frame(width: 3, height: 2) + Bytes(repeating: [0xFF, 0xFE, 0, 2], count: 1 << 16),
            [0xFF, 0xD8] as Bytes + .frame(width: 3, height: 2) + Bytes(repeating: [0xFF, 0xE1, 0, 9] + Bytes(zeros: 7), count: 1 << 15),
            [0xFF, 0xD8] as Bytes + Bytes(repeating: [0xFF, 0xFE, 0, 2], count: 1 << 16),
            [0xFF, 0xD8] as Bytes + Bytes(repeating: [0xFF, 0xE1, 0, 3, 0xFF], count: 50_000),
            Bytes("GIF89a") + [1, 0, 1, 0, 0, 0, 0] + Bytes(repeating: [0x21, 0xFE, 1, 0, 0], count: 50_000),
            [0x89] as Bytes + Bytes("PNG\r\n") + [0x1A, 0x0A]
                + Bytes(repeating: [0, 0, 0, 0, 0x74, 0x45, 0x58, 0x74, 0, 0, 0, 0], count: 20_000),
            .box("ftyp", Bytes("avif") + Bytes(zeros: 4)) + Bytes(repeating: .box("free", []), count: 30_000),
            Bytes("RIFF") + [0xFF, 0xFF, 0xFF, 0x7F] + Bytes("WEBP") + Bytes(repeating: Bytes("ABCD") + [0, 0, 0, 0], count: 30_000),
            Bytes("<svg ") + Bytes(repeating: Bytes(" "), count: 1 << 18), Bytes("<!--") + Bytes(repeating: Bytes("-x"), count: 1 << 17),
            Bytes("<!DOCTYPE svg [") + Bytes(repeating: Bytes("<!ENTITY a 'b'>"), count: 18_000),
            Bytes([0, 0, 0, 12] + Array("JXL ".utf8)) + Bytes(zeros: 4) + Bytes(repeating: .box("free", []), count: 30_000),
            Bytes([0, 0, 0, 12] + Array("jP  ".utf8)) + Bytes(zeros: 4) + .big(UInt32(1 << 18)) + Bytes("jp2h")
                + Bytes(repeating: .box("free", []), count: 30_000),
            .box("ftyp", Bytes("avis") + Bytes(zeros: 4)) + .big(UInt32(1 << 18)) + Bytes("moov")
                + Bytes(repeating: .box("trak", []), count: 30_000),
            Bytes("icns") + .big(UInt32(1 << 18)) + Bytes(repeating: Bytes("info") + .big(UInt32(8)), count: 30_000),
            [0x76, 0x2F, 0x31, 0x01, 2, 0, 0, 0] + Bytes(repeating: Bytes("a\0b\0") + Bytes(zeros: 4), count: 30_000),
            [0x76, 0x2F, 0x31, 0x01, 2, 0, 0, 0]
                + Bytes(repeating: Bytes(repeating: Bytes("a"), count: 255) + Bytes("\0b\0") + Bytes(zeros: 4), count: 1000),
            [0x76, 0x2F, 0x31, 0x01, 2, 0, 0, 0] + Bytes(repeating: Bytes("a"), count: 1 << 18),
            Bytes("#?RGBE\n") + Bytes(repeating: Bytes("#"), count: 1 << 18),
            Bytes("#?RGBE\n") + Bytes(repeating: Bytes("#\n"), count: 1 << 17),
            Bytes("FORM") + .big(UInt32(1 << 18)) + Bytes("ILBM") + Bytes(repeating: Bytes("ANNO") + Bytes(zeros: 4), count: 30_000),
            Bytes("P6 #") + Bytes(zeros: 1 << 18), Bytes("P7\n") + Bytes(repeating: Bytes("WIDTH 3\n"), count: 1 << 15),
        ] as [Bytes])
    func workPerByte(picture: Bytes) {
        for feeding in Feeding.allCases {
            #expect(readHeader(of: picture.all[...], feeding).bytesPushed < 3 * picture.count, "\(feeding)")
        }
    }

    /// libjpeg searches garbage for the next marker, but not endlessly.
    @Test func garbageBetweenSegments() {
        let some = [0xFF, 0xD8, 0xFF, 0xFE, 0, 2] as Bytes + Bytes(zeros: 10_000) + .frame(width: 3, height: 2)
        #expect(readSize(some) == PixelSize(width: 3, height: 2))
        let much = [0xFF, 0xD8, 0xFF, 0xFE, 0, 2] as Bytes + Bytes(zeros: 3 << 20) + .frame(width: 3, height: 2)
        #expect(failure(much) == .tooLarge)
    }

    /// A length in the file must not make the caller fetch or hold that many bytes.
    @Test(
        arguments: [
            (.box("ftyp", Bytes("avif") + Bytes(zeros: 4)) + .big(UInt32(0x7FFF_FFFF)) + Bytes("meta"), .truncated),
            (.box("ftyp", Bytes("avif") + Bytes(zeros: 4)) + .big(UInt32(1)) + Bytes("meta") + .big(UInt64(Int64.max)), .truncated),
            (
                .box("ftyp", Bytes("avif") + Bytes(zeros: 4)) + .big(UInt32(0x7FFF_FFFF)) + Bytes("meta") + Bytes(zeros: 4)
                    + .big(UInt32(0x7FFF_FFF0)) + Bytes("iinf"), .tooLarge
            ),
            (
                .box("ftyp", Bytes("avif") + Bytes(zeros: 4)) + .big(UInt32(0)) + Bytes("meta") + Bytes(zeros: 4) + .big(UInt32(0))
                    + Bytes("pitm"),
                .tooLarge
            ),
            ([0x89] + Bytes("PNG\r\n") + [0x1A, 0x0A] + .big(UInt32(0x7FFF_FFF0)) + Bytes("IHDR"), .tooLarge),
            ([0x89] + Bytes("PNG\r\n") + [0x1A, 0x0A] + .big(UInt32(0x7FFF_FFFF)) + Bytes("tEXt"), .truncated),
            ([0x89] + Bytes("PNG\r\n") + [0x1A, 0x0A] + .big(UInt32(0x8000_0000)) + Bytes("tEXt"), .corrupt),
        ] as [(Bytes, Failure.Code)])
    func hostileLengths(_ picture: Bytes, _ code: Failure.Code) {
        #expect(failure(picture) == code)
    }

    /// Offsets beyond the end of any file.
    @Test(
        arguments: [
            Bytes("II") + [43, 0, 8, 0, 0, 0] + .little(UInt64.max),
            Bytes("II") + [43, 0, 8, 0, 0, 0] + .little(UInt64(Int64.max) - 1),
            .box("ftyp", Bytes("avif") + Bytes(zeros: 4)) + .big(UInt32(1)) + Bytes("free") + .big(UInt64(Int64.max)),
            Bytes("II") + [42, 0] + .little(UInt32.max),
        ] as [Bytes])
    func hostileOffsets(_ picture: Bytes) {
        let code = failure(picture)
        #expect(code == .corrupt || code == .truncated)
    }

    /// 500 KB of metadata before the size cost under 20 KB of reading.
    @Test func metadataIsJumpedOver() {
        let profile = (0..<8).reduce([] as Bytes) { sum, _ in sum + .segment(0xE2, Bytes("ICC_PROFILE\0") + Bytes(zeros: 64_000)) }
        let exif = Bytes.segment(0xE1, Bytes("Exif\0\0") + .exif(orientation: 6) + Bytes(zeros: 60_000))
        let packets = (0..<8).reduce([] as Bytes) { sum, _ in
            sum + .segment(0xE1, Bytes("http://ns.adobe.com/xmp/extension/\0") + Bytes(zeros: 64_000))
        }
        for blocks in [exif + profile, profile + exif, exif + packets, packets + exif] {
            let picture = [0xFF, 0xD8] + blocks + .frame(width: 300, height: 200) + Bytes(zeros: 500_000)
            let reading = readHeader(of: picture.all[...], .blocks)
            #expect((try? reading.result.get().displayed) == PixelSize(width: 200, height: 300))
            #expect(reading.bytesPushed < 20_000)
        }
    }
}
