@testable import Checks
import Testing

@Suite struct WorldPriceTests {
    /// The findings of a manifest with one price.
    private func found(_ price: String) -> [String] {
        findings(in: #"[{"w":200,"h":300,"img":"a.jpg","price":"\#(price.replacing("\"", with: "\\\""))"}]"#)
    }

    @Test func thereAreEnough() { #expect(WorldPrices.all.count >= 290 && WorldPrices.territories.count >= 100) }

    @Test(arguments: WorldPrices.all)
    func territory(price: String) { #expect(found(price) == []) }

    /// Prices as shops of these places write them, with words, ranges and marks of their own.
    @Test(arguments: [
        "¥505起", "¥713(税込)", "713円（税込）", "税込 1,980円", "¥1,980～", "1.5万円", "¥100〜¥200", "约¥99", "¥88/件", "88元", "人民币 88 元", "NT$1,280 起", "約 NT$1,280",
        "₩45,000부터", "45,000원", "3만원", "From $15", "FROM $15", "from US$15", "Only £5.99", "£5 – £10", "$10 to $20",
        "$10 - $20", "$15+", "$15 each", "$708.00 MXN", "MXN $708.00", "US $15.00", "AU $15.00", "USD $15", "$15 USD", "C$15", "£12.99 inc. VAT", "$1,299.00 + tax",
        "ab 885,99 €", "ab € 885,99", "nur 9,99 €", "12,99 €*", "9,99 € inkl. MwSt.", "10 bis 20 €", "ca. 15 €", "885,– €", "€ 885,-", "à partir de 12 €", "Dès 12,90 €",
        "12,90 € TTC", "12€50", "de 10 à 20 €", "desde 12,50 €", "12,50 € IVA incluido", "a partir de R$ 99,90", "da 12,50 €", "vanaf € 12,50", "fr. 349 kr", "från 349 kr", "349:-",
        "349 kr inkl. moms", "fra 349,-", "alkaen 12,90 €", "od 129 Kč", "129,- Kč", "od 12,50 zł", "12,50 zł brutto", "от 1 290 ₽", "1 290 руб.", "1290 р.", "от 1 290 до 2 590 ₽",
        "від 129 грн", "από 12,50 €", "R 499.99", "R499", "S/ 837.90", "S/. 837.90", "586.000 đ", "586.000₫", "586,000 VNĐ", "từ 586.000đ", "Rp 150.000", "Rp150.000 - Rp200.000", "RM 59.90",
        "₱1,299.00", "Php 1,299", "฿1,290", "1,290 บาท", "เริ่มต้น ฿1,290", "Rs. 499/-", "Rs 1,29,999", "₹1,29,999 only", "₹1.5 lakh", "৳ 1,250", "Tk 1,250", "KSh 1,500", "KSh 1,500/=",
        "TSh 15,000/=", "₦15,000", "GH₵ 150", "E£ 1,250", "1250 جنيه", "١٢٥٠ ج.م", "\u{200F}١٬٢٥٠٫٠٠ ر.س.\u{200F}", "من ١٠٠ ر.س", "150 SAR", "150 SR", "AED 99", "Dhs. 99", "99 درهم", "۱۲۵٬۰۰۰ تومان",
        "₪ 99.90", "99.90 ₪", "החל מ-₪99", "1.299,00 TL", "₺1.299,00 KDV dahil", "CHF 1'299.00", "CHF 1’299.–", "Fr. 12.90", "1 299,00 Kč", "1.299 Ft", "129,99 lei", "129,99 лв.", "1.299,00 din.",
        "रु. १,२९९", "৳১,২৫০", "၁၂၀၀ Ks", "Bs. 120", "Q 120.00", "L 120.00", "₡12.500", "₲ 120.000", "$U 1.200", "COP $ 50.000", "CLP$ 12.990", "B/. 12.00", "J$ 1,500",
        "TT$ 99", "EC$ 99", "Bds$ 99", "RD$ 1,200", "K120.00", "P 120.00", "N$ 120", "MUR 1,200", "Rs 1 200", "Ar 12 000", "12 000 FCFA", "12 000 F CFA", "150 DH", "150 DT", "1 500 DA", "15.000 د.ك",
        "1 299 ₸", "120 ₾", "12 000 ֏", "12 ₼", "120 000 сўм", "120 000 soʻm", "₮ 12,000", "៛12,000", "₭120,000", "1.200 kr.", "1 200 ISK", "Nu. 1,200", "Rf 120", "T$ 12", "FJ$ 12",
    ])
    func shop(price: String) { #expect(found(price) == []) }

    /// A code says which dollar is meant.
    @Test(arguments: [("$708.00 MXN", "MXN"), ("MXN $708", "MXN"), ("R 5", "ZAR"), ("S/ 5", "PEN"), ("5 đ", "VND"), ("5 د.إ", "AED"), ("€ 5 each", "EUR"), ("K 5", "kwacha")])
    func currency(price: String, code: String) {
        #expect(Array(price.utf8).withUnsafeBufferPointer { CurrencyMark.currency(of: $0)?.name } == code)
    }

    /// A long price costs no more than a short one.
    @Test(arguments: ["from ", "1-", "起", "$ ", "1 to ", "USD "])
    func longPrice(piece: String) {
        #expect(found(String(repeating: piece, count: 5_000)).map { $0.prefix(13) } == ["price-pattern"])
        #expect(found(String(repeating: piece, count: 200 / piece.utf8.count)).map { $0.prefix(13) } == ["price-pattern"])
    }
}
