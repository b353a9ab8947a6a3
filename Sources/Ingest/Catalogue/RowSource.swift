import Records
import Base
import System

/// The rows of a catalogue, a batch at a time.
protocol RowSource {
    mutating func next() throws(MachineFailure) -> RowBatch?
    /// The share of the catalogue that has been read, from 0 to 1; nil if it is unknown.
    var share: Double? { get }
}

extension IngestPlan {
    /// A signal ends the reading of a pipe that stalls. `tell` is called with news when all rows are read.
    func rows(
        until signals: TerminationSignals? = nil, nouns: DocumentNouns = .catalogue,
        tell: @escaping @Sendable (IngestNotice) -> Void = { _ in }
    ) throws(MachineFailure) -> any RowSource {
        switch catalogue {
        case .folder(let path): return try FolderRows(path, of: self)
        case .standardInput(let form):
            return try rows(of: form, in: DecompressedInput(.standardInput(until: signals)), nouns, tell)
        case .file(let path, let form):
            return try rows(of: form, in: DecompressedInput(InputFile(path, until: signals)), nouns, tell)
        }
    }

    private func rows(
        of form: CatalogueForm, in bytes: DecompressedInput, _ nouns: DocumentNouns,
        _ tell: @escaping @Sendable (IngestNotice) -> Void
    ) throws(MachineFailure) -> any RowSource {
        try bytes.checkPacking(form)
        try bytes.checkEncoding(form)
        let format: RecordFormat = switch form {
        case .csv: .table(delimiter: delimiter ?? UInt8(ascii: ","))
        case .tsv: .table(delimiter: delimiter ?? UInt8(ascii: "\t"))
        case .copy: .copy(delimiter: delimiter ?? UInt8(ascii: "\t"))
        case .json: rowsPointer.map { .nestedJSON($0) } ?? .json(.any)
        case .jsonl: .json(.objects)
        case .plist: bytes.starts(with: "bplist") ? .binaryPlist : .xmlPlist
        }
        let reader = RowReader(format, columns: columns, nouns: nouns)
        if case .binaryPlist = format { return try WholeRows(bytes, reader, columns, tell) }
        return StreamedRows(bytes, reader, columns, isXML: form == .plist, tell)
    }
}

/// Rows of a format that can be read in order.
private struct StreamedRows: RowSource {
    private let bytes: DecompressedInput
    private var reader: RowReader
    /// nil if the catalogue is UTF-8, or XML, which tells its encoding to the parser.
    private var transcoder: UTF16Transcoder?
    private let keptColumns: Int
    private let tell: @Sendable (IngestNotice) -> Void
    private var nextNumber = 1
    private var isAtEnd = false

    init(
        _ bytes: DecompressedInput, _ reader: RowReader, _ columns: RowColumns, isXML: Bool,
        _ tell: @escaping @Sendable (IngestNotice) -> Void
    ) {
        self.bytes = bytes
        self.reader = reader
        transcoder = isXML ? nil : UTF16Transcoder(recognising: bytes.beginning ?? [])
        keptColumns = columns.kept.count
        self.tell = tell
    }

    var share: Double? { bytes.share }

    mutating func next() throws(MachineFailure) -> RowBatch? {
        while !isAtEnd {
            var batch = RowBatch(firstNumber: nextNumber, keptColumns: keptColumns)
            var piece = try bytes.next()
            isAtEnd = piece == nil
            do throws(DocumentFailure) {
                if isAtEnd { try transcoder?.finish() } else if transcoder != nil { piece = try transcoder?.transcode(piece ?? []) }
                try (piece ?? []).withUnsafeBufferPointer { piece throws(DocumentFailure) in
                    try reader.read(UnsafeRawBufferPointer(piece), isEnd: isAtEnd, into: &batch)
                }
            } catch {
                throw bytes.failure(error)
            }
            nextNumber = batch.endNumber
            if isAtEnd { bytes.notices(of: reader).forEach(tell) }
            if !batch.isEmpty { return batch }
        }
        return nil
    }
}

/// Rows of a format that needs the whole file at once.
private final class WholeRows: RowSource {
    private let bytes: DecompressedInput
    private let content: DecompressedInput.Content
    private var reader: RowReader
    private let keptColumns: Int
    private let tell: @Sendable (IngestNotice) -> Void
    private var nextNumber = 1
    private var isAtEnd = false

    private static let rowsAtOnce = 2000

    init(
        _ bytes: DecompressedInput, _ reader: RowReader, _ columns: RowColumns, _ tell: @escaping @Sendable (IngestNotice) -> Void
    ) throws(MachineFailure) {
        self.bytes = bytes
        self.reader = reader
        keptColumns = columns.kept.count
        self.tell = tell
        content = try bytes.whole()
    }

    var share: Double? { nil }

    func next() throws(MachineFailure) -> RowBatch? {
        var batch = RowBatch(firstNumber: nextNumber, keptColumns: keptColumns)
        do throws(DocumentFailure) {
            while batch.endNumber < nextNumber + WholeRows.rowsAtOnce, try reader.read(whole: content.bytes, into: &batch) {}
        } catch {
            throw bytes.failure(error)
        }
        nextNumber = batch.endNumber
        if batch.isEmpty, !isAtEnd {
            isAtEnd = true
            bytes.notices(of: reader).forEach(tell)
        }
        return batch.isEmpty ? nil : batch
    }
}

extension DecompressedInput {
    fileprivate func notices(of reader: RowReader) -> [IngestNotice] {
        reader.missingKeys.map { key in
            let isFact = IngestPlan.Fact(rawValue: key.name) != nil
            let advice = isFact ? "; --with \(key.name) adds the fact of this name" : ""
            return .missingKey(failure(DocumentFailure(key.message + advice)).message)
        }
    }
}
