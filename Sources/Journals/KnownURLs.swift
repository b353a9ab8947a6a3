import Base

/// The URLs that a journal knows, and those that a run names. Each has a number, by which the run identifies it.
package struct KnownURLs: Sendable {
    /// The number of a URL, and its earlier record.
    package struct Found: Sendable {
        package let number: Int32
        /// nil if the journal did not know it at the start of the run.
        package let picture: KnownPicture?
    }

    private let journal: Journal
    private let edition: Int
    /// The number of pictures at the start of the run.
    package let count: Int

    fileprivate init(_ journal: Journal, edition: Int, count: Int) {
        self.journal = journal
        self.edition = edition
        self.count = count
    }

    /// The numbers of names that have one, in order. Returns nil after the journal was read again, since the numbers have changed.
    package func find(_ names: [NameHash]) -> [Found?]? {
        journal.state.read { state in
            guard let known = state.known, state.edition == edition else { return nil }
            return known.numbers(of: names).map { number in
                number.map { Found(number: Int32($0), picture: known.url($0, below: count)) }
            }
        }
    }

    /// The numbers of URLs, in order. New ones get a number. Returns nil after the journal was read again.
    package func number(_ urls: [NameHash]) -> [Found]? {
        journal.state.change { state in
            guard state.edition == edition, let numbers = state.known?.add(urls), let known = state.known else { return nil }
            return numbers.map { Found(number: Int32($0), picture: known.url($0, below: count)) }
        }
    }
}

extension Journal {
    /// The URLs that the journal knows now.
    package func urls() throws(JournalFailure) -> KnownURLs {
        try state.change { state throws(JournalFailure) in
            try state.load()
            return KnownURLs(self, edition: state.edition, count: state.known?.count ?? 0)
        }
    }
}
