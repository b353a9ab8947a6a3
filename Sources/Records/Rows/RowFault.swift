import WeirBase

/// The reason why a row is broken: the picture or the price is missing, or a text does not fit every
/// manifest format.
enum RowFault: Equatable {
    /// A text of a row. A kept text has the index of its column.
    enum Part: Equatable {
        case img, price
        case kept(Int)
    }

    case missing(Part)
    case unfit(Part, TextFault)

    var part: Part {
        switch self {
        case .missing(let part), .unfit(let part, _): part
        }
    }

    /// The reason why a text is refused.
    var reason: String { if case .unfit(_, let fault) = self { fault.rawValue } else { "is missing" } }

    /// `img` is the name of the picture's column.
    func message(_ element: String, img: String = "img") -> String {
        switch self {
        case .missing(.img): "the \(element) has no picture (\(img))"
        case .missing: "the \(element) has no price"
        case .unfit(.img, let fault): "img \(fault.rawValue)"
        case .unfit(.price, let fault): "price \(fault.rawValue)"
        case .unfit(.kept, let fault): "a kept column \(fault.rawValue)"
        }
    }
}

extension RowBatch.Fields {
    /// `hasCharacters` becomes true if a text has a character beyond ASCII.
    func fault(_ hasCharacters: inout Bool) -> RowFault? {
        guard let img, !img.isEmpty else { return .missing(.img) }
        guard let price else { return .missing(.price) }
        if let fault = TextFault(in: img, &hasCharacters) { return .unfit(.img, fault) }
        if let fault = TextFault(in: price, &hasCharacters) { return .unfit(.price, fault) }
        return faultOfKept(&hasCharacters)
    }

    @inline(__always)
    func faultOfKept(_ hasCharacters: inout Bool) -> RowFault? {
        for index in kept.indices {
            if let text = kept[index], let fault = TextFault(in: text, &hasCharacters) { return .unfit(.kept(index), fault) }
        }
        return nil
    }
}

/// The reason why a text is refused. A text must be UTF-8, without characters that an XML property list
/// cannot hold (XML 1.0, 2.2).
package enum TextFault: String {
    case control = "holds a control character"
    case encoding = "is not UTF-8"
    case noncharacter = "holds U+FFFE or U+FFFF, which XML cannot"

    package init?(in text: UnsafeBufferPointer<UInt8>) {
        var hasCharacters = false
        self.init(in: text, &hasCharacters)
    }

    /// `hasCharacters` becomes true if the text has a character beyond ASCII.
    init?(in text: UnsafeBufferPointer<UInt8>, _ hasCharacters: inout Bool) {
        var index = plainLength(text)
        while index < text.count {
            let byte = text[index]
            if byte < 0x80 {
                if byte < 0x20 && byte != 0x09 && byte != 0x0A && byte != 0x0D {
                    self = .control
                    return
                }
                index += 1
            } else {
                let length = characterLength(UnsafeBufferPointer(rebasing: text[index...]))
                guard length > 0 else {
                    self = .encoding
                    return
                }
                if byte == 0xEF, text[index + 1] == 0xBF, text[index + 2] >= 0xBE {
                    self = .noncharacter
                    return
                }
                hasCharacters = true
                index += length
            }
        }
        return nil
    }
}

/// Whether the last character of a text lacks some of its bytes (RFC 3629, 3).
func endsInsideCharacter(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    for (following, byte) in text.suffix(3).reversed().enumerated() where byte & 0xC0 != 0x80 {
        return following < (byte >= 0xF0 ? 3 : byte >= 0xE0 ? 2 : byte >= 0xC0 ? 1 : 0)
    }
    return false
}

/// A lower bound for the number of leading ASCII bytes without control characters.
@inline(__always)
private func plainLength(_ text: UnsafeBufferPointer<UInt8>) -> Int {
    guard text.count >= 8, let start = text.baseAddress else { return 0 }
    var index = 0
    while true {
        let word = ByteWord(at: start + index)
        guard word.below(0x20) | word.nonASCII == 0 else { return index }
        if index + 8 == text.count { return text.count }
        // The last word may overlap the previous one.
        index = min(index + 8, text.count - 8)
    }
}
