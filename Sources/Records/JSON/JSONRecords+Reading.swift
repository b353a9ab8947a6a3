// Reads records, and reports broken ones.
extension JSONRecords {
    mutating func beginRecord(lacksComma: Bool) {
        state = .record(lacksComma: lacksComma)
        splitter = JSONSplitter()
        splitCount = 0
    }

    /// Reads the record at `start` and the records after it. If a record crosses the end of the window, its
    /// end is searched byte by byte first. So no byte is parsed repeatedly.
    mutating func readRecords(
        _ window: RecordWindow, _ text: UnsafePointer<UInt8>, from start: Int, lacksComma: Bool, into batch: inout RecordBatch
    ) throws(DocumentFailure) -> Int? {
        if splitCount == 0, !lacksComma {
            return form == .lines
                ? readLine(window, text, from: start, into: &batch) : try readRun(window, text, from: start, into: &batch)
        }
        return try readSplit(window, text, from: start, lacksComma: lacksComma, into: &batch)
    }

    /// Reads records as long as only commas and white space separate them.
    private mutating func readRun(
        _ window: RecordWindow, _ text: UnsafePointer<UInt8>, from start: Int, into batch: inout RecordBatch
    ) throws(DocumentFailure) -> Int? {
        var index = start
        while true {
            var scanner = JSONScanner(text, from: index, to: window.count)
            do throws(JSONFault) {
                try readRecord(&scanner, window.base, into: &batch)
            } catch {
                if error.kind == .unfinished {
                    guard index > start else { return try readSplit(window, text, from: index, lacksComma: false, into: &batch) }
                    state = .record(lacksComma: false)
                    return index
                }
                seek(error.message, at: window.base + error.offset, behind: window.base + index, &batch)
                return index
            }
            index = scanner.offset
            var next = endOfSpace(text, from: index, to: window.count)
            if form == .array {
                guard next < window.count, text[next] == Byte.comma else { break }
                next = endOfSpace(text, from: next + 1, to: window.count)
            }
            guard next < window.count, text[next] == Byte.openingBrace, !batch.isFull else { break }
            index = next
        }
        stateBehindRecord()
        return index
    }

    private mutating func readSplit(
        _ window: RecordWindow, _ text: UnsafePointer<UInt8>, from start: Int, lacksComma: Bool, into batch: inout RecordBatch
    ) throws(DocumentFailure) -> Int? {
        state = .record(lacksComma: lacksComma)
        let limit = min(window.count, start + RecordLimits.recordBytes)
        var message: String
        let end: Int
        switch splitter.advance(window.text, from: start + splitCount, to: limit) {
        case .end(let behind): (message, end) = ("no comma stands before the \(batch.nouns.element)", behind)
        case .tooDeep(let byte), .lost(let byte): (message, end) = ("", byte + 1)
        case .needsMore:
            splitCount = limit - start
            guard window.count > limit || window.isEnd else { return nil }
            if window.count > limit, batch.nouns.isCatalogue, isFirstOfSequence(batch) {
                let keys = JSONKeys(of: window.text, from: start)
                let fault =
                    keys.faultOfWholeCatalogue ?? (
                        "the catalogue begins with an object of more than \(RecordLimits.recordBytes) bytes",
                        "; \(.rows) names the array of the rows in it"
                    )
                throw batch.failure(fault.message, fault.advice, at: window.base + start)
            }
            message =
                window.count > limit
                ? "the \(batch.nouns.element) is longer than \(RecordLimits.recordBytes) bytes"
                : "the \(batch.nouns.document) ends inside the \(batch.nouns.element)"
            end = limit
        }
        var scanner = JSONScanner(text, from: start, to: end)
        let offset = window.base + start
        do throws(JSONFault) {
            try readRecord(&scanner, window.base, into: &batch, refusal: lacksComma ? message : nil)
        } catch {
            let fault = error.kind == .unfinished ? offset : window.base + error.offset
            if error.kind != .unfinished { message = error.message }
            seek(message, at: fault, behind: offset, isUnfinished: error.kind == .unfinished && window.isEnd && end == window.count, &batch)
            return start
        }
        stateBehindRecord()
        return scanner.offset
    }

    /// Whether the next record is the first of a document that may be an array or a sequence, and is a sequence.
    private func isFirstOfSequence(_ batch: RecordBatch) -> Bool {
        form == .objects && !mayBeEmpty && batch.isAtFirst
    }

    /// Reads the record of a line. The line must contain nothing else.
    private mutating func readLine(
        _ window: RecordWindow, _ text: UnsafePointer<UInt8>, from start: Int, into batch: inout RecordBatch
    ) -> Int? {
        let lineEnd = firstIndex(of: Byte.lineFeed, in: window.text, from: start)
        let end = lineEnd ?? window.count
        guard end - start <= RecordLimits.recordBytes else {
            batch.addBroken("the \(batch.nouns.element) is longer than \(RecordLimits.recordBytes) bytes", at: window.base + start)
            state = .passing
            return end
        }
        guard lineEnd != nil || window.isEnd else { return nil }
        state = .betweenObjects
        var scanner = JSONScanner(text, from: start, to: end)
        do throws(JSONFault) {
            try readRecord(&scanner, window.base, into: &batch)
        } catch {
            let message = error.kind == .unfinished ? "the line ends inside the \(batch.nouns.element)" : error.message
            batch.addBroken(message, at: window.base + error.offset)
            return end
        }
        let rest = endOfSpace(text, from: scanner.offset, to: end)
        if rest < end { batch.refuseLast("text follows the \(batch.nouns.element) on its line", at: window.base + rest) }
        return end
    }

    /// Reads a record. `refusal` is the message if a fault before the record makes the record broken.
    @inline(__always)
    private func readRecord(
        _ scanner: inout JSONScanner, _ base: Int, into batch: inout RecordBatch, refusal: String? = nil
    ) throws(JSONFault) {
        let offset = base &+ scanner.offset
        batch.beginRecord(at: offset, from: scanner.offset)
        var repeated: (column: Int32, offset: Int)?
        do throws(JSONFault) {
            try scanner.readList(depth: 1) { scanner, _ throws(JSONFault) in
                let field = try readField(&scanner, &batch, &repeated)
                if !projection.includesOthers {
                    guard field.column >= 0 else { return }
                    if repeated == nil, batch.hasValue(for: field.column) { repeated = (field.column, field.valueRange.start) }
                    if field.kind == .array { try addElements(of: field, scanner.text, &batch) }
                }
                batch.add(field)
            }
        } catch {
            batch.dropRecord()
            throw error
        }
        batch.finishRecord(at: scanner.offset)
        if let refusal {
            batch.refuseLast(refusal, at: offset)
        } else if let repeated {
            batch.refuseLast("the key \(projection.name(repeated.column)) stands twice", at: base + repeated.offset)
        }
    }

    @inline(__always)
    private func readField(
        _ scanner: inout JSONScanner, _ batch: inout RecordBatch, _ repeated: inout (column: Int32, offset: Int)?
    ) throws(JSONFault) -> RecordBatch.Field {
        let known = batch.decoded.count
        let keyStart = scanner.offset
        let key = try scanner.readKey(&batch.decoded)
        let keyEnd = scanner.offset
        try scanner.readColon()
        let column = column(of: key, scanner.text, batch.decoded)
        let valueStart = scanner.offset
        let value =
            projection.hasNested
            ? try readNested(key, &scanner, &batch, &repeated) : try scanner.readValue(depth: 1, &batch.decoded)
        if column < 0, !projection.hasNested, !projection.includesOthers, batch.decoded.count > known {
            batch.decoded.removeSubrange(known...)
        }
        return RecordBatch.Field(
            column: column, kind: value.kind, key: key, value: value.content,
            keyRange: TextRange(keyStart, count: keyEnd &- keyStart),
            valueRange: TextRange(valueStart, count: scanner.offset &- valueStart))
    }

    @inline(__always)
    private func column(of key: TextRange, _ text: UnsafePointer<UInt8>, _ decoded: [UInt8]) -> Int32 {
        guard key.isDecoded else { return projection.column(of: UnsafeBufferPointer(start: text + key.start, count: key.count)) }
        return decoded.withUnsafeBufferPointer { projection.column(of: UnsafeBufferPointer(rebasing: $0[key.start..<key.end])) }
    }

    mutating func seek(
        _ message: String, at offset: Int, behind start: Int, isUnfinished: Bool = false, _ batch: inout RecordBatch
    ) {
        let position = batch.position(of: offset)
        let column = batch.lines.position(of: start).column
        state = .seeking(JSONSeeker(message, at: position, column: column, isArray: form == .array, isUnfinished: isUnfinished))
    }

    mutating func resume(
        at resumption: JSONSeeker.Resumption, _ window: RecordWindow, behind seeker: JSONSeeker, into batch: inout RecordBatch
    ) -> Int {
        seeker.addBroken(to: &batch)
        stateBehindRecord()
        switch resumption {
        case .end(let end): return end
        case .bracket(let bracket):
            // A record that begins a line needs no comma before it, since the comma may be part of the
            // broken record.
            if form == .array, window.text[bracket] == Byte.openingBrace { state = .behindComma }
            return bracket
        }
    }
}

@inline(__always)
func endOfSpace(_ text: UnsafePointer<UInt8>, from start: Int, to end: Int) -> Int {
    var index = start
    while index < end, isJSONSpace(text[index]) { index &+= 1 }
    return index
}

// Columns that pointers name in the values of a row.
extension JSONRecords {
    /// Reads the value of a key of the row, and adds the columns in it. Apart from the code for plain rows, which is inlined.
    @inline(never)
    func readNested(
        _ key: TextRange, _ scanner: inout JSONScanner, _ batch: inout RecordBatch, _ repeated: inout (column: Int32, offset: Int)?
    ) throws(JSONFault) -> JSONScanner.Value {
        let columns = projection.nested.filter { isEqual(key, $0.tokens[0], scanner, batch) }
        return try readValue(with: columns, level: 1, &scanner, &batch, &repeated)
    }

    /// `level` is the number of tokens that lead to the value.
    private func readValue(
        with columns: [Projection.Nested], level: Int, _ scanner: inout JSONScanner, _ batch: inout RecordBatch,
        _ repeated: inout (column: Int32, offset: Int)?
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
            let start = scanner.offset
            let value = try readValue(with: inner, level: level + 1, &scanner, &batch, &repeated)
            for nested in ending {
                if repeated == nil, !nested.isOfEach, batch.hasValue(for: nested.column) { repeated = (nested.column, start) }
                let field = RecordBatch.Field(
                    column: nested.column, kind: value.kind, key: .empty, value: value.content, keyRange: .empty,
                    valueRange: TextRange(start, count: scanner.offset - start))
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
            let start = scanner.offset
            let value = try scanner.readValue(depth: 1, &batch.decoded)
            batch.add(
                RecordBatch.Field(
                    column: array.column, kind: value.kind, key: .empty, value: value.content, keyRange: .empty,
                    valueRange: TextRange(start, count: scanner.offset - start), isElement: true))
        }
    }

    private func isEqual(_ key: TextRange, _ token: [UInt8], _ scanner: JSONScanner, _ batch: RecordBatch) -> Bool {
        guard key.isDecoded else { return UnsafeBufferPointer(start: scanner.text + key.start, count: key.count).elementsEqual(token) }
        return batch.decoded[key.start..<key.end].elementsEqual(token)
    }
}
