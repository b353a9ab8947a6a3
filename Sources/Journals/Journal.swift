import Glibc
import WeirBase
import WeirSystem

// Journals: one SQLite file keeps what is recorded of every picture between runs.

/// An open journal. Any thread may use it; concurrent calls wait for each other.
///
/// Flushed records survive any end of the process. A loss of power may lose at most the last seconds of
/// records; those pictures are requested again.
public final class Journal: Sendable {
    /// The use that a journal is opened for.
    public enum Access: Sendable {
        /// Nothing is created and nothing is recorded.
        case reading
        /// A missing file is created.
        case writing
    }

    /// The path as the caller gave it.
    public let path: [UInt8]
    let state: Locked<JournalState>

    /// The endings of the files beside a journal, behind its own name.
    package static let companionEndings = JournalCompanion.allCases.map(\.rawValue) + [RunLock.ending]

    /// Refuses a path that cannot be that of a journal. Nothing is created.
    package static func check(_ path: [UInt8], _ access: Access) throws(JournalFailure) {
        try check(path, at: followingLinks(path), access)
    }

    /// `file` is the path by which the file is looked at, without links.
    private static func check(_ path: [UInt8], at file: [UInt8], _ access: Access) throws(JournalFailure) {
        if let status = fileStatus(file) {
            guard status.isRegular else { throw JournalFailure(.notAFile, path) }
            let isBlank = try isBlank(path, at: file)
            if isBlank, access == .reading { throw JournalFailure(.missing, path) }
            // An empty file with a second name may be another program's.
            guard !isBlank || status.st_nlink == 1 else { throw JournalFailure(.foreign, path) }
        } else {
            guard access == .writing else { throw JournalFailure(.missing, path) }
            guard fileStatus(folder(of: file)) != nil else { throw JournalFailure(.noFolder, path) }
        }
        try JournalCompanion.check(beside: path, at: file)
    }

    /// Opens a journal. Creates a missing file, and migrates an older schema. The caller of `.writing` has the run's
    /// lock. `patience` is the maximum wait for another program that writes, in milliseconds.
    public init(_ path: [UInt8], _ access: Access, patience: Int32 = 5000) throws(JournalFailure) {
        self.path = path
        try Self.check(path, access)
        let outputPath = access == .writing ? try Self.writablePath(path) : nil
        // Somebody may have exchanged the folder since.
        if let outputPath { try Self.check(path, at: outputPath.folder.lastingPath(of: outputPath.name) ?? outputPath.path, access) }
        let connection = try Connection(path, at: outputPath, creates: access == .writing, patience: patience)
        try Self.migrate(connection, access)
        state = Locked(try JournalState(connection))
        if access == .reading {
            try connection.run("PRAGMA query_only=ON")
            return
        }
        if connection.isReadOnly { throw JournalFailure(.readOnly, path) }
        // WAL lets readers continue while the writer works. A commit is not synced: a sync costs as much as
        // thousands of rows, and would save only a few repeated requests.
        try connection.run("PRAGMA journal_mode=WAL")
        try connection.run("PRAGMA synchronous=NORMAL")
    }

    /// The path of the file that SQLite writes.
    private static func writablePath(_ path: [UInt8]) throws(JournalFailure) -> OutputPath {
        do throws(MachineFailure) { return try OutputPath(path) } catch {
            throw JournalFailure(.noPermission, path, error.message)
        }
    }

    private static func migrate(_ connection: Connection, _ access: Access) throws(JournalFailure) {
        guard access == .reading else {
            try connection.migrate()
            return try connection.nameFormats()
        }
        guard try connection.schemaVersion() < Schema.version else { return try connection.migrate() }
        // A run of an older weir would lose its schema.
        let lock: RunLock
        do throws(RunLockFailure) {
            lock = try RunLock(of: connection.path, startedAt: unixSeconds())
        } catch {
            if case .held = error { throw JournalFailure(.locked, connection.path) }
            throw JournalFailure(.readOnly, connection.path)
        }
        try connection.migrate()
        _ = consume lock
    }

    /// Reads all rows into memory, so that damage is found now. Later lookups need no file.
    public func load() throws(JournalFailure) {
        try state.change { state throws(JournalFailure) in try state.load() }
    }

    /// The recorded pictures, in the order of `keys`; nil for one that was never requested.
    public func lookup(_ keys: [PictureKey]) throws(JournalFailure) -> [RecordedPicture?] {
        try lookup(keys.map { ($0.hash, $0.stamp) })
    }

    /// The same by the hashes of the keys' names: a run has a million names, and copies none of them for this.
    package func lookup(_ keys: [PictureKey.Lookup]) throws(JournalFailure) -> [RecordedPicture?] {
        try state.change { state throws(JournalFailure) in try state.lookup(keys) }
    }

    /// The complete record of a picture.
    public func record(of key: PictureKey) throws(JournalFailure) -> PictureRecord? {
        try state.change { state throws(JournalFailure) in try state.record(of: key) }
    }

    /// The placeholders of each picture as its record describes it, in the order of `keys`; nil if there are none, or if the
    /// picture has changed since.
    public func placeholders(of keys: [PictureKey]) throws(JournalFailure) -> [PlaceholderRecord?] {
        try state.change { state throws(JournalFailure) in
            var found: [PlaceholderRecord?] = []
            for key in keys { found.append(try state.placeholders(of: key)) }
            return found
        }
    }

    /// Only one writer may exist at a time.
    public func writer() -> JournalWriter {
        state.change { $0.lendWriter() }
        return JournalWriter(self)
    }

    /// Removes the pictures whose whole URL or path matches the pattern (`*`, `?`, `[…]`; a star also
    /// matches slashes), if they were last asked for before a time in Unix seconds, and returns their number. Their placeholders,
    /// and the paces and the robots.txt of matching hosts, are removed, too. The file keeps its size, and new rows reuse the free
    /// space.
    public func forget(_ pattern: [UInt8], askedBefore time: Int64 = .max) throws(JournalFailure) -> Int {
        try state.change { state throws(JournalFailure) in try state.forget(pattern, askedBefore: time) }
    }
}

extension Journal {
    /// Moves a damaged journal and SQLite's files beside it to names with today's date, and returns the journal's new path. The
    /// caller has the run's lock.
    package static func setAside(_ path: [UInt8], at time: Int64) throws(JournalFailure) -> [UInt8] {
        let outputPath = try writablePath(path)
        let endings = JournalCompanion.allCases.map { Array($0.rawValue.utf8) } + [[]]
        var (suffix, number) = ([UInt8](), 1)
        repeat {
            suffix = Array(".damaged-\(calendarTime(time).prefix(10))\(number == 1 ? "" : "-\(number)")".utf8)
            number += 1
        } while endings.contains { outputPath.folder.status(of: outputPath.name + suffix + $0) != nil }
        // The journal goes last: SQLite would take the log of the damaged one for that of a new one.
        for ending in endings where outputPath.folder.status(of: outputPath.name + ending) != nil {
            guard outputPath.folder.move(outputPath.name + ending, to: outputPath.name + suffix + ending) else {
                throw JournalFailure(.readOnly, path)
            }
        }
        return path + suffix
    }
}

extension Journal {
    /// Makes sure that only this user can read a journal, which has the paths and URLs of all pictures. A missing file is
    /// created. SQLite gives new files beside it the same mode. The caller has the run's lock.
    package static func makePrivate(_ path: [UInt8]) throws(JournalFailure) {
        let outputPath: OutputPath
        do throws(MachineFailure) { outputPath = try OutputPath(path) } catch { throw JournalFailure(.noPermission, path, error.message) }
        let new = outputPath.folder.open(outputPath.name, O_WRONLY | O_CREAT | O_EXCL, mode: 0o600)
        if new >= 0 { close(new) }
        var isWritable = false
        for ending in [""] + JournalCompanion.allCases.map(\.rawValue) {
            let file = outputPath.folder.open(outputPath.name + Array(ending.utf8), O_RDONLY | O_NONBLOCK)
            guard file >= 0 else { continue }
            // SQLite gives its files the mode of the journal, which may have been read-only then.
            isWritable = WeirSystem.makePrivate(file, isToBeWritten: isWritable)
            close(file)
        }
    }
}
