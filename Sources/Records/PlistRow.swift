/// What a row of a property list, XML or binary, says in the columns that are used. It is judged
/// when it is complete; then the next row takes its place.
struct PlistRow {
    private struct Cell {
        var value: PlistValue?
        var start = 0
        var count = 0
    }

    /// The cells are in the order of its names.
    private let columns: UsedColumns
    private let namesInUTF16: [[UInt16]]
    private var cells: [Cell]
    private var texts: [UInt8] = []
    private var fields = RowBatch.Fields()

    init(_ columns: CatalogueColumns) {
        let used = UsedColumns(columns)
        self.columns = used
        namesInUTF16 = used.names.indices.map { Array(used.name($0).utf16) }
        cells = Array(repeating: Cell(), count: used.names.count)
        fields.kept = Array(repeating: nil, count: used.kept.count)
    }

    /// Forgets the row before.
    mutating func begin() {
        for index in cells.indices { cells[index].value = nil }
        texts.removeAll(keepingCapacity: true)
    }

    /// The cell for that key; nil where nobody uses it.
    func cell(of key: UnsafeBufferPointer<UInt8>) -> Int? {
        columns.names.firstIndex { $0.count == key.count && $0.elementsEqual(key) }
    }

    func cell(of key: BinaryPlistUnits) -> Int? {
        namesInUTF16.firstIndex { $0.count == key.count && $0.elementsEqual(key) }
    }

    func isFilled(_ cell: Int) -> Bool { cells[cell].value != nil }

    func name(of cell: Int) -> String { columns.name(cell) }

    /// How many bytes the texts have so far.
    var textBytes: Int { texts.count }

    /// Begins the value of a cell. Its text is what is appended to it before the next begins.
    mutating func fill(_ cell: Int, _ value: PlistValue) {
        cells[cell] = Cell(value: value, start: texts.count)
    }

    mutating func append(_ text: UnsafeBufferPointer<UInt8>, to cell: Int) {
        texts.append(contentsOf: text)
        cells[cell].count += text.count
    }

    mutating func append(_ text: String, to cell: Int) {
        var text = text
        text.withUTF8 { append($0, to: cell) }
    }

    /// Appends what `write` appends to the texts.
    mutating func append(
        to cell: Int, _ write: (inout [UInt8]) throws(BinaryPlistFault) -> Void
    ) throws(BinaryPlistFault) {
        let before = texts.count
        try write(&texts)
        cells[cell].count += texts.count - before
    }

    /// Hands the row over, or tells what is wrong with it.
    mutating func finish(at position: CataloguePosition, into batch: inout RowBatch) {
        texts.withUnsafeBufferPointer { texts in
            if let fault = fault(texts) { return batch.appendBroken(fault, at: position) }
            fields.img = text(of: columns.img, in: texts)
            fields.price = text(of: columns.price, in: texts)
            fields.width = size(columns.width, in: texts)
            fields.height = size(columns.height, in: texts)
            for (index, cell) in columns.kept.enumerated() { fields.kept[index] = text(of: cell, in: texts) }
            batch.append(fields, at: position)
        }
    }

    private func fault(_ texts: UnsafeBufferPointer<UInt8>) -> String? {
        if let value = cells[columns.img].value, value != .text { return "img is \(value.name), not text" }
        if let value = cells[columns.price].value {
            guard value == .text || value.isNumber else { return "price is neither text nor a number" }
            guard isSound(columns.price, in: texts) else { return "price is not a number" }
        }
        for cell in columns.kept {
            guard let value = cells[cell].value else { continue }
            guard value.hasText else { return "\(name(of: cell)) is \(value.name), which cannot be kept" }
            guard isSound(cell, in: texts) else { return "\(name(of: cell)) is not a number" }
        }
        return nil
    }

    /// Whether what is called a number is one.
    private func isSound(_ cell: Int, in texts: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let value = cells[cell].value, value.isNumber, let text = text(of: cell, in: texts) else { return true }
        return isNumber(text, isInteger: value == .integer)
    }

    private func size(_ cell: Int, in texts: UnsafeBufferPointer<UInt8>) -> Int? {
        guard let value = cells[cell].value, value == .text || value.isNumber else { return nil }
        return text(of: cell, in: texts).flatMap { positiveInteger(value == .real ? wholePart($0) : $0) }
    }

    private func text(of cell: Int, in texts: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8>? {
        let cell = cells[cell]
        guard let value = cell.value, value.hasText else { return nil }
        let text = UnsafeBufferPointer(rebasing: texts[cell.start..<cell.start + cell.count])
        return value == .text ? text : trimmed(text)
    }
}
