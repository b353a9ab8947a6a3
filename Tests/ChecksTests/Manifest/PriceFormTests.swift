@testable import Checks
import TestSupport
import Testing

@Suite struct PriceFormTests {
    private static let numbers = PriceNumber(decimals: [".", ","], groups: [",", ".", " ", "\u{A0}"])

    private func fits(_ price: String, _ form: String) -> Bool {
        var price = price
        return price.withUTF8 { PriceForm(form, Self.numbers).fits($0) }
    }

    @Test(arguments: [
        ("*", ""), ("**", "a"), ("*5", "5"), ("*5", "55"), ("from *", "from "), ("*#", "ab12"), ("*#*", "a1b"),
        ("*# ", "1,299  "),
        ("*#,*", "1,299,"), ("*¤#", "SG$5"), ("*$5", "SG$5"), ("* each", "5  each"), ("a*b*c", "abcbc"),
        ("*é*", "café 5"),
    ])
    func anyText(form: String, price: String) { #expect(fits(price, form)) }

    @Test(arguments: [
        ("*5", ""), ("*5", "56"), ("from *", "fro"), ("*#", "1a"), ("*#*", "abc"), ("*¤", "€5"), ("a*b*c", "acb"),
        ("*# each", "1 eac"),
    ])
    func notAnyText(form: String, price: String) { #expect(!fits(price, form)) }

    /// A form fits exactly the prices that its definition in `DefinedForm` fits.
    @Test func agreesWithItsDefinition() {
        var seed = Seed.announced(for: "PriceFormTests.agreesWithItsDefinition")
        let signs = ["*", "*", "*", "#", "#", "¤", " ", ",", ".", "1", "a", "kr"]
        let texts = ["1", "22", "333", "4444", ",", ".", " ", "\u{A0}", "-", ":-", "–", "$", "US$", "kr", "kr.", "CHF", "a", "\u{202F}"]
        var fitting = 0
        for _ in 0..<20_000 {
            let form = (0..<Int.random(in: 1...6, using: &seed)).compactMap { _ in signs.randomElement(using: &seed) }.joined()
            var price = (0..<Int.random(in: 0...8, using: &seed)).compactMap { _ in texts.randomElement(using: &seed) }.joined()
            let expected = price.withUTF8 { DefinedForm(form, Self.numbers).fits($0[...]) }
            if expected { fitting += 1 }
            #expect(fits(price, form) == expected, "\(form) for \(price), \(seed)")
        }
        #expect(fitting > 1000, "\(seed)")
    }

    /// With eight stars, trying all places one after the other would take longer than anybody waits.
    @Test(arguments: ["*1*1*1*1*1*1*1*1x", "*#*#*#*#*#*#*#*#x", "*¤*¤*¤*¤*¤*¤*¤*¤x", "* * * * * * * *x", "*#,*#,*#,*#,*#,*#,*#,*#,x"])
    func manyStarsInALongPrice(form: String) {
        for piece in ["1", "11,", "$", "A", " ", "kr 1,111.11 ", "\u{202F}"] {
            #expect(!fits(String(repeating: piece, count: 10_000 / piece.utf8.count), form), "\(piece)")
        }
    }
}

/// The meaning of a form in the fewest lines: a star tries every place.
private struct DefinedForm {
    private let signs: Substring.UnicodeScalarView
    private let numbers: PriceNumber

    init(_ form: String, _ numbers: PriceNumber) { self.init(Substring(form).unicodeScalars, numbers) }

    private init(_ signs: Substring.UnicodeScalarView, _ numbers: PriceNumber) {
        self.signs = signs
        self.numbers = numbers
    }

    func fits(_ price: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        guard let sign = signs.first else { return price.isEmpty }
        let rest = DefinedForm(signs.dropFirst(), numbers)
        switch sign {
        case "*": return (price.startIndex...price.endIndex).contains { rest.fits(price[$0...]) }
        case "#":
            var runs = PriceNumber.Runs()
            let count = numbers.count(price, &runs)
            return count > 0 && rest.fits(price.dropFirst(count))
        case "¤": return CurrencyMark(price).map { rest.fits(price.dropFirst($0.count)) } ?? false
        case " ":
            let space = ["\u{A0}", "\u{202F}", "\u{2009}", " "].first { price.starts(with: $0.utf8) }
            return space.map { fits(price.dropFirst($0.utf8.count)) } ?? rest.fits(price)
        default: return price.starts(with: String(sign).utf8) && rest.fits(price.dropFirst(String(sign).utf8.count))
        }
    }
}
