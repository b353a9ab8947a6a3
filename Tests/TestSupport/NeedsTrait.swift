import Foundation
import Testing

/// Tests that need something. Where it is missing, a test is skipped with the reason; in CI it fails with it, since a
/// test that never runs there is no test.
public struct NeedsTrait: TestTrait, SuiteTrait {
    fileprivate let wanted: [Need]

    public var isRecursive: Bool { true }

    public func prepare(for test: Test) async throws {
        try await prepare(for: test, isCI: NeedsTrait.isCI(ProcessInfo.processInfo.environment["CI"]))
    }

    public func prepare(for test: Test, isCI: Bool) async throws {
        let lacks = wanted.compactMap(\.lack)
        guard !lacks.isEmpty else { return }
        let reason = lacks.joined(separator: "; ")
        if isCI { throw UnmetNeed("CI must run this test, and cannot: \(reason)") }
        try await ConditionTrait.disabled(Comment(rawValue: reason)).prepare(for: test)
    }

    /// What the variable `CI` says: systems of CI set it to `true`.
    public static func isCI(_ value: String?) -> Bool { !["", "0", "false"].contains(value ?? "") }
}

extension Trait where Self == NeedsTrait {
    public static func needs(_ needs: Need...) -> Self { NeedsTrait(wanted: needs) }
}
