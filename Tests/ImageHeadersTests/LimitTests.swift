import Base
import ImageHeaders
import TestSupport
import Testing

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

    @Test func jumps() {
        let far = Bytes.segment(0xE2, Bytes(zeros: 60_000))
        let frame = Bytes.frame(width: 3, height: 2)
        func behind(_ count: Int) -> Bytes { (0..<count).reduce(into: [0xFF, 0xD8]) { sum, _ in sum += far } + frame }
        let few = behind(200)
        let many = behind(300)
        #expect(readSize(few) == PixelSize(width: 3, height: 2))
        #expect(readHeader(of: many.all[...], .blocks).result == .failure(Failure(.tooLarge, "the size stands behind more than 256 blocks of metadata")))
    }

    private func readSize(_ picture: Bytes) -> PixelSize? {
        try? readHeader(of: picture.all[...], .blocks).result.get().displayed
    }

    /// libjpeg searches garbage for the next marker, but not endlessly.
    @Test func garbageBetweenSegments() {
        let some = [0xFF, 0xD8, 0xFF, 0xFE, 0, 2] as Bytes + Bytes(zeros: 10_000) + .frame(width: 3, height: 2)
        #expect(readSize(some) == PixelSize(width: 3, height: 2))
        let much = [0xFF, 0xD8, 0xFF, 0xFE, 0, 2] as Bytes + Bytes(zeros: 3 << 20) + .frame(width: 3, height: 2)
        #expect(failure(much) == .tooLarge)
    }

    /// A length in the file must not make the caller fetch or hold that many bytes.
    @Test(arguments: [
        .box("ftyp", Bytes("avif") + Bytes(zeros: 4)) + .big(UInt32(0x7FFF_FFFF)) + Bytes("meta"),
        .box("ftyp", Bytes("avif") + Bytes(zeros: 4)) + .big(UInt32(1)) + Bytes("meta") + .big(UInt64(Int64.max)),
        [0x89] + Bytes("PNG\r\n") + [0x1A, 0x0A] + .big(UInt32(0x7FFF_FFF0)) + Bytes("IHDR"),
    ] as [Bytes])
    func hostileLengths(_ picture: Bytes) {
        #expect(failure(picture) == .tooLarge)
    }

    /// Offsets beyond the end of any file.
    @Test(arguments: [
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
        let packets = (0..<8).reduce([] as Bytes) { sum, _ in sum + .segment(0xE1, Bytes("http://ns.adobe.com/xmp/extension/\0") + Bytes(zeros: 64_000)) }
        for blocks in [exif + profile, profile + exif, exif + packets, packets + exif] {
            let picture = [0xFF, 0xD8] + blocks + .frame(width: 300, height: 200) + Bytes(zeros: 500_000)
            let reading = readHeader(of: picture.all[...], .blocks)
            #expect((try? reading.result.get().displayed) == PixelSize(width: 200, height: 300))
            #expect(reading.bytesPushed < 20_000)
        }
    }
}
