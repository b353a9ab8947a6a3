import TestSupport
import Testing
import WeirBase

@testable import Ingest

/// Parts in any order, and the products that they belong to.
@Suite struct PartStoreTests {
    private func hash(_ name: Int) -> NameHash { withUnsafeBytes(of: name) { NameHash(of: $0) } }

    /// Trees of names, whose rows stand in a drawn order. The texts fill more windows than the store has.
    @Test func partsOfTrees() throws {
        var seed = Seed.announced(for: "PartStoreTests.partsOfTrees")
        for count in [0, 1, 2, 7, 20_000] {
            // The parent of each name has a smaller number; every third name is a product.
            let parents = (0..<count).map { $0 % 3 == 0 ? nil : Int.random(in: 0..<$0, using: &seed) as Int? }
            var roots: [Int] = []
            for name in 0..<count { roots.append(parents[name].map { roots[$0] } ?? name) }
            let order = (0..<count).shuffled(using: &seed)
            var store = try PartStore()
            for name in order {
                let owner = store.owner(names: [hash(name)], parent: parents[name].map(hash))
                try store.add(owner) { $0 += Array("\(name)".utf8) + [UInt8](repeating: UInt8(ascii: " "), count: name % 90) }
            }
            try store.finish()
            var expected: [[Int]] = []
            var numbers: [Int: Int] = [:]
            for name in order {
                if numbers[roots[name]] == nil {
                    numbers[roots[name]] = expected.count
                    expected.append([])
                }
                expected[numbers[roots[name]] ?? 0].append(name)
            }
            #expect(store.productCount == expected.count, "\(seed)")
            for product in 0..<store.productCount {
                var (bytes, starts): ([UInt8], [Int]) = ([], [])
                #expect(try store.read(product, to: &bytes, &starts))
                let names = starts.indices.map { part in
                    let end = part + 1 < starts.count ? starts[part + 1] : bytes.count
                    return Int(String(decoding: bytes[starts[part]..<end], as: UTF8.self).split(separator: " ")[0])
                }
                #expect(names == expected[product], "\(seed)")
            }
        }
    }

    /// Names of parts that lead to each other in rings are one product each.
    @Test func rings() throws {
        for length in 1...9 {
            var store = try PartStore()
            for round in 0..<2 {
                for name in 0..<length {
                    let next = round * 100 + (name + 1) % length
                    try store.add(store.owner(names: [hash(round * 100 + name)], parent: hash(next))) { $0.append(0) }
                }
            }
            try store.finish()
            #expect(store.productCount == 2, "\(length)")
        }
    }

    /// A second name of a product leads to it, and a name that is a product's stays one.
    @Test func secondNames() throws {
        var store = try PartStore()
        let parts: [([Int], Int?)] = [([], 44), ([1, 44], nil), ([1], nil), ([2], nil), ([2], 1), ([], nil), ([], nil)]
        for (names, parent) in parts { try store.add(store.owner(names: names.map(hash), parent: parent.map(hash))) { $0.append(0) } }
        try store.finish()
        #expect(store.productCount == 4)
        #expect((0..<4).map(store.partCount) == [4, 1, 1, 1])
    }
}
