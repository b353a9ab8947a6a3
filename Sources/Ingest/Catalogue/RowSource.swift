import Manifests
import Measuring
import WeirBase
import WeirRecords
import WeirSystem

/// The rows of a catalogue, a batch at a time.
package protocol RowSource {
    mutating func next() throws(MachineFailure) -> RowBatch?
    /// The share of the catalogue that has been read, from 0 to 1; nil if it is unknown.
    var share: Double? { get }
    /// The news of the catalogue that nobody has read yet. Those of all its rows come with the end.
    var notices: [IngestNotice] { get set }
    /// That the table's last row has no line end, as the beginning of a sentence; known with the end.
    var missingLineEnd: String? { get }
    /// The number of rows that are neither sound nor broken, but left out; known with the end.
    var leftOut: Int { get }
}

extension RowSource {
    /// Nil: the end of other catalogues can be seen.
    package var missingLineEnd: String? { nil }
    package var leftOut: Int { 0 }
}

extension IngestPlan {
    func rows(of form: CatalogueForm, in bytes: DecompressedInput) throws(MachineFailure) -> any RowSource {
        try rows(of: form, in: bytes, form == .xml ? columns.ofFeed : columns)
    }

    /// The products of a catalogue; nil if it has no shape.
    func products(of form: CatalogueForm, in bytes: DecompressedInput) throws(MachineFailure) -> ProductRows? {
        guard let shape else { return nil }
        let columns = PartColumns(shape)
        let parts = try rows(of: form, in: bytes, columns.columns(of: shape))
        let news = "\(bytes.name) is read as \(shape.title): a product is one row"
        let advice: Advice = "; \(.format) \(form.rawValue) reads plain rows"
        return try ProductRows(
            parts, shape, columns, notice: isShapeRecognized ? IngestNotice(news, advice, isUsual: true) : nil,
            missingKeys: bytes.failure(DocumentFailure(shape.missingKeys, advice)))
    }

    private func rows(
        of form: CatalogueForm, in bytes: DecompressedInput, _ columns: RowColumns
    ) throws(MachineFailure) -> any RowSource {
        let word = shape?.word(for: form) ?? form.rawValue
        try bytes.checkPacking(form)
        try bytes.checkEncoding(form, word)
        let format: RecordFormat =
            switch form {
            case .csv: .table(delimiter: delimiter ?? UInt8(ascii: ","))
            case .tsv: .table(delimiter: delimiter ?? UInt8(ascii: "\t"))
            case .copy: .copy(delimiter: delimiter ?? UInt8(ascii: "\t"))
            case .json: rowsPointer.map { .nestedJSON($0) } ?? .json(.any)
            case .jsonl: .json(.objects)
            case .plist: bytes.starts(with: "bplist") ? .binaryPlist : .xmlPlist
            case .xml: .feed
            }
        return try bytes.rows(format, columns, .catalogue, word)
    }
}

extension DecompressedInput {
    /// The entries of a manifest that is a table, or of another one, whose content shows its form. Content of no form is read as JSON,
    /// which shows what is wrong.
    func entries(insteadOf format: ManifestFormat = .json, nouns: DocumentNouns = .manifest) throws(MachineFailure) -> any RowSource {
        // A file without any content is whole as JSON Lines.
        let other: RecordFormat = format == .jsonl ? format.records : .json(.any)
        return try rows(format.isTable ? format.records : (try? manifestFormat())?.records ?? other, RowColumns(), nouns)
    }

    /// The rows of a table that has no header, but these columns between commas.
    func rows(ofTable names: String, _ columns: RowColumns) throws(MachineFailure) -> any RowSource {
        begin(with: Array((names + "\n").utf8))
        return try rows(.table(delimiter: UInt8(ascii: ",")), columns, .catalogue)
    }

    /// The entries of a manifest of this format.
    package func entries(of format: ManifestFormat, _ columns: RowColumns) throws(MachineFailure) -> any RowSource {
        try rows(format.records, columns, .manifest)
    }

    fileprivate func rows(
        _ format: RecordFormat, _ columns: RowColumns, _ nouns: DocumentNouns, _ word: String? = nil
    ) throws(MachineFailure) -> any RowSource {
        let reader = RowReader(format, columns: columns, nouns: nouns)
        switch format {
        case .binaryPlist: return try WholeRows(self, reader, columns)
        case .xmlPlist, .feed: return StreamedRows(self, reader, columns, word, isXML: true)
        case .table, .copy, .json, .nestedJSON: return StreamedRows(self, reader, columns, word, isXML: false)
        }
    }
}

/// Rows of a format that can be read in order.
private struct StreamedRows: RowSource {
    private let bytes: DecompressedInput
    private var reader: RowReader
    /// nil if the catalogue is UTF-8, or XML, which names its encoding to the parser.
    private var transcoder: UTF16Transcoder?
    /// The word that says what the catalogue is; nil if the rows are those of a manifest.
    private let word: String?
    private let keptColumns: Int
    var notices: [IngestNotice] = []
    private(set) var missingLineEnd: String?
    private var nextNumber = 1
    private var isAtEnd = false

    init(_ bytes: DecompressedInput, _ reader: RowReader, _ columns: RowColumns, _ word: String?, isXML: Bool) {
        (self.bytes, self.word) = (bytes, word)
        self.reader = reader
        transcoder = isXML ? nil : UTF16Transcoder(recognizing: bytes.beginning ?? [])
        keptColumns = columns.keptCount
    }

    var share: Double? { bytes.share }

    mutating func next() throws(MachineFailure) -> RowBatch? {
        while !isAtEnd {
            var batch = RowBatch(firstNumber: nextNumber, keptColumns: keptColumns)
            var piece = try bytes.next()
            isAtEnd = piece == nil
            do throws(DocumentFailure) {
                if isAtEnd {
                    try transcoder?.finish()
                } else if transcoder != nil {
                    piece = try transcoder?.transcode(piece ?? [])
                }
                try (piece ?? []).withBytes { piece throws(DocumentFailure) in
                    try reader.read(UnsafeRawBufferPointer(piece), isEnd: isAtEnd, into: &batch)
                }
            } catch {
                guard let word, let encoding = reader.foreignEncoding else { throw bytes.failure(error) }
                throw bytes.failure(encoding, word, at: error.position)
            }
            nextNumber = batch.endNumber
            if isAtEnd {
                notices = bytes.notices(of: reader)
                missingLineEnd = reader.lacksLineEnd ? "\(bytes.name): no line end follows the last row" : nil
            }
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
    var notices: [IngestNotice] = []
    private var nextNumber = 1

    private static let rowsAtOnce = 2000

    init(_ bytes: DecompressedInput, _ reader: RowReader, _ columns: RowColumns) throws(MachineFailure) {
        self.bytes = bytes
        self.reader = reader
        keptColumns = columns.keptCount
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
        guard batch.isEmpty else { return batch }
        notices = bytes.notices(of: reader)
        return nil
    }
}

extension DecompressedInput {
    fileprivate func notices(of reader: RowReader) -> [IngestNotice] {
        let trimmed = reader.trimmedNames
        let blanks = "\(trimmed) \(trimmed == 1 ? "name of a picture has" : "names of pictures have") blanks at the ends, which are cut"
        var notices = trimmed == 0 ? [] : [IngestNotice(failure(DocumentFailure(blanks)).message, isUsual: true)]
        if let (first, count) = reader.repeatedHeader {
            let lines = count == 1 ? "1 line is the header again and is" : "\(count) lines are the header again and are"
            notices.append(IngestNotice(failure(DocumentFailure("\(lines) left out", at: first)).message, isUsual: true))
        }
        return notices
            + reader.absentColumns.map { key in
                let fact = IngestPlan.Fact.allCases.first { $0.keys.contains(key.name) }
                let advice = fact.map { key.advice + "; the fact \($0.rawValue) can be asked for instead" } ?? key.advice
                return IngestNotice(failure(DocumentFailure(key.message)).message, advice, isUsual: key.isKept)
            }
    }
}
