/// Which journal a run uses, and how far it trusts the sizes in it.
public struct JournalUse: Equatable, Sendable {
    public var path: [UInt8]
    /// For how many seconds the size of a URL is trusted without a request.
    public var maxAge: Int64 = 0
    /// Whether all files are opened and all URLs asked for, whatever is known of them.
    public var refreshes = false
    /// Whether pictures that failed are asked for at once, and the other known pictures not at all.
    public var retriesFailed = false

    /// What messages advise: how to run without the journal, and how to ask for a picture before its pause is over. Each
    /// command has its own options for that.
    public var withoutIt = "run with --no-journal"
    public var withoutRest = " (--retry-failed does not wait)"

    public init(_ path: [UInt8]) { self.path = path }
}
