import WeirBase
import WeirRecords

/// A manifest that has been read: a file, or pages one after the other. Its data is in flat arrays, since there may be millions of
/// entries. An entry is known by its number from 0 over all pages.
public struct ManifestDocument: Sendable {
    /// In pixels, entry by entry. Broken entries are left out of all arrays. A check keeps entries without a size, with a side of 0.
    public package(set) var widths: [Int32] = []
    /// In pixels, entry by entry.
    public package(set) var heights: [Int32] = []
    /// The line on which each entry begins, from 1.
    public package(set) var lines: [Int32] = []
    /// The index of each entry in its file, from 0, with broken entries counted: `/17` in a JSON pointer.
    public package(set) var indexes: [Int32] = []
    /// The broken entries, in order. A check has findings instead.
    public private(set) var broken: [BrokenEntry] = []
    /// The ranges of the entries in their files; empty unless the files are kept whole.
    package var ranges: [TextRange] = []
    /// The pictures and the prices, if they are kept.
    package var imgs: [TextRange] = []
    package var prices: [TextRange] = []
    /// The other keys that are kept, and the facts, which entries may lack.
    package var keys: [TextColumn]
    package var facts: [TextColumn]
    package private(set) var files: [File] = []
    /// The number of the first entry of each file, and behind them the number of all entries.
    private var starts = [0]
    private let keepsTexts: Bool
    /// The texts of the page whose rows are being read.
    private var texts: [UInt8] = []

    /// Sizes and positions are always kept, pictures and prices with `keepsTexts`. `keys` and `facts` are other keys of the
    /// entries whose values are kept. An entry is broken if the value of a key is no text or number; a fact is then absent.
    public init(keepsTexts: Bool = true, keeping keys: [String] = [], facts: [String] = []) {
        self.keepsTexts = keepsTexts
        self.keys = keys.map { TextColumn($0) }
        self.facts = facts.map { TextColumn($0) }
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

    /// A file of the manifest, and the bytes of its texts.
    package struct File: Sendable {
        /// The name on the command line; for a page, its folder and name.
        package let name: String
        /// The format of the content, or the one to expect.
        package let format: ManifestFormat
        /// Whether it is the index of pages.
        package let isIndex: Bool
        /// The format and the compression of the content; nil if the content has no known format, and for an index.
        package var content: ManifestKind?
        /// The decompressed file, or only the texts that are kept.
        package let bytes: [UInt8]
        /// The texts that had to be decoded.
        package var decoded: [UInt8] = []

        package init(
            _ name: String, _ format: ManifestFormat, isIndex: Bool = false, content: ManifestKind? = nil, _ bytes: [UInt8]
        ) {
            (self.name, self.format, self.isIndex, self.content, self.bytes) = (name, format, isIndex, content, bytes)
        }
    }

    /// The values of a key, up to the last entry that has one.
    package struct TextColumn: Sendable {
        package let name: String
        package private(set) var ranges: [TextRange] = []

        /// A range that no text has.
        private static let absent = TextRange(TextRange.limit, count: 0)

        init(_ name: String) { self.name = name }

        /// Nil if the entry has none.
        package subscript(entry: Int) -> TextRange? {
            entry < ranges.count && ranges[entry] != Self.absent ? ranges[entry] : nil
        }

        /// If a key occurs twice in an entry, the last value counts.
        package mutating func set(_ range: TextRange, of entry: Int) {
            if entry < ranges.count { ranges.removeLast(ranges.count - entry) }
            if entry > ranges.count { ranges += repeatElement(Self.absent, count: entry - ranges.count) }
            ranges.append(range)
        }

        fileprivate mutating func append(_ other: TextColumn, from entry: Int) {
            guard !other.ranges.isEmpty else { return }
            ranges += repeatElement(Self.absent, count: entry - ranges.count)
            ranges += other.ranges
        }

        fileprivate subscript(entries: Range<Int>) -> TextColumn {
            var part = TextColumn(name)
            part.ranges = Array(ranges[entries.clamped(to: ranges.indices)])
            return part
        }
    }

    /// How many entries there are that are not broken.
    public var count: Int { widths.count }

    /// The entries of each page. A manifest in one file has one page.
    public var pages: [Range<Int>] { files.indices.filter { !files[$0].isIndex }.map { entries(of: $0) } }

    /// Gives access to the picture and the price of an entry. The texts must have been kept.
    public func withTexts<Result>(
        of entry: Int, _ body: (_ img: UnsafeBufferPointer<UInt8>, _ price: UnsafeBufferPointer<UInt8>) -> Result
    ) -> Result {
        withTexts(ofFile: file(of: entry)) { body($0[imgs[entry]], $0[price(of: entry)]) }
    }

    /// The value of a kept column; empty if the entry has none, since layouts treat both alike.
    public func value(of column: String, in entry: Int) -> String { self.column(column).flatMap { string($0[entry], in: entry) } ?? "" }

    /// The values of a column that was kept, for all entries or some; nil where an entry has none.
    public func values(of column: String, in entries: Range<Int>? = nil) -> [String?] {
        guard let column = self.column(column) else { return [] }
        return (entries ?? 0..<count).map { string(column[$0], in: $0) }
    }

    /// Whether the entry has a placeholder size; false if the column `status` was not kept.
    public func isPlaceholder(_ entry: Int) -> Bool { value(of: "status", in: entry) == "placeholder" }

    /// How many bytes each picture has, 0 where that is unknown; empty if the column `bytes` was not kept.
    public var pictureBytes: [Int] { values(of: "bytes").map { max(0, $0.flatMap { Int($0) } ?? 0) } }
}

// Files, and the texts in them.
extension ManifestDocument {
    /// Whether an entry has a value of that column.
    package func hasValues(of column: String) -> Bool { self.column(column)?.ranges.contains { $0.count > 0 } ?? false }

    /// Whether further pictures are kept, as an array of JSON. Those of property lists are not.
    package var keepsImages: Bool { files.allSatisfy { $0.content?.format.isJSON ?? false } }

    package func entries(of file: Int) -> Range<Int> { starts[file]..<starts[file + 1] }

    /// The file that has the entry.
    package func file(of entry: Int) -> Int {
        var (file, end) = (0, files.count)
        // Finds the last file that begins at or before the entry. An empty file begins where the next one does.
        while end - file > 1 {
            let middle = (file + end) / 2
            if starts[middle] <= entry { file = middle } else { end = middle }
        }
        return file
    }

    package func withTexts<Result>(ofFile file: Int, _ body: (TextBytes) -> Result) -> Result {
        files[file].bytes.withUnsafeBufferPointer { document in
            files[file].decoded.withUnsafeBufferPointer { body(TextBytes(document: document, decoded: $0)) }
        }
    }

    package func withText<Result>(_ range: TextRange, of entry: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        withTexts(ofFile: file(of: entry)) { body($0[range]) }
    }

    package func withImg<Result>(of entry: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        withText(imgs[entry], of: entry, body)
    }

    /// Calls the closure with the picture of each entry, which may be empty.
    package func forEachImg(_ body: (_ entry: Int, _ img: UnsafeBufferPointer<UInt8>) -> Void) {
        for file in files.indices {
            withTexts(ofFile: file) { texts in
                for entry in entries(of: file) { body(entry, texts[imgs[entry]]) }
            }
        }
    }

    /// Nil if there is no range.
    package func string(_ range: TextRange?, in entry: Int) -> String? {
        range.map { withText($0, of: entry) { String(decoding: $0, as: UTF8.self) } }
    }

    private func column(_ name: String) -> TextColumn? { keys.first { $0.name == name } ?? facts.first { $0.name == name } }

    /// The hash of the text by which an entry is matched: the value of the key if the entry has one, or else its picture. Nil if it has
    /// neither.
    func nameHash(of entry: Int, by key: String?) -> NameHash? {
        let value = key.flatMap { column($0)?[entry] }
        let range = value.flatMap { $0.count > 0 ? $0 : nil } ?? imgs[entry]
        return range.count == 0 ? nil : withText(range, of: entry) { NameHash(of: UnsafeRawBufferPointer($0)) }
    }

    func img(of entry: Int, equals other: Int, in document: ManifestDocument) -> Bool {
        withImg(of: entry) { img in document.withImg(of: other) { img.elementsEqual($0) } }
    }

    package func price(of entry: Int, equals other: Int, in document: ManifestDocument) -> Bool {
        withText(price(of: entry), of: entry) { price in
            document.withText(document.price(of: other), of: other) { price.elementsEqual($0) }
        }
    }

    /// Empty if no prices are kept.
    private func price(of entry: Int) -> TextRange { prices.isEmpty ? .empty : prices[entry] }
}

// Functions that fill a document, and take parts of it.
extension ManifestDocument {
    /// The columns that are read.
    package var columns: RowColumns {
        let (keys, facts, images) = (keys.map(\.name), facts.map(\.name), ManifestEntry.imagesKey)
        return RowColumns(
            kept: keys + facts, optional: Set(facts).subtracting(keys),
            images: facts.contains(images) && !keys.contains(images) ? images : nil)
    }

    /// Adds the rows that have a size. The other rows become broken entries.
    package mutating func append(_ batch: RowBatch) throws(DocumentFailure) {
        let known = broken.count
        broken += batch.broken.map {
            BrokenEntry(index: $0.number - 1, position: $0.position, message: $0.message)
        }
        batch.withTexts { texts in
            for row in batch.rows { append(row, texts) }
        }
        // A batch lists its rows and its broken rows separately.
        broken[known...].sort { $0.index < $1.index }
        guard texts.count < TextRange.limit else { throw DocumentFailure("its texts have more than \(TextRange.limit) bytes together") }
    }

    private mutating func append(_ row: RowBatch.Row, _ texts: RowBatch.Texts) {
        guard let width = Self.side(row.width), let height = Self.side(row.height) else {
            let message = "the entry has no w and h that are integers from 1 to \(Int32.max)"
            return broken.append(BrokenEntry(index: row.number - 1, position: row.position, message: message))
        }
        for column in keys.indices {
            if let text = texts.kept(column, of: row) { keys[column].set(keep(text), of: count) }
        }
        for column in facts.indices {
            if let text = texts.kept(keys.count + column, of: row) { facts[column].set(keep(text), of: count) }
        }
        if keepsTexts {
            imgs.append(keep(texts[row.img]))
            prices.append(keep(texts[row.price]))
        }
        widths.append(width)
        heights.append(height)
        lines.append(Int32(clamping: row.line))
        indexes.append(Int32(clamping: row.number - 1))
    }

    private mutating func keep(_ text: UnsafeBufferPointer<UInt8>) -> TextRange {
        let range = TextRange(texts.count, count: text.count)
        texts.append(contentsOf: text)
        return range
    }

    private static func side(_ value: Int?) -> Int32? {
        value.flatMap { Int32(exactly: $0) }.flatMap { $0 >= 1 ? $0 : nil }
    }

    /// Marks the end of a page whose rows were added. `format` is nil for an empty file.
    package mutating func endPage(_ format: ManifestFormat?) {
        append(File("", format ?? .json, content: format.map { ManifestKind($0) }, texts))
        texts = []
    }

    /// Adds the file of the entries that were added last.
    package mutating func append(_ file: File) {
        files.append(file)
        starts.append(count)
    }

    private mutating func append(_ other: ManifestDocument) {
        let start = count
        for index in keys.indices { keys[index].append(other.keys[index], from: start) }
        for index in facts.indices { facts[index].append(other.facts[index], from: start) }
        widths += other.widths
        heights += other.heights
        lines += other.lines
        indexes += other.indexes
        broken += other.broken
        ranges += other.ranges
        imgs += other.imgs
        prices += other.prices
        files += other.files
        starts += other.starts.dropFirst().map { start + $0 }
    }

    /// Some of the entries of a page, as one page.
    package subscript(entries: Range<Int>) -> ManifestDocument {
        if pages == [entries] { return self }
        var part = self
        part.widths = Array(widths[entries])
        part.heights = Array(heights[entries])
        part.lines = Array(lines[entries])
        part.indexes = Array(indexes[entries])
        part.broken = []
        part.ranges = ranges.isEmpty ? [] : Array(ranges[entries])
        part.imgs = imgs.isEmpty ? [] : Array(imgs[entries])
        part.prices = prices.isEmpty ? [] : Array(prices[entries])
        part.keys = keys.map { $0[entries] }
        part.facts = facts.map { $0[entries] }
        part.files = Array(files[file(of: entries.lowerBound)...].prefix(1))
        part.starts = [0, entries.count]
        return part
    }
}
