import WeirBase

/// Turns records into rows, and reports why a record cannot be a row.
struct RowBuilder {
    private let columns: UsedColumns
    private let nouns: DocumentNouns
    private let format: RecordFormat
    private let isCatalogue: Bool
    /// The index in the batch of each column's field; -1 if the record does not have the column.
    private var fieldIndexes: [Int]
    private var row = RowBatch.Fields()
    /// The fault of the document: its first record has no picture, but an array that may have the rows, or it is not UTF-8.
    private(set) var documentFault: DocumentFailure?
    /// The encoding of a document that is not UTF-8.
    private(set) var foreignEncoding: ForeignEncoding?
    /// Whether a text so far has had a character beyond ASCII.
    private var hasCharacters = false
    /// Whether the first record stands in no array.
    var isSequence = false
    /// The kept columns whose arrays and objects are kept: those of a catalogue, and of a manifest that of further pictures.
    private let jsonColumns: [Int]
    /// The columns that no row has shown so far.
    private var awaited: [AwaitedColumn]
    /// The number of rows whose picture's name had blanks at its ends.
    private(set) var trimmedNames = 0
    /// The sets of columns of parts of which no row has shown one so far: those that are needed, and those that are only expected. A table
    /// shows them in its header.
    private var awaitedOfParts: (needed: [[Int32]], expected: [[Int32]])
    /// The keys of the first part, for a message.
    private var keysOfParts: JSONLeaves?

    init(_ columns: UsedColumns, _ format: RecordFormat, _ nouns: DocumentNouns) {
        self.columns = columns
        self.format = format
        self.nouns = nouns
        let isCatalogue = nouns.isCatalogue
        self.isCatalogue = isCatalogue
        jsonColumns = format.isJSON ? columns.kept.indices.filter { isCatalogue || columns.kept[$0] == columns.images } : []
        awaited = AwaitedColumn.all(of: columns, format, nouns)
        awaitedOfParts = format.isTable ? ([], []) : (columns.projection.neededOfParts ?? [], columns.expectedOfParts)
        fieldIndexes = Array(repeating: -1, count: columns.count)
        row.kept = Array(repeating: nil, count: columns.kept.count)
    }

    /// The fields of a batch and their texts. Valid only during a call.
    private struct Values {
        let fields: UnsafeBufferPointer<RecordBatch.Field>
        let texts: TextBytes
    }

    /// The reason why a row is broken. The field is nil if something is missing.
    private struct Fault {
        let message: String
        var advice: Advice?
        let field: Int?
    }

    /// The reason why the rows are refused, once all are read.
    var failureAtEnd: DocumentFailure? {
        guard let columns = awaitedOfParts.needed.first, let keysOfParts, !keysOfParts.pointers.isEmpty else {
            return awaited.lazy.compactMap(\.failure).first
        }
        var isAnswer = false
        if case .json(.any) = format { isAnswer = isSequence }
        // The array has the rows if the first of their keys stands in it.
        let wanted = columns.map { column in JSONPointer(self.columns.name(Int(column)))?.tokens.last ?? self.columns.name(Int(column)) }
        let key = keysOfParts.pointers.first { wanted.contains(JSONPointer($0)?.tokens.last ?? "") }
        let array = key.flatMap { key in keysOfParts.arrays.first { key.hasPrefix($0 + "/0/") } }
        return DocumentFailure(
            "no row has the key \(alternatives(columns, self.columns.projection)); those of the first row are "
                + keysOfParts.names(like: "").prefix(20).map(shown).joined(separator: ", "),
            isAnswer ? array.map { "; \(.rows) \(shown($0)) reads the array in it" } : nil)
    }

    /// The columns that no row has and that no row needs, once all rows are read.
    var absentColumns: [AbsentColumn] {
        let ofParts = keysOfParts == nil ? [] : awaitedOfParts.expected
        return awaited.compactMap(\.absentColumn)
            + ofParts.map {
                let message = "no row has the key \(alternatives($0, columns.projection))"
                return AbsentColumn(name: columns.name(Int($0[0])), isKept: true, message: message, advice: "")
            }
    }

    /// Appends a row or a failure for each record of a batch, in their order.
    mutating func appendRows(of batch: RecordBatch, in window: RecordWindow, into rows: inout RowBatch) {
        var broken = batch.broken[...]
        var lines = batch.lines
        batch.fields.withUnsafeBufferPointer { fields in
            batch.decoded.withUnsafeBufferPointer { decoded in
                let values = Values(fields: fields, texts: TextBytes(document: window.text, decoded: decoded))
                for record in batch.records {
                    while let next = broken.first, next.number < record.number {
                        rows.appendBroken(next.message, at: next.position.textPosition)
                        broken.removeFirst()
                    }
                    for column in fieldIndexes.indices { fieldIndexes[column] = -1 }
                    for index in record.fields { fieldIndexes[Int(fields[index].column)] = index }
                    guard let fault = append(record, values, into: &rows) else { continue }
                    let offset = format.hasPositions ? fault.field.map { window.base + fields[$0].valueRange.start } : nil
                    rows.appendBroken(fault.message, fault.advice, at: offset.map { lines.position(of: $0) } ?? record.position)
                    guard documentFault == nil else { return }
                }
            }
        }
        guard documentFault == nil else { return }
        for next in broken { rows.appendBroken(next.message, at: next.position.textPosition) }
    }

    @inline(__always)
    private mutating func append(
        _ record: RecordBatch.Record, _ values: Values, into rows: inout RowBatch
    ) -> Fault? {
        if columns.areOfParts { return appendPart(record, values, into: &rows) }
        if !awaited.isEmpty { lookForAwaited(record, values) }
        let hasSeveral = isCatalogue && hasSeveralPictures(values)
        if let fault = faultOfKinds(values, besidesImg: hasSeveral) { return fault }
        if hasSeveral {
            if let fault = readImages(of: record, values) { return fault }
            // The bytes stay where they are while the row is appended.
            let names = row.images.bytes
            let first = row.images.isEmpty ? nil : row.images.range(of: 0)
            return names.withUnsafeBufferPointer { names in
                row.img = first.map { UnsafeBufferPointer(rebasing: names[$0]) }
                row.lacksScheme = false
                return finish(record, values, into: &rows)
            }
        }
        if !row.images.isEmpty { row.images.removeAll() }
        row.img = text(of: columns.img, values)
        if isCatalogue { completeName() }
        return finish(record, values, into: &rows)
    }

    /// Appends a row that is a part of a product.
    @inline(never)
    private mutating func appendPart(_ record: RecordBatch.Record, _ values: Values, into rows: inout RowBatch) -> Fault? {
        if !awaitedOfParts.needed.isEmpty || !awaitedOfParts.expected.isEmpty {
            awaitedOfParts.needed.removeAll { $0.contains { fieldIndexes[Int($0)] >= 0 } }
            awaitedOfParts.expected.removeAll { $0.contains { fieldIndexes[Int($0)] >= 0 } }
            if keysOfParts?.pointers.isEmpty ?? true, format.isJSON {
                keysOfParts = JSONLeaves(of: values.texts.document, from: record.range.start)
            }
        }
        for index in columns.kept.indices { row.kept[index] = keptText(index, values) }
        if !jsonColumns.isEmpty { keepJSON(values) }
        if let fault = row.faultOfKept(&hasCharacters) {
            refuseEncoding(fault, at: record)
            let column = column(of: fault.part)
            return Fault(message: "\(shown(columns.name(column))) \(fault.reason)", field: fieldIndexes[column])
        }
        rows.append(sound: row, at: record.position)
        return nil
    }

    /// Appends the row whose pictures are read.
    @inline(__always)
    private mutating func finish(_ record: RecordBatch.Record, _ values: Values, into rows: inout RowBatch) -> Fault? {
        row.price = text(of: columns.price, values)
        // A catalogue may leave a price out, a manifest states each.
        if row.price == nil, isCatalogue { row.price = UnsafeBufferPointer(start: nil, count: 0) }
        row.width = size(columns.width, values)
        row.height = size(columns.height, values)
        for index in columns.kept.indices { row.kept[index] = keptText(index, values) }
        if !jsonColumns.isEmpty { keepJSON(values) }
        if let fault = row.fault(&hasCharacters) {
            refuseEncoding(fault, at: record)
            if record.number == 0, fault == .missing(.img) { lookForArrays(record, values) }
            let column = column(of: fault.part)
            let isUnnamed = isCatalogue && fault == .missing(.img) && format.isJSON && fieldIndexes[columns.img] < 0
            let nearest = isUnnamed ? nearestToImg(record, values) : nil
            let message = fault.message(nouns.element, img: shown(columns.name(columns.img)))
            return Fault(
                message: message + (nearest.map { "; the nearest key is \(shown($0))" } ?? ""),
                advice: nearest.map { _ in ", which \(.column(.img)) can name" },
                field: kind(of: column, values) == nil ? nil : fieldIndexes[column])
        }
        rows.append(sound: row, at: record.position)
        return nil
    }

    /// Takes a name as people and shop systems write it: blanks at its ends are cut, and a host without a scheme is one of https.
    @inline(__always)
    private mutating func completeName() {
        guard let img = row.img else { return }
        let name = withoutBlanks(img)
        row.lacksScheme = lacksScheme(name)
        guard name.count < img.count else { return }
        row.img = name
        trimmedNames += 1
    }

    /// Removes the columns that a record has from those that are awaited.
    @inline(never)
    private mutating func lookForAwaited(_ record: RecordBatch.Record, _ values: Values) {
        let there = fieldIndexes
        awaited.removeAll { there[$0.column] >= 0 }
        for index in awaited.indices { awaited[index].miss(in: record, values.texts.document, format) }
    }

    /// `mutating` although it changes nothing: otherwise each call copies the builder.
    @inline(__always)
    private mutating func faultOfKinds(_ values: Values, besidesImg: Bool) -> Fault? {
        if !besidesImg, let kind = kind(of: columns.img, values), kind != .text { return faultOfPicture(kind, columns.img, .img, values) }
        if let kind = kind(of: columns.price, values), kind != .text {
            if let fault = faultOfPrice(kind, values) { return fault }
        }
        for (index, column) in columns.kept.enumerated() where !columns.isOptional[index] {
            guard let kind = kind(of: column, values), kind != .text else { continue }
            if let fault = faultOfKept(column, kind, values) { return fault }
        }
        return nil
    }

    /// Sets the kept texts that are arrays or objects of JSON, as they stand in the document.
    private mutating func keepJSON(_ values: Values) {
        row.jsonColumns.removeAll(keepingCapacity: true)
        for index in jsonColumns {
            let column = columns.kept[index]
            guard let kind = kind(of: column, values), kind == .array || kind == .object else { continue }
            row.jsonColumns.append(index)
            row.kept[index] = values.texts[values.fields[fieldIndexes[column]].valueRange]
        }
    }

    /// A document whose first character beyond ASCII is not UTF-8 has another encoding. Behind others, the row is at fault.
    private mutating func refuseEncoding(_ fault: RowFault, at record: RecordBatch.Record) {
        guard case .unfit(_, .encoding) = fault, isCatalogue, !hasCharacters, format.isTable || format.isJSON else { return }
        foreignEncoding = .western
        documentFault = DocumentFailure(ForeignEncoding.western.fault, at: record.position)
    }

    private mutating func lookForArrays(_ record: RecordBatch.Record, _ values: Values) {
        guard case .json(.any) = format, isSequence, isCatalogue else { return }
        let keys = JSONKeys(of: values.texts.document, from: record.range.start)
        guard let fault = keys.faultOfWholeCatalogue else { return }
        documentFault = DocumentFailure(fault.message, fault.advice, at: record.position)
    }

    /// The key that is probably the picture's.
    private func nearestToImg(_ record: RecordBatch.Record, _ values: Values) -> String? {
        let name = columns.name(columns.img)
        let keys = JSONLeaves(of: values.texts.document, from: record.range.start).names(like: name)
        return nearestColumn(to: name, among: keys, likely: ColumnRole.img.likelyWords)
    }

    /// An array or an object is a wrong setting, which is wrong for each row, so the message has the right one.
    private func faultOfPicture(_ kind: ValueKind, _ column: Int, _ role: ColumnRole, _ values: Values) -> Fault {
        let field = fieldIndexes[column]
        let name = shown(columns.name(column))
        guard isCatalogue, format.isJSON, kind == .object || kind == .array else {
            let advice =
                format.isPlist && kind == .array && isCatalogue ? "; arrays are read of JSON, which plutil -convert json makes" : ""
            return Fault(message: format.isPlist ? "\(name) is \(kind.name), not text\(advice)" : "\(name) is not text", field: field)
        }
        let use = use(of: column, kind, values, likely: ColumnRole.img.likelyWords)
        return Fault(message: "\(name) is \(kind.name), not text", advice: "; \(.column(role)) \(use)", field: field)
    }

    private func faultOfPrice(_ kind: ValueKind, _ values: Values) -> Fault? {
        let field = fieldIndexes[columns.price]
        guard !kind.isNumber else { return isSound(kind, field, values) ? nil : Fault(message: "price is not a number", field: field) }
        guard isCatalogue else { return Fault(message: "price is neither text nor a number", field: field) }
        let use = use(of: columns.price, kind, values, likely: ColumnRole.price.likelyWords)
        return Fault(message: "price is \(kind.name), neither text nor a number", advice: "; \(.column(.price)) \(use)", field: field)
    }

    /// A use of the setting of a column whose value holds others.
    private func use(of column: Int, _ kind: ValueKind, _ values: Values, likely words: [String]) -> String {
        guard format.isJSON, kind == .object || kind == .array else { return "names another key" }
        let leaves = JSONLeaves(of: values.texts.document, from: values.fields[fieldIndexes[column]].valueRange.start).pointers
        guard let leaf = likelyName(among: leaves, words) ?? leaves.first else { return "names another key" }
        let name = columns.name(column)
        let pointer = (JSONPointer.isPointer(name) ? name : JSONPointer.text(to: name)) + leaf
        return "\(shown(pointer)) names \(leaf == "/0" ? "its first value" : "a key in it")"
    }

    private func faultOfKept(_ column: Int, _ kind: ValueKind, _ values: Values) -> Fault? {
        let (name, field) = (columns.name(column), fieldIndexes[column])
        if format.isJSON, isCatalogue, kind == .array || kind == .object { return nil }
        guard kind.hasText else {
            let message =
                format.isPlist
                ? "\(name) is \(kind.name), which cannot be kept" : "the kept column \(name) is not a plain value"
            return Fault(message: message, field: field)
        }
        return isSound(kind, field, values) ? nil : Fault(message: "\(name) is not a number", field: field)
    }

    /// The kind of the value; nil if there is none. A null counts as no value.
    @inline(__always)
    private func kind(of column: Int, _ values: Values) -> ValueKind? {
        let field = fieldIndexes[column]
        guard field >= 0 else { return nil }
        let kind = values.fields[field].kind
        return kind == .null ? nil : kind
    }

    /// Whether a number of a property list is written correctly.
    private func isSound(_ kind: ValueKind, _ field: Int, _ values: Values) -> Bool {
        guard format.isPlist, kind.isNumber else { return true }
        return isPlistNumber(values.texts[values.fields[field].value], isInteger: kind == .number)
    }

    @inline(__always)
    private func size(_ column: Int, _ values: Values) -> Int? {
        guard let kind = kind(of: column, values), kind == .text || kind.isNumber else { return nil }
        let text = values.texts[values.fields[fieldIndexes[column]].value]
        return positiveInteger(kind == .real ? wholePart(text) : text)
    }

    @inline(__always)
    private func text(of column: Int, _ values: Values) -> UnsafeBufferPointer<UInt8>? {
        guard let kind = kind(of: column, values), kind.hasText else { return nil }
        return values.texts[values.fields[fieldIndexes[column]].value]
    }

    @inline(__always)
    private func keptText(_ index: Int, _ values: Values) -> UnsafeBufferPointer<UInt8>? {
        let column = columns.kept[index]
        guard let text = text(of: column, values) else { return nil }
        guard columns.isOptional[index], let kind = kind(of: column, values) else { return text }
        return isSound(kind, fieldIndexes[column], values) && TextFault(in: text) == nil ? text : nil
    }

    /// Whether the row is read as one with several pictures.
    @inline(__always)
    private func hasSeveralPictures(_ values: Values) -> Bool {
        if columns.haveSeveralPictures { return true }
        guard let kind = kind(of: columns.img, values) else { return false }
        guard kind == .text else { return kind == .array && format.isJSON }
        return format.isTable && ImageNames.mayBeArray(values.texts[values.fields[fieldIndexes[columns.img]].value])
    }

    /// Reads the names of all pictures of a row: those in its column, and then the further ones.
    @inline(never)
    private mutating func readImages(of record: RecordBatch.Record, _ values: Values) -> Fault? {
        row.images.removeAll()
        if let fault = addNames(of: columns.img, .img, columns.separators.img, record, values) { return fault }
        guard let images = columns.images, images != columns.img, !row.images.isEmpty else { return nil }
        return addNames(of: images, .images, columns.separators.images, record, values)
    }

    private mutating func addNames(
        of column: Int, _ role: ColumnRole, _ separator: UInt8?, _ record: RecordBatch.Record, _ values: Values
    ) -> Fault? {
        let name = shown(columns.name(column))
        var element = 0
        for index in record.fields where values.fields[index].column == Int32(column) {
            let field = values.fields[index]
            element += field.isElement ? 1 : 0
            switch field.kind {
            case .null: continue
            case .text:
                let text = values.texts[field.value]
                if role == .img, !field.isElement, withoutBlanks(text).count < text.count { trimmedNames += 1 }
                let isElement = field.isElement || columns.projection.nested.contains { $0.column == field.column && $0.isOfEach }
                if let fault = row.images.add(text, separator: isElement ? nil : separator, mayBeArray: format.isTable) {
                    return Fault(message: fault.message(name), field: index)
                }
            case .array where !field.isElement && format.isJSON: element = 0
            case let kind where field.isElement:
                let advice = kind == .object ? adviceOnElement(index, column, role, values) : nil
                return Fault(message: ImageNames.Fault.element(element, kind).message(name), advice: advice, field: index)
            case let kind: return faultOfPicture(kind, column, role, values)
            }
        }
        return nil
    }

    /// The pointer to a text in each object of an array.
    private func adviceOnElement(_ field: Int, _ column: Int, _ role: ColumnRole, _ values: Values) -> Advice? {
        let leaves = JSONLeaves(of: values.texts.document, from: values.fields[field].valueRange.start).pointers
        guard isCatalogue, let leaf = likelyName(among: leaves, ColumnRole.img.likelyWords) ?? leaves.first else { return nil }
        let name = columns.name(column)
        let array = JSONPointer.isPointer(name) ? name : JSONPointer.text(to: name)
        return "; \(.column(role)) \(shown("\(array)/\(JSONPointer.eachElement)\(leaf)")) names a key in each"
    }

    private func column(of part: RowFault.Part) -> Int {
        switch part {
        case .img: columns.img
        case .price: columns.price
        case .kept(let index): columns.kept[index]
        }
    }
}

/// Parses a size in the catalogue: only decimal digits, and only a value that a side of a picture can have.
package func positiveInteger(_ digits: UnsafeBufferPointer<UInt8>) -> Int? {
    guard digits.count <= 10 else { return nil }
    var value = 0
    for byte in digits {
        let digit = byte &- UInt8(ascii: "0")
        guard digit < 10 else { return nil }
        value = value &* 10 &+ Int(digit)
    }
    return value > 0 && value <= Int32.max ? value : nil
}

/// Removes a fraction of zeros only.
private func wholePart(_ number: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
    guard let point = number.firstIndex(of: UInt8(ascii: ".")),
        number[(point + 1)...].allSatisfy({ $0 == UInt8(ascii: "0") })
    else { return number }
    return UnsafeBufferPointer(rebasing: number[..<point])
}
