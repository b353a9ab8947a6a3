/// The pointers to the values of an object or an array that are no lists themselves, for messages. Only the first ones are
/// read, and of each array only the first element.
struct JSONLeaves {
    private(set) var pointers: [String] = []

    private static let most = 100

    /// `start` is the place of the opening bracket.
    init(of text: UnsafeBufferPointer<UInt8>, from start: Int) {
        guard let base = text.baseAddress, start < text.count, Self.isList(text[start]) else { return }
        var scanner = JSONScanner(base, from: start, to: text.count)
        // The values before a fault are worth as much as those of a sound list.
        try? read(&scanner, text, below: "", depth: 1)
    }

    /// The names for columns that are named like `column`: with pointers, or with keys where keys suffice.
    func names(like column: String) -> [String] {
        if JSONPointer.isPointer(column) { return pointers }
        return pointers.map { pointer in
            guard let tokens = JSONPointer(pointer)?.tokens, tokens.count == 1, !JSONPointer.isPointer(tokens[0]) else { return pointer }
            return tokens[0]
        }
    }

    private mutating func read(
        _ scanner: inout JSONScanner, _ text: UnsafeBufferPointer<UInt8>, below list: String, depth: Int
    ) throws(JSONFault) {
        var decoded: [UInt8] = []
        var index = 0
        try scanner.readList(depth: depth) { scanner, isObject throws(JSONFault) in
            var token = "\(index)"
            if isObject {
                let key = try scanner.readKey(&decoded)
                try scanner.readColon()
                token = decoded.withUnsafeBufferPointer { TextBytes(document: text, decoded: $0).string(key) }
            }
            let isSkipped = pointers.count >= Self.most || !isObject && index > 0
            index += 1
            let pointer = list + JSONPointer.text(to: token)
            if !isSkipped, Self.isList(try scanner.next()) {
                try read(&scanner, text, below: pointer, depth: depth + 1)
            } else {
                _ = try scanner.readValue(depth: depth, &decoded)
                if !isSkipped { pointers.append(pointer) }
            }
        }
    }

    private static func isList(_ byte: UInt8) -> Bool { byte == Byte.openingBrace || byte == Byte.openingBracket }
}
