/// A text around the numbers of prices: `From $15`, `¥505起`, `2 for $5`, `12,90 € / Stück`.
///
/// Shops write prices with words of all languages. So any words may stand there, and what is told is what programs
/// leave behind: broken numbers, signs of templates, a currency without a number and a number without a currency.
struct WrittenPrice {
    private let tokens: [PriceToken]

    /// Longer texts are descriptions, even if there is a price in them.
    private static let longest = 60

    /// nil if a part of the text stands in no price.
    init?(_ text: UnsafeBufferPointer<UInt8>, _ numbers: PriceNumber) {
        guard text.count <= Self.longest * 4, String(decoding: text, as: UTF8.self).unicodeScalars.count <= Self.longest,
            let tokens = PriceToken.tokens(of: text, numbers)
        else { return nil }
        self.tokens = tokens
    }

    var isPrice: Bool {
        hasPrice && tokens.first != .space && tokens.last != .space && isBalanced
            && !isCutOff && areSignsPrices && areNumbersApart && !isNegative
    }

    /// The nearest part before a place that is not a space.
    private func before(_ place: Int) -> PriceToken? { tokens[..<place].last { $0 != .space } }
    private func behind(_ place: Int) -> PriceToken? { tokens[(place + 1)...].first { $0 != .space } }

    private func isBesideNumber(_ place: Int) -> Bool { before(place)?.isNumber == true || behind(place)?.isNumber == true }

    /// Whether a number has a currency.
    private var hasPrice: Bool {
        tokens.indices.contains { tokens[$0] == .number(hasDash: true) || tokens[$0].isCurrency && isBesideNumber($0) }
    }

    private var areSignsPrices: Bool { tokens.indices.allSatisfy { tokens[$0] != .sign || isBesideNumber($0) } }

    private var isBalanced: Bool {
        var depth = 0
        for token in tokens {
            if token == .other("(") { depth += 1 }
            if token == .other(")") { depth -= 1 }
            if depth < 0 { return false }
        }
        return depth == 0
    }

    /// Whether something is missing at the end: `$5/`, `$5 –`.
    private var isCutOff: Bool {
        guard case .other(let last) = tokens.last else { return false }
        let previous = tokens.dropLast().last
        if last == "/" { return previous != .other("-") }
        return "-–—−".unicodeScalars.contains(last) ? previous == .space : ":(&,;@×".unicodeScalars.contains(last)
    }

    /// Whether there is a word or a sign between any two numbers. `169 169` and `$5 $5` are prices that were joined.
    private var areNumbersApart: Bool {
        var isBehindNumber = false
        for token in tokens {
            switch token {
            case .number:
                if isBehindNumber { return false }
                isBehindNumber = true
            case .word, .other: isBehindNumber = false
            case .space, .name, .sign: break
            }
        }
        return true
    }

    /// Whether a minus stands before a price, and not between two.
    private var isNegative: Bool {
        tokens.indices.contains { place in
            guard tokens[place] == .other("-") || tokens[place] == .other("−"), let next = tokens[(place + 1)...].first,
                next.isNumber || next.isCurrency
            else { return false }
            guard place > 0 else { return true }
            if tokens[place - 1] != .space { return tokens[place - 1] == .other("(") }
            return !(before(place)?.isNumber ?? false) && !(before(place)?.isCurrency ?? false)
        }
    }
}

extension PriceToken {
    fileprivate var isNumber: Bool { if case .number = self { true } else { false } }
    fileprivate var isCurrency: Bool { self == .sign || self == .name }
}
