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
                let owner = store.owner(names: [hash(name)], parent: parents[name].map(hash), isProduct: false)
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
                    try store.add(store.owner(names: [hash(round * 100 + name)], parent: hash(next), isProduct: false)) { $0.append(0) }
                }
            }
            try store.finish()
            #expect(store.productCount == 2, "\(length)")
        }
    }

    /// A second name of a product leads to it, also if it is that of a product. A name that is a product's stays one.
    @Test(
        arguments: [
            ([([], 44, false), ([1, 44], nil, false), ([1], nil, false), ([2], nil, false), ([2], 1, false)], [4, 1]),
            ([([], nil, false), ([], nil, false)], [1, 1]), ([([1, 2], nil, false), ([2], nil, true)], [2]),
            ([([2], nil, true), ([1, 2], nil, false)], [1, 1]), ([([], 2, false), ([2], nil, true), ([2], 1, false)], [2, 1]),
        ] as [([([Int], Int?, Bool)], [Int])])
    func secondNames(parts: [([Int], Int?, Bool)], counts: [Int]) throws {
        var store = try PartStore()
        for (names, parent, isProduct) in parts {
            try store.add(store.owner(names: names.map(hash), parent: parent.map(hash), isProduct: isProduct)) { $0.append(0) }
        }
        try store.finish()
        #expect((0..<store.productCount).map(store.partCount) == counts)
    }

    /// A product whose texts fill the room for one is read as far as its next part.
    @Test(arguments: [0, 1]) func room(left: Int) throws {
        var store = try PartStore()
        for text in [[UInt8](repeating: 1, count: PartStore.mostBytes - left), [2]] {
            try store.add(store.owner(names: [hash(1)], parent: nil, isProduct: false)) { $0 += text }
        }
        try store.finish()
        var (bytes, starts): ([UInt8], [Int]) = ([], [])
        #expect(try store.read(0, to: &bytes, &starts) == (left == 1))
        #expect(starts == (left == 1 ? [0, PartStore.mostBytes - 1] : [0]) && bytes.count == PartStore.mostBytes)
    }
}
