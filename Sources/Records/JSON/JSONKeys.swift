import Base

/// The keys of a JSON object, for messages: only the first ones, and of a broken object those before the fault.
struct JSONKeys {
    private(set) var names: [String] = []
    /// The keys whose values are arrays.
    private(set) var arrays: [String] = []

    private static let most = 40

    /// `start` is the place of the opening brace.
    init(of text: UnsafeBufferPointer<UInt8>, from start: Int) {
        guard let base = text.baseAddress, start < text.count, text[start] == Byte.openingBrace else { return }
        var scanner = JSONScanner(base, from: start, to: text.count)
        var decoded: [UInt8] = []
        // The keys before a fault are worth as much as those of a sound object.
        try? scanner.readList(depth: 1) { scanner, _ throws(JSONFault) in
            let key = try scanner.readKey(&decoded)
            try scanner.readColon()
            if names.count < Self.most { add(key, text, decoded, isArray: try scanner.next() == Byte.openingBracket) }
            _ = try scanner.readValue(depth: 1, &decoded)
        }
    }

    private mutating func add(_ key: TextRange, _ text: UnsafeBufferPointer<UInt8>, _ decoded: [UInt8], isArray: Bool) {
        let name = decoded.withUnsafeBufferPointer { TextBytes(document: text, decoded: $0).string(key) }
        names.append(name)
        if isArray { arrays.append(name) }
    }
}
