import Manifests
import TestSupport
import Testing

@Suite struct ManifestDifferenceTests {
    /// A manifest in pages. An entry is the letter of its picture, its width and its price.
    private func list(_ text: String) throws -> ManifestDocument {
        let pages = try text.split(separator: "/", omittingEmptySubsequences: false).map { page in
            let entries = page.split(separator: " ").map { entry in
                let parts = entry.split(separator: "-", omittingEmptySubsequences: false)
                return
                    "{\"w\":\(parts.count > 1 ? parts[1] : "1"),\"h\":1,\"img\":\"\(parts[0])\",\"price\":\"\(parts.count > 2 ? parts[2] : "")\"}"
            }
            return try ManifestDocument(Array("[\(entries.joined(separator: ","))]".utf8))
        }
        return ManifestDocument(joining: pages)
    }

    struct Case: CustomTestStringConvertible, Sendable {
        let old: String
        let new: String
        var changes: [ManifestDifference.Change: [Int]] = [:]
        var testDescription: String { "\(old) -> \(new)" }
    }

    static let cases = [
        Case(old: "", new: ""),
        Case(old: "a b c", new: "a b c"),
        Case(old: "a b c", new: "a/b/ /c"),
        Case(old: "", new: "a b", changes: [.added: [0, 1]]),
        Case(old: "a b", new: "", changes: [.removed: [0, 1]]),
        Case(old: "a b c", new: "x a c", changes: [.added: [0], .removed: [1]]),
        Case(old: "a-1 b-2", new: "a-1 b-3", changes: [.resized: [1]]),
        Case(old: "a-1-5 b-1-6", new: "a-1-7 b-2-6", changes: [.repriced: [0], .resized: [1]]),
        // If one entry jumps over others, only that entry has moved.
        Case(old: "a b c d", new: "d a b c", changes: [.moved: [0]]),
        Case(old: "a b c d", new: "b c d a", changes: [.moved: [3]]),
        Case(old: "a b c d e", new: "e/d c x a", changes: [.added: [3], .removed: [1], .moved: [0, 1, 2]]),
        // A picture may occur more than once; its first occurrences are matched with each other.
        Case(old: "a-1 a-2 a-3", new: "a-1 a-2", changes: [.removed: [2]]),
        Case(old: "a-1 b a-2", new: "a-1 b a-2 a-3", changes: [.added: [3]]),
        Case(old: "a-1 a-2", new: "a-2 a-1", changes: [.resized: [0, 1]]),
    ]

    @Test(arguments: cases)
    func changes(row: Case) throws {
        let difference = ManifestDifference(from: try list(row.old), to: try list(row.new))
        for change in ManifestDifference.Change.allCases {
            #expect(difference[change] == row.changes[change, default: []], "\(change)")
        }
        #expect(difference.isEmpty == row.changes.isEmpty)
    }

    /// Entries matched by a key: another picture is a change, and so is another value of a compared column.
    @Test(
        arguments: [
            ("", "", []), ("img", "", [0]), ("", "color", [0]), ("img", "color", [0]), ("", "size", []),
        ] as [(String, String, [Int])])
    func changesByKey(img: String, column: String, changed: [Int]) throws {
        func list(_ isNew: Bool) throws -> ManifestDocument {
            var entry = ["sku": "s", "img": "a.jpg", "color": "red", "size": "L"]
            if isNew, !img.isEmpty { entry["img"] = "b.jpg" }
            if isNew, !column.isEmpty { entry[column] = "other" }
            let members = entry.sorted { $0.key < $1.key }.map { "\"\($0.key)\":\"\($0.value)\"" }
            let text = "[{\"w\":1,\"h\":1,\"price\":\"\",\(members.joined(separator: ","))}]"
            return try ManifestDocument(Array(text.utf8), keeping: ["sku", "color", "size"])
        }
        let difference = ManifestDifference(from: try list(false), to: try list(true), by: "sku", comparing: ["color"])
        #expect(difference.changed == changed)
        #expect(difference.added == [] && difference.removed == [])
        // Without a key, an entry with another picture is another entry.
        let byImg = ManifestDifference(from: try list(false), to: try list(true), comparing: ["color"])
        #expect(byImg.changed == (img.isEmpty ? changed : []))
        #expect(byImg.added == (img.isEmpty ? [] : [0]))
    }

    /// An entry whose key is empty is matched by its picture.
    @Test(arguments: [("a.jpg", "a.jpg", true), ("a.jpg", "b.jpg", false)])
    func withoutAKey(old: String, new: String, isMatched: Bool) throws {
        func list(_ img: String) throws -> ManifestDocument {
            try ManifestDocument(Array("[{\"w\":1,\"h\":1,\"img\":\"\(img)\",\"price\":\"\",\"sku\":\"\"}]".utf8), keeping: ["sku"])
        }
        #expect(ManifestDifference(from: try list(old), to: try list(new), by: "sku").added == (isMatched ? [] : [0]))
    }

    @Test func pairsWithoutPartners() throws {
        let pairs = EntryPairs(try list("a b c"), try list("a x b"))
        #expect((pairs.removed, pairs.added) == ([2], [1]))
        #expect((0..<3).map(pairs.previous(of:)) == [0, nil, 1])
    }

    /// The result is compared with a slow implementation of the definition.
    @Test func randomManifests() throws {
        var seed = Seed.announced(for: "differences of manifests")
        for _ in 0..<300 {
            let texts = (0..<2).map { _ in
                (0..<Int.random(in: 0...9, using: &seed)).map { _ in
                    "\(Int.random(in: 0...6, using: &seed))-\(Int.random(in: 1...2, using: &seed))"
                }
            }
            let difference = ManifestDifference(
                from: try list(texts[0].joined(separator: " ")), to: try list(texts[1].joined(separator: " ")))
            let imgs = texts.map { $0.map { $0.prefix { $0 != "-" } } }
            var free = Array(imgs[0].indices)
            var partners: [Int?] = []
            for img in imgs[1] {
                let index = free.firstIndex { imgs[0][$0] == img }
                partners.append(index.map { free.remove(at: $0) })
            }
            #expect((0..<imgs[1].count).map(difference.previous) == partners, "\(seed)")
            #expect(difference.removed == free, "\(seed)")
            let resized = partners.indices.filter { new in partners[new].map { texts[0][$0] != texts[1][new] } ?? false }
            #expect(difference.resized == resized, "\(seed)")
            let matched = partners.indices.filter { partners[$0] != nil }
            #expect(difference.moved.count == matched.count - longestRise(matched.compactMap { partners[$0] }), "\(seed)")
            let stayed = matched.filter { !difference.moved.contains($0) }.compactMap { partners[$0] }
            #expect(stayed == stayed.sorted(), "\(seed)")
        }
    }

    private func longestRise(_ numbers: [Int]) -> Int {
        var lengths: [Int] = []
        for (index, number) in numbers.enumerated() {
            lengths.append(1 + ((0..<index).filter { numbers[$0] < number }.map { lengths[$0] }.max() ?? 0))
        }
        return lengths.max() ?? 0
    }
}
