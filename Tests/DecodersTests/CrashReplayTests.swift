import Foundation
import TestSupport
import Testing

/// What `scripts/fuzz` once found in the decoders, in Fuzz/Crashes as Decoding-….
@Suite struct CrashReplayTests {
    /// A decoder that traps ends the test run, as it should.
    @Test func verdictsAreGiven() throws {
        for name in try Fixtures.crashes() {
            let input = try Fixtures.bytes(of: name)
            #expect(objection(to: input)?.message != "", "\(name)")
        }
    }
}
