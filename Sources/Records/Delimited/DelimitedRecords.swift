import WeirBase

/// The rows of a text with fields separated by a comma or a tab (RFC 4180). The first line names the
/// columns. Quotes have the same meaning with both separators.
///
/// Sixteen bytes after the end of a window must be readable.
struct DelimitedRecords: RecordReader {
    private let projection: Projection
    private var delimiter: UInt8
    private var scan: DelimitedScan
    private var header: DelimitedHeader?
    /// The header line without its end, if rows are parts of products.
    private var headerLine: [UInt8] = []
    /// The first line that repeats the header, and the number of such lines.
    private(set) var repeatedHeader: (first: TextPosition, count: Int)?
    /// Whether the rest of the line is skipped after an error.
    private var isSkipping = false
    /// Whether the last row is whole, but no line end follows it.
    private(set) var lacksLineEnd = false

    init(delimiter: UInt8, _ projection: Projection) {
        self.projection = projection
        self.delimiter = delimiter
        scan = DelimitedScan(delimiter: delimiter)
    }

    mutating func read(_ window: RecordWindow, from start: Int, into batch: inout RecordBatch) throws(DocumentFailure) -> Int {
        guard var index = batch.textStart(in: window, from: start) else { return start }
        while !batch.isFull {
            if isSkipping {
                let lineEnd = firstIndex(of: Byte.lineFeed, in: window.text, from: index)
                index = lineEnd.map { $0 + 1 } ?? window.count
                isSkipping = lineEnd == nil
            }
            guard !isSkipping, let next = try step(window, from: index, into: &batch) else {
                if window.isEnd, header == nil { throw DocumentFailure("the \(batch.nouns.document) is empty") }
                break
            }
            index = next
        }
        return index
    }

    /// The names in the header line with which a table begins; none if the line is broken or not whole.
    static func headerNames(_ beginning: [UInt8], delimiter: UInt8) -> [String] {
        let text =
            Array(beginning.dropFirst(beginning.starts(with: byteOrderMark) ? byteOrderMark.count : 0)) + [UInt8](repeating: 0, count: 16)
        return text.withUnsafeBufferPointer { text in
            guard let base = text.baseAddress else { return [] }
            var records = DelimitedRecords(delimiter: delimiter, Projection(allWith: []))
            guard records.scan.advance(base, to: text.count - 16) == .row else { return [] }
            let end = Int(records.scan.offset)
            if let named = namedDelimiter(UnsafeBufferPointer(start: base, count: end)) {
                return headerNames(Array(text[end..<text.count - 16]), delimiter: named)
            }
            return records.scan.fields.prefix(records.scan.fieldCount).map {
                String(decoding: records.bytes(of: $0, in: base), as: UTF8.self)
            }
        }
    }

    /// Returns the index to continue at; nil if more bytes are needed.
    private mutating func step(
        _ window: RecordWindow, from index: Int, into batch: inout RecordBatch
    ) throws(DocumentFailure) -> Int? {
        guard let text = window.text.baseAddress.map({ $0 + index }) else { return nil }
        let available = window.count - index
        let offset = window.base + index
        let fault: (message: String, offset: Int32)
        switch advance(text, available, isEnd: window.isEnd) {
        case .needsMore:
            guard available > RecordLimits.recordBytes else { return nil }
            fault = ("the \(batch.nouns.element) is longer than \(RecordLimits.recordBytes) bytes", 0)
        case .row:
            let end = index + Int(scan.offset)
            try take(window, text, at: index, to: end, into: &batch)
            scan.begin(isHeader: header == nil)
            return end
        case .strayQuote: fault = ("a quote stands in a field that is not quoted", scan.offset)
        case .textBehindQuote: fault = ("text stands behind the closing quote", scan.offset)
        case .openQuote where header != nil:
            throw batch.failure("the \(batch.nouns.document) ends inside a quoted field", at: offset + Int(scan.openQuote ?? 0))
        case .openQuote: fault = ("the quote is not closed", scan.openQuote ?? scan.offset)
        }
        guard header != nil else {
            let header = UnsafeBufferPointer(start: text, count: available)
            let likely = likelySetting(header, faultAt: Int(fault.offset))
            throw batch.failure(fault.message + (likely.map { "; \($0.message)" } ?? ""), likely?.advice, at: offset + Int(fault.offset))
        }
        batch.addBroken(fault.message, at: offset + Int(fault.offset))
        // The bytes after the open quote of a row that is too long are read again, since they may be rows.
        let passed = Int(scan.openQuote ?? scan.offset)
        scan.begin(isHeader: false)
        isSkipping = true
        return index + passed
    }

    private func likelySetting(_ text: UnsafeBufferPointer<UInt8>, faultAt offset: Int) -> LikelySetting? {
        // The line end before the fault may be a part of it, with the byte behind it.
        let header = UnsafeBufferPointer(rebasing: text.prefix(offset == 0 ? text.count : offset + 2))
        if let format = otherFormat(text) { return format }
        if let ending = loneReturnAdvice(header) { return (ending, nil) }
        return offset > 0 && offset < text.count ? otherDelimiter(text[offset]) : nil
    }

    private mutating func advance(_ row: UnsafePointer<UInt8>, _ available: Int, isEnd: Bool) -> DelimitedScan.Stop {
        let stop = scan.advance(row, to: min(available, RecordLimits.recordBytes + 1))
        let isCut = stop == .needsMore && isEnd && available > 0 && available <= RecordLimits.recordBytes
        return isCut ? scan.finish(row) : stop
    }

    private mutating func take(
        _ window: RecordWindow, _ row: UnsafePointer<UInt8>, at start: Int, to end: Int, into batch: inout RecordBatch
    ) throws(DocumentFailure) {
        if scan.isBlank { return }
        let offset = window.base + start
        guard let header else {
            let line = UnsafeBufferPointer(start: row, count: end - start)
            if let named = namedDelimiter(line) {
                (delimiter, scan) = (named, DelimitedScan(delimiter: named))
                return
            }
            // Between quotes, a carriage return is a part of a name.
            if !line.contains(Byte.quote), let advice = loneReturnAdvice(line) {
                throw batch.failure("the catalogue is a single line; \(advice)", at: offset)
            }
            let fields = scan.fields.prefix(scan.fieldCount)
            self.header = try DelimitedHeader(
                fields.map { bytes(of: $0, in: row) }, at: fields.map { batch.position(of: offset + Int($0.start)) }, projection,
                delimiter: delimiter)
            if projection.neededOfParts != nil { headerLine = Array(line.trimming(while: Self.isLineEnd)) }
            return
        }
        // The last row may lack its line end (RFC 4180, 2.2), but none of its fields.
        let isCut = window.isEnd && end == window.count && row[end - start - 1] != Byte.lineFeed
        if isCut, endsInsideCharacter(UnsafeBufferPointer(start: row, count: end - start)) {
            throw batch.failure("the \(batch.nouns.document) ends inside a character", at: offset + end - start)
        }
        guard scan.fieldCount == header.fieldCount else {
            if isCut, scan.fieldCount < header.fieldCount {
                throw batch.failure("the \(batch.nouns.document) ends inside the \(batch.nouns.element)", at: offset)
            }
            let number = scan.fieldCount == 1 ? "1 field" : "\(scan.fieldCount) fields"
            return batch.addBroken("\(number) where the header has \(header.fieldCount)", at: offset)
        }
        if !headerLine.isEmpty, isHeader(UnsafeBufferPointer(start: row, count: end - start)) {
            repeatedHeader = (repeatedHeader?.first ?? batch.position(of: offset).textPosition, (repeatedHeader?.count ?? 0) + 1)
            return
        }
        batch.beginRecord(at: offset, from: start)
        for (column, field) in header.wanted { add(scan.fields[field], row, at: start, as: column, to: &batch) }
        batch.finishRecord(at: end)
        lacksLineEnd = isCut && row[end - start - 1] != Byte.carriageReturn
    }

    /// Whether a line is the header again, as in exports that were joined. A byte order mark may stand before each.
    private func isHeader(_ line: UnsafeBufferPointer<UInt8>) -> Bool {
        let text = line.starts(with: byteOrderMark) ? line.dropFirst(byteOrderMark.count) : line[...]
        return text.starts(with: headerLine) && text.dropFirst(headerLine.count).allSatisfy(Self.isLineEnd)
    }

    private static func isLineEnd(_ byte: UInt8) -> Bool { byte == Byte.lineFeed || byte == Byte.carriageReturn }

    @inline(__always)
    private func add(
        _ field: DelimitedScan.Field, _ row: UnsafePointer<UInt8>, at start: Int, as column: Int32, to batch: inout RecordBatch
    ) {
        let first = Int(field.start) &+ (field.isQuoted ? 1 : 0)
        var value = TextRange(start &+ first, count: Int(field.end) &- first)
        if field.isEscaped {
            let known = batch.decoded.count
            appendText(of: field, in: row, to: &batch.decoded)
            value = TextRange(known, count: batch.decoded.count - known, isDecoded: true)
        }
        // MySQL and psql write NULL like this.
        let isNull = value.count == 2 && !field.isQuoted && row[first] == Byte.backslash && row[first &+ 1] == UInt8(ascii: "N")
        batch.add(
            RecordBatch.Field(
                column: column, kind: isNull ? .null : .text, key: .empty, value: value, keyRange: .empty,
                valueRange: TextRange(start &+ Int(field.start), count: Int(field.end &- field.start))))
    }

    private func bytes(of field: DelimitedScan.Field, in row: UnsafePointer<UInt8>) -> [UInt8] {
        var bytes: [UInt8] = []
        appendText(of: field, in: row, to: &bytes)
        return bytes
    }

    /// Replaces doubled quotes by single ones.
    private func appendText(of field: DelimitedScan.Field, in row: UnsafePointer<UInt8>, to text: inout [UInt8]) {
        var index = Int(field.start) + (field.isQuoted ? 1 : 0)
        while index < field.end {
            text.append(row[index])
            index += field.isEscaped && row[index] == Byte.quote ? 2 : 1
        }
    }
}
