import Manifests
import WeirBase
import WeirRecords

/// A file of a manifest that has been read: its bytes, its entries and its lines.
struct ManifestFile: Sendable {
    enum Form: Sendable {
        case json, jsonLines, xmlPlist, binaryPlist
        /// The index of a folder's pages.
        case index
    }

    /// The name on the command line; for a page, its folder and name.
    let name: String
    let form: Form
    /// The format of the content, and whether it was compressed; nil if it is unknown, and for an index.
    var content: ManifestKind?
    /// The decompressed bytes.
    let bytes: [UInt8]
    var decoded: [UInt8] = []
    var entries = EntryTable()
    private var lines: LineIndex?

    init(name: String, form: Form, bytes: [UInt8]) {
        self.name = name
        self.form = form
        self.bytes = bytes
    }

    /// The start of the text, behind a byte order mark.
    var textStart: Int { bytes.starts(with: byteOrderMark) ? byteOrderMark.count : 0 }

    /// Whether findings can have lines and columns. XML in UTF-16 is too rare to support.
    private var hasLines: Bool {
        let isUTF16 = form == .xmlPlist && bytes.prefix(2).contains { $0 == 0 || $0 >= 0xFE }
        return form != .binaryPlist && !isUTF16
    }

    func string(_ range: TextRange) -> String { withTexts { $0.string(range) } }

    func withTexts<Result>(_ body: (TextBytes) -> Result) -> Result {
        bytes.withUnsafeBufferPointer { document in
            decoded.withUnsafeBufferPointer { body(TextBytes(document: document, decoded: $0)) }
        }
    }

    /// The line and column of a range; nil if the file has no lines.
    mutating func position(of range: TextRange) -> FindingPosition? {
        guard let lines = lineIndex() else { return nil }
        return bytes.withUnsafeBufferPointer { lines.position(of: range, in: $0) }
    }

    mutating func line(of range: TextRange) -> Int? {
        guard let lines = lineIndex() else { return nil }
        return bytes.withUnsafeBufferPointer { lines.line(of: range.start, in: $0) }
    }

    /// The entry as messages name it: `entry 3, line 4`.
    mutating func location(of entry: Int) -> String {
        let number = entries.numbers[entry]
        return line(of: entries.ranges[entry]).map { "entry \(number), line \($0)" } ?? "entry \(number)"
    }

    /// The line of a position, with the rest of an entry that ends on a later line.
    mutating func quotedLine(at byte: Int, _ position: FindingPosition, entry: TextRange?) -> CheckResult.QuotedLine? {
        guard let lines = lineIndex() else { return nil }
        return bytes.withUnsafeBufferPointer {
            lines.quotedLine(at: min(byte, $0.count), position, upTo: min(entry?.end ?? 0, $0.count), in: $0)
        }
    }

    /// The index is made for the first finding, since a file without findings needs none.
    private mutating func lineIndex() -> LineIndex? {
        guard hasLines else { return nil }
        if let lines { return lines }
        let made = bytes.withUnsafeBufferPointer { LineIndex($0, from: textStart) }
        lines = made
        return made
    }
}
