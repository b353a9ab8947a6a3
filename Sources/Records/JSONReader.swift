/// Rows from a JSON array of objects, or from objects one behind the other, as JSON Lines has them.
///
/// Brackets and quotes say where rows are; simdjson reads them, many at once. Where it refuses,
/// each row is tried by itself, the broken one is told with its place, and reading goes on behind.
public struct JSONReader: CatalogueReader {
    private var pending = PendingBytes()
    private var catalogue: JSONCatalogue

    /// `lines` tells whether there is no array around the objects; without it, the first byte does.
    /// JSON Lines may have no row at all, an array stands there always.
    public init(columns: CatalogueColumns, lines: Bool? = nil) {
        catalogue = JSONCatalogue(UsedColumns(columns), lines: lines)
    }

    public mutating func read(
        _ bytes: UnsafeRawBufferPointer, isEnd: Bool, into batch: inout RowBatch
    ) throws(CatalogueFailure) {
        try pending.take(bytes, isEnd: isEnd) { text, count, isEnd throws(CatalogueFailure) in
            try catalogue.take(text, count, isEnd: isEnd, into: &batch)
        }
    }
}
