/// A form that prices may have, written as a pattern: `#` is a number, `¤` the mark of a currency, `*` any
/// text, and a space any number of spaces. All other characters are literal.
struct PriceForm: Sendable {
    private enum Token: Sendable {
        case number, mark, any, spaces
        case text([UInt8])
    }

    private let tokens: [Token]
    private let numbers: PriceNumber

    init(_ form: String, _ numbers: PriceNumber) {
        self.numbers = numbers
        var tokens: [Token] = []
        var text: [UInt8] = []
        for sign in form.unicodeScalars {
            let token: Token? = switch sign {
            case "#": .number
            case "¤": .mark
            case "*": .any
            case " ": .spaces
            default: nil
            }
            guard let token else {
                text += Array(sign.utf8)
                continue
            }
            if !text.isEmpty { tokens.append(.text(text)) }
            text = []
            tokens.append(token)
        }
        if !text.isEmpty { tokens.append(.text(text)) }
        self.tokens = tokens
    }

    func fits(_ price: UnsafeBufferPointer<UInt8>) -> Bool { fits(price[...], from: 0) }

    private func fits(_ price: Slice<UnsafeBufferPointer<UInt8>>, from first: Int) -> Bool {
        var rest = price
        for index in first..<tokens.count {
            switch tokens[index] {
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
                if index + 1 == tokens.count { return true }
                return (rest.startIndex...rest.endIndex).contains { fits(rest[$0...], from: index + 1) }
            }
        }
        return rest.isEmpty
    }
}

/// The length in bytes of the space at the beginning of a text, an ordinary or a non-breaking one.
private func spaceCount(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> Int? {
    [" ", "\u{A0}", "\u{202F}", "\u{2009}"].first { (space: StaticString) in
        text.starts(with: UnsafeBufferPointer(start: space.utf8Start, count: space.utf8CodeUnitCount))
    }?.utf8CodeUnitCount
}
