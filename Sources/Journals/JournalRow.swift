import ImageHeaders
import WeirBase

/// A row of a journal: a picture and its record.
public struct JournalRow: Equatable, Sendable {
    /// A URL, or an absolute path.
    public let name: [UInt8]
    /// Whether the name is a path.
    public let isFile: Bool
    /// Invalid values of the file are left out, as unknown ones are.
    public let record: PictureRecord
    /// The placeholders of the picture, if they were asked for and it has not changed since.
    public internal(set) var placeholders: PlaceholderRecord?

    package init(_ name: [UInt8], isFile: Bool, _ record: PictureRecord) {
        self.name = name
        self.isFile = isFile
        self.record = record
    }

    /// Selects the rows that fit their checksums, with their ids behind all other columns. Conditions can be added.
    static let query = "SELECT \(RowChecksum.columns), id FROM pictures WHERE \(RowChecksum.fits)"

    static func id(_ row: Statement) -> Int64 { row.number(RowChecksum.columnCount) }

    /// The version of the picture, whose row the statement is at.
    func version(_ row: Statement) -> PictureVersion { PictureVersion(of: record, name, stamp: isFile ? row.integer(1) : nil) }

    /// Nil if the row has no name. Other columns with invalid values are read as unknown.
    init?(_ row: Statement) {
        guard let name = row.text(0) else { return nil }
        self.name = name
        isFile = name.first == UInt8(ascii: "/")
        var record = PictureRecord(asked: PictureRecord.times.contains(row.number(4)) ? row.number(4) : 0)
        if let facts = PictureFacts(dimensions: row.number(2), content: row.number(3)) {
            let stored = row.integer(6).flatMap { PictureFacts.size($0) } ?? facts.size.turned(by: facts.orientation)
            record.header = ImageHeader(
                format: facts.format, displayed: facts.size, stored: stored, orientation: facts.orientation, traits: facts.traits)
            record.bytes = facts.bytes
        }
        record.succeeded = row.integer(7)
        record.headerEnd = row.integer(8)
        (record.entityTag, record.lastModified) = (row.text(9), row.text(10))
        record.sha256 = row.text(15)
        if let address = row.text(16), let time = row.integer(17), PictureRecord.times.contains(time) {
            record.move = PictureRecord.Move(to: address, at: time)
        }
        record.maxAge = row.integer(18).flatMap { (0...1 << 31).contains($0) ? $0 : nil }
        record.outdatedUntil = row.integer(19).flatMap { PictureRecord.times.contains($0) ? $0 : nil }
        record.giver = row.integer(20)
        if let retryAt = row.integer(5), let code = row.text(11).flatMap({ Failure.Code(rawValue: String(decoding: $0, as: UTF8.self)) }) {
            let message = row.text(12).map { String(decoding: $0, as: UTF8.self) }
            record.streak = FailureStreak(
                failure: Failure(code, message), status: row.integer(13).map { Int($0) }, count: Int(Int32(clamping: row.integer(14) ?? 1)),
                retryAt: retryAt)
        }
        self.record = record
    }
}

/// The rows of a journal that fit their checksums, in the order of the bytes of their keys.
public struct JournalRows: ~Copyable {
    /// Which rows are read.
    public enum Selection: Sendable {
        case all
        case failed
    }

    private let journal: Journal
    private let statement: Statement
    private let placeholders: PlaceholderRows

    fileprivate init(_ journal: Journal, _ selection: Selection) throws(JournalFailure) {
        let condition = selection == .failed ? " AND failure IS NOT NULL" : ""
        // Swift 6.2 aborts on an initializer that throws when a part of a value that cannot be copied is there already.
        let (statement, placeholders) = try journal.state.change { state throws(JournalFailure) in
            (try state.connection.prepare(JournalRow.query + condition + " ORDER BY key"), try PlaceholderRows(state.connection))
        }
        (self.journal, self.statement, self.placeholders) = (journal, statement, placeholders)
    }

    /// The next row; nil after the last one.
    public mutating func next() throws(JournalFailure) -> JournalRow? {
        try journal.state.change { [statement, placeholders] _ throws(JournalFailure) in
            while try statement.step() {
                guard var row = JournalRow(statement) else { continue }
                row.placeholders = try placeholders.record(of: JournalRow.id(statement), row.version(statement))
                return row
            }
            return nil
        }
    }
}

extension Journal {
    /// All rows, or only those of pictures whose last request failed. The rows do not change after the
    /// first one was read, even if the journal does.
    public func rows(_ selection: JournalRows.Selection = .all) throws(JournalFailure) -> JournalRows {
        try JournalRows(self, selection)
    }
}
