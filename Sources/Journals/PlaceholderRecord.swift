import Pixels
import WeirBase

/// The data that a journal stores of a picture's pixels: its placeholders, or the reason why there are none.
public struct PlaceholderRecord: Equatable, Sendable {
    /// The kinds that were made, also those without a text.
    public var placeholders: Placeholders
    /// The reason why the pixels of the picture cannot be decoded.
    public var failure: Failure?

    /// By default nothing was made.
    public init(_ placeholders: Placeholders = Placeholders(), failure: Failure? = nil) {
        (self.placeholders, self.failure) = (placeholders, failure)
    }
}

/// Which content of a picture its row is about. Placeholders are kept with it, so that those of a picture that has changed since
/// are not taken for its own.
struct PictureVersion {
    /// The upper 32 bits stand for what the record says of the content, the lower ones for the stamp of a file.
    let number: Int64
    /// Whether the picture failed last. Then the stamp is not that of the content which the record still describes.
    let isFailing: Bool

    /// A server's tag or date, or the hash of all bytes, identifies the content. Nothing else does: then each time at which the
    /// picture was measured has a number of its own.
    init(of record: PictureRecord, _ name: [UInt8], stamp: Int64?) {
        var content = RowChecksum()
        for text in [name, record.entityTag, record.lastModified, record.sha256] {
            if let text { text.withUnsafeBytes { content.add($0) } } else { content.add(nil) }
        }
        if let giver = record.giver { content.add(giver) }
        let facts = record.facts
        content.add(facts?.dimensions ?? 0)
        content.add(facts?.content ?? 0)
        let isIdentified = record.entityTag != nil || record.lastModified != nil || record.sha256 != nil
        content.add(isIdentified ? nil : record.succeeded)
        var file = RowChecksum()
        file.add(stamp)
        number = Int64(bitPattern: UInt64(content.value) << 32 | UInt64(file.value))
        isFailing = record.streak != nil
    }
}

/// Reads and writes the rows of placeholders. Each belongs to the row of a picture that has the same id.
struct PlaceholderRows {
    /// The covered columns, in their order. A change of this list is a change of the schema.
    static let columns = """
        id, version, kinds, thumbhash, blurhash, dominant_color, mean_color, blur_data_url, phash, content, source, range, failure,
        message
        """
    /// The condition that a row fits its checksum.
    static let fits = "checksum = \(RowChecksum.plainFunction)(\(columns))"

    /// The order of the columns.
    private static let keys: [Placeholders.Key] = [
        .thumbhash, .blurhash, .dominantColor, .meanColor, .blurDataURL, .phash, .content, .source, .range,
    ]
    /// The kinds by the bits that stand for them, from the lowest. A journal contains them, so they must never change.
    private static let kinds: [Placeholders.Kind] = [.thumbhash, .blurhash, .color, .blurDataURL, .phash, .content, .source, .range]

    private let reader: Statement
    private let writer: Statement

    init(_ connection: Connection) throws(JournalFailure) {
        reader = try connection.prepare(
            "SELECT \(Self.columns) FROM placeholders WHERE id = ?1 AND (version = ?2 OR ?3 AND version >> 32 = ?2 >> 32) AND \(Self.fits)")
        let values = (1...14).map { "?\($0)" }.joined(separator: ", ")
        writer = try connection.prepare(
            "INSERT OR REPLACE INTO placeholders (\(Self.columns), checksum) VALUES (\(values), \(RowChecksum.plainFunction)(\(values)))")
    }

    /// Nil if there is no row for this version of the picture.
    func record(of id: Int64, _ version: PictureVersion) throws(JournalFailure) -> PlaceholderRecord? {
        reader.bind(1, id)
        reader.bind(2, version.number)
        reader.bind(3, version.isFailing ? 1 : 0)
        defer { reader.reset() }
        guard try reader.step() else { return nil }
        let bits = reader.number(2)
        var texts: [Placeholders.Key: String] = [:]
        for (index, key) in Self.keys.enumerated() {
            texts[key] = reader.text(3 + Int32(index)).map { String(decoding: $0, as: UTF8.self) }
        }
        let kinds = Set(Self.kinds.enumerated().filter { bits >> Int64($0.offset) & 1 == 1 }.map(\.element))
        let code = reader.text(12).flatMap { Failure.Code(rawValue: String(decoding: $0, as: UTF8.self)) }
        let message = reader.text(13).map { String(decoding: $0, as: UTF8.self) }
        return PlaceholderRecord(Placeholders(kinds, texts), failure: code.map { Failure($0, message) })
    }

    func write(_ record: PlaceholderRecord, of id: Int64, _ version: PictureVersion) throws(JournalFailure) {
        defer { writer.reset() }
        writer.bind(1, id)
        writer.bind(2, version.number)
        writer.bind(
            3, Self.kinds.enumerated().reduce(0) { $0 | (record.placeholders.kinds.contains($1.element) ? 1 << Int64($1.offset) : 0) })
        for (index, key) in Self.keys.enumerated() { writer.bind(4 + Int32(index), text: record.placeholders[key]) }
        writer.bind(13, text: record.failure?.code.rawValue)
        writer.bind(14, text: record.failure?.message)
        _ = try writer.step()
    }
}
