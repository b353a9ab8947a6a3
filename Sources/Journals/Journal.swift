import Base
import System

// Journals: what is known of every picture, kept in one SQLite file from run to run.

/// An open journal. It may be used from any thread; calls wait for one another.
///
/// What was flushed survives the end of the process, however it ends. A loss of power may take the
/// last seconds with it and never more: those pictures are asked for again.
public final class Journal: Sendable {
    public enum Access: Sendable {
        /// Nothing is made and nothing is recorded.
        case reading
        /// A file that is not there is made.
        case writing
    }

    /// The path as it was given.
    public let path: [UInt8]
    let state: Locked<JournalState>

    /// Opens a journal, makes it where there is none, and brings an older one to this schema.
    /// `patience` is how long another program that writes is waited for, in milliseconds.
    public init(_ path: [UInt8], _ access: Access, patience: Int32 = 5000) throws(JournalFailure) {
        self.path = path
        if let status = fileStatus(path) {
            guard status.isRegular else { throw JournalFailure(.notAFile, path) }
            let isBlank = try JournalHeader(of: path) == .blank
            if isBlank, access == .reading { throw JournalFailure(.missing, path) }
        } else {
            guard access == .writing else { throw JournalFailure(.missing, path) }
            guard fileStatus(folder(of: path)) != nil else { throw JournalFailure(.noFolder, path) }
        }
        let connection = try Connection(path, creates: access == .writing, patience: patience)
        // What was written and not yet brought into the file may tell of a newer schema.
        try connection.migrate()
        state = Locked(try JournalState(connection))
        if access == .reading {
            try connection.run("PRAGMA query_only=ON")
            return
        }
        if connection.isReadOnly { throw JournalFailure(.readOnly, path) }
        // Readers do not wait for the writer. A commit is written and not synced: that would cost
        // as much as thousands of rows, and all that it would save is asking for a few again.
        try connection.run("PRAGMA journal_mode=WAL")
        try connection.run("PRAGMA synchronous=NORMAL")
    }

    /// What is known of each of these pictures, in their order; nil of those never asked for.
    public func lookup(_ keys: [LookupKey]) throws(JournalFailure) -> [KnownPicture?] {
        try state.change { state throws(JournalFailure) in try state.lookup(keys) }
    }

    /// All that is known of a picture.
    public func record(of key: PictureKey) throws(JournalFailure) -> PictureRecord? {
        try state.change { state throws(JournalFailure) in try state.record(of: key) }
    }

    /// Records go through a writer; there is one at a time.
    public func writer() -> JournalWriter {
        state.change { $0.lendWriter() }
        return JournalWriter(self)
    }

    /// Forgets the pictures whose URL or path the pattern matches as a whole (`*`, `?`, `[…]`; a
    /// star matches slashes too), and says how many. The file keeps its size; what comes next has
    /// room in it.
    public func forget(_ pattern: [UInt8]) throws(JournalFailure) -> Int {
        try state.change { state throws(JournalFailure) in try state.forget(pattern) }
    }
}
