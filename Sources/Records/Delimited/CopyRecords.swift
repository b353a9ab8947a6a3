/// The rows of the text that PostgreSQL's COPY writes (its manual, COPY, Text Format), with a header line: one line for
/// each row, without quotes, with escapes behind backslashes. The line `\.` ends the data.
struct CopyRecords: RecordReader {
    private struct Field {
        var start: Int
        var end = 0
        var isEscaped = false
    }

    private let projection: Projection
    private let delimiter: UInt8
    private var header: DelimitedHeader?
    private var isAtEnd = false
    /// Whether the rest of a line that is too long is skipped.
    private var isSkipping = false
    /// The number of bytes of the next line that hold no line end.
    private var searched = 0
    private var fields: [Field] = []

    init(delimiter: UInt8, _ projection: Projection) {
        self.delimiter = delimiter
        self.projection = projection
    }

    mutating func read(_ window: RecordWindow, from start: Int, into batch: inout RecordBatch) throws(DocumentFailure) -> Int {
        guard var index = batch.textStart(in: window, from: start) else { return start }
        while !isAtEnd, !batch.isFull, index < window.count {
            guard let end = lineEnd(window, from: index) else {
                searched = window.count - index
                guard isSkipping || searched > RecordLimits.recordBytes else { break }
                if !isSkipping { try refuseLong(at: window.base + index, into: &batch) }
                // A backslash at the end of the window may escape the line end behind it.
                searched = isEscaped(window.count, window.text, from: index) ? 1 : 0
                index = window.count - searched
                break
            }
            if isSkipping {
                isSkipping = false
            } else if end - index > RecordLimits.recordBytes {
                try refuseLong(at: window.base + index, into: &batch)
                isSkipping = false
            } else {
                try take(window, from: index, to: end, into: &batch)
            }
            // COPY ends each line, the last one too.
            if end == window.count, !isAtEnd, header != nil {
                throw batch.failure("the \(batch.nouns.document) ends inside the \(batch.nouns.element)", at: window.base + index)
            }
            searched = 0
            index = min(window.count, end + 1)
        }
        if window.isEnd, header == nil { throw DocumentFailure("the \(batch.nouns.document) is empty") }
        return isAtEnd ? window.count : index
    }

    /// The index of the line feed that ends the line, or the end of the document; nil if more bytes are needed.
    private func lineEnd(_ window: RecordWindow, from start: Int) -> Int? {
        var index = start + searched
        while let lineFeed = firstIndex(of: Byte.lineFeed, in: window.text, from: index) {
            guard isEscaped(lineFeed, window.text, from: start) else { return lineFeed }
            index = lineFeed + 1
        }
        return window.isEnd ? window.count : nil
    }

    /// Whether an odd number of backslashes stands before a byte.
    private func isEscaped(_ index: Int, _ text: UnsafeBufferPointer<UInt8>, from start: Int) -> Bool {
        var first = index
        while first > start, text[first - 1] == Byte.backslash { first -= 1 }
        return (index - first) % 2 == 1
    }

    private mutating func refuseLong(at offset: Int, into batch: inout RecordBatch) throws(DocumentFailure) {
        let fault = "the \(batch.nouns.element) is longer than \(RecordLimits.recordBytes) bytes"
        guard header != nil else { throw batch.failure(fault, at: offset) }
        batch.addBroken(fault, at: offset)
        isSkipping = true
    }

    private mutating func take(
        _ window: RecordWindow, from start: Int, to lineFeed: Int, into batch: inout RecordBatch
    ) throws(DocumentFailure) {
        var end = lineFeed
        if end > start, window.text[end - 1] == Byte.carriageReturn, !isEscaped(end - 1, window.text, from: start) { end -= 1 }
        let line = window.text[start..<end]
        if line.elementsEqual([Byte.backslash, UInt8(ascii: ".")]) {
            isAtEnd = true
            return
        }
        guard !line.isEmpty else { return }
        split(window.text, from: start, to: end)
        let offset = window.base + start
        guard let header else {
            let names = fields.map { field in
                var name: [UInt8] = []
                appendText(of: field, window.text, to: &name)
                return name
            }
            self.header = try DelimitedHeader(
                names, at: fields.map { batch.position(of: window.base + $0.start) }, projection, delimiter: delimiter)
            return
        }
        guard fields.count == header.fieldCount else {
            let number = fields.count == 1 ? "1 field" : "\(fields.count) fields"
            return batch.addBroken("\(number) where the header has \(header.fieldCount)", at: offset)
        }
        batch.beginRecord(at: offset, from: start)
        for (column, field) in header.wanted { add(fields[field], window.text, as: column, to: &batch) }
        batch.finishRecord(at: end)
    }

    private mutating func split(_ text: UnsafeBufferPointer<UInt8>, from start: Int, to end: Int) {
        fields.removeAll(keepingCapacity: true)
        var field = Field(start: start)
        var index = start
        while index < end {
            let byte = text[index]
            if byte == delimiter {
                field.end = index
                fields.append(field)
                field = Field(start: index + 1)
            } else if byte == Byte.backslash {
                field.isEscaped = true
                index += 1
            }
            index += 1
        }
        field.end = end
        fields.append(field)
    }

    private func add(_ field: Field, _ text: UnsafeBufferPointer<UInt8>, as column: Int32, to batch: inout RecordBatch) {
        let range = TextRange(field.start, count: field.end - field.start)
        var value = range
        let isNull = text[field.start..<field.end].elementsEqual([Byte.backslash, UInt8(ascii: "N")])
        if field.isEscaped, !isNull {
            let known = batch.decoded.count
            appendText(of: field, text, to: &batch.decoded)
            value = TextRange(known, count: batch.decoded.count - known, isDecoded: true)
        }
        batch.add(
            RecordBatch.Field(
                column: column, kind: isNull ? .null : .text, key: .empty, value: value, keyRange: .empty,
                valueRange: range))
    }

    /// Replaces escapes. A backslash before any other character means that character.
    private func appendText(of field: Field, _ text: UnsafeBufferPointer<UInt8>, to output: inout [UInt8]) {
        guard field.isEscaped else { return output.append(contentsOf: text[field.start..<field.end]) }
        var index = field.start
        while index < field.end {
            let byte = text[index]
            index += 1
            guard byte == Byte.backslash, index < field.end else {
                output.append(byte)
                continue
            }
            let sign = text[index]
            index += 1
            switch sign {
            case UInt8(ascii: "b"): output.append(0x08)
            case UInt8(ascii: "f"): output.append(0x0C)
            case UInt8(ascii: "n"): output.append(0x0A)
            case UInt8(ascii: "r"): output.append(0x0D)
            case UInt8(ascii: "t"): output.append(0x09)
            case UInt8(ascii: "v"): output.append(0x0B)
            case UInt8(ascii: "0")...UInt8(ascii: "7"):
                index -= 1
                output.append(number(text, &index, field.end, digits: 3, radix: 8) ?? sign)
            case UInt8(ascii: "x"): output.append(number(text, &index, field.end, digits: 2, radix: 16) ?? sign)
            default: output.append(sign)
            }
        }
    }

    /// The byte that some digits name; nil if there is no digit.
    private func number(_ text: UnsafeBufferPointer<UInt8>, _ index: inout Int, _ end: Int, digits: Int, radix: Int) -> UInt8? {
        let start = index
        var value = 0
        while index < min(end, start + digits), let digit = Character(Unicode.Scalar(text[index])).hexDigitValue, digit < radix {
            value = value * radix + digit
            index += 1
        }
        return index == start ? nil : UInt8(truncatingIfNeeded: value)
    }
}
