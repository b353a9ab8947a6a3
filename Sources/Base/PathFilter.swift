/// Chooses among the files below a folder by patterns: `*.jpg` includes, `!*.tmp` excludes, and the last pattern that
/// matches a path decides.
package struct PathFilter: Equatable, Sendable {
    private struct Rule: Equatable {
        let pattern: GlobPattern
        let isExclusion: Bool
    }

    private var rules: [Rule] = []

    /// Without patterns, all files are chosen.
    package init() {}

    package var isEmpty: Bool { rules.isEmpty }

    /// Adds a pattern, which excludes if it begins with `!`. The first character of a name can be written `\!`.
    package mutating func add(_ text: [UInt8]) throws(GlobFailure) {
        let isExclusion = text.first == UInt8(ascii: "!")
        rules.append(Rule(pattern: try GlobPattern(isExclusion ? text[1...] : text[...]), isExclusion: isExclusion))
    }

    /// Whether a file is chosen, by its path below the folder. A file that no pattern matches is chosen unless there are
    /// patterns that include.
    package func chooses(_ path: ArraySlice<UInt8>) -> Bool {
        if rules.isEmpty { return true }
        return decision(on: path) ?? rules.allSatisfy(\.isExclusion)
    }

    /// Whether a pattern excludes the path. A path that is merely not included is not excluded.
    package func excludes(_ path: ArraySlice<UInt8>) -> Bool { decision(on: path) == false }

    private func decision(on path: ArraySlice<UInt8>) -> Bool? {
        rules.last { $0.pattern.matches(path) }.map { !$0.isExclusion }
    }
}
