import Testing

@testable import Checks

/// Prices just inside and just outside of what each fault means.
@Suite struct PriceFaultTests {
    static let priceFaults: [(prices: [String], fault: PriceFault?)] = [
        (["1" + String(repeating: "a", count: 59), String(repeating: "é", count: 59) + "1"], nil),
        (["1" + String(repeating: "a", count: 60), String(repeating: "é", count: 60) + "1"], .tooLong),
        ([" 1 €", "1 € ", "\u{A0}1 €", "1 €\u{A0}", "1 €\u{3000}", "\u{202F}1 €"], .outerSpace), (["1 €", "€ 1", "1\u{A0}€"], nil),
        (["free", "€", "-"], .noNumber),
        (
            [
                "{1}", "%s1", "%.1f", "&amp;1", "&;1", "a\":1", "=1", "http://1", "a\t1", "\u{1F}1", "[1", "1]", "<1", "1>", "#1", "\\1",
                "1|", "^1", "`1", "_1",
                "\u{202E}1 €", "\u{202A}1 €", "1 €\r",
            ], .template
        ),
        (["& a 1", "a:/1", "€1=1", "\u{202F}a1".replacing("\u{202F}", with: "a\u{202F}")], nil), (["1%", "-1%", "1)", "5!"], .noCurrency),
        (["?1", "1?", "Â£1", "Ã¢1".replacing("Ã¢", with: "Ã‚"), "\u{FFFD}1", "\u{85}1"], .encoding), (["Âa1", "é1", "\u{A1}1"], nil),
        (["NaN 1", "null1", "1 UNDEFINED", "1 none"], .word), (["nullable 1", "nano 1"], nil),
        (["-1", "(-1)", "- 1 €", "\u{2212}1", "-$1", "$-1", "-EUR 1", "-€1"], .negative), (["1-2", "€ 1-", "a -1", "1 - 2 €"], nil),
        (["$$1", "€€1", "฿฿1", "￥￥1", "$ $1"], .twoCurrencies), (["$1 $", "US$1", "€1€"], nil),
        (
            [",5", ".5", "$.5", "£.5", "€.5", "฿.5", "￥.5", "$ .5", "1e5", "1E+5", "1e-5", "1..2", "1.,2", "1,,2", "1,2,34", "1.2345.6"],
            .brokenNumber
        ),
        (["1e €", "0.5", "Rs.5", "руб.5", "฿0.5", "₹.499", "₨.499", "₹.1,499", "￥0.5", "1.234,56", "12,34,567"], nil),
        (["1/", "1:", "1&", "1,", "1;", "1(", "1@", "1×", "1…", "1 -", "1 –", "1 —", "1."], .cutOff),
        (["€1)", "€1-", "1,-", "1.-", "1,– kr"], nil),
        (["169 169", "1 €2 3"], .twoNumbers), (["2 for £3", "1 €/2 kg"], nil),
        // Swedish shops write 299:50 kr; without a currency it is the time of day.
        (["299:50 kr", "kr 299:50"], nil), (["12:30"], .noCurrency), (["299:5 kr", "299:500 kr", "299:50:10 kr"], .brokenNumber),
        (["kr 299:"], .cutOff),
        // Groups of three digits, in India of two; all with one sign between them.
        (["1,234,567", "123,456,789 €", "1.234.567,89", "1,234,567.5", "12,34,56,789", "1'234'567.50", "1 234 567,50 €"], nil),
        (
            [
                "1234,567,890", "1,2345,678", "1,2,345", "1,234,56", "12.345.67", "1.234,567.890", "1234.567,890", "1234 567", "12 50",
                "1.234,5678", "1.0045", "10.0045", "0,123.4567", "0.1234.5", "1,234.5678", "1,23,45",
            ], .brokenNumber
        ),
        (["0.0045", "0,0045 €", "1234,567", "1234.5 €", "1.234,567", "0.123", "1 234"], nil),
        (["169 168", "1 169", "169,169", "169.169", "169 169 ₽", "169 169 169", "₽ 169 169.5"], nil), (["₽ 169 169"], .twoNumbers),
        // Cents behind the sign.
        (["12€50", "1€05", "12 €50", "12 € 50", "12-50€"], nil),
        (["12€5", "12€500", "€12€50", "1€/2€50", "12€50€", "12€5 €", "12kr€50€50", "1€5x"], .twoNumbers),
        (
            [
                "£ 1,5", "¥1,5", "₩1,5", "₹1,5", "₱1,5", "฿1,5", "￥1,5", "1,5元", "1,5원", "1,5₩", "1,5¥", "1,5円", "1,5￥",
                "£1,50", "2 for £1,5",
            ],
            .missingDigits
        ),
        (["£1.5", "$1,5", "1,5₹", "1,5£", "1,5 円", "£1.234,5", "a£b1,5", "£1,500", "฿1,500", "€1,5 – £2"], nil),
        // Signs without a currency, and three numbers without one.
        (["1", "1-2", "1-2-3 €", "1! €", "1!é", "1!a"], nil), (["1-2-3", "1!", "1–2–3", "1!–2", "!1", "4/5", "1\u{7F}"], .noCurrency),
        (["499/-", "499/=", "a4/5", "R&B 1", "1% off", "1\u{2028}é", "1 + 1", "~1", "1*"], nil),
        (["R&b;1", "1%a", "1%.", "1€\":", "1€\u{0}"], .template), (["\"1"], .noCurrency),
        (["a,5", "a .5", "a ,5", "1e5", "1E5", "1e+", "1e-", "1.5e3", "1.,", "1,."], .brokenNumber),
        (["1e", "1 e5", "1ea", "1.a", "1,a", "1:a", "a.5", "1,-", "1:- €", "1.– kr"], nil),
        // A minus before a percentage is that of a reduction, and one behind a number is a dash.
        (["-1,5%", "-50%", "\u{2212}1%", "(-5%)"], .noCurrency), (["$ -1", "€ -1", "-1.5", "(-$1)", "-é1", "a €-1"], .negative),
        (["€1 -1", "1 € -1", "$-5%", "a-1", "€a-1", "1 \u{2212} 2"], nil),
        // The first and the last sign of each block, and their neighbours.
        (["¢¢1", "££1", "¤¤1", "¥¥1", "₠₠1", "₿₿1", "€ €1", "€1 €€"], .twoCurrencies),
        (["¡¡1", "¦¦1", "₎₎1", "$a$1", "€$1", "$€1", "€/€1"], nil),
        (["\u{80}1", "\u{9F}1", "Â€1", "Ã£1", "â£1", "Ă£1", "Å£1", "Ĺ£1", "Ð£1", "ï£1", "Ð€1", "1 â€“ 2 €"], .encoding),
        (["Ñ£1", "Âé1", "ïé1", "É€1", "1Â"], nil), (["\u{202A}1", "\u{202B}1", "1\u{202E}€"], .template),
        (["\u{2029}1", "\u{2030}1"], nil),
        (
            ["nan1", "nil1", "1 inf", "infinity1", "1 object", "1 Error", "1 TRUE", "false 1", "undefined1", "none1", "NULL 1"],
            .word
        ),
        (["nanx1", "1 in", "infinit1", "erro1"], nil),
        // Prices with digits of other scripts are judged like those in ASCII.
        (["١٢٣", "１２"], nil), (["-１", "(-１)"], .negative), (["１!"], .noCurrency), (["１２ "], .outerSpace), (["①", "一"], .noNumber),
        (["£1,5", "¥1,50", "1,5円", "₩1,5"], .missingDigits), (["€1,5", "£1,500", "1,5 €"], nil),
    ]

    @Test(arguments: priceFaults.indices) func faults(_ row: Int) {
        for price in Self.priceFaults[row].prices {
            #expect(Array(price.utf8).withUnsafeBufferPointer { PriceFault(in: $0) } == Self.priceFaults[row].fault, "\(price)")
        }
    }

    /// Each fault has words of its own.
    @Test(arguments: [
        ("####", "has no number"), ("12,", "ends in the middle"), ("1,29,9", "has a broken number"), ("$$5", "has its currency twice"),
        ("5 – ", "begins or ends with a space"), ("€ -12,50", "is negative"), ("$12.50$12.50", "has two numbers in a row"),
        ("$5 – null", "has a word that programs write where a value is missing"), ("10:30", "has numbers and signs, but no currency"),
        ("\u{202E}¥5", "has signs of a template or of a program"), ("$5 – ${price}", "has signs of a template or of a program"),
        ("£5 – £1,2", "has too few digits behind its comma"), ("Â£5", "was read in another encoding than it was written in"),
    ])
    func words(price: String, fault: String) {
        let found = findings(in: Array(#"[{"w":2,"h":3,"img":"a","price":"\#(price)"}]"#.utf8)).filter { $0.rule == "price-pattern" }
        #expect(found.map(\.message) == ["the price `\(price.replacing("\u{202E}", with: "<U+202E>"))` \(fault)"])
    }

    /// Ten times the budget is a warning.
    @Test(arguments: [(500, nil), (501, .info), (4999, .info), (5000, .warning)] as [(Int, Severity?)])
    func budgets(_ bytes: Int, _ severity: Severity?) {
        let found = findings(in: Array(#"[{"w":2,"h":3,"img":"a","price":"","bytes":\#(bytes)}]"#.utf8)) {
            _ = $0.set("most", of: "byte-budget", to: .number(500))
        }
        #expect(found.filter { $0.rule == "byte-budget" }.map(\.severity) == [severity].compactMap { $0 })
    }

    /// If a fact stands twice in an entry, the last value counts.
    @Test func repeatedFacts() {
        let entries = [(1, 900), (900, 1)].map { #"{"w":2,"h":3,"img":"\#($0.0)","price":"","bytes":\#($0.0),"bytes":\#($0.1)}"# }
        for number in 0..<2 {
            let text = "[\(entries[number]),\(entries[1 - number])]"
            let found = findings(in: Array(text.utf8)) { _ = $0.set("most", of: "byte-budget", to: .number(500)) }
            #expect(found.filter { $0.rule == "byte-budget" }.map(\.entry) == [number])
        }
    }
}
