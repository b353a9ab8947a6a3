import Foundation
import TestSupport
import Testing
import class System.Locked

/// The requirements of tests.
@Suite struct NeedTests {
    @Test func isLookedForOnce() {
        let looks = Locked(0)
        let need = Need {
            looks.change { $0 += 1 }
            return "a shelf"
        }
        #expect(need.lack == "a shelf")
        #expect(need.lack == "a shelf")
        #expect(looks.value == 1)
    }

    @Test func programs() {
        #expect(Need.program("sh").lack == nil)
        #expect(Need.program("no-such-program").lack == "there is no no-such-program on the PATH; scripts/setup installs it")
    }

    @Test(arguments: [(nil, false), ("", false), ("0", false), ("false", false), ("true", true), ("1", true)] as [(String?, Bool)])
    func isCI(value: String?, isCI: Bool) { #expect(NeedsTrait.isCI(value) == isCI) }

    /// A test with an unmet need is skipped with the reason, and fails in CI.
    @Test func unmetNeeds() async throws {
        let test = try #require(Test.current)
        let lacking: NeedsTrait = .needs(.program("sh"), Need { "a shelf" }, Need { "a hook" })
        for isCI in [false, true] {
            try await (.needs(.program("sh")) as NeedsTrait).prepare(for: test, isCI: isCI)
            let error = await #expect(throws: (any Error).self) { try await lacking.prepare(for: test, isCI: isCI) }
            #expect((error as? UnmetNeed)?.description == (isCI ? "CI must run this test, and cannot: a shelf; a hook" : nil))
        }
    }
}
