import Checks
import Testing

/// The rules that compare prices with those of the previous manifest.
@Suite struct PriceChangeTests {
    private func findings(
        _ rule: String, from old: [String], to new: [String], times: Double = 10, without other: String? = nil,
        img: (Int) -> String = { "\($0)" }
    ) -> [Finding] {
        func manifest(_ prices: [String]) -> [UInt8] {
            let entries = prices.enumerated().map { #"{"w":2,"h":3,"img":"\#(img($0))","price":"\#($1)"}"# }
            return Array("[\(entries.joined(separator: ","))]".utf8)
        }
        var choices = RuleChoices(ManifestRules.withoutPictures)
        _ = choices.set("times", of: "price-jump", to: .number(times))
        if let other { _ = choices.setSeverity(of: other, to: nil) }
        var check = ManifestCheck(choices, previous: ManifestCheck(choices, isPrevious: true).check("old.json", manifest(old)))
        check.take(check.check("m.json", manifest(new)))
        return check.result.files.flatMap(\.findings).filter { $0.rule == rule }
    }

    /// Five changed prices, four of five of which are those of the row before or behind.
    @Test(
        arguments: [
            (["1", "2", "3", "4", "5", "6"], ["9", "1", "2", "3", "4", "5"], "5 of 6", "before", 0),
            (["1", "2", "3", "4", "5", "6"], ["2", "3", "4", "5", "6", "9"], "5 of 6", "behind", 0),
            (["1", "2", "3", "4", "5"], ["9", "1", "2", "3", "4"], "4 of 5", "before", 0),
            (["1", "2", "3", "4"], ["9", "1", "2", "3"], nil, "", 0),
            (["1", "2", "3", "4", "5"], ["9", "1", "2", "3", "8"], nil, "", 0),
            (["0", "1", "2", "3", "4", "5"], ["0", "2", "3", "4", "5", "9"], "4 of 5", "behind", 1),
            (["1", "2", "3", "4", "5", "6"], ["1", "2", "3", "4", "5", "6"], nil, "", 0),
            (["1", "2", "3", "4", "5", "6"], ["6", "5", "4", "3", "2", "1"], nil, "", 0),
            (["1", "2", "3", "4", "5", "6", "7", "8", "9", "10"], ["11", "1", "2", "3", "4", "5", "6", "7", "12", "13"], nil, "", 0),
        ] as [([String], [String], String?, String, Int)])
    func shifts(_ old: [String], _ new: [String], _ share: String?, _ side: String, _ first: Int) {
        let found = findings("price-shift", from: old, to: new)
        let message = share.map { share in
            "prices have moved by one row: \(share) changed prices are those that the entry \(side) had in the previous manifest, and this is the first of them"
        }
        #expect(found.map(\.message) == [message].compactMap { $0 })
        #expect(found.allSatisfy { $0.entry == first && $0.isAboutAllEntries })
    }

    @Test(arguments: [
        ("129.00", "1290", 10, true), ("129", "1289", 10, false), ("1290", "129", 10, true), ("1289", "129", 10, false),
        ("0", "100", 10, false), ("100", "0", 10, false),
        ("", "100", 10, false), ("100", "", 10, false), ("free", "100", 10, false), ("¥100", "$1000", 10, false),
        ("¥100", "¥1000", 10, true), ("1万", "10", 10, false),
        ("1万", "10万", 10, true), ("100", "1,000.00", 10, true), ("100", "1.000,00", 10, true), ("0.125", "1.25", 10, true),
        ("100", "200", 2, true), ("100", "199", 2, false),
        ("１００", "1000", 10, true), ("100", "100", 10, false), ("From $9", "$90", 10, true), ("١٢٩ ر.س", "1290 ر.س", 10, true),
        ("1 299 Kč", "12 990 Kč", 10, true), ("KWD 1.250", "KWD 12.500", 10, true), ("1.299,00 €", "1.299 €", 10, false),
    ])
    func jumps(_ old: String, _ new: String, _ times: Double, _ isJump: Bool) {
        let found = findings("price-jump", from: [old], to: [new], times: times)
        #expect(found.map(\.message) == (isJump ? ["the price `\(new)` was `\(old)` in the previous manifest"] : []))
        #expect(found.allSatisfy { $0.pointer == "/0/price" && $0.position != nil })
    }

    /// More than ten jumps of more than half of the prices have one cause. Ten are folded like any fault that most entries share.
    @Test(arguments: [(11, 11, true, 1), (11, 21, true, 1), (11, 22, false, 11), (10, 19, false, 1), (3, 4, false, 3)])
    func jumpsOfOneCause(_ jumps: Int, _ count: Int, _ isOneCause: Bool, _ findingCount: Int) {
        // Prices that the rule about shifted rows does not recognize.
        let old = (0..<count).map { "\(100 + $0 * $0)" }
        let new = old.enumerated().map { $0 < jumps ? "\($1)00" : $1 }
        let found = findings("price-jump", from: old, to: new)
        let first = found.first?.message ?? ""
        #expect(first.hasSuffix("; \(jumps) of \(count) prices have jumped, this one first") == isOneCause, "\(first)")
        #expect(found.count == findingCount)
    }

    /// Prices that moved by a row are no jumps, and others among them are.
    @Test func movedPrices() {
        let old = (1...12).map { "\($0 % 2 == 0 ? $0 * 1000 : $0)" }
        let new = ["7"] + old.dropLast()
        #expect(findings("price-shift", from: old, to: new).count == 1)
        #expect(findings("price-jump", from: old, to: new).isEmpty)
        #expect(findings("price-jump", from: old, to: new.dropLast() + ["77"]).map(\.entry) == [11])
        #expect(!findings("price-jump", from: old, to: new, without: "price-shift").isEmpty)
    }

    /// So many prices of so many are gone, beside some that were not there before and some entries that are new.
    @Test(
        arguments: [
            (1, 10, "warning 1 of the 10 prices that the previous manifest had here is empty now"),
            (1, 11, nil), (2, 20, "warning 2 of the 20 prices that the previous manifest had here are empty now"), (2, 21, nil),
            (5, 10, "warning 5 of the 10 prices that the previous manifest had here are empty now"),
            (6, 10, "error 6 of the 10 prices that the previous manifest had here are empty now"), (0, 10, nil),
            (3, 3, "error 3 of the 3 prices that the previous manifest had here are empty now"),
        ] as [(Int, Int, String?)])
    func lostPrices(_ lost: Int, _ count: Int, _ message: String?) {
        for (missing, more) in [(0, 0), (3, 0), (0, 4), (2, 5)] {
            let old = Array(repeating: "", count: missing) + Array(repeating: "5", count: count)
            let new = old.enumerated().map { $0 < missing + lost ? "" : $1 } + Array(repeating: "", count: more)
            let found = findings("price-present", from: old, to: new).filter { $0.message.contains("previous") }
            #expect(
                found.map { "\($0.severity) \($0.message)" } == (message.map { ["\($0); this is the first of them"] } ?? []),
                "\(missing), \(more)")
            #expect(found.allSatisfy { $0.entry == missing && $0.isAboutAllEntries })
        }
    }

    /// Of several entries with one img, the first is compared with the first.
    @Test func repeated() {
        #expect(findings("price-jump", from: ["5", "500"], to: ["5", "500", "1"], img: { _ in "a" }).isEmpty)
    }
}
