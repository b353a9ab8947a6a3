@testable import Checks
import Testing

@Suite struct PriceTests {
    private static let standard = RuleSettings(PricePattern.rule.parameters)

    private func fits(_ price: String) -> Bool {
        let numbers = PriceNumber(decimals: Self.standard.texts("decimals"), groups: Self.standard.texts("groups"))
        return Array(price.utf8).withUnsafeBufferPointer { price in
            PricePattern.usual.contains { PriceForm($0, numbers).fits(price) }
        }
    }

    @Test(arguments: [
        "¥169", "$1,299.00", "1299.00", "€12,50", "12,50 €", "CHF 12.-", "CHF 189.–", "Rs. 5", "12 zł", "¥89.5",
        "₩45,000", "007", "0",
        "R$ 1.150,00", "1 299,00 Kč", "1\u{A0}299,00\u{A0}€", "NT$1,280", "₽1 990", "349 kr", "349:-", "54.90 GBP",
        "€ 64,–",
        "₹1,29,999.00", "1'299.00", "$ 59", "24.5", "12.--", "£1,000,000", "",
    ])
    func price(text: String) { #expect(fits(text)) }

    @Test(arguments: [
        "$NaN", "NaN", "null", "undefined", "{price}", "$", "€", "1,29,9", "12,", "12.", "1.2.3", "1,299,00", "1.2345",
        " 169", "169 ",
        "$$5", "5 $ 5", "-5", "¥1e3", "Price on request", "1234,567,890", "12 XY", "ab\ncd", "12 USDX", "\u{FF11}",
        "12 XXL",
        "XXL 12 €", "ABC 12",
    ])
    func noPrice(text: String) { #expect(!fits(text)) }

    @Test(arguments: [
        ("$1", "USD"), ("USD 1", "USD"), ("1 US$", "USD"), ("AU$35", "AUD"), ("A$ 1", "AUD"), ("¥1", "JPY"),
        ("1 円", "JPY"), ("12,50 zł", "PLN"),
        ("R$ 1", "BRL"), ("CHF 1", "CHF"), ("SEK 5", "SEK"), ("349 kr", "kr"), ("from €5", "EUR"), ("3 for £10", "GBP"),
        ("Rs. 5", "INR"),
        ("XXL 12 €", "EUR"), ("NEW 12 CHF", "CHF"), ("12 BGN", "BGN"), ("XCG 12", "XCG"), ("12 zww ZWG", "ZWG"),
    ])
    func currency(price: String, code: String) {
        #expect(Array(price.utf8).withUnsafeBufferPointer { CurrencyMark.currency(of: $0)?.name } == code)
    }

    @Test(arguments: ["", "1", "1 299,00", "Price on request", "euroX", "krona", "SALES 5", "XXL 12", "XXX 5", "12 NEW", "XAU 1"])
    func noCurrency(price: String) {
        #expect(Array(price.utf8).withUnsafeBufferPointer { CurrencyMark.currency(of: $0)?.name } == nil)
    }
}
