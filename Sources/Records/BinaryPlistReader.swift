/// Rows from a binary property list (`bplist00`): an array of dictionaries. The trailer at the
/// end says where everything is, so the list cannot be read as it comes; it lies in memory, or is
/// mapped there, and is walked row by row. Nothing is held of a row that has been read.
///
/// A position counts the bytes of the file, on a line 1.
public struct BinaryPlistReader {
    private let table: BinaryPlistTable
    private let rows: BinaryPlistObject
    private var next = 0
    private var row: PlistRow
    private var allowance: Int

    /// A batch ends early when it has so many bytes of text: all rows may refer to one long text.
    private static let batchBytes = 4 << 20

    /// So many bytes may be looked at for each byte of the file, and so many in any case. A million
    /// rows may share one object; but a file of some megabytes could tell of terabytes.
    private static let workPerByte = 256
    private static let leastWork = 256 << 20

    /// The bytes of the whole list, which must stay as they are while the reader is in use.
    public init(_ bytes: UnsafeRawBufferPointer, columns: CatalogueColumns) throws(CatalogueFailure) {
        table = try BinaryPlistTable(bytes)
        do throws(BinaryPlistFault) {
            rows = try table.object(UInt64(table.top))
        } catch {
            throw CatalogueFailure("the property list has no content: " + error.message)
        }
        guard rows.kind == .array else {
            throw CatalogueFailure(
                "the property list is \(rows.value.name), not an array of dictionaries", at: rows.position)
        }
        row = PlistRow(columns)
        allowance = Self.leastWork + bytes.count * Self.workPerByte
    }

    /// Appends the next rows to the batch, broken ones included. Answers false when there was none.
    public mutating func next(atMost count: Int, into batch: inout RowBatch) throws(CatalogueFailure) -> Bool {
        let first = next
        let end = next + min(max(0, count), rows.count - next)
        var batchBytes = 0
        while next < end, batchBytes < Self.batchBytes {
            let reference = table.reference(next, of: rows)
            var position = table.position(ofReference: next, of: rows)
            do throws(BinaryPlistFault) {
                let object = try table.object(reference)
                position = object.position
                try fill(from: object, batch.words)
                row.finish(at: position, into: &batch)
                batchBytes += row.textBytes
            } catch {
                batch.appendBroken(error.message, at: position)
            }
            next += 1
            guard allowance >= 0 else {
                throw CatalogueFailure("the \(batch.words.whole) refers to far more text than the property list has bytes", at: position)
            }
        }
        return next > first
    }

    private mutating func fill(from object: BinaryPlistObject, _ words: RowWords) throws(BinaryPlistFault) {
        guard object.kind == .dictionary else {
            throw BinaryPlistFault(message: "the \(words.row) is \(object.value.name), not a dictionary")
        }
        let pairs = object.count
        guard table.bytesOfReferences(pairs * 2) <= CatalogueLimits.rowBytes else { throw .tooLong }
        row.begin()
        // A key costs about as much as so many bytes of text.
        allowance -= (pairs + 1) * 32
        for pair in 0..<pairs {
            let key = try table.object(table.reference(pair, of: object))
            guard let cell = try row.cell(of: key, table.content(key)) else { continue }
            guard !row.isFilled(cell) else {
                throw BinaryPlistFault(message: "the key \(row.name(of: cell)) stands twice")
            }
            let value = try table.object(table.reference(pairs + pair, of: object))
            guard value.count <= CatalogueLimits.rowBytes else { throw .tooLong }
            allowance -= value.count
            try row.fill(cell, with: value, table.content(value))
            guard row.textBytes <= CatalogueLimits.rowBytes else { throw .tooLong }
        }
    }
}

extension BinaryPlistFault {
    fileprivate static let tooLong = BinaryPlistFault(message: "the dictionary is longer than \(CatalogueLimits.rowBytes) bytes")
}
