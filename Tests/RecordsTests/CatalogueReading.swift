import TestSupport
import WeirBase
import WeirRecords

/// The options that advice names in the expectations.
private func option(_ setting: Advice.Setting) -> String {
    switch setting {
    case .format: "--from"
    case .delimiter: "--delimiter"
    case .rows: "--rows"
    case .column(.img): "--img-column"
    case .column(.price): "--price-column"
    case .column(.kept): "--keep"
    case .column(.images): "--images-column"
    default: "\(setting)"
    }
}

extension DocumentFailure {
    var text: String { message + (advice?.words(option) ?? "") }
}

extension RowBatch.BrokenRow {
    var text: String { message + (advice?.words(option) ?? "") }
}

extension AbsentColumn {
    var text: String { message + advice.words(option) }
}

/// The formats that are read in order, without property lists.
enum TextFormat: Sendable, CaseIterable {
    case csv, tsv, copy, json, jsonLines
    /// The rows are the array at `/r/1`.
    case nested

    func reader(_ columns: RowColumns) -> RowReader {
        switch self {
        case .csv: RowReader(.table(delimiter: UInt8(ascii: ",")), columns: columns)
        case .tsv: RowReader(.table(delimiter: UInt8(ascii: "\t")), columns: columns)
        case .copy: RowReader(.copy(delimiter: UInt8(ascii: "\t")), columns: columns)
        case .nested: RowReader(JSONPointer("/r/1").map { .nestedJSON($0) } ?? .json(.any), columns: columns)
        case .json: RowReader(.json(.any), columns: columns)
        case .jsonLines: RowReader(.json(.objects), columns: columns)
        }
    }
}

/// The result of reading a catalogue.
struct CatalogueReading: Equatable {
    struct Row: Equatable {
        var img: String
        var further: [String] = []
        var price: String
        var w: Int?
        var h: Int?
        var kept: [String?] = []
    }

    var rows: [Row] = []
    /// The numbers and the lines of the rows.
    var numbers: [Int] = []
    var lines: [Int] = []
    var broken: [RowBatch.BrokenRow] = []
    var failure: DocumentFailure?

    /// The messages as `line:column message`.
    var complaints: [String] {
        broken.map { "\($0.position.line):\($0.position.column) \($0.text)" }
    }

    /// The text of each row: `img price`, the names of several pictures with `+` between them, then its size if it has one, and its kept texts.
    var texts: [String] {
        rows.map { row in
            let size = row.w == nil && row.h == nil ? [] : ["\(row.w ?? 0)x\(row.h ?? 0)"]
            return ([([row.img] + row.further).joined(separator: "+"), row.price] + size + row.kept.map { $0 ?? "-" }).joined(
                separator: " ")
        }
    }

    mutating func append(_ batch: RowBatch, kept: Int) {
        func text(_ bytes: UnsafeBufferPointer<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }
        batch.withTexts { texts in
            for row in batch.rows {
                rows.append(
                    Row(
                        img: text(texts.picture(0, of: row)), further: (1..<row.pictureCount).map { text(texts.picture($0, of: row)) },
                        price: text(texts[row.price]), w: row.width, h: row.height,
                        kept: (0..<kept).map { texts.kept($0, of: row).map(text) }))
            }
        }
        numbers += batch.rows.map(\.number)
        lines += batch.rows.map(\.line)
        broken += batch.broken
    }
}

/// Copies bytes to memory of exactly their size, so that an address sanitizer sees any read beyond them.
func withExactCopy<Result>(of bytes: ArraySlice<UInt8>, _ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 1)
    defer { copy.deallocate() }
    copy.copyBytes(from: bytes)
    return body(UnsafeRawBufferPointer(copy))
}

func read(
    _ catalogue: Bytes, as format: TextFormat, cutAt cuts: [Int] = [], columns: RowColumns = RowColumns()
) -> CatalogueReading {
    read(catalogue, with: format.reader(columns), cutAt: cuts, kept: columns.kept.count)
}

/// Reads a catalogue in pieces that end at the given offsets.
func read(_ catalogue: Bytes, with reader: RowReader, cutAt cuts: [Int] = [], kept: Int = 0) -> CatalogueReading {
    var reader = reader
    var reading = CatalogueReading()
    var next = 1
    let edges = [0] + cuts + [catalogue.count]
    for (piece, (start, end)) in zip(edges, edges.dropFirst()).enumerated() {
        var batch = RowBatch(firstNumber: next, keptColumns: kept)
        withExactCopy(of: catalogue.all[start..<end]) { bytes in
            do throws(DocumentFailure) {
                try reader.read(bytes, isEnd: piece == edges.count - 2, into: &batch)
            } catch {
                reading.failure = error
            }
        }
        next = batch.endNumber
        reading.append(batch, kept: kept)
        if reading.failure != nil { break }
    }
    return reading
}

/// The name of a picture in a row, as it is read from the text in a catalogue.
func named(_ text: String) -> String {
    let blanks: Set<Unicode.Scalar> = [" ", "\t", "\n", "\u{B}", "\u{C}", "\r"]
    let cut = text.unicodeScalars.drop { blanks.contains($0) }.reversed().drop { blanks.contains($0) }.reversed()
    var name = String.UnicodeScalarView()
    name.append(contentsOf: cut)
    let isHost = name.starts(with: "//".unicodeScalars) && name.count > 2 && name.dropFirst(2).first != "/"
    return (isHost ? "https:" : "") + String(name)
}

/// A catalogue and its expected reading.
struct CatalogueCase: Sendable, CustomStringConvertible {
    var catalogue: Bytes
    var rows: [String] = []
    var complaints: [String] = []
    var failure: String?
    var kept: [String] = []

    init(
        _ catalogue: Bytes, rows: [String] = [], complaints: [String] = [], failure: String? = nil, kept: [String] = []
    ) {
        self.catalogue = catalogue
        self.rows = rows
        self.complaints = complaints
        self.failure = failure
        self.kept = kept
    }

    var description: String { String(decoding: catalogue.all.prefix(200), as: UTF8.self).debugDescription }

    var columns: RowColumns { RowColumns(kept: kept) }

    /// The difference between a reading and the expected one; nil if they are equal.
    func difference(from reading: CatalogueReading) -> String? {
        let failure = reading.failure.map { failure in
            (failure.position.map { "\($0.line):\($0.column) " } ?? "") + failure.text
        }
        let isExpected = (reading.texts, reading.complaints, failure) == (rows, complaints, self.failure)
        return isExpected ? nil : "\(reading.texts) \(reading.complaints) \(failure ?? "no failure")"
    }
}
