/// Rows from text whose fields a comma or a tab separates (RFC 4180). The first line names the
/// columns; quotes mean the same whatever separates.
public struct DelimitedReader: CatalogueReader {
    private var pending = PendingBytes()
    private var rows: DelimitedRows

    public init(delimiter: UInt8, columns: CatalogueColumns) {
        rows = DelimitedRows(delimiter: delimiter, columns: columns)
    }

    public mutating func read(
        _ bytes: UnsafeRawBufferPointer, isEnd: Bool, into batch: inout RowBatch
    ) throws(CatalogueFailure) {
        try pending.take(bytes, isEnd: isEnd) { text, count, isEnd throws(CatalogueFailure) in
            try rows.take(text, count, isEnd: isEnd, into: &batch)
        }
    }
}
