// Columns that pointers name in the values of a row.
extension JSONRecords {
    /// Reads the value of a key of the row, and adds the columns in it. Apart from the code for plain rows, which is inlined.
    @inline(never)
    func readNested(
        _ key: TextRange, _ scanner: inout JSONScanner, _ batch: inout RecordBatch, _ repeated: inout (column: Int32, place: Int)?
    ) throws(JSONFault) -> JSONScanner.Value {
        let columns = projection.nested.filter { isEqual(key, $0.tokens[0], scanner, batch) }
        return try readValue(with: columns, level: 1, &scanner, &batch, &repeated)
    }

    /// `level` is the number of tokens that lead to the value.
    private func readValue(
        with columns: [Projection.Nested], level: Int, _ scanner: inout JSONScanner, _ batch: inout RecordBatch,
        _ repeated: inout (column: Int32, place: Int)?
    ) throws(JSONFault) -> JSONScanner.Value {
        let first = try scanner.next()
        guard !columns.isEmpty, first == Byte.openingBrace || first == Byte.openingBracket else {
            return try scanner.readValue(depth: level, &batch.decoded)
        }
        var index = 0
        try scanner.readList(depth: level + 1) { scanner, isObject throws(JSONFault) in
            var inner: [Projection.Nested]
            if isObject {
                let known = batch.decoded.count
                let key = try scanner.readKey(&batch.decoded)
                try scanner.readColon()
                inner = columns.filter { isEqual(key, $0.tokens[level], scanner, batch) }
                batch.decoded.removeSubrange(known...)
            } else {
                inner = columns.filter { $0.leads(toElement: index, level: level) }
                index += 1
            }
            let ending = inner.filter { $0.tokens.count == level + 1 }
            inner.removeAll { $0.tokens.count == level + 1 }
            let start = scanner.place
            let value = try readValue(with: inner, level: level + 1, &scanner, &batch, &repeated)
            for nested in ending {
                if repeated == nil, !nested.isOfEach, batch.hasValue(for: nested.column) { repeated = (nested.column, start) }
                let field = RecordBatch.Field(
                    column: nested.column, kind: value.kind, key: .empty, value: value.content, keyRange: .empty,
                    valueRange: TextRange(start, count: scanner.place - start))
                if field.kind == .array { try addElements(of: field, scanner.text, &batch) }
                batch.add(field)
            }
        }
        return JSONScanner.Value(kind: first == Byte.openingBrace ? .object : .array, content: .empty)
    }

    /// Adds the elements of an array, before the array itself, if they are values of its column.
    @inline(never)
    func addElements(of array: RecordBatch.Field, _ text: UnsafePointer<UInt8>, _ batch: inout RecordBatch) throws(JSONFault) {
        guard projection.lists.contains(array.column) else { return }
        var scanner = JSONScanner(text, from: array.valueRange.start, to: array.valueRange.end)
        try scanner.readList(depth: 1) { scanner, _ throws(JSONFault) in
            let start = scanner.place
            let value = try scanner.readValue(depth: 1, &batch.decoded)
            batch.add(
                RecordBatch.Field(
                    column: array.column, kind: value.kind, key: .empty, value: value.content, keyRange: .empty,
                    valueRange: TextRange(start, count: scanner.place - start), isElement: true))
        }
    }

    private func isEqual(_ key: TextRange, _ token: [UInt8], _ scanner: JSONScanner, _ batch: RecordBatch) -> Bool {
        guard key.isDecoded else { return UnsafeBufferPointer(start: scanner.text + key.start, count: key.count).elementsEqual(token) }
        return batch.decoded[key.start..<key.end].elementsEqual(token)
    }
}
