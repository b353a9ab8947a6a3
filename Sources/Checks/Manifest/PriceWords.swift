/// Words that stand around prices: `From $15`, `¥505起`, `$10 – $20`.
struct PriceWords: Sendable {
    /// The words before a price, behind it, and between the two prices of a range.
    private let before: [Word], after: [Word], between: [Word]

    /// Longer texts are no prices. Without a limit the work would grow with the square of the length.
    private static let longest = 200

    private struct Word: Sendable {
        let text: [UInt8]
        let beginsWithLetter: Bool
        let endsWithLetter: Bool

        init(_ word: String) {
            text = word.utf8.map { lower($0) }
            beginsWithLetter = text.first.map(isASCIILetter) ?? false
            endsWithLetter = text.last.map(isASCIILetter) ?? false
        }

        /// Whether the word stands at a place of a text, whole and in large or small letters of ASCII.
        func stands(at place: Int, in price: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
            let end = place + text.count
            guard place >= price.startIndex, end <= price.endIndex else { return false }
            for (index, byte) in text.enumerated() where lower(price[place + index]) != byte { return false }
            if beginsWithLetter, place > price.startIndex, isASCIILetter(price[place - 1]) { return false }
            return !(endsWithLetter && end < price.endIndex && isASCIILetter(price[end]))
        }
    }

    init(before: [String], after: [String], between: [String]) {
        (self.before, self.after, self.between) = (before.map(Word.init), after.map(Word.init), between.map(Word.init))
    }

    /// Whether a price without its words, or each end of a range, has one of the forms.
    func surround(_ price: UnsafeBufferPointer<UInt8>, _ forms: [PriceForm]) -> Bool {
        guard price.count <= Self.longest else { return false }
        let ends = strippedEnds(of: price[...])
        return starts(of: price[...]).contains { start in
            ends.contains { end in
                guard start < end else { return false }
                let amount = trimmed(price[start..<end], isAtStart: start > 0, isAtEnd: end < price.count)
                return isAmount(amount, forms) || isRange(amount, forms)
            }
        }
    }

    /// The beginning of the price, and the places behind one word or two.
    private func starts(of price: Slice<UnsafeBufferPointer<UInt8>>) -> [Int] {
        var starts = [0]
        for depth in 0..<2 {
            for start in starts where depth == 0 || start > 0 {
                var places = before.filter { $0.stands(at: start, in: price[start...]) }.map { start + $0.text.count }
                if let code = CurrencyMark(code: price[start...]) { places.append(start + code.count) }
                starts += places.map { trimmed(price[$0...], isAtStart: true, isAtEnd: false).startIndex }.filter { !starts.contains($0) }
            }
        }
        return starts
    }

    /// The end of the price, and the places before one word, two or three.
    private func strippedEnds(of price: Slice<UnsafeBufferPointer<UInt8>>) -> [Int] {
        var ends = [price.endIndex]
        for depth in 0..<3 {
            for end in ends where depth == 0 || end < price.endIndex {
                let text = price[..<end]
                var places = after.filter { $0.stands(at: end - $0.text.count, in: text) }.map { end - $0.text.count }
                let code = text.suffix(3)
                if text.count > 3, !isASCIILetter(text[end - 4]), CurrencyMark(code: code) != nil { places.append(code.startIndex) }
                ends += places.map { trimmed(price[..<$0], isAtStart: false, isAtEnd: true).endIndex }.filter { !ends.contains($0) }
            }
        }
        return ends
    }

    private func isRange(_ price: Slice<UnsafeBufferPointer<UInt8>>, _ forms: [PriceForm]) -> Bool {
        price.indices.contains { place in
            between.contains { word in
                guard word.stands(at: place, in: price) else { return false }
                let first = trimmed(price[..<place], isAtStart: false, isAtEnd: true)
                let last = trimmed(price[(place + word.text.count)...], isAtStart: true, isAtEnd: false)
                return isAmount(first, forms) && isAmount(last, forms)
            }
        }
    }

    private func isAmount(_ price: Slice<UnsafeBufferPointer<UInt8>>, _ forms: [PriceForm]) -> Bool {
        !price.isEmpty && forms.contains { $0.fits(UnsafeBufferPointer(rebasing: price)) }
    }
}

/// A text without the spaces at an end where a word was taken away.
private func trimmed(
    _ text: Slice<UnsafeBufferPointer<UInt8>>, isAtStart: Bool, isAtEnd: Bool
) -> Slice<UnsafeBufferPointer<UInt8>> {
    var text = text
    while isAtStart, let count = spaceCount(text) { text = text.dropFirst(count) }
    while isAtEnd, let count = (1...3).first(where: { spaceCount(text.suffix($0)) == $0 }) { text = text.dropLast(count) }
    return text
}

private func lower(_ byte: UInt8) -> UInt8 { byte &- UInt8(ascii: "A") < 26 ? byte | 0x20 : byte }
