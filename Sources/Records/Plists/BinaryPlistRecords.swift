import WeirBase

/// The dictionaries in the top-level array of a binary property list (`bplist00`). The window must be the
/// whole list, since the trailer at the end locates all objects. A position has line 1 and the offset in the
/// file as its column.
struct BinaryPlistRecords: RecordReader {
    private struct List {
        let table: BinaryPlistTable
        let records: BinaryPlistObject
    }

    private let projection: Projection
    private var list: List?
    private var next = 0
    /// The work that is still allowed for this list.
    private var allowance = 0
    /// The decoded texts by object number, if the batch keeps texts. Each object is decoded once.
    private var known: [TextRange?] = []

    /// The limit for the bytes read: 256 for each byte of the file, or `leastWork`. Many records may share
    /// one object, so a file of a few megabytes could expand to terabytes.
    private static let workPerByte = 256
    private static let leastWork = 256 << 20
    /// Reading a key costs about as much as this number of bytes of text.
    private static let workPerKey = 32

    init(_ projection: Projection) { self.projection = projection }

    mutating func read(_ window: RecordWindow, from start: Int, into batch: inout RecordBatch) throws(DocumentFailure) -> Int {
        // The trailer is at the end, so reading starts when all bytes are there.
        guard window.isEnd else { return start }
        let list = if let list { list } else { try open(window, &batch) }
        while next < list.records.count, !batch.isFull {
            let number = next
            next += 1
            var offset = list.table.offset(ofReference: number, of: list.records)
            do throws(Objection) {
                let object = try list.table.object(list.table.reference(number, of: list.records))
                offset = object.offset
                try read(object, list.table, into: &batch)
            } catch {
                batch.addBroken(error.message, at: offset)
            }
            guard allowance >= 0 else {
                throw batch.failure("the \(batch.nouns.document) refers to far more text than the property list has bytes", at: offset)
            }
        }
        return next < list.records.count ? start : window.count
    }

    private mutating func open(_ window: RecordWindow, _ batch: inout RecordBatch) throws(DocumentFailure) -> List {
        let table = try BinaryPlistTable(UnsafeRawBufferPointer(window.text))
        let top: BinaryPlistObject
        do throws(Objection) {
            top = try table.object(UInt64(table.top))
        } catch {
            throw DocumentFailure("the property list has no content: " + error.message)
        }
        guard top.kind == .array else {
            let fault = batch.nouns.faultOfPropertyList(top.valueKind)
            throw batch.failure(fault.message, fault.advice, at: top.offset)
        }
        allowance = Self.leastWork + window.count * Self.workPerByte
        if batch.keepsTexts { known = Array(repeating: nil, count: table.objectCount) }
        let opened = List(table: table, records: top)
        list = opened
        return opened
    }

    private mutating func read(
        _ object: BinaryPlistObject, _ table: BinaryPlistTable, into batch: inout RecordBatch
    ) throws(Objection) {
        guard object.kind == .dictionary else {
            throw Objection("the \(batch.nouns.element) is \(object.valueKind.name), not a dictionary")
        }
        let pairs = object.count
        guard table.bytesOfReferences(pairs * 2) <= RecordLimits.recordBytes else { throw .tooLong }
        allowance -= (pairs + 1) * Self.workPerKey
        guard allowance >= 0 else { return }
        batch.beginRecord(at: object.offset, from: 0)
        for pair in 0..<pairs {
            let number = table.reference(pair, of: object)
            let key = try table.object(number)
            let column = try column(of: key, table)
            guard column >= 0 || projection.includesOthers else { continue }
            if !projection.includesOthers, batch.hasValue(for: column) {
                throw Objection("the key \(projection.name(column)) stands twice")
            }
            let keyText = projection.includesOthers ? try text(of: key, number, table, &batch) : .empty
            let valueNumber = table.reference(pairs + pair, of: object)
            let value = try table.object(valueNumber)
            let valueText = try text(of: value, valueNumber, table, &batch)
            batch.add(
                RecordBatch.Field(
                    column: column, kind: value.valueKind, key: keyText, value: valueText, keyRange: .empty,
                    valueRange: .empty))
        }
        batch.finishRecord(at: 0)
    }

    private func column(of key: BinaryPlistObject, _ table: BinaryPlistTable) throws(Objection) -> Int32 {
        switch key.kind {
        case .ascii: return projection.column(of: table.content(key).assumingMemoryBound(to: UInt8.self))
        case .utf16: return projection.column(of: utf16Units(table.content(key)))
        default: throw Objection("a key that is not text")
        }
    }

    private mutating func text(
        of object: BinaryPlistObject, _ number: UInt64, _ table: BinaryPlistTable, _ batch: inout RecordBatch
    ) throws(Objection) -> TextRange {
        if !known.isEmpty, let known = known[Int(number)] { return known }
        guard object.count <= RecordLimits.recordBytes else { throw .tooLong }
        allowance -= object.count
        let start = batch.openTextCount
        try object.appendText(table.content(object), to: &batch.decoded)
        guard batch.openTextCount <= RecordLimits.recordBytes, batch.decoded.count < TextRange.limit else { throw .tooLong }
        let text = batch.openText(from: start)
        if !known.isEmpty { known[Int(number)] = text }
        return text
    }
}

extension Objection {
    fileprivate static let tooLong = Objection("the dictionary is longer than \(RecordLimits.recordBytes) bytes")
}
