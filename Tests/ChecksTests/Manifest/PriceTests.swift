import Testing

@testable import Checks

@Suite struct PriceTests {
    @Test(arguments: [
        ("$1", "USD"), ("USD 1", "USD"), ("1 US$", "USD"), ("AU$35", "AUD"), ("A$ 1", "AUD"), ("¥1", "JPY"),
        ("1 円", "JPY"), ("12,50 zł", "PLN"),
        ("R$ 1", "BRL"), ("CHF 1", "CHF"), ("SEK 5", "SEK"), ("349 kr", "kr"), ("from €5", "EUR"), ("3 for £10", "GBP"),
        ("Rs. 5", "INR"),
        ("XXL 12 €", "EUR"), ("NEW 12 CHF", "CHF"), ("12 BGN", "BGN"), ("XCG 12", "XCG"), ("12 zww ZWG", "ZWG"), ("713円（税込）", "JPY"),
        ("￥1,200", "JPY"), ("$708.00 MXN", "MXN"), ("MXN $708", "MXN"), ("5 đ", "VND"), ("1 290 ₽/шт", "RUB"), ("€ 5 each", "EUR"),
    ])
    func currency(price: String, code: String) {
        #expect(Array(price.utf8).withUnsafeBufferPointer { Currency(of: $0)?.name } == code)
    }

    @Test(arguments: ["", "1", "1 299,00", "Price on request", "euroX", "krona", "SALES 5", "XXL 12", "XXX 5", "12 NEW", "XAU 1"])
    func noCurrency(price: String) {
        #expect(Array(price.utf8).withUnsafeBufferPointer { Currency(of: $0)?.name } == nil)
    }
}
