import Base

/// The URLs that a journal knew when a run began, found by the hashes of their names alone and with
/// numbers by which the run can tell them apart.
public struct KnownURLs: Sendable {
    public struct Found: Sendable {
        /// Below `count`.
        public let number: Int32
        public let picture: KnownPicture
    }

    private let journal: Journal
    private let edition: Int
    /// How names are to be hashed.
    public let hash: NameHash
    public let count: Int
    /// A catalogue keeps its order from one night to the next: behind a picture stands the one that stood
    /// behind it before.
    private var next = 0

    fileprivate init(_ journal: Journal) {
        self.journal = journal
        edition = journal.edition
        hash = journal.table?.known.hash ?? NameHash()
        count = journal.table?.known.count ?? 0
    }

    /// What is known of each, in their order. Of a name that was added since nothing is; nor of any,
    /// once the journal was read anew because another program has written.
    public mutating func find(_ names: [NameHash.Value]) -> [Found?] {
        let found = journal.find(names, edition: edition, expecting: next, below: count)
        if let last = found.last(where: { $0 != nil }), let last { next = Int(last.number) + 1 }
        return found
    }
}

extension Journal {
    /// The URLs that are known now.
    public func urls() throws(JournalFailure) -> KnownURLs {
        lock.take()
        defer { lock.release() }
        try loadTable()
        return KnownURLs(self)
    }

    fileprivate func find(_ names: [NameHash.Value], edition: Int, expecting next: Int, below count: Int) -> [KnownURLs.Found?] {
        lock.take()
        defer { lock.release() }
        let found = edition == self.edition ? table?.known.urls(names, expecting: next, below: count) : nil
        return found ?? Array(repeating: nil, count: names.count)
    }
}
