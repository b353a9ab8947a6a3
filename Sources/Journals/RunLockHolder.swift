import Base

/// The run that holds a lock, as its file tells. Every value is nil if that run has not written it yet.
public struct RunLockHolder: Equatable, Sendable {
    /// The number of its process.
    public var pid: Int32?
    /// Unix seconds.
    public var startedAt: Int64?
    /// The absolute path of the manifest; nil also if the run writes none.
    public var manifest: [UInt8]?

    static let manifestWord = Array("manifest ".utf8)

    package init(pid: Int32? = nil, startedAt: Int64? = nil, manifest: [UInt8]? = nil) {
        (self.pid, self.startedAt, self.manifest) = (pid, startedAt, manifest)
    }

    /// Reads the content of a lock's file.
    init(_ text: [UInt8]) {
        let lines = text.split(separator: UInt8(ascii: "\n"), maxSplits: 2, omittingEmptySubsequences: false)
        pid = lines.first.flatMap { Self.number($0, behind: "pid ") }.flatMap { Int32(exactly: $0) }
        guard lines.count > 1 else { return }
        startedAt = Self.number(lines[1], behind: "started ")
        guard lines.count > 2, lines[2].starts(with: Self.manifestWord), lines[2].last == UInt8(ascii: "\n") else { return }
        manifest = Array(lines[2].dropFirst(Self.manifestWord.count).dropLast())
    }

    private static func number(_ line: ArraySlice<UInt8>, behind word: String) -> Int64? {
        line.starts(with: word.utf8) ? Int64(String(decoding: line.dropFirst(word.utf8.count), as: UTF8.self)) : nil
    }

    /// ` (pid 71, since 2026-01-31T03:00:00Z)`, as far as it is known.
    package func note(_ since: String) -> String {
        pid.map { " (pid \($0)" + (startedAt.map { ", \(since) \(calendarTime($0))" } ?? "") + ")" } ?? ""
    }
}
