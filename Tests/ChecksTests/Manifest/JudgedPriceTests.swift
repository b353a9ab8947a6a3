@testable import Checks
import Testing

/// A verdict serves the next price only if that one would have the same alone.
@Suite struct JudgedPriceTests {
    @Test(arguments: [
        // The same number twice, or two numbers that are one with groups.
        (["169 170", "169 169", "169 170", "¥169 169", "¥169 170", "169 169 ₽", "169 170 ₽"], []),
        // Digits of a form stand for themselves.
        (["3=7=x", "3=8=x", "3=7=x"], ["3=7=x"]),
        (["3 / 7 = x", "3 / 8 = x"], ["3 / 7 = x"]),
        // Each broken price has its own finding.
        (["NaN", "NaN", "¥1", "NaN", "nan"], []),
        (["12,", "13,", "12,5", "1,2,", "1.3E+03", "1.3E+04", "1.3F"], []),
        (["", "¥", "¥5", "¥", "５円", "６円", "x円", "¥1,234", "¥1,23", "¥9,87"], []),
    ])
    func sequence(prices: [String], patterns: [String]) throws {
        let together = try told(prices, patterns)
        let alone = try prices.indices.filter { try !told([prices[$0]], patterns).isEmpty }
        #expect(together == alone)
        #expect(!together.isEmpty && together.count < prices.count)
    }

    /// The entries whose price is told.
    private func told(_ prices: [String], _ patterns: [String]) throws -> [Int] {
        // As many sound prices, so that no fault is shared by most entries.
        let entries = (prices + prices.map { _ in "¥5" }).enumerated().map { #"{"w":1,"h":1,"img":"\#($0).jpg","price":"\#($1)"}"# }
        let found = findings(in: Array("[\(entries.joined(separator: ","))]".utf8)) { choices in
            _ = choices.set("patterns", of: "price-pattern", to: .texts(patterns))
        }
        return try found.filter { $0.rule == "price-pattern" }.map { try #require($0.entry) }
    }
}
