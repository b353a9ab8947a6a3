/// Writes records into a journal. The caller decides when to flush, for example after some thousand
/// records. Records without a flush are lost.
public struct JournalWriter: ~Copyable {
    private let journal: Journal
    private var isInTransaction = false
    /// The number of records that are not flushed yet.
    public private(set) var unflushed = 0

    init(_ journal: Journal) { self.journal = journal }

    deinit { journal.state.change { [isInTransaction] state in state.takeBackWriter(isInTransaction: isInTransaction) } }

    /// Replaces the record of a picture. If this fails, all records since the last flush are lost; the next
    /// call begins a new transaction.
    public mutating func record(_ key: PictureKey, _ record: PictureRecord) throws(JournalFailure) {
        try change { state throws(JournalFailure) in try state.write(key, record) }
    }

    /// Replaces the placeholders of a picture, which must be those of its last record. A picture without a record is left out.
    public mutating func record(_ key: PictureKey, _ placeholders: PlaceholderRecord) throws(JournalFailure) {
        try change { state throws(JournalFailure) in try state.write(key, placeholders) }
    }

    private mutating func change(_ body: (inout JournalState) throws(JournalFailure) -> Void) throws(JournalFailure) {
        let wasInTransaction = isInTransaction
        let count = unflushed + 1
        isInTransaction = false
        unflushed = 0
        try journal.state.change { state throws(JournalFailure) in
            if !wasInTransaction { try state.begin() }
            try body(&state)
        }
        isInTransaction = true
        unflushed = count
    }

    /// Commits all records so far. A later run finds them even if this process is killed.
    public mutating func flush() throws(JournalFailure) {
        guard isInTransaction else { return }
        isInTransaction = false
        unflushed = 0
        try journal.state.change { state throws(JournalFailure) in try state.commit() }
    }
}
