import Base
import ImageHeaders

/// A picture as it stands in a journal.
public struct RememberedPicture: Equatable, Sendable {
    /// A URL, or an absolute path.
    public let name: [UInt8]
    public let isFile: Bool
    public let record: PictureRecord

    public init(_ name: [UInt8], isFile: Bool, _ record: PictureRecord) {
        self.name = name
        self.isFile = isFile
        self.record = record
    }

    static let query = """
        SELECT key, stamp, dimensions, content, asked, retry_at, stored, succeeded, header_end, etag, last_modified,
            failure, message, status, failures
        FROM pictures
        """

    /// nil where the row names no picture. Of what else is not understood nothing is known.
    init?(_ row: Statement) {
        guard let name = row.text(0) else { return nil }
        self.name = name
        isFile = row.integer(1) != nil
        var record = PictureRecord(asked: row.integer(4).flatMap { PictureRecord.times.contains($0) ? $0 : nil } ?? 0)
        let shape = PackedShape(dimensions: row.integer(2) ?? 0, content: row.integer(3) ?? 0)
        if let size = shape.size, let format = shape.format, let orientation = shape.orientation {
            let stored = row.integer(6).flatMap { PackedShape.size($0) } ?? size.turned(by: orientation)
            record.header = ImageHeader(format: format, displayed: size, stored: stored, orientation: orientation)
        }
        record.bytes = shape.bytes
        record.succeeded = row.integer(7)
        record.headerEnd = row.integer(8)
        record.validators = PictureRecord.Validators(entityTag: row.text(9), lastModified: row.text(10))
        if let retryAt = row.integer(5), let code = row.text(11).flatMap({ Failure.Code(rawValue: String(decoding: $0, as: UTF8.self)) }) {
            let message = row.text(12).map { String(decoding: $0, as: UTF8.self) }
            record.streak = FailureStreak(
                failure: Failure(code, message), status: row.integer(13).map { Int($0) }, count: Int(Int32(clamping: row.integer(14) ?? 1)),
                retryAt: retryAt)
        }
        self.record = record
    }
}

/// Pictures of a journal, one after the other, in the order of their keys' bytes.
public struct RememberedPictures: ~Copyable {
    public enum Selection: Sendable {
        case all
        case failed
    }

    private let journal: Journal
    private let statement: Statement

    fileprivate init(_ journal: Journal, _ selection: Selection) throws(JournalFailure) {
        self.journal = journal
        let condition = selection == .failed ? " WHERE failure IS NOT NULL" : ""
        statement = try journal.connection.prepare(RememberedPicture.query + condition + " ORDER BY key")
    }

    /// The next picture; nil at the end.
    public mutating func next() throws(JournalFailure) -> RememberedPicture? {
        journal.lock.take()
        defer { journal.lock.release() }
        while try statement.step() {
            if let picture = RememberedPicture(statement) { return picture }
        }
        return nil
    }
}

extension Journal {
    /// All pictures, or those whose last result is a failure, sorted. They are those of the moment
    /// in which the first is asked for.
    public func pictures(_ selection: RememberedPictures.Selection = .all) throws(JournalFailure) -> RememberedPictures {
        lock.take()
        defer { lock.release() }
        return try RememberedPictures(self, selection)
    }
}
