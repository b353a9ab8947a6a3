/// A form that prices may have, written as a pattern: `#` is a number, `¤` the mark of a currency, `*` any
/// text, and a space any number of spaces. All other characters are literal.
struct PriceForm: Sendable {
    private enum Token: Sendable {
        case number, mark, spaces
        case text([UInt8])
    }

    /// The tokens before the first `*`.
    private let beginning: [Token]
    /// The tokens behind each `*`.
    private let segments: [[Token]]
    private let numbers: PriceNumber

    init(_ form: String, _ numbers: PriceNumber) {
        self.numbers = numbers
        let segments = form.unicodeScalars.split(separator: "*", omittingEmptySubsequences: false).map(Self.tokens)
        beginning = segments[0]
        self.segments = Array(segments[1...])
    }

    private static func tokens(of form: Substring.UnicodeScalarView) -> [Token] {
        var tokens: [Token] = []
        var text: [UInt8] = []
        for sign in form {
            let token: Token? = switch sign {
            case "#": .number
            case "¤": .mark
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
        return tokens
    }

    func fits(_ price: UnsafeBufferPointer<UInt8>) -> Bool {
        var place = 0
        for token in beginning {
            var runs = Runs()
            guard let end = end(of: token, in: price[place...], &runs) else { return false }
            place = end
        }
        guard let last = segments.last else { return place == price.count }
        for segment in segments.dropLast() {
            guard let end = ends(of: segment, in: price, from: place).firstIndex(of: true) else { return false }
            place = end
        }
        return ends(of: last, in: price, from: place)[price.count]
    }

    /// Whether a segment that begins at `first` or later can end at a place, for all places of the price. Its tokens
    /// are matched at all places together, so the work is in proportion to the length of the price.
    private func ends(of segment: [Token], in price: UnsafeBufferPointer<UInt8>, from first: Int) -> [Bool] {
        var places = [Bool](repeating: false, count: first) + [Bool](repeating: true, count: price.count + 1 - first)
        for token in segment {
            var ends = [Bool](repeating: false, count: places.count)
            var runs = Runs()
            for place in places.indices where places[place] {
                if let end = end(of: token, in: price[place...], &runs) { ends[end] = true }
            }
            places = ends
        }
        return places
    }

    /// The runs that a token has passed in a price. If one value serves for a token at growing places, no byte of
    /// a run is read twice.
    private struct Runs {
        var numbers = PriceNumber.Runs()
        var spaces = 0..<0
    }

    /// The place behind a token at the beginning of a text; nil if the token does not match there.
    private func end(of token: Token, in text: Slice<UnsafeBufferPointer<UInt8>>, _ runs: inout Runs) -> Int? {
        switch token {
        case .number:
            let count = numbers.count(text, &runs.numbers)
            return count > 0 ? text.startIndex + count : nil
        case .mark: return CurrencyMark(text).map { text.startIndex + $0.count }
        case .text(let literal): return text.starts(with: literal) ? text.startIndex + literal.count : nil
        case .spaces:
            guard let first = spaceCount(text) else { return text.startIndex }
            if !runs.spaces.contains(text.startIndex) {
                var rest = text.dropFirst(first)
                while let count = spaceCount(rest) { rest = rest.dropFirst(count) }
                runs.spaces = text.startIndex..<rest.startIndex
            }
            return runs.spaces.upperBound
        }
    }
}

/// The length in bytes of the space at the beginning of a text, an ordinary, a narrow or a non-breaking one.
func spaceCount(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> Int? {
    // Most texts begin with another character of ASCII.
    guard let first = text.first, first == UInt8(ascii: " ") || first >= 0xC2 else { return nil }
    return [" ", "\u{A0}", "\u{202F}", "\u{2009}", "\u{2007}", "\u{3000}"].first { (space: StaticString) in
        text.starts(with: UnsafeBufferPointer(start: space.utf8Start, count: space.utf8CodeUnitCount))
    }?.utf8CodeUnitCount
}
