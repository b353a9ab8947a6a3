import WeirBase

/// The keys of a JSON object whose values may be the rows, for messages: only the first ones, and of a broken object those
/// before the fault.
package struct JSONKeys {
    /// The keys whose values are arrays of objects, or empty arrays.
    package private(set) var arrays: [String] = []
    /// The end of the object if it is sound; nil if it is broken.
    package private(set) var end: Int?

    private static let most = 5

    /// `start` is the offset of the opening brace.
    package init(of text: UnsafeBufferPointer<UInt8>, from start: Int) {
        guard let base = text.baseAddress, start < text.count, text[start] == Byte.openingBrace else { return }
        var scanner = JSONScanner(base, from: start, to: text.count)
        var decoded: [UInt8] = []
        // The keys before a fault are worth as much as those of a sound object.
        let sound: Void? = try? scanner.readList(depth: 1) { scanner, _ throws(JSONFault) in
            let key = try scanner.readKey(&decoded)
            try scanner.readColon()
            if arrays.count < Self.most, isArrayOfObjects(scanner) {
                arrays.append(decoded.withUnsafeBufferPointer { TextBytes(document: text, decoded: $0).string(key) })
            }
            _ = try scanner.readValue(depth: 1, &decoded)
        }
        if sound != nil { end = scanner.offset }
    }

    private func isArrayOfObjects(_ scanner: JSONScanner) -> Bool {
        guard scanner.text[scanner.offset] == Byte.openingBracket else { return false }
        let first = endOfSpace(scanner.text, from: scanner.offset + 1, to: scanner.end)
        return first < scanner.end && (scanner.text[first] == Byte.openingBrace || scanner.text[first] == Byte.closingBracket)
    }

    /// The fault of a catalogue that is this one object, with its rows in an array; nil if there is no such array.
    var faultOfWholeCatalogue: (message: String, advice: Advice)? {
        guard !arrays.isEmpty else { return nil }
        let pointers = arrays.map { shown(JSONPointer.text(to: $0)) }.joined(separator: " or ")
        return ("the catalogue is an object, not an array of rows", "; \(.rows) \(pointers) reads the array in it")
    }
}

/// The pointers to the values of an object or an array that are no lists themselves, for messages. Only the first ones are
/// read, and of each array only the first element.
struct JSONLeaves {
    private(set) var pointers: [String] = []
    /// The arrays on the way to them, the outer ones first.
    private(set) var arrays: [String] = []

    private static let most = 100

    /// `start` is the offset of the opening bracket.
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
        if scanner.text[scanner.offset] == Byte.openingBracket { arrays.append(list) }
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
