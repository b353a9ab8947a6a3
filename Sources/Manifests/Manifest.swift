import WeirRecords

/// A manifest that has been read. The data for checks and layouts is in flat arrays, since there may be
/// millions of entries.
public struct Manifest: Sendable {
    /// In pixels, entry by entry. Broken entries are left out of all arrays.
    public private(set) var widths: [Int32] = []
    /// In pixels, entry by entry.
    public private(set) var heights: [Int32] = []
    /// The line on which each entry begins, from 1.
    public private(set) var lines: [Int32] = []
    /// The index of each entry in the file, from 0, with broken entries counted: `/17` in a JSON pointer.
    public private(set) var indexes: [Int32] = []
    /// The broken entries of the file, in order.
    public private(set) var broken: [BrokenEntry] = []
    private let keepsTexts: Bool
    /// The pictures and prices of all entries, and the end of each text; empty if they were not kept.
    private var bytes: [UInt8] = []
    private var ends: [Int] = []
    /// Whether further pictures can be kept, as an array of JSON. Those of property lists cannot.
    package internal(set) var keepsImages = false
    /// The values of each column that was asked for, up to the last entry that has one; nil where an entry has none.
    private var columns: [(name: String, values: [String?])]

    init(keepsTexts: Bool, keeping columns: [String]) {
        self.keepsTexts = keepsTexts
        self.columns = columns.map { ($0, []) }
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

    /// The values of a column that was kept, entry by entry; nil where an entry has none.
    public func values(of column: String) -> [String?] {
        columns.first { $0.name == column }.map { $0.values + repeatElement(nil, count: count - $0.values.count) } ?? []
    }

    /// The value of a column that was kept; nil if the entry has none.
    func value(of column: String, in entry: Int) -> String? {
        guard let index = columns.firstIndex(where: { $0.name == column }), entry < columns[index].values.count else { return nil }
        return columns[index].values[entry]
    }

    /// The first entries.
    package func prefix(_ most: Int) -> Manifest {
        var part = self
        part.widths = Array(widths.prefix(most))
        part.heights = Array(heights.prefix(most))
        part.lines = Array(lines.prefix(most))
        part.indexes = Array(indexes.prefix(most))
        for column in columns.indices { part.columns[column].values = Array(columns[column].values.prefix(most)) }
        if keepsTexts {
            part.ends = Array(ends.prefix(most * 2))
            part.bytes = Array(bytes.prefix(part.ends.last ?? 0))
        }
        return part
    }

    /// Gives access to the texts of all entries, if they were kept.
    public func withTexts<Result>(_ body: (Texts) throws -> Result) rethrows -> Result {
        try bytes.withUnsafeBufferPointer { try body(Texts(bytes: $0, ends: ends)) }
    }

    /// The texts of a manifest. Valid only during a call.
    public struct Texts {
        fileprivate let bytes: UnsafeBufferPointer<UInt8>
        fileprivate let ends: [Int]

        /// The `img` of an entry in UTF-8, valid within `withTexts`.
        public func img(_ entry: Int) -> UnsafeBufferPointer<UInt8> { text(entry * 2) }
        /// The `price` of an entry in UTF-8, valid within `withTexts`.
        public func price(_ entry: Int) -> UnsafeBufferPointer<UInt8> { text(entry * 2 + 1) }

        private func text(_ index: Int) -> UnsafeBufferPointer<UInt8> {
            UnsafeBufferPointer(rebasing: bytes[(index == 0 ? 0 : ends[index - 1])..<ends[index]])
        }
    }
}

extension Manifest {
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
        for column in columns.indices {
            guard let text = texts.kept(column, of: row) else { continue }
            columns[column].values += repeatElement(nil, count: count - 1 - columns[column].values.count)
            columns[column].values.append(String(decoding: text, as: UTF8.self))
        }
        guard keepsTexts else { return }
        for text in [row.img, row.price] {
            bytes.append(contentsOf: texts[text])
            ends.append(bytes.count)
        }
    }

    private static func side(_ value: Int?) -> Int32? {
        value.flatMap { Int32(exactly: $0) }.flatMap { $0 >= 1 ? $0 : nil }
    }
}
