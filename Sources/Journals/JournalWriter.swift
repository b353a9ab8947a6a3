/// Records what a run learns. Its caller decides when to flush: every few thousand pictures, or
/// every few hundred milliseconds. What was never flushed is not kept.
public struct JournalWriter: ~Copyable {
    private let journal: Journal
    private var isInTransaction = false
    /// How many records would be lost if the process ended now.
    public private(set) var unflushed = 0

    init(_ journal: Journal) { self.journal = journal }

    deinit { journal.takeBackWriter(isInTransaction: isInTransaction) }

    /// Keeps a record in place of the one before it. When this fails, all records since the last
    /// flush are lost; the next record begins anew.
    public mutating func record(_ key: PictureKey, _ record: PictureRecord) throws(JournalFailure) {
        if !isInTransaction { try journal.begin() }
        isInTransaction = false
        let count = unflushed + 1
        unflushed = 0
        try journal.write(key, record)
        isInTransaction = true
        unflushed = count
    }

    /// All records so far are there for every later run, even if this process is killed now.
    public mutating func flush() throws(JournalFailure) {
        guard isInTransaction else { return }
        isInTransaction = false
        unflushed = 0
        try journal.commit()
    }
}
