import Foundation
import Testing

/// The requirements of tests. If one is missing, the test is skipped with the reason. In CI the test fails, since a
/// test that is never run there is useless.
public struct NeedsTrait: TestTrait, SuiteTrait {
    fileprivate let wanted: [Need]

    public var isRecursive: Bool { true }

    public func prepare(for test: Test) async throws {
        let lacks = wanted.compactMap(\.lack)
        guard !lacks.isEmpty else { return }
        let reason = lacks.joined(separator: "; ")
        // CI systems set the variable to true.
        let isCI = !["", "0", "false"].contains(ProcessInfo.processInfo.environment["CI"] ?? "")
        if isCI { throw UnmetNeed("CI must run this test, and cannot: \(reason)") }
        try await ConditionTrait.disabled(Comment(rawValue: reason)).prepare(for: test)
    }
}

extension Trait where Self == NeedsTrait {
    public static func needs(_ needs: Need...) -> Self { NeedsTrait(wanted: needs) }
}
