import Records
import Base
import Glibc
import System

/// The rows of a catalogue, a batch at a time.
protocol RowSource {
    mutating func next() throws(MachineFailure) -> RowBatch?
    /// How much of the catalogue has been read, from 0 to 1, where that is known.
    var share: Double? { get }
}

extension IngestPlan {
    func rows() throws(MachineFailure) -> any RowSource {
        switch catalogue {
        case .folder(let path): return try FolderRows(path, of: self)
        case .standardInput(let form): return try rows(of: form, in: CatalogueBytes.standardInput())
        case .file(let path, let form): return try rows(of: form, in: CatalogueBytes(file: path))
        }
    }

    func rows(of form: CatalogueForm, in bytes: CatalogueBytes) throws(MachineFailure) -> any RowSource {
        switch form {
        case .csv: StreamedRows(bytes, DelimitedReader(delimiter: UInt8(ascii: ","), columns: columns), columns)
        case .tsv: StreamedRows(bytes, DelimitedReader(delimiter: UInt8(ascii: "\t"), columns: columns), columns)
        case .json: StreamedRows(bytes, JSONReader(columns: columns), columns)
        case .jsonl: StreamedRows(bytes, JSONReader(columns: columns, lines: true), columns)
        case .plist:
            if try bytes.starts(with: "bplist") {
                try BinaryPlistRows(bytes, columns)
            } else {
                StreamedRows(bytes, XMLPlistReader(columns: columns), columns)
            }
        }
    }
}

/// Rows of a format that is read from its beginning to its end.
private struct StreamedRows: RowSource {
    private let bytes: CatalogueBytes
    private var reader: any CatalogueReader
    private let keptColumns: Int
    private var nextNumber = 1
    private var isAtEnd = false

    init(_ bytes: CatalogueBytes, _ reader: any CatalogueReader, _ columns: CatalogueColumns) {
        self.bytes = bytes
        self.reader = reader
        keptColumns = columns.kept.count
    }

    var share: Double? { bytes.share }

    mutating func next() throws(MachineFailure) -> RowBatch? {
        while !isAtEnd {
            var batch = RowBatch(firstNumber: nextNumber, keptColumns: keptColumns)
            let piece = try bytes.next()
            isAtEnd = piece == nil
            var failure: CatalogueFailure?
            (piece ?? []).withUnsafeBytes { piece in
                do throws(CatalogueFailure) { try reader.read(piece, isEnd: isAtEnd, into: &batch) } catch { failure = error }
            }
            if let failure { throw bytes.failure(failure) }
            nextNumber = batch.endNumber
            if !batch.isEmpty { return batch }
        }
        return nil
    }
}

/// Rows of a binary property list, whose parts lie anywhere in it.
private final class BinaryPlistRows: RowSource {
    private let bytes: CatalogueBytes
    private let content: CatalogueBytes.Content
    private var reader: BinaryPlistReader
    private let keptColumns: Int
    private var nextNumber = 1

    private static let rowsAtOnce = 2000

    init(_ bytes: CatalogueBytes, _ columns: CatalogueColumns) throws(MachineFailure) {
        self.bytes = bytes
        keptColumns = columns.kept.count
        content = try bytes.whole()
        do throws(CatalogueFailure) {
            reader = try BinaryPlistReader(content.bytes, columns: columns)
        } catch {
            throw bytes.failure(error)
        }
    }

    var share: Double? { nil }

    func next() throws(MachineFailure) -> RowBatch? {
        var batch = RowBatch(firstNumber: nextNumber, keptColumns: keptColumns)
        do throws(CatalogueFailure) {
            _ = try reader.next(atMost: BinaryPlistRows.rowsAtOnce, into: &batch)
        } catch {
            throw bytes.failure(error)
        }
        nextNumber = batch.endNumber
        return batch.isEmpty ? nil : batch
    }
}
