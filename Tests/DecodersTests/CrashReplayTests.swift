import Foundation
import TestSupport
import Testing

/// Inputs that once crashed the decoders under `scripts/fuzz`, in Fuzz/Crashes as Decoding-….
@Suite struct CrashReplayTests {
    /// A decoder that traps ends the test run.
    @Test func verdictsAreGiven() throws {
        let folder = Fixtures.root + "/Fuzz/Crashes"
        for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] where !name.hasPrefix(".") {
            let input = try Fixtures.bytes(of: folder + "/" + name)
            #expect(decodingFailure(of: input)?.message != "", "\(name)")
        }
    }
}
