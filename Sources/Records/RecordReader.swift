// Records: bytes to records (key, kind, text, place), each format read in one place.

/// Reads the records of a document, whose bytes may come in pieces of any length.
protocol RecordReader {
    /// Reads on at `start` until the batch is full or the window is used up, and answers the place to
    /// go on from. A record that is broken is noted in the batch, and reading goes on behind it.
    mutating func read(_ window: RecordWindow, from start: Int, into batch: inout RecordBatch) throws(RecordFailure) -> Int
}

/// The part of a document that is in memory.
struct RecordWindow {
    let text: UnsafeBufferPointer<UInt8>
    /// Where in the document it begins.
    let base: Int
    /// Whether the document ends with it.
    let isEnd: Bool

    var count: Int { text.count }
}

/// Why no record can be read, or no further one.
public struct RecordFailure: Error {
    /// One sentence without a full stop.
    public let message: String
    /// Nil for what concerns the document as a whole.
    public let place: RecordPlace?

    init(_ message: String, at place: RecordPlace? = nil) {
        self.message = message
        self.place = place
    }
}

/// Where in a document something stands, for people and in bytes.
public struct RecordPlace: Sendable {
    public let position: CataloguePosition
    public let offset: Int
}

extension RecordBatch {
    mutating func place(of offset: Int) -> RecordPlace {
        RecordPlace(position: lines.position(of: offset), offset: offset)
    }

    /// A failure at an offset of the document.
    mutating func failure(_ message: String, at offset: Int) -> RecordFailure {
        RecordFailure(message, at: place(of: offset))
    }
}

public enum CatalogueLimits {
    /// A record that is longer is broken. A picture's address, a price and a product's description
    /// fit a hundred times; a document without line ends must not fill the memory.
    public static let rowBytes = 1 << 20
}

/// Where in a document something stands; both count from 1, columns in bytes.
public struct CataloguePosition: Equatable, Sendable {
    public var line: Int
    public var column: Int

    public init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }
}

let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

/// How many bytes of a byte order mark (RFC 3629, 6) the text begins with; nil while that is open.
func byteOrderMarkLength(_ text: UnsafeBufferPointer<UInt8>, isEnd: Bool) -> Int? {
    for (index, byte) in byteOrderMark.enumerated() {
        guard index < text.count else { return isEnd ? 0 : nil }
        guard text[index] == byte else { return 0 }
    }
    return byteOrderMark.count
}
