/// Rows from an XML property list: an array of dictionaries, as iOS programs ship it. expat
/// parses; what it finds is judged here. Copies of a reader share one parser, so use only one.
public struct XMLPlistReader: CatalogueReader {
    private let parser = XMLPlistParser()
    private var lines = XMLPlistLines()
    private var rows: XMLPlistRows
    private var failure: CatalogueFailure?

    /// So much goes to expat at once, and what it finds in it is all that is held.
    private static let blockBytes = 32 << 10

    public init(columns: CatalogueColumns) {
        rows = XMLPlistRows(columns)
    }

    public mutating func read(
        _ bytes: UnsafeRawBufferPointer, isEnd: Bool, into batch: inout RowBatch
    ) throws(CatalogueFailure) {
        if let failure { throw failure }
        do throws(CatalogueFailure) {
            var rest = bytes
            while rest.count > XMLPlistReader.blockBytes {
                try read(block: UnsafeRawBufferPointer(rebasing: rest[..<XMLPlistReader.blockBytes]), isEnd: false, into: &batch)
                rest = UnsafeRawBufferPointer(rebasing: rest[XMLPlistReader.blockBytes...])
            }
            try read(block: rest, isEnd: isEnd, into: &batch)
        } catch {
            failure = error
            throw error
        }
    }

    private mutating func read(
        block: UnsafeRawBufferPointer, isEnd: Bool, into batch: inout RowBatch
    ) throws(CatalogueFailure) {
        lines.add(block)
        let fault = parser.push(block, isEnd: isEnd)
        try parser.forEachEvent { event throws(CatalogueFailure) in
            try rows.take(event, lines: &lines, into: &batch)
        }
        if let fault { throw CatalogueFailure(fault, at: lines.position(of: parser.offset)) }
        lines.settle(parser.offset)
    }
}
