// Catalogues: bytes to rows, whatever format the bytes have.

/// Reads a catalogue that comes in pieces of any length, and never holds more of it than the row
/// that is not complete yet.
public protocol CatalogueReader {
    /// Takes the next bytes and appends the rows that they complete. `isEnd` tells that these are
    /// the last. A row that is broken is noted in the batch, and reading goes on behind it; what
    /// is thrown concerns the whole catalogue.
    mutating func read(
        _ bytes: UnsafeRawBufferPointer, isEnd: Bool, into batch: inout RowBatch
    ) throws(CatalogueFailure)
}

/// Which columns of a catalogue mean what.
public struct CatalogueColumns: Equatable, Sendable {
    public var img: String
    public var price: String
    /// Further columns whose text is kept with each row.
    public var kept: [String]

    public init(img: String = "img", price: String = "price", kept: [String] = []) {
        self.img = img
        self.price = price
        self.kept = kept
    }
}

public enum CatalogueLimits {
    /// A row that is longer is broken. A picture's address, a price and a product's description
    /// fit a hundred times; a catalogue without line ends must not fill the memory.
    public static let rowBytes = 1 << 20
}

/// Where in a catalogue something stands; both count from 1, columns in bytes.
public struct CataloguePosition: Equatable, Sendable {
    public var line: Int
    public var column: Int

    public init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }
}

/// Why no row of a catalogue can be read, or no further one.
public struct CatalogueFailure: Error, Equatable, Sendable {
    public let position: CataloguePosition?
    /// One sentence without a full stop.
    public let message: String

    public init(_ message: String, at position: CataloguePosition? = nil) {
        self.position = position
        self.message = message
    }
}
