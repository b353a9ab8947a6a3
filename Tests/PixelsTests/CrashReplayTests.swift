import Foundation
import ImageHeaders
import TestSupport
import Testing

@testable import Pixels

/// Inputs that once crashed the decoders under `scripts/fuzz`, in Fuzz/Crashes as Decoding-…, and the search for a source, as Source-….
@Suite struct CrashReplayTests {
    /// A decoder that traps ends the test run.
    @Test func verdictsAreGiven() throws {
        for name in try Fixtures.crashes() {
            let input = try Fixtures.bytes(of: name)
            #expect(decodingFailure(of: input)?.message != "", "\(name)")
            for format in [ImageFormat.jpeg, .png, .webp, .avif] {
                _ = try DigitalSource(of: ArrayBytes(bytes: input), format)
                _ = try DynamicRange(of: ArrayBytes(bytes: input), format)
            }
            let assertions = ["c2pa.actions", "c2pa.ingredient"].map { Bytes.assertion($0, .raw(Bytes(input))) }
            for store in [Bytes(input)] + assertions.map({ .c2paStore(.c2paManifest("a", $0)) }) {
                _ = try DigitalSource(of: ArrayBytes(bytes: Bytes.png(c2pa: store).all), .png)
            }
        }
    }
}
