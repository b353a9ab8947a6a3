// docs/rules.md: prices that are none, prices of nothing, and prices that have jumped are found.
import TestSupport
import Testing

@Suite struct CheckPriceTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func found(_ prices: [String], previous: [String]? = nil, configuration: String = "{}") throws -> [String] {
        func add(_ name: Bytes, _ prices: [String]) throws {
            try folder.add(name, Bytes(manifest(of: prices.enumerated().map { entry(200, 300, "\($0).jpg", $1) })))
        }
        try add("m.json", prices)
        try folder.add("weir.json", Bytes(configuration))
        var options: [Bytes] = ["m.json", "--format=json", "--config=weir.json"]
        if let previous {
            try add("old.json", previous)
            options.append("--previous=old.json")
        }
        let outcome = try check(options, in: folder)
        return try outcome.checked().findings.map { "\($0.rule) \($0.line ?? 0):\($0.column ?? 0) \($0.pointer): \($0.message)" }
    }

    @Test(arguments: [
        ("####", "has no number"), ("#REF!", "has no number"), ("1.3E+03", "has a broken number"), ("NaN", "has no number"),
        ("$NaN", "has no number"),
        ("12,", "ends in the middle"), ("1,29,9", "has a broken number"), ("¥", "has no number"), ("(税込)", "has no number"),
        ("$$5", "has its currency twice"), ("5 – ", "begins or ends with a space"), ("1,299,00", "has a broken number"),
        ("-5", "is negative"),
        ("$5 – null", "has a word that programs write where a value is missing"), ("2026-11-22", "has numbers and signs, but no currency"),
        ("$12.50$12.50", "has two numbers in a row"), ("€ -12,50", "is negative"), ("−12,50 kr", "is negative"),
        ("$1,2…", "ends in the middle"),
        ("=A1*1.2", "has signs of a template or of a program"), ("10:30", "has numbers and signs, but no currency"),
        ("&yen;5", "has signs of a template or of a program"), ("\u{202E}¥5", "has signs of a template or of a program"),
        ("¥1,23", "has too few digits behind its comma"), ("£5 – £1,2", "has too few digits behind its comma"),
        ("Â£5", "was read in another encoding than it was written in"),
        ("₹1,29", "has too few digits behind its comma"), ("169 169", "has two numbers in a row"),
        ("$5 – ${price}", "has signs of a template or of a program"),
    ])
    func broken(price: String, fault: String) throws {
        #expect(
            try found([price]) == ["price-pattern 2:40 /0/price: the price `\(price.replacing("\u{202E}", with: "<U+202E>"))` \(fault)"])
    }

    @Test(arguments: [
        "299:50 kr", "5 € 50", "$0.0045", "$9.99 (-50%)", "1,299/=", "¥505起", "¥713(税込)", "From $15", "ab 885,99 €", "R 499.99",
        "S/ 837.90", "586.000 đ", "$708.00 MXN", "١٬٢٣٤٫٥٠ د.إ.", "$10 – $20", "10–20 €", "Rs. 499/-",
        "￥1,299（税込）", "À partir de 12,90 €", "12€50", "USD $15.00", "1,23,456.00 ₹", "１２円", "１，２００円（税込）", "CHF 1’299.–",
    ])
    func sound(price: String) throws { #expect(try found([price]) == []) }

    /// Faults of several kinds that most prices have are one finding a kind.
    @Test func sharedFaults() throws {
        let found = try found((0..<16).map { $0 % 2 == 0 ? "NaN" : "169 169" }).filter { $0.hasPrefix("price-pattern") }
        #expect(
            found == [
                "price-pattern 2:40 /0/price: the price `NaN` has no number; so it is in 8 of 16 entries, in this one first",
                "price-pattern 3:40 /1/price: the price `169 169` has two numbers in a row; so it is in 8 of 16 entries, in this one first",
            ])
    }

    /// `patterns` adds texts.
    @Test(arguments: [
        ("Price on request", true), ("Free, as always", true), ("free", false), ("From $15", true), ("$1,23", true), ("¥1,23", false),
    ])
    func patterns(price: String, isPrice: Bool) throws {
        let found = try found([price], configuration: #"{"rules":{"price-pattern":{"patterns":["Price on request","Free*"]}}}"#)
        #expect(found.map { $0.prefix(13) } == (isPrice ? [] : ["price-pattern"]))
    }

    @Test(arguments: ["¥0", "$0.00", "0,00 €", "0", "From ¥0", "٠ ر.س", "¥0 – ¥5"])
    func zero(price: String) throws {
        #expect(
            try found([price, "¥0.5"]).filter { $0.hasPrefix("price-zero") } == ["price-zero 2:40 /0/price: the price `\(price)` is zero"])
    }

    @Test func nearlyZero() throws {
        let configuration = #"{"rules":{"price-zero":{"above":1}}}"#
        #expect(
            try found(["¥0.5", "¥1.5"], configuration: configuration) == ["price-zero 2:40 /0/price: the price `¥0.5` is not more than 1"])
        #expect(try found(["", "¥0.01", "¥05", "¥100"]) == [])
    }

    @Test(arguments: [
        ("¥129.00", "¥12900", true), ("¥12900", "¥129.00", true), ("¥129", "¥1290", true), ("¥129", "¥1289", false),
        ("1.299 €", "1299 €", false),
        ("1.299,00 €", "1299 €", false), ("1.299,00 €", "1.299 €", false), ("$5", "€500", false), ("", "¥500", false),
        ("¥0", "¥500", false), ("1.5万円", "15000円", false),
        ("From $9", "$90", true), ("١٢٩ ر.س", "1290 ر.س", true), ("1 299 Kč", "12 990 Kč", true), ("KWD 1.250", "KWD 12.500", true),
        ("0.999 €", "9.99 €", true),
    ])
    func jump(old: String, new: String, isJump: Bool) throws {
        let expected = ["price-jump 3:40 /1/price: the price `\(new)` was `\(old)` in the previous manifest"]
        let configuration = #"{"rules":{"one-currency":"off"}}"#
        #expect(
            try found(["¥7", new], previous: ["¥7", old], configuration: configuration).filter { $0.hasPrefix("price-jump") }
                == (isJump ? expected : []))
    }

    @Test func threefold() throws {
        let configuration = #"{"rules":{"price-jump":{"times":3}}}"#
        #expect(try found(["¥30", "¥29"], previous: ["¥10", "¥10"], configuration: configuration).map { $0.prefix(10) } == ["price-jump"])
    }

    /// If most prices have jumped, there is one finding.
    @Test func all() throws {
        let found = try found((1...20).map { "¥\($0)00" }, previous: (1...20).map { "¥\($0).00" }).filter { $0.hasPrefix("price") }
        #expect(
            found == [
                "price-jump 2:40 /0/price: the price `¥100` was `¥1.00` in the previous manifest; 20 of 20 prices have jumped, this one first"
            ])
    }

    /// If prices have moved by a row, jumps among them have no findings, and others have.
    @Test func movedPrices() throws {
        let old = (1...12).map { "¥\($0 % 2 == 0 ? $0 * 1000 : $0)" }
        let moved = ["¥7"] + old.dropLast()
        #expect(try found(moved, previous: old).map { $0.prefix(11) } == ["price-shift"])
        let jumped = Array(moved.dropLast()) + ["¥77"]
        #expect(try found(jumped, previous: old).map { $0.prefix(16) } == ["price-shift 2:40", "price-jump 13:41"])
        let off = try found(moved, previous: old, configuration: #"{"rules":{"price-shift":"off"}}"#)
        #expect(off.map { $0.prefix(10) } == ["price-jump"])
    }

    /// Of several entries with one img, the first is compared with the first.
    @Test func repeated() throws {
        try folder.add("old.json", Bytes(manifest(entry(2, 3, "a.jpg", "¥5"), entry(2, 3, "a.jpg", "¥500"))))
        try folder.add("m.json", Bytes(manifest(entry(2, 3, "a.jpg", "¥5"), entry(2, 3, "a.jpg", "¥500"), entry(2, 3, "a.jpg", "¥1"))))
        #expect(!(try check("m.json", "--previous=old.json", in: folder).text.contains("price-jump")))
    }
}
