import Base

/// The URLs that a journal knew when a run began, with numbers by which the run can tell them apart.
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

    /// What is known of each, in their order. Of a name that was added since the run began nothing is known; nor of
    /// any name once the journal was read anew, since that gives other numbers.
    public func find(_ names: [NameHash]) -> [Found?] {
        journal.state.change { state in
            guard let known = state.known, state.edition == edition else { return Array(repeating: nil, count: names.count) }
            return known.urls(names, below: count)
        }
    }
}

extension Journal {
    /// The URLs that are known now.
    public func urls() throws(JournalFailure) -> KnownURLs {
        try state.change { state throws(JournalFailure) in
            try state.load()
            return KnownURLs(self, edition: state.edition, count: state.known?.count ?? 0)
        }
    }
}
