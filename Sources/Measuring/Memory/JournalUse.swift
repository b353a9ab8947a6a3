/// Where a run remembers pictures, and how far it trusts what it remembers.
public struct JournalUse: Equatable, Sendable {
    public var path: [UInt8]
    /// For how many seconds the size of a URL is trusted unasked.
    public var maxAge: Int64 = 0
    /// Whether everything is opened and asked for, however well it is known.
    public var refreshes = false
    /// Whether of the pictures that are known those are asked for, and those alone, that failed.
    public var retriesFailed = false

    /// How people do without the journal, and how pictures that are left alone are tried all the same: each
    /// command has options of its own.
    public var withoutIt = "run with --no-journal"
    public var withoutRest = " (--retry-failed does not wait)"

    public init(_ path: [UInt8]) { self.path = path }
}
