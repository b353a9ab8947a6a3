import Base

/// The keys of a JSON object whose values may be the rows, for messages: only the first ones, and of a broken object those
/// before the fault.
package struct JSONKeys {
    /// The keys whose values are arrays of objects, or empty arrays.
    package private(set) var arrays: [String] = []
    /// The end of the object if it is sound; nil if it is broken.
    package private(set) var end: Int?

    private static let most = 5

    /// `start` is the place of the opening brace.
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
        if sound != nil { end = scanner.place }
    }

    private func isArrayOfObjects(_ scanner: JSONScanner) -> Bool {
        guard scanner.text[scanner.place] == Byte.openingBracket else { return false }
        let first = endOfSpace(scanner.text, from: scanner.place + 1, to: scanner.end)
        return first < scanner.end && (scanner.text[first] == Byte.openingBrace || scanner.text[first] == Byte.closingBracket)
    }

    /// The fault of a catalogue that is this one object, with its rows in an array; nil if there is no such array.
    func faultOfWholeCatalogue(_ settings: SettingNames) -> String? {
        guard !arrays.isEmpty else { return nil }
        let pointers = arrays.map { shown(JSONPointer.text(to: $0)) }
        return "the catalogue is an object, not an array of rows; \(settings.rows) \(pointers.joined(separator: " or ")) reads the array in it"
    }
}
