/// Makes rows of records, and tells of those that are none why.
struct RowJudge {
    private let columns: UsedColumns
    private let words: RowWords
    private let format: RecordFormat
    /// Of the record that is looked at: the value of each column.
    private var values: [RecordBatch.Field?]
    private var fields = RowBatch.Fields()

    init(_ columns: UsedColumns, _ format: RecordFormat, _ words: RowWords) {
        self.columns = columns
        self.format = format
        self.words = words
        values = Array(repeating: nil, count: columns.count)
        fields.kept = Array(repeating: nil, count: columns.kept.count)
    }

    /// Takes all that a batch has, in its order.
    mutating func take(_ batch: inout RecordBatch, of window: RecordWindow, into rows: inout RowBatch) {
        var broken = batch.broken[...]
        for record in batch.records {
            while let next = broken.first, next.number < record.number {
                rows.appendBroken(next.message, at: next.place.position)
                broken.removeFirst()
            }
            take(record, &batch, window, into: &rows)
        }
        for next in broken { rows.appendBroken(next.message, at: next.place.position) }
    }

    private mutating func take(
        _ record: RecordBatch.Record, _ batch: inout RecordBatch, _ window: RecordWindow, into rows: inout RowBatch
    ) {
        for index in values.indices { values[index] = nil }
        for index in record.fields {
            let field = batch.fields[index]
            values[Int(field.column)] = field
        }
        let fault = batch.decoded.withUnsafeBufferPointer { decoded in
            take(TextBytes(document: window.text, decoded: decoded), line: record.position.line, into: &rows)
        }
        guard let fault else { return }
        var position = record.position
        if let column = fault.column, let value = values[column], format.hasPlaces {
            position = batch.lines.position(of: window.base + value.valueRange.start)
        }
        rows.appendBroken(fault.message, at: position)
    }

    /// What is wrong with a row; the column is nil where it lacks something.
    private struct Fault {
        let message: String
        let column: Int?
    }

    private mutating func take(_ texts: TextBytes, line: Int, into rows: inout RowBatch) -> Fault? {
        if let fault = faultOfKinds(texts) { return fault }
        fields.img = text(of: columns.img, texts)
        fields.price = text(of: columns.price, texts)
        // A table has no other way to say that there is none.
        if format.isTable, fields.price?.isEmpty == true { fields.price = nil }
        fields.width = size(columns.width, texts)
        fields.height = size(columns.height, texts)
        for (index, column) in columns.kept.enumerated() { fields.kept[index] = text(of: column, texts) }
        guard let fault = fields.fault else {
            rows.append(sound: fields, line: line)
            return nil
        }
        let column = column(of: fault.part)
        return Fault(message: fault.message(words), column: isMissing(column) ? nil : column)
    }

    private func faultOfKinds(_ texts: TextBytes) -> Fault? {
        if let kind = kind(of: columns.img), kind != .text {
            return Fault(message: format.isPlist ? "img is \(kind.name), not text" : "img is not text", column: columns.img)
        }
        if let kind = kind(of: columns.price) {
            guard kind == .text || isNumber(kind) else {
                return Fault(message: "price is neither text nor a number", column: columns.price)
            }
            guard isSound(columns.price, texts) else { return Fault(message: "price is not a number", column: columns.price) }
        }
        for column in columns.kept {
            guard let kind = kind(of: column) else { continue }
            let name = columns.name(column)
            guard kind.hasText else {
                let message = format.isPlist
                    ? "\(name) is \(kind.name), which cannot be kept" : "the kept column \(name) is not a plain value"
                return Fault(message: message, column: column)
            }
            guard isSound(column, texts) else { return Fault(message: "\(name) is not a number", column: column) }
        }
        return nil
    }

    /// Nil where there is no value. A null of JSON is none; property lists have it as a kind of object.
    private func kind(of column: Int) -> ValueKind? { isMissing(column) ? nil : values[column]?.kind }

    private func isMissing(_ column: Int) -> Bool {
        guard let kind = values[column]?.kind else { return true }
        return kind == .null && !format.isPlist
    }

    private func isNumber(_ kind: ValueKind) -> Bool { kind == .number || kind == .real }

    /// Whether what a property list calls a number is one.
    private func isSound(_ column: Int, _ texts: TextBytes) -> Bool {
        guard format.isPlist, let value = values[column], isNumber(value.kind) else { return true }
        return isPlistNumber(texts[value.value], isInteger: value.kind == .number)
    }

    private func size(_ column: Int, _ texts: TextBytes) -> Int? {
        guard let value = values[column], value.kind == .text || isNumber(value.kind) else { return nil }
        let text = texts[value.value]
        return positiveInteger(value.kind == .real ? wholePart(text) : text)
    }

    private func text(of column: Int, _ texts: TextBytes) -> UnsafeBufferPointer<UInt8>? {
        guard let value = values[column], value.kind.hasText else { return nil }
        return texts[value.value]
    }

    private func column(of part: RowFault.Part) -> Int {
        switch part {
        case .img: columns.img
        case .price: columns.price
        case .kept(let index): columns.kept[index]
        }
    }
}

/// A size as a catalogue tells it: the decimal digits of a number that a side of a picture can
/// have, and nothing else.
private func positiveInteger(_ digits: UnsafeBufferPointer<UInt8>) -> Int? {
    guard digits.count <= 10 else { return nil }
    var value = 0
    for byte in digits {
        let digit = byte &- UInt8(ascii: "0")
        guard digit < 10 else { return nil }
        value = value &* 10 &+ Int(digit)
    }
    return value > 0 && value <= Int32.max ? value : nil
}

/// A number without a fraction of nothing but zeros.
private func wholePart(_ number: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
    guard let point = number.firstIndex(of: UInt8(ascii: ".")),
        number[(point + 1)...].allSatisfy({ $0 == UInt8(ascii: "0") })
    else { return number }
    return UnsafeBufferPointer(rebasing: number[..<point])
}
