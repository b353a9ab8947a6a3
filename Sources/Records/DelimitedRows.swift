/// Cuts text into rows, and tells what is wrong with those that are none.
struct DelimitedRows {
    private let columns: CatalogueColumns
    private var scan: DelimitedScan
    private var header: DelimitedHeader?
    private var kept: [UnsafeBufferPointer<UInt8>?]
    /// The line on which the row begins that is being read.
    private var line = 1
    private var isAtBeginning = true
    /// Behind a fault: nothing up to the next line end is read.
    private var isSkipping = false

    init(delimiter: UInt8, columns: CatalogueColumns) {
        self.columns = columns
        scan = DelimitedScan(delimiter: delimiter)
        kept = Array(repeating: nil, count: columns.kept.count)
    }

    /// Takes the rows that are complete, and answers how many bytes they had.
    mutating func take(
        _ text: UnsafeMutablePointer<UInt8>, _ count: Int, isEnd: Bool, into batch: inout RowBatch
    ) throws(CatalogueFailure) -> Int {
        var start = 0
        if isAtBeginning {
            guard let mark = byteOrderMark(text, count, isEnd: isEnd) else { return 0 }
            start = mark
            isAtBeginning = false
        }
        while true {
            if isSkipping {
                start = endOfLine(text, from: start, to: count)
                if isSkipping { break }
            }
            let row = text + start
            let available = count - start
            switch advance(row, available, isEnd: isEnd) {
            case .needsMore:
                if available > CatalogueLimits.rowBytes {
                    let message = "the row is longer than \(CatalogueLimits.rowBytes) bytes"
                    start += try refuse(message, at: DelimitedScan.Place(), into: &batch)
                } else {
                    if isEnd { try finish() }
                    return start
                }
            case .row:
                try take(row, into: &batch)
                start += Int(scan.place.offset)
                begin(line: line + Int(scan.place.lineEnds) + 1)
            case .strayQuote:
                start += try refuse("a quote stands in a field that is not quoted", at: scan.place, into: &batch)
            case .textBehindQuote:
                start += try refuse("text stands behind the closing quote", at: scan.place, into: &batch)
            case .openQuote:
                start += try refuse("the quote is not closed", at: scan.openQuote ?? scan.place, into: &batch)
            }
        }
        if isEnd { try finish() }
        return start
    }

    private mutating func advance(_ row: UnsafePointer<UInt8>, _ available: Int, isEnd: Bool) -> DelimitedScan.Outcome {
        let outcome = scan.advance(row, to: min(available, CatalogueLimits.rowBytes + 1))
        let isCut = outcome == .needsMore && isEnd && available > 0 && available <= CatalogueLimits.rowBytes
        return isCut ? scan.finish(row) : outcome
    }

    /// Tells what is wrong with a row, and answers how many of its bytes are passed; nothing up to
    /// the next line end is read. What follows an open quote is read again: it may be rows.
    private mutating func refuse(
        _ message: String, at place: DelimitedScan.Place, into batch: inout RowBatch
    ) throws(CatalogueFailure) -> Int {
        guard header != nil else { throw CatalogueFailure(message, at: position(of: place)) }
        batch.appendBroken(message, at: position(of: place))
        let last = scan.openQuote ?? scan.place
        begin(line: line + Int(last.lineEnds))
        isSkipping = true
        return Int(last.offset)
    }

    private mutating func begin(line: Int) {
        self.line = line
        scan.begin(isHeader: header == nil)
    }

    private mutating func endOfLine(_ text: UnsafePointer<UInt8>, from start: Int, to end: Int) -> Int {
        var place = start
        while place < end {
            place += 1
            if text[place - 1] == Byte.lineFeed {
                isSkipping = false
                line += 1
                break
            }
        }
        return place
    }

    private func finish() throws(CatalogueFailure) {
        if header == nil { throw CatalogueFailure("the catalogue is empty") }
    }

    private func position(of place: DelimitedScan.Place) -> CataloguePosition {
        CataloguePosition(line: line + Int(place.lineEnds), column: Int(place.offset - place.lineStart) + 1)
    }

    private mutating func take(_ row: UnsafeMutablePointer<UInt8>, into batch: inout RowBatch) throws(CatalogueFailure) {
        if scan.isBlank { return }
        guard let header else {
            scan.unescape(row)
            let names = scan.fields.prefix(scan.fieldCount).map { field in
                DelimitedName(bytes: Array(text(of: field, in: row)), position: position(of: field.start))
            }
            self.header = try DelimitedHeader(names, columns: columns, line: line)
            return
        }
        guard scan.fieldCount == header.columnCount else {
            let number = scan.fieldCount == 1 ? "1 field" : "\(scan.fieldCount) fields"
            return batch.appendBroken(
                "\(number) where the header has \(header.columnCount)", at: CataloguePosition(line: line, column: 1))
        }
        scan.unescape(row)
        var fields = RowBatch.Fields()
        fields.img = text(of: header.img, in: row)
        let price = text(of: header.price, in: row)
        // A table has no other way to say that there is none.
        fields.price = price.isEmpty ? nil : price
        fields.width = header.width.flatMap { positiveInteger(text(of: $0, in: row)) }
        fields.height = header.height.flatMap { positiveInteger(text(of: $0, in: row)) }
        if !header.kept.isEmpty {
            for (index, column) in header.kept.enumerated() { kept[index] = text(of: column, in: row) }
            fields.kept = kept
        }
        if let fault = fields.fault { return batch.appendBroken(fault.message(batch.words), at: position(of: fault.part)) }
        batch.append(sound: fields, line: line)
    }

    private func position(of part: RowFault.Part) -> CataloguePosition {
        guard let header else { return CataloguePosition(line: line, column: 1) }
        let column =
            switch part {
            case .img: header.img
            case .price: header.price
            case .kept(let index): header.kept[index]
            }
        return position(of: scan.fields[column].start)
    }

    private func text(of column: Int, in row: UnsafeMutablePointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
        text(of: scan.fields[column], in: row)
    }

    private func text(of field: DelimitedScan.Field, in row: UnsafeMutablePointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
        let start = Int(field.start.offset) + (field.isQuoted ? 1 : 0)
        return UnsafeBufferPointer(start: row + start, count: Int(field.end) - start)
    }
}
