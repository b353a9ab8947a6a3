/// The objects of an array that a pointer names in a JSON document. What stands before and behind the array is checked
/// and passed.
struct NestedJSONRecords: RecordReader {
    private enum Phase { case before, rows, behind }

    private let pointer: JSONPointer
    private var walk: JSONWalk
    private var rows: JSONRecords
    private var phase = Phase.before

    init(_ projection: Projection, at pointer: JSONPointer) {
        self.pointer = pointer
        walk = JSONWalk(to: pointer)
        rows = JSONRecords(nested: projection)
    }

    mutating func read(_ window: RecordWindow, from start: Int, into batch: inout RecordBatch) throws(RecordFailure) -> Int {
        guard var place = batch.textStart(in: window, from: start) else { return start }
        if phase == .before {
            guard let found = try advance(window, from: place, &batch) else {
                if window.isEnd { throw failure(window, &batch) }
                return window.count
            }
            guard window.text[found] == Byte.openingBracket else {
                let fault = "the value at \(shown(pointer.text)) is not an array"
                throw batch.failure(fault + advice(batch), at: window.base + found)
            }
            place = found
            phase = .rows
        }
        if phase == .rows {
            place = try rows.read(window, from: place, into: &batch)
            guard rows.isBehindArray else { return place }
            walk.passFound()
            phase = .behind
        }
        if let second = try advance(window, from: place, &batch) {
            throw batch.failure(
                "the key \(shown(pointer.text)) stands twice, and only one array can have the rows", at: window.base + second)
        }
        if window.isEnd, !walk.isComplete { throw batch.failure(JSONFault.Kind.unfinished.rawValue, at: window.base + window.count) }
        return window.count
    }

    private mutating func advance(_ window: RecordWindow, from place: Int, _ batch: inout RecordBatch) throws(RecordFailure) -> Int? {
        do throws(JSONFault) {
            return try walk.advance(window.text, from: place)
        } catch {
            throw batch.failure(error.message, at: window.base + error.place)
        }
    }

    private func failure(_ window: RecordWindow, _ batch: inout RecordBatch) -> RecordFailure {
        guard window.base + window.count > 0 else { return RecordFailure("the \(batch.nouns.document) is empty") }
        guard walk.isComplete else { return batch.failure(JSONFault.Kind.unfinished.rawValue, at: window.base + window.count) }
        let arrays = walk.arrays.prefix(5).map { shown(JSONPointer.text(to: $0)) }.joined(separator: ", ")
        return RecordFailure("there is no value at \(shown(pointer.text))\(advice(batch, arrays))")
    }

    private func advice(_ batch: RecordBatch, _ arrays: String = "") -> String {
        guard let rows = batch.nouns.settings?.rows else { return "" }
        return arrays.isEmpty ? "; \(rows) names the array of the rows" : "; \(rows) can be \(arrays)"
    }
}
