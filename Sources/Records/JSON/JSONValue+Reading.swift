import WeirBase

extension JSONValue {
    /// Reads a small document (RFC 8259) completely.
    public init(_ bytes: UnsafeRawBufferPointer) throws(JSONFailure) {
        // The scanner needs a byte after a number that is the whole document.
        let document = Array(bytes) + [0x20]
        var result: Result<JSONValue, JSONFailure>?
        document.withUnsafeBufferPointer { text in
            guard let base = text.baseAddress else { return }
            // A byte order mark may be ignored (RFC 8259, 8.1).
            let start = text.starts(with: byteOrderMark) ? byteOrderMark.count : 0
            var tree = JSONTree(scanner: JSONScanner(base, from: start, to: text.count))
            do throws(JSONFault) {
                result = .success(try tree.readDocument())
            } catch {
                result = .failure(JSONFailure(tree.complaint ?? error.message, at: min(error.offset, bytes.count), in: bytes))
            }
        }
        guard let result else { preconditionFailure("the document has a space at least") }
        self = try result.get()
    }
}

/// Builds a tree from the values that a scanner reads.
private struct JSONTree {
    private var scanner: JSONScanner
    private var depth = 0
    private var decoded: [UInt8] = []
    /// The reason why a correct JSON document is refused.
    private(set) var complaint: String?

    init(scanner: JSONScanner) { self.scanner = scanner }

    mutating func readDocument() throws(JSONFault) -> JSONValue {
        let value = try readValue()
        while scanner.offset < scanner.end, isJSONSpace(scanner.text[scanner.offset]) { scanner.offset += 1 }
        guard scanner.offset == scanner.end else { throw refuse("something follows the document", at: scanner.offset) }
        return value
    }

    private mutating func readValue() throws(JSONFault) -> JSONValue {
        switch try scanner.nextBehindSpace() {
        case Byte.openingBrace: return .object(try readMembers())
        case Byte.openingBracket:
            var elements: [JSONValue] = []
            try readList { tree throws(JSONFault) in elements.append(try tree.readValue()) }
            return .array(elements)
        default: break
        }
        let value = try scanner.readValue(depth: depth, &decoded)
        let content = text(value.content)
        switch value.kind {
        case .text: return .string(content)
        case .flag: return .bool(content == "true")
        case .null: return .null
        default: return .number(content)
        }
    }

    private mutating func readMembers() throws(JSONFault) -> [JSONValue.Member] {
        var members: [JSONValue.Member] = []
        var names: Set<String> = []
        try readList { tree throws(JSONFault) in
            let start = tree.scanner.offset
            let key = try tree.scanner.readKey(&tree.decoded)
            let name = tree.text(key)
            guard names.insert(name).inserted else { throw tree.refuse("the name stands here twice", at: start) }
            try tree.scanner.readColon()
            members.append(JSONValue.Member(name: name, value: try tree.readValue()))
        }
        return members
    }

    private mutating func readList(_ readItem: (inout JSONTree) throws(JSONFault) -> Void) throws(JSONFault) {
        depth += 1
        defer { depth -= 1 }
        var list = scanner
        try list.readList(depth: depth) { inner, _ throws(JSONFault) in
            scanner = inner
            try readItem(&self)
            inner = scanner
        }
        scanner = list
    }

    private func text(_ range: TextRange) -> String {
        if range.isDecoded { return String(decoding: decoded[range.start..<range.end], as: UTF8.self) }
        return String(decoding: UnsafeBufferPointer(start: scanner.text + range.start, count: range.count), as: UTF8.self)
    }

    private mutating func refuse(_ message: String, at offset: Int) -> JSONFault {
        complaint = message
        return JSONFault(.missingValue, at: offset)
    }
}
