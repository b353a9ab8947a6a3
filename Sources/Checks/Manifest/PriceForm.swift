/// A form that prices may have, as a team writes it: `#` is a number, `¤` the mark of a currency,
/// `*` any text, a space any number of spaces; everything else stands for itself.
struct PriceForm: Sendable {
    private enum Part: Sendable {
        case number, mark, any, spaces
        case text([UInt8])
    }

    private let parts: [Part]
    private let numbers: PriceNumber

    init(_ form: String, _ numbers: PriceNumber) {
        self.numbers = numbers
        var parts: [Part] = []
        var text: [UInt8] = []
        for sign in form.unicodeScalars {
            let part: Part? = switch sign {
            case "#": .number
            case "¤": .mark
            case "*": .any
            case " ": .spaces
            default: nil
            }
            guard let part else {
                text += Array(sign.utf8)
                continue
            }
            if !text.isEmpty { parts.append(.text(text)) }
            text = []
            parts.append(part)
        }
        if !text.isEmpty { parts.append(.text(text)) }
        self.parts = parts
    }

    func fits(_ price: UnsafeBufferPointer<UInt8>) -> Bool { fits(price[...], from: 0) }

    private func fits(_ price: Slice<UnsafeBufferPointer<UInt8>>, from first: Int) -> Bool {
        var rest = price
        for index in first..<parts.count {
            switch parts[index] {
            case .number:
                let count = numbers.count(rest)
                guard count > 0 else { return false }
                rest = rest.dropFirst(count)
            case .mark:
                guard let mark = CurrencyMark(rest) else { return false }
                rest = rest.dropFirst(mark.count)
            case .spaces:
                while let count = spaceCount(rest) { rest = rest.dropFirst(count) }
            case .text(let text):
                guard rest.starts(with: text) else { return false }
                rest = rest.dropFirst(text.count)
            case .any:
                if index + 1 == parts.count { return true }
                return (rest.startIndex...rest.endIndex).contains { fits(rest[$0...], from: index + 1) }
            }
        }
        return rest.isEmpty
    }
}

/// The bytes of the space with which a text begins: an ordinary one, or one that does not break.
private func spaceCount(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> Int? {
    [" ", "\u{A0}", "\u{202F}", "\u{2009}"].first { (space: StaticString) in
        text.starts(with: UnsafeBufferPointer(start: space.utf8Start, count: space.utf8CodeUnitCount))
    }?.utf8CodeUnitCount
}
