import ImageHeaders

/// Writes records into rows of a journal.
struct RowWriter {
    private let connection: Connection
    private let insertion: Statement
    private let update: Statement

    init(_ connection: Connection) throws(JournalFailure) {
        self.connection = connection
        // ?1 is the key.
        let values = (1...18).map { "?\($0)" }.joined(separator: ", ")
        let columns = "\(RowChecksum.columns), checksum"
        let row = "\(values), \(RowChecksum.function)(\(values))"
        insertion = try connection.prepare("INSERT INTO pictures (\(columns)) VALUES (\(row))")
        // The condition avoids writing a row that has not changed.
        update = try connection.prepare(
            "UPDATE pictures SET (\(columns)) = (\(row)) WHERE id = ?19 AND (\(columns)) IS NOT (\(row))")
    }

    /// Returns the id of the row.
    func write(_ key: PictureKey, _ record: PictureRecord, replacing id: Int64?) throws(JournalFailure) -> Int64 {
        let statement = id == nil ? insertion : update
        defer { statement.reset() }
        if let id { statement.bind(19, id) }
        statement.bind(1, text: key.name)
        let packed = PackedHeader(record.header, bytes: record.bytes)
        statement.bind(2, key.stamp?.fingerprint)
        statement.bind(3, packed.dimensions)
        statement.bind(4, packed.content)
        statement.bind(5, record.asked)
        statement.bind(6, record.streak?.retryAt)
        statement.bind(7, record.header.flatMap { $0.hasOwnStoredSize ? PackedHeader.packed($0.stored) : nil })
        statement.bind(8, record.succeeded)
        statement.bind(9, record.headerEnd)
        statement.bind(10, text: record.validators.entityTag)
        statement.bind(11, text: record.validators.lastModified)
        statement.bind(12, text: record.streak?.failure.code.rawValue)
        statement.bind(13, text: record.streak?.failure.message)
        statement.bind(14, record.streak?.status.map { Int64($0) })
        statement.bind(15, record.streak.map { Int64($0.count) })
        statement.bind(16, text: record.sha256)
        statement.bind(17, text: record.move?.address)
        statement.bind(18, record.move?.time)
        _ = try statement.step()
        return id ?? connection.lastID
    }
}

extension ImageHeader {
    /// Whether the stored size differs from the displayed size turned by the orientation.
    fileprivate var hasOwnStoredSize: Bool { stored != displayed.turned(by: orientation) }
}

extension PixelSize {
    func turned(by orientation: Orientation) -> PixelSize {
        orientation.swapsSides ? PixelSize(width: height, height: width) : self
    }
}
