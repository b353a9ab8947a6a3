import WeirBase
import WeirRecords

/// A manifest that has been read: a file, or pages one after the other. Its data is in flat arrays, since there may be millions of
/// entries. An entry is known by its number from 0 over all pages.
public struct ManifestDocument: Sendable {
    /// In pixels, entry by entry. Broken entries are left out of all arrays.
    public private(set) var widths: [Int32] = []
    /// In pixels, entry by entry.
    public private(set) var heights: [Int32] = []
    /// The line on which each entry begins, from 1.
    public private(set) var lines: [Int32] = []
    /// The index of each entry in its file, from 0, with broken entries counted: `/17` in a JSON pointer.
    public private(set) var indexes: [Int32] = []
    /// The broken entries, in order.
    public private(set) var broken: [BrokenEntry] = []
    /// Whether further pictures can be kept, as an array of JSON. Those of property lists cannot.
    package private(set) var keepsImages = true
    private var starts = FileStarts()

    /// The columns that are read.
    let columns: RowColumns
    private let keepsTexts: Bool
    /// The texts of all entries. Those of an entry are its picture and its price, if they are kept, and the kept columns.
    private var bytes: [UInt8] = []
    /// The end of each text. That of a column that an entry does not have is inverted.
    private var ends: [Int] = []

    /// Sizes and positions are always kept, pictures and prices with `keepsTexts`. `keys` and `facts` are other keys of the
    /// entries whose values are kept. An entry is broken if the value of a key is no text or number; a fact is then absent.
    public init(keepsTexts: Bool = true, keeping keys: [String] = [], facts: [String] = []) {
        let images = ManifestEntry.imagesKey
        columns = RowColumns(
            kept: keys + facts, optional: Set(facts).subtracting(keys),
            images: facts.contains(images) && !keys.contains(images) ? images : nil)
        self.keepsTexts = keepsTexts
    }

    /// The pages of several documents, which kept the same texts.
    package init(joining documents: [ManifestDocument]) {
        self = documents.first ?? ManifestDocument()
        for document in documents.dropFirst() { append(document) }
    }

    /// An element of the file that cannot be an entry, and the reason.
    public struct BrokenEntry: Equatable, Sendable {
        /// The index in the file, from 0.
        public let index: Int
        /// Of the element, or of the first byte in it that cannot be read.
        public let position: TextPosition
        /// One sentence without a full stop.
        public let message: String
    }

    /// How many entries there are that are not broken.
    public var count: Int { widths.count }

    /// The entries of each page. A manifest in one file has one page.
    public var pages: [Range<Int>] { starts.ranges }

    /// Gives access to the picture and the price of an entry. The texts must have been kept.
    public func withTexts<Result>(
        of entry: Int, _ body: (_ img: UnsafeBufferPointer<UInt8>, _ price: UnsafeBufferPointer<UInt8>) -> Result
    ) -> Result {
        bytes.withUnsafeBufferPointer { bytes in
            let first = entry * textCount
            return body(UnsafeBufferPointer(rebasing: bytes[range(of: first)]), UnsafeBufferPointer(rebasing: bytes[range(of: first + 1)]))
        }
    }

    /// The value of a kept column; empty if the entry has none, since layouts treat both alike.
    public func value(of column: String, in entry: Int) -> String {
        index(of: column).map { String(decoding: bytes[range(of: entry * textCount + $0)], as: UTF8.self) } ?? ""
    }

    /// The values of a column that was kept, for all entries or some; nil where an entry has none.
    public func values(of column: String, in entries: Range<Int>? = nil) -> [String?] {
        guard let index = index(of: column) else { return [] }
        return (entries ?? 0..<count).map { ends[$0 * textCount + index] < 0 ? nil : value(of: column, in: $0) }
    }

    /// Whether the entry has a placeholder size; false if the column `status` was not kept.
    public func isPlaceholder(_ entry: Int) -> Bool { value(of: "status", in: entry) == "placeholder" }

    /// How many bytes each picture has, 0 where that is unknown; empty if the column `bytes` was not kept.
    public var pictureBytes: [Int] { values(of: "bytes").map { max(0, $0.flatMap { Int($0) } ?? 0) } }

    /// Whether an entry has a value of that column.
    package func hasValues(of column: String) -> Bool {
        guard let index = index(of: column) else { return false }
        return (0..<count).contains { !range(of: $0 * textCount + index).isEmpty }
    }

    private var textCount: Int { (keepsTexts ? 2 : 0) + columns.kept.count }

    /// The index of a kept column among the texts of an entry.
    private func index(of column: String) -> Int? { columns.kept.firstIndex(of: column).map { (keepsTexts ? 2 : 0) + $0 } }

    private func range(of text: Int) -> Range<Int> {
        func end(_ text: Int) -> Int { text < 0 ? 0 : ends[text] < 0 ? ~ends[text] : ends[text] }
        return end(text - 1)..<end(text)
    }
}

extension ManifestDocument {
    /// The hash of the text by which an entry is matched: the value of the key if the entry has one, or else its picture.
    func nameHash(of entry: Int, by key: String?) -> NameHash {
        bytes.withUnsafeBytes { bytes in
            let value = key.flatMap { index(of: $0) }.map { range(of: entry * textCount + $0) } ?? 0..<0
            return NameHash(of: UnsafeRawBufferPointer(rebasing: bytes[value.isEmpty ? range(of: entry * textCount) : value]))
        }
    }

    func img(of entry: Int, equals other: Int, in document: ManifestDocument) -> Bool {
        withTexts(of: entry) { img, _ in document.withTexts(of: other) { other, _ in img.elementsEqual(other) } }
    }

    func price(of entry: Int, equals other: Int, in document: ManifestDocument) -> Bool {
        withTexts(of: entry) { _, price in document.withTexts(of: other) { _, other in price.elementsEqual(other) } }
    }
}

// Functions that fill a document.
extension ManifestDocument {
    /// Adds the rows that have a size. The other rows become broken entries.
    mutating func append(_ batch: RowBatch) {
        let known = broken.count
        broken += batch.broken.map {
            BrokenEntry(index: $0.number - 1, position: $0.position, message: $0.message)
        }
        batch.withTexts { texts in
            for row in batch.rows { append(row, texts) }
        }
        // A batch lists its rows and its broken rows separately.
        broken[known...].sort { $0.index < $1.index }
    }

    private mutating func append(_ row: RowBatch.Row, _ texts: RowBatch.Texts) {
        guard let width = Self.side(row.width), let height = Self.side(row.height) else {
            let message = "the entry has no w and h that are integers from 1 to \(Int32.max)"
            return broken.append(BrokenEntry(index: row.number - 1, position: row.position, message: message))
        }
        widths.append(width)
        heights.append(height)
        lines.append(Int32(clamping: row.line))
        indexes.append(Int32(clamping: row.number - 1))
        if keepsTexts {
            for text in [row.img, row.price] {
                bytes.append(contentsOf: texts[text])
                ends.append(bytes.count)
            }
        }
        for column in columns.kept.indices {
            let text = texts.kept(column, of: row)
            if let text { bytes.append(contentsOf: text) }
            ends.append(text == nil ? ~bytes.count : bytes.count)
        }
    }

    private static func side(_ value: Int?) -> Int32? {
        value.flatMap { Int32(exactly: $0) }.flatMap { $0 >= 1 ? $0 : nil }
    }

    /// Marks the end of a page. `format` is nil for an empty file.
    mutating func endPage(_ format: RecognizedFormat?) {
        starts.append(count - starts.count)
        keepsImages = keepsImages && format == .json
    }

    private mutating func append(_ other: ManifestDocument) {
        widths += other.widths
        heights += other.heights
        lines += other.lines
        indexes += other.indexes
        broken += other.broken
        ends += other.ends.map { $0 < 0 ? $0 - bytes.count : $0 + bytes.count }
        bytes += other.bytes
        for page in other.pages { starts.append(page.count) }
        keepsImages = keepsImages && other.keepsImages
    }

    /// Some of the entries, as one page.
    package subscript(entries: Range<Int>) -> ManifestDocument {
        if pages == [entries] { return self }
        var part = self
        part.widths = Array(widths[entries])
        part.heights = Array(heights[entries])
        part.lines = Array(lines[entries])
        part.indexes = Array(indexes[entries])
        part.broken = []
        part.starts = FileStarts([entries.count])
        let texts = entries.lowerBound * textCount..<entries.upperBound * textCount
        let start = texts.isEmpty ? 0 : range(of: texts.lowerBound).lowerBound
        part.ends = ends[texts].map { $0 < 0 ? $0 + start : $0 - start }
        part.bytes = texts.isEmpty ? [] : Array(bytes[start..<range(of: texts.upperBound - 1).upperBound])
        return part
    }
}
