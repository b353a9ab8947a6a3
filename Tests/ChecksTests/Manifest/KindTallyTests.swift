import Testing

@testable import Checks

/// Counts of kinds of entries.
@Suite struct KindTallyTests {
    private func tally(_ kinds: [Int]) -> KindTally<Int> {
        var tally = KindTally<Int>()
        for (number, kind) in kinds.enumerated() where !tally.addIfKnown(where: { $0 == kind }) {
            tally.add(in: number, kind, FindingSubject(img: "\(number)"))
        }
        return tally
    }

    /// The kinds in the order of their first entries, with these and their counts; and the most common one.
    @Test(
        arguments: [
            ([], [], nil), ([7], ["7 0 1"], 7), ([7, 7, 7], ["7 0 3"], 7), ([7, 8], ["7 0 1", "8 1 1"], 7),
            ([7, 8, 8, 7, 9, 8], ["7 0 2", "8 1 3", "9 4 1"], 8), ([9, 8, 7, 7, 8], ["9 0 1", "8 1 2", "7 2 2"], 8),
        ] as [([Int], [String], Int?)])
    func kinds(_ kinds: [Int], seen: [String], mostCommon: Int?) {
        let tally = tally(kinds)
        #expect(tally.seen.map { "\($0.kind) \($0.file) \($0.count)" } == seen)
        #expect(tally.seen.allSatisfy { $0.first.img == "\($0.file)" })
        #expect(tally.mostCommon?.kind == mostCommon && tally.count == kinds.count)
    }

    /// A kind behind the 64th is not counted, and those before it are.
    @Test(arguments: [63, 64, 65, 70]) func manyKinds(_ count: Int) {
        let tally = tally(Array(0..<count) + [0, 63, 64, 62, 0])
        #expect(tally.seen.map(\.kind) == Array(0..<64))
        #expect(tally.seen.map(\.count) == [3] + Array(repeating: 1, count: 61) + [2, count == 63 ? 1 : 2])
    }

    @Test(arguments: [([1], "1 of 9 pictures is"), ([1, 1], "2 of 9 pictures (this one first) are")])
    func shares(_ kinds: [Int], text: String) { #expect(tally(kinds).seen.map { $0.share(of: 9) } == [text]) }
}
