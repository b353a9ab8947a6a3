import Foundation
import TestSupport
import Testing

/// Inputs that once crashed the decoders under `scripts/fuzz`, in Fuzz/Crashes as Decoding-….
@Suite struct CrashReplayTests {
    /// A decoder that traps ends the test run.
    @Test func verdictsAreGiven() throws {
        for name in try Fixtures.crashes() {
            let input = try Fixtures.bytes(of: name)
            #expect(decodingFailure(of: input)?.message != "", "\(name)")
        }
    }
}
