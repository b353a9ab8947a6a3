import WeirBase

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

    mutating func read(_ window: RecordWindow, from start: Int, into batch: inout RecordBatch) throws(DocumentFailure) -> Int {
        guard var index = batch.textStart(in: window, from: start) else { return start }
        if phase == .before {
            guard try advance(window, &index, &batch) else {
                if window.isEnd { throw failure(window, &batch) }
                return index
            }
            guard window.text[index] == Byte.openingBracket else {
                let fault = "the value at \(shown(pointer.text)) is not an array"
                throw batch.failure(fault, advice(batch), at: window.base + index)
            }
            phase = .rows
        }
        if phase == .rows {
            index = try rows.read(window, from: index, into: &batch)
            guard rows.isBehindArray else { return index }
            walk.passFound()
            phase = .behind
        }
        if try advance(window, &index, &batch) {
            throw batch.failure(
                "the key \(shown(pointer.text)) stands twice, and only one array can have the rows", at: window.base + index)
        }
        if window.isEnd, !walk.isComplete { throw batch.failure(JSONFault.Kind.unfinished.rawValue, at: window.base + window.count) }
        return index
    }

    /// Returns whether the pointer's value begins at `index`. If not, more bytes are needed from there on.
    private mutating func advance(_ window: RecordWindow, _ index: inout Int, _ batch: inout RecordBatch) throws(DocumentFailure) -> Bool {
        guard let text = window.text.baseAddress else { return false }
        var scanner = JSONScanner(text, from: index, to: window.count)
        defer { index = scanner.offset }
        do throws(JSONFault) {
            if try walk.advance(&scanner) { return true }
        } catch {
            throw batch.failure(error.message, at: window.base + error.offset)
        }
        guard window.count - scanner.offset <= RecordLimits.recordBytes else {
            throw batch.failure("a number is longer than \(RecordLimits.recordBytes) bytes", at: window.base + scanner.offset)
        }
        return false
    }

    private func failure(_ window: RecordWindow, _ batch: inout RecordBatch) -> DocumentFailure {
        guard window.base + window.count > 0 else { return DocumentFailure("the \(batch.nouns.document) is empty") }
        guard walk.isComplete else { return batch.failure(JSONFault.Kind.unfinished.rawValue, at: window.base + window.count) }
        let arrays = walk.arrays.map { shown(JSONPointer.text(to: $0)) }.joined(separator: ", ")
        return DocumentFailure("there is no value at \(shown(pointer.text))", advice(batch, arrays))
    }

    private func advice(_ batch: RecordBatch, _ arrays: String = "") -> Advice? {
        guard batch.nouns.isCatalogue else { return nil }
        return arrays.isEmpty ? "; \(.rows) names the array of the rows" : "; \(.rows) can be \(arrays)"
    }
}

/// Follows the brackets of a JSON document to the value that a pointer names, and from its end to that of the document. It
/// can stop behind every token, and within a text, so a document may be of any length.
private struct JSONWalk {
    private enum State {
        /// Before a key or an element, or the end of their list.
        case item(isFirst: Bool)
        case value, colon, behindValue
        /// In a text whose content is not used.
        case text(isKey: Bool)
    }

    private let pointer: [[UInt8]]
    private var state = State.value
    /// The kinds of the open brackets, the innermost one in the lowest bit; 1 is a brace.
    private var kinds: UInt64 = 0
    private var depth = 0
    /// The number of open brackets whose keys and indexes are those of the pointer.
    private var pathDepth = 0
    /// The number of elements so far in each of these brackets.
    private var counts: [Int] = []
    /// The last key; nil if it is longer than keys are.
    private var key: [UInt8]?
    private var decoded: [UInt8] = []
    /// The keys of the outermost object whose values are arrays.
    private(set) var arrays: [String] = []

    private static let mostArrays = 5
    private static let longestKey = 4096

    init(to pointer: JSONPointer) { self.pointer = pointer.tokens.map { Array($0.utf8) } }

    /// Whether the document is complete.
    var isComplete: Bool { if case .behindValue = state { depth == 0 } else { false } }

    /// Continues behind the value that was found.
    mutating func passFound() { state = .behindValue }

    /// Returns whether the scanner is at the pointer's value. If not, its offset is that from which it needs more bytes.
    mutating func advance(_ scanner: inout JSONScanner) throws(JSONFault) -> Bool {
        while true {
            if case .text = state {} else { scanner.offset = endOfSpace(scanner.text, from: scanner.offset, to: scanner.end) }
            let start = scanner.offset
            guard start < scanner.end else { return false }
            do throws(JSONFault) {
                if try step(&scanner) { return true }
            } catch {
                guard error.kind == .unfinished else { throw error }
                // A token that is cut off is read again, but of a text only what is left of it.
                if case .text = state {} else { scanner.offset = start }
                return false
            }
        }
    }

    private mutating func step(_ scanner: inout JSONScanner) throws(JSONFault) -> Bool {
        let (offset, byte) = (scanner.offset, scanner.text[scanner.offset])
        switch state {
        case .text(let isKey):
            try scanner.passText()
            state = isKey ? .colon : .behindValue
        case .item(let isFirst) where byte == closing:
            guard isFirst else { throw JSONFault(.nothingBehindComma, at: offset) }
            close(&scanner)
        case .item where isInObject: try readKey(&scanner)
        case .item, .value: return try readValue(byte, &scanner)
        case .colon:
            guard byte == UInt8(ascii: ":") else { throw JSONFault(.missingColon, at: offset) }
            scanner.offset += 1
            state = .value
        case .behindValue:
            guard depth > 0 else { throw JSONFault(.textBehindDocument, at: offset) }
            if byte == closing {
                close(&scanner)
            } else {
                guard byte == Byte.comma else { throw JSONFault(isInObject ? .missingCommaInObject : .missingCommaInArray, at: offset) }
                scanner.offset += 1
                state = .item(isFirst: false)
            }
        }
        return false
    }

    private mutating func readKey(_ scanner: inout JSONScanner) throws(JSONFault) {
        let start = scanner.offset
        decoded.removeAll(keepingCapacity: true)
        key = nil
        do throws(JSONFault) {
            let range = try scanner.readKey(&decoded)
            state = .colon
            if scanner.offset - start <= Self.longestKey {
                key = range.isDecoded ? decoded : Array(UnsafeBufferPointer(start: scanner.text + range.start, count: range.count))
            }
        } catch {
            guard error.kind == .unfinished, scanner.end - start > Self.longestKey else { throw error }
            scanner.offset = start + 1
            state = .text(isKey: true)
        }
    }

    /// Returns whether the pointer names the value.
    private mutating func readValue(_ byte: UInt8, _ scanner: inout JSONScanner) throws(JSONFault) -> Bool {
        let isOnPath = isNextOnPath
        let isFound = isOnPath && pathDepth == pointer.count
        let isObject = byte == Byte.openingBrace
        let isList = isObject || byte == Byte.openingBracket
        if !isFound {
            guard !isList || depth < JSONScanner.depthLimit else { throw JSONFault(.depth, at: scanner.offset) }
            if isList || byte == Byte.quote { scanner.offset += 1 } else { _ = try scanner.readValue(depth: depth, &decoded) }
        }
        if !isInObject, isDirectlyOnPath { counts[pathDepth - 1] += 1 }
        if isFound { return true }
        state = isList ? .item(isFirst: true) : byte == Byte.quote ? .text(isKey: false) : .behindValue
        guard isList else { return false }
        if !isObject, depth == 1, isInObject, arrays.count < Self.mostArrays { arrays.append(String(decoding: key ?? [], as: UTF8.self)) }
        kinds = kinds << 1 | (isObject ? 1 : 0)
        depth += 1
        if isOnPath {
            pathDepth += 1
            counts.append(0)
        }
        return false
    }

    /// Whether the pointer's tokens lead to the value that comes next.
    private var isNextOnPath: Bool {
        guard depth > 0 else { return true }
        guard isDirectlyOnPath else { return false }
        let token = pointer[pathDepth - 1]
        return isInObject ? key == token : token.elementsEqual("\(counts[pathDepth - 1])".utf8)
    }

    private var isInObject: Bool { kinds & 1 == 1 }
    private var isDirectlyOnPath: Bool { depth > 0 && depth == pathDepth }
    private var closing: UInt8 { isInObject ? Byte.closingBrace : Byte.closingBracket }

    private mutating func close(_ scanner: inout JSONScanner) {
        scanner.offset += 1
        if isDirectlyOnPath {
            pathDepth -= 1
            counts.removeLast()
        }
        kinds >>= 1
        depth -= 1
        state = .behindValue
    }
}
