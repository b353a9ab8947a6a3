import Foundation
import Testing

/// The requirements of tests. If one is missing, the test is skipped with the reason. In CI the test fails, since a
/// test that is never run there is useless.
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

    /// The meaning of the variable `CI`, which CI systems set to `true`.
    public static func isCI(_ value: String?) -> Bool { !["", "0", "false"].contains(value ?? "") }
}

extension Trait where Self == NeedsTrait {
    public static func needs(_ needs: Need...) -> Self { NeedsTrait(wanted: needs) }
}
