import WeirBase
import WeirRecords

/// The reason why a manifest or one of its entries cannot be read.
struct ManifestFault {
    private(set) var range: TextRange?
    /// The number of the broken entry; nil if the fault concerns the whole file.
    private(set) var number: Int?
    let message: String

    /// A fault of the whole file, perhaps at an offset.
    init(_ message: String, at offset: Int? = nil) {
        range = offset.map { TextRange($0, count: 1) }
        self.message = message
    }

    static let byteOrderMark = ManifestFault(
        "the text begins with a byte order mark, which JSON must not have (RFC 8259, 8.1)", at: 0)

    /// The fault of content that is no manifest, at its first sign.
    init(_ failure: DocumentFailure, in text: [UInt8]) {
        guard failure.position != nil else {
            self.init(failure.message)
            return
        }
        let (offset, sign) = text.withUnsafeBufferPointer { (firstSign(of: $0), found(at: firstSign(of: $0), in: $0)) }
        self.init("\(failure.message); found \(sign)", at: offset)
    }
}

extension ManifestFault {
    /// The fault of a broken entry.
    init(_ broken: RecordBatch.BrokenRecord, in document: UnsafeBufferPointer<UInt8>, _ format: RecordFormat) {
        self.init(broken.message, at: broken.position.offset, of: broken.number, in: document, format)
    }

    /// A fault that ends the reading of the file.
    init(_ failure: DocumentFailure, in document: UnsafeBufferPointer<UInt8>, _ format: RecordFormat) {
        self.init(failure.message, at: failure.offset, of: nil, in: document, format)
    }

    private init(
        _ message: String, at offset: Int?, of number: Int?, in document: UnsafeBufferPointer<UInt8>,
        _ format: RecordFormat
    ) {
        switch (format, offset) {
        case (.json, let offset?):
            // The brace itself is right, and the message describes the fault near it.
            let isBrace = offset < document.count && document[offset] == UInt8(ascii: "{")
            self.init(isBrace ? message : "\(message); found \(found(at: offset, in: document))", at: offset)
        case (.xmlPlist, let offset?):
            self.init(message, at: offset)
        // A binary list has no lines to point at.
        default:
            self.init(message)
        }
        self.number = number
    }
}

/// Index of the first byte that is not white space.
func firstSign(of text: UnsafeBufferPointer<UInt8>) -> Int {
    let start = text.starts(with: byteOrderMark) ? byteOrderMark.count : 0
    return text[start...].firstIndex { !isBlank($0) } ?? text.count
}

/// Describes the text at an offset, for a message.
func found(at offset: Int, in text: UnsafeBufferPointer<UInt8>) -> String {
    guard offset < text.count else { return "the end of the file" }
    let byte = text[offset]
    if byte == 0x0A || byte == 0x0D { return "a line end" }
    if byte < 0x20 || byte == 0x7F { return "U+00" + (byte < 0x10 ? "0" : "") + String(byte, radix: 16, uppercase: true) }
    let rest = UnsafeBufferPointer(rebasing: text[offset...].prefix(longestFound))
    if byte >= 0x80 {
        let length = characterLength(rest)
        guard length > 0 else { return "the byte 0x" + String(byte, radix: 16, uppercase: true) }
        return "`\(String(decoding: rest.prefix(length), as: UTF8.self))`"
    }
    // A word or a number is shown as a whole: `undefined`, `NaN`, `01`.
    let word = rest.prefix(while: isPartOfWord)
    return "`\(String(decoding: word.isEmpty ? rest.prefix(1) : word, as: UTF8.self))`"
}

private let longestFound = 24

private func isPartOfWord(_ byte: UInt8) -> Bool {
    let letter = byte | 0x20
    return letter >= UInt8(ascii: "a") && letter <= UInt8(ascii: "z") || byte &- UInt8(ascii: "0") < 10
        || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
}
