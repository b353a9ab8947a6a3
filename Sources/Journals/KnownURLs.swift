import Base

/// The URLs that a journal knew at the start of a run. Each has a number, by which the run identifies it.
public struct KnownURLs: Sendable {
    public struct Found: Sendable {
        /// Below `count`.
        public let number: Int32
        public let picture: KnownPicture
    }

    private let journal: Journal
    private let edition: Int
    public let count: Int

    fileprivate init(_ journal: Journal, edition: Int, count: Int) {
        self.journal = journal
        self.edition = edition
        self.count = count
    }

    /// The known data of each name, in order. A name that was added during the run gives nil. All names
    /// give nil after the journal was read again, since their numbers have changed.
    public func find(_ names: [NameHash]) -> [Found?] {
        journal.state.change { state in
            guard let known = state.known, state.edition == edition else { return Array(repeating: nil, count: names.count) }
            return known.urls(names, below: count)
        }
    }
}

extension Journal {
    /// The URLs that the journal knows now.
    public func urls() throws(JournalFailure) -> KnownURLs {
        try state.change { state throws(JournalFailure) in
            try state.load()
            return KnownURLs(self, edition: state.edition, count: state.known?.count ?? 0)
        }
    }
}
