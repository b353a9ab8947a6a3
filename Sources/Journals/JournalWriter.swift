/// Writes records into a journal. Its caller decides when to flush, such as after some thousand records.
/// Records that are never flushed are not kept.
public struct JournalWriter: ~Copyable {
    private let journal: Journal
    private var isInTransaction = false
    /// How many records would be lost if the process ended now.
    public private(set) var unflushed = 0

    init(_ journal: Journal) { self.journal = journal }

    deinit { journal.state.change { [isInTransaction] state in state.takeBackWriter(isInTransaction: isInTransaction) } }

    /// Keeps a record in place of the one before it. When this fails, all records since the last
    /// flush are lost; the next record begins anew.
    public mutating func record(_ key: PictureKey, _ record: PictureRecord) throws(JournalFailure) {
        let wasInTransaction = isInTransaction
        let count = unflushed + 1
        isInTransaction = false
        unflushed = 0
        try journal.state.change { state throws(JournalFailure) in
            if !wasInTransaction { try state.begin() }
            try state.write(key, record)
        }
        isInTransaction = true
        unflushed = count
    }

    /// Commits all records so far: a later run finds them, even if this process is killed now.
    public mutating func flush() throws(JournalFailure) {
        guard isInTransaction else { return }
        isInTransaction = false
        unflushed = 0
        try journal.state.change { state throws(JournalFailure) in try state.commit() }
    }
}
