import Foundation
import ImageHeaders
import TestSupport
import Testing

/// Inputs that once crashed under `scripts/fuzz`, in Fuzz/Crashes as TARGET-….
@Suite struct CrashReplayTests {
    /// The bytes that each target of Fuzz/Sources/FuzzReaders/FuzzReaders.swift writes over an input's beginning.
    private static let signatures: [String: [(bytes: Bytes, offset: Int)]] = [
        "PNG": [([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], 0)],
        "JPEG": [([0xFF, 0xD8, 0xFF], 0)],
        "WebP": [("RIFF", 0), ("WEBPVP8", 8)],
        "GIF": [("GIF89a", 0)],
        "BMP": [("BM", 0), ([0, 0, 0], 15)],
        "TIFF": [([0x49, 0x49, 42, 0], 0)],
        "BigTIFF": [([0x4D, 0x4D, 0, 43, 0, 8, 0, 0], 0)],
        "ICO": [([0, 0, 1, 0], 0), ([0], 5)],
        "SVG": [("<svg ", 0)],
        "Netpbm": [("P", 0)],
        "HEIF": [([0, 0, 0, 20], 0), ("ftypavif", 4)],
        "JXL": [([0xFF, 0x0A], 0)],
        "Boxes": [([0, 0, 0, 12], 0), ([0x20, 0x0D, 0x0A, 0x87, 0x0A], 7)],
        "J2K": [([0xFF, 0x4F, 0xFF, 0x51], 0)],
        "CgBI": [([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], 0), ([0, 0, 0, 4, 0x43, 0x67, 0x42, 0x49], 8)],
        "PSD": [("8BPS", 0)],
        "QOI": [("qoif", 0), ([0], 8)],
        "TGA": [([0, 0, 2], 0)],
        "Sequence": [([0, 0, 0, 16], 0), ("ftypavis", 4)],
        "Recognition": [],
        "Decoding": [],
    ]

    /// A reader that traps ends the test run.
    @Test func headersDoNotDependOnTheFeeding() throws {
        for path in try Fixtures.crashes() {
            let name = URL(fileURLWithPath: path).lastPathComponent
            let target = String(name.prefix { $0 != "-" })
            let signature = try #require(CrashReplayTests.signatures[target], "\(name) names no target")
            var input = try Fixtures.bytes(of: path)
            for (bytes, offset) in signature {
                for (index, byte) in bytes.all.enumerated() where offset + index < input.count { input[offset + index] = byte }
            }
            let results = Feeding.allCases.map { readHeader(of: input[...], $0).result }
            #expect(results.allSatisfy { $0 == results[0] }, "\(name): \(results)")
        }
    }
}
