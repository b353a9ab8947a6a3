import Base
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
        for start in [0, 1, hashes.count] { #expect(table.numbers(of: hashes, expecting: start) == numbers) }
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
        #expect(known.count > 8192, "\(seed)")
    }

    @Test(arguments: 500...530)
    func whileItGrows(count: Int) {
        let names = (0..<count).map { Bytes("\($0)") }
        #expect(numbers(names + names) == Array(0..<count) + Array(0..<count))
    }

    /// Names that come as they stand are found like any others, and so are those that do not, and those
    /// that are added in between.
    @Test(arguments: 0..<10)
    func inTheirOrder(round: Int) {
        var seed = Seed.announced(for: "NameTableTests.inTheirOrder \(round)")
        var table = NameTable()
        func hash(_ number: Int) -> NameHash.Value { Array("\(number)".utf8).withUnsafeBytes { table.hash.value(of: $0) } }
        table.reserve(Int.random(in: 0...2000, using: &seed))
        table.add(new: (0..<1000).map(hash))
        var count = 1000
        for _ in 0..<40 {
            let start = Int.random(in: 0...count, using: &seed)
            var asked = (0..<20).map { start + $0 }
            if Bool.random(using: &seed) { asked.shuffle(using: &seed) }
            if Bool.random(using: &seed) { asked[7] = .random(in: 0...count, using: &seed) }
            #expect(table.numbers(of: asked.map(hash), expecting: start) == asked.map { $0 < count ? $0 : nil }, "\(seed)")
            switch Int.random(in: 0..<4, using: &seed) {
            case 0:
                #expect(table.add([hash(count), hash(3)]) == [Int32(count), 3], "\(seed)")
                count += 1
            case 1:
                let new = Int.random(in: 0...900, using: &seed)
                table.add(new: (count..<count + new).map(hash))
                count += new
            default: break
            }
        }
        #expect(table.count == count, "\(seed)")
    }
}
