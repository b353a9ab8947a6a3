import Encodings
import TestSupport
import Testing

/// A number for each distinct name, in the order of their first appearance.
@Suite struct NameTableTests {
    private func numbers(_ names: [Bytes]) -> [Int] {
        var table = NameTable()
        let hashes = names.map { name in name.all.withUnsafeBytes { table.hash.value(of: $0) } }
        // As batches of many and of one.
        let (first, others) = (hashes.prefix(hashes.count / 2), hashes.dropFirst(hashes.count / 2))
        let numbers = (table.add(Array(first)) + others.flatMap { table.add([$0]) }).map { Int($0) }
        #expect(table.numbers(of: hashes) == numbers)
        #expect(table.numbers(of: [Array("none".utf8).withUnsafeBytes { table.hash.value(of: $0) }]) == [nil])
        return numbers
    }

    @Test(arguments: [
        ([], []), (["a"], [0]), (["a", "a"], [0, 0]), (["a", "b", "a", "c", "b"], [0, 1, 0, 2, 1]),
        (["", "a", ""], [0, 1, 0]), (["ab", "a", "b", "abab", "ab"], [0, 1, 2, 3, 0]), (["a", "A", "a ", "a"], [0, 1, 2, 0]),
        ([[0xFF], [0xFF, 0], [0], [0xFF]], [0, 1, 2, 0]),
        // The same character in two spellings names two files.
        (["\u{E9}", "e\u{301}", "\u{E9}"], [0, 1, 0]),
    ] as [([Bytes], [Int])])
    func numbersNames(names: [Bytes], expected: [Int]) {
        #expect(numbers(names) == expected)
    }

    /// The table grows many times, and the answers stay those of a dictionary.
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
        #expect(known.count > 8192)
    }

    @Test(arguments: 500...530)
    func whileItGrows(count: Int) {
        let names = (0..<count).map { Bytes("\($0)") }
        #expect(numbers(names + names) == Array(0..<count) + Array(0..<count))
    }
}
