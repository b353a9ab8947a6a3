import TestSupport
import Testing
import WeirBase

/// A number for each distinct name, in the order of their first appearance.
@Suite struct NameTableTests {
    private func numbers(_ names: [Bytes], reserving room: Int = 0) -> [Int] {
        var table = NameTable()
        table.reserve(room)
        let hashes = names.map { name in name.all.withUnsafeBytes { NameHash(of: $0) } }
        // The first half is added at once, the rest one by one.
        let (first, others) = (hashes.prefix(hashes.count / 2), hashes.dropFirst(hashes.count / 2))
        let numbers = table.add(Array(first)) + others.map { table.add($0) }
        #expect(table.numbers(of: hashes) == numbers)
        #expect(hashes.map { table.number(of: $0) } == numbers)
        #expect(table.number(of: Array("none".utf8)) == nil)
        #expect(table.count == Set(numbers).count)
        return numbers
    }

    @Test(
        arguments: [
            ([], []), (["a"], [0]), (["a", "a"], [0, 0]), (["a", "b", "a", "c", "b"], [0, 1, 0, 2, 1]),
            (["", "a", ""], [0, 1, 0]), (["ab", "a", "b", "abab", "ab"], [0, 1, 2, 3, 0]), (["a", "A", "a ", "a"], [0, 1, 2, 0]),
            ([[0xFF], [0xFF, 0], [0], [0xFF]], [0, 1, 2, 0]),
            // Two encodings of one character are two names.
            (["\u{E9}", "e\u{301}", "\u{E9}"], [0, 1, 0]),
        ] as [([Bytes], [Int])])
    func numbersNames(names: [Bytes], expected: [Int]) {
        #expect(numbers(names) == expected)
    }

    /// The table grows many times, and has the same numbers as a dictionary.
    @Test func manyNames() {
        var seed = Seed.announced(for: "name table")
        var known: [Bytes: Int] = [:]
        let names = (0..<30_000).map { _ in Bytes("p/\(UInt32.random(in: 0..<12_000, using: &seed)).jpg") }
        let expected = names.map { name in
            let number = known[name] ?? known.count
            known[name] = number
            return number
        }
        #expect(numbers(names) == expected, "\(seed)")
        #expect(known.count > 8192, "\(seed)")
    }

    /// Counts of names around those at which the table grows.
    @Test(arguments: [1, 383, 384, 385, 700, 767, 768, 769, 1535, 1536, 1537], [0, 1, 768, 769, 5000])
    func whileItGrows(count: Int, room: Int) {
        let names = (0..<count).map { Bytes("\($0)") }
        #expect(numbers(names + names, reserving: room) == Array(0..<count) + Array(0..<count))
    }
}
