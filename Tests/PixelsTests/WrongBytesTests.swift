import ImageHeaders
import Pixels
import TestSupport
import Testing
import WeirBase

/// Pictures with wrong bytes in the middle.
@Suite struct WrongBytesTests {
    private func bytes(_ path: String) throws -> [UInt8] {
        try #require(Fixtures.made.first { $0.path == path }).bytes()
    }

    /// Every chunk of a PNG has a checksum.
    @Test func everyBitOfAPNG() throws {
        let sound = try bytes("png/pillow-rgb.png")
        // Behind the signature and the header chunk, whose damage `ImageHeaderReader` finds.
        for index in 33..<sound.count {
            var wrong = sound
            wrong[index] ^= 0x10
            #expect(decodingFailure(of: wrong) != nil, "byte \(index)")
        }
    }

    /// Noise among the codes of a JPEG rarely decodes. There is no checksum, so about one in fifteen does.
    /// A limit of half holds for every seed.
    @Test func noise() throws {
        var seed = Seed.announced(for: "noise in a JPEG")
        let sound = try bytes("jpeg/cjpeg-640x480.jpg")
        try #require(decodingFailure(of: sound) == nil)
        var found = 0
        for _ in 0..<50 {
            var wrong = sound
            let start = Int.random(in: sound.count / 2..<sound.count - 100, using: &seed)
            for index in start..<start + 64 { wrong[index] = UInt8.random(in: 0...255, using: &seed) }
            guard let failure = decodingFailure(of: wrong) else { continue }
            found += 1
            #expect([.corrupt, .truncated].contains(failure.code), "\(failure.message) \(seed)")
        }
        #expect(found > 25, "\(found) of 50 \(seed)")
    }

    struct Case: CustomTestStringConvertible, Sendable {
        let title: String
        let bytes: Bytes
        let code: Failure.Code
        let message: String
        var testDescription: String { title }
    }

    static let cases: [Case] = [
        Case(
            title: "a PNG of one row whose pixels would fill the memory", bytes: png(width: 900_000_000, height: 1),
            code: .tooLarge, message: "decoding it would take more than 512 MiB of memory"),
        Case(
            title: "a PNG that ends behind its header", bytes: png(width: 3, height: 2),
            code: .corrupt, message: "libpng: Not enough image data"),
        Case(
            title: "a JPEG without pixels", bytes: .jpeg(width: 30, height: 20) + [0xFF, 0xD9],
            code: .corrupt, message: "libjpeg: Invalid JPEG file structure: missing SOS marker"),
        Case(
            title: "a GIF without a picture", bytes: "GIF89a" + [1, 0, 1, 0, 0, 0, 0, 0x3B],
            code: .corrupt, message: "a GIF without a picture"),
        Case(
            title: "a GIF with an unknown block", bytes: "GIF89a" + [1, 0, 1, 0, 0, 0, 0, 0x40],
            code: .corrupt, message: "a block of the unknown kind 64 behind picture 0"),
        Case(
            title: "an AVIF with a box of 3 bytes", bytes: .avif(width: 3, height: 2) + [0, 0, 0, 3, 0x66, 0x72, 0x65, 0x65],
            code: .corrupt, message: "a box of 3 bytes"),
        Case(
            title: "an AVIF whose last box ends early",
            bytes: .avif(width: 3, height: 2) + [0, 0, 1, 0, 0x6D, 0x64, 0x61, 0x74, 1, 2],
            code: .truncated, message: "the bytes end at 155, in the box mdat"),
    ]

    @Test(arguments: cases)
    func verdict(_ row: Case) {
        #expect(decodingFailure(of: row.bytes.all) == Failure(row.code, row.message))
    }

    /// A failure to read a picture is not reported as a broken picture.
    @Test func failureToRead() throws {
        let header = ImageHeader(
            format: .png, displayed: PixelSize(width: 37, height: 23), stored: PixelSize(width: 37, height: 23),
            orientation: .up)
        let picture = FailingBytes(bytes: try bytes("png/pillow-rgb.png"), end: 30)
        #expect(Pixels.decodingFailure(of: picture, header: header) == FailingBytes.failure)
    }

    /// libjpeg holds all coefficients of a progressive picture at once.
    @Test func memoryOfAProgressiveJPEG() throws {
        var picture = try bytes("jpeg/cjpeg-progressive.jpg")
        try #require(decodingFailure(of: picture) == nil)
        let frame = try #require(picture.indices.dropLast().first { picture[$0] == 0xFF && picture[$0 + 1] == 0xC2 })
        // Height and width, behind the marker, the length and the precision.
        picture.replaceSubrange(frame + 5..<frame + 9, with: [0x75, 0x30, 0x75, 0x30])
        #expect(decodingFailure(of: picture)?.code == .tooLarge)
    }

    @Test func memoryOfAWebP() throws {
        let picture = try bytes("webp/cwebp-lossless.webp")
        #expect(decodingFailure(of: picture) == nil)
        #expect(decodingFailure(of: picture, limits: DecodingLimits(memory: 1000))?.code == .tooLarge)
    }

    /// A header chunk, an empty chunk of pixels, and the end chunk.
    static func png(width: UInt32, height: UInt32, isInterlaced: Bool = false) -> Bytes {
        let header = Bytes([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
        return header + chunk("IHDR", Bytes(big(width) + big(height) + [8, 2, 0, 0, isInterlaced ? 1 : 0]))
            // An empty stream of zlib.
            + chunk("IDAT", [0x78, 0x9C, 0x03, 0, 0, 0, 0, 1]) + chunk("IEND", [])
    }

    static func chunk(_ name: String, _ content: Bytes) -> Bytes {
        let body = Array(name.utf8) + content.all
        return Bytes(big(UInt32(content.count)) + body + big(checksum(body)))
    }

    private static func big(_ number: UInt32) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) } }

    /// PNG, third edition, D.
    private static func checksum(_ bytes: [UInt8]) -> UInt32 {
        var sum = UInt32.max
        for byte in bytes {
            sum ^= UInt32(byte)
            for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
        }
        return ~sum
    }
}

/// A picture on a disk that fails.
private struct FailingBytes: PictureBytes {
    let bytes: [UInt8]
    let end: UInt64
    static let failure = Failure(.unreadable, "the disk fails")
    var count: UInt64 { UInt64(bytes.count) }

    func read(at offset: UInt64, into buffer: UnsafeMutableRawBufferPointer) throws(Failure) -> Int {
        let count = try ArrayBytes(bytes: bytes).read(at: offset, into: buffer)
        guard offset + UInt64(count) <= end else { throw FailingBytes.failure }
        return count
    }
}
