import Records

/// One file of a manifest that has been read: its bytes, where its entries are, and its lines.
struct ManifestFile: Sendable {
    enum Form: Sendable {
        case json, jsonLines, xmlPlist, binaryPlist
        /// The index of a folder's pages.
        case index
    }

    /// As the command line named it; a page by its folder and name.
    let name: String
    let form: Form
    /// Not compressed, or no longer.
    let bytes: [UInt8]
    var decoded: [UInt8] = []
    var entries = EntryTable()
    private var lines: LineIndex?

    init(name: String, form: Form, bytes: [UInt8]) {
        self.name = name
        self.form = form
        self.bytes = bytes
    }

    /// Where the text begins, behind a byte order mark.
    var textStart: Int { bytes.starts(with: byteOrderMark) ? byteOrderMark.count : 0 }

    /// Whether people see lines in it. XML in UTF-16 is rare enough to do without.
    private var hasLines: Bool {
        let isUTF16 = form == .xmlPlist && bytes.prefix(2).contains { $0 == 0 || $0 >= 0xFE }
        return form != .binaryPlist && !isUTF16
    }

    func string(_ stretch: TextRange) -> String { withTexts { $0.string(stretch) } }

    func withTexts<Result>(_ body: (TextBytes) -> Result) -> Result {
        bytes.withUnsafeBufferPointer { document in
            decoded.withUnsafeBufferPointer { body(TextBytes(document: document, decoded: $0)) }
        }
    }

    /// Line and column, where there are any.
    mutating func place(of stretch: TextRange) -> TextPlace? {
        guard let lines = lineIndex() else { return nil }
        return bytes.withUnsafeBufferPointer { lines.place(of: stretch, in: $0) }
    }

    mutating func line(of stretch: TextRange) -> Int? {
        guard let lines = lineIndex() else { return nil }
        return bytes.withUnsafeBufferPointer { lines.line(of: stretch.start, in: $0) }
    }

    mutating func quotedLine(at byte: Int, _ place: TextPlace) -> CheckResult.QuotedLine? {
        guard let lines = lineIndex() else { return nil }
        return bytes.withUnsafeBufferPointer { lines.quotedLine(at: min(byte, $0.count), place, in: $0) }
    }

    /// A file without findings needs none, so it is made when the first is placed.
    private mutating func lineIndex() -> LineIndex? {
        guard hasLines else { return nil }
        if let lines { return lines }
        let made = bytes.withUnsafeBufferPointer { LineIndex($0, from: textStart) }
        lines = made
        return made
    }
}

let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
