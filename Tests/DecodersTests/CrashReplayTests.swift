import Foundation
import TestSupport
import Testing

/// What `scripts/fuzz` once found in the decoders, in Fuzz/Crashes as Decoding-….
@Suite struct CrashReplayTests {
    /// A decoder that traps ends the test run, as it should.
    @Test func verdictsAreGiven() throws {
        let folder = Fixtures.root + "/Fuzz/Crashes"
        for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] where !name.hasPrefix(".") {
            let input = try Fixtures.bytes(of: folder + "/" + name)
            #expect(objection(to: input)?.message != "", "\(name)")
        }
    }
}
