import Manifests
import TestSupport
import Testing

@testable import Ingest

/// The difference between a manifest and the one that it replaces.
@Suite struct PreviousManifestTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Entries as letters with a side: `a1 b2`.
    private func entries(_ text: String) -> [(img: String, side: Int)] {
        text.split(separator: " ").map { (String($0.first!), Int($0.dropFirst())!) }
    }

    private func json(_ text: String) -> Bytes {
        let lines = entries(text).map { "{\"w\":\($0.side),\"h\":9,\"img\":\"\($0.img)\",\"price\":\"\"}" }
        return Bytes("[" + lines.joined(separator: ",") + "]")
    }

    private func output(_ name: String, pageSize: Int? = nil) -> IngestPlan.Output {
        var output = IngestPlan.Output()
        output.path = Array("\(folder.path)/\(name)".utf8)
        output.pageSize = pageSize
        return output
    }

    /// Writes a manifest to an output, and compares it with the previous one there: the added, removed and resized
    /// entries.
    private func change(_ output: IngestPlan.Output, to new: [(img: String, side: Int)]) throws -> [Int]? {
        let previous = PreviousManifest(output)
        _ = try written(new, output.kind, insteadOf: previous)
        previous.end()
        return previous.change.map { [$0.added, $0.removed, $0.resized] }
    }

    private func written(_ entries: [(img: String, side: Int)], _ kind: ManifestKind, insteadOf previous: PreviousManifest? = nil) throws
        -> [UInt8]
    {
        var written: [UInt8] = []
        var file = ManifestEncoder(kind, insteadOf: previous) { written += $0 }
        for (img, side) in entries {
            var (img, price) = (img, "")
            try img.withUTF8 { img in
                try price.withUTF8 { try file.append(ManifestEntry(width: side, height: 9, img: img, price: $0)) }
            }
        }
        try file.end()
        return written
    }

    /// Each new entry is matched with at most one old entry, even if several entries have the same picture.
    @Test(
        arguments: [
            ("", "", [0, 0, 0]), ("", "a1", [1, 0, 0]), ("a1", "", [0, 1, 0]), ("a1 b1", "b1 a1", [0, 0, 0]),
            ("a1 b1", "a2 c1", [1, 1, 1]), ("a1 a1 a1", "a1", [0, 2, 0]), ("a1", "a1 a1", [1, 0, 0]), ("a1 a1", "a2 a2 b1", [1, 0, 2]),
        ] as [(String, String, [Int])])
    func changes(old: String, new: String, counts: [Int]) throws {
        try folder.add("m.json", json(old))
        #expect(try change(output("m.json"), to: entries(new)) == counts)
        try folder.add("1.json", json(old))
        try folder.add(
            "index.json",
            Bytes(
                "{\"count\":\(entries(old).count),\"pages\":[{\"file\":\"1.json\",\"count\":\(entries(old).count),\"sha256\":\"\(String(repeating: "0", count: 64))\"}]}"
            ))
        #expect(try change(output("", pageSize: 5), to: entries(new)) == counts)
    }

    /// A missing or unreadable manifest is not compared.
    @Test func nothingToCompareWith() throws {
        try folder.add("broken.json", "[{\"w\":")
        try folder.addPipe("pipe.json")
        try folder.addFolder("pages")
        for name in ["gone.json", "broken.json", "pipe.json", "pages"] {
            #expect(try change(output(name), to: entries("a1")) == nil, "\(name)")
        }
        #expect(try change(output("pages", pageSize: 5), to: entries("a1")) == nil)
        #expect(try change(IngestPlan.Output(), to: entries("a1")) == nil)
        // Where there is none, nothing is wrong with it.
        for output in [output("gone.json"), output("pipe.json"), output("pages"), output("pages", pageSize: 5), IngestPlan.Output()] {
            let previous = PreviousManifest(output)
            previous.end()
            #expect(previous.fault == nil)
        }
    }

    /// Bytes are compared as long as they are the same, and entries read from the first difference on: here are none that could be.
    @Test(arguments: [(200_000, nil), (200_000, 0), (200_000, 150_000), (200_000, 199_999), (199_999, nil), (200_001, nil), (0, nil)])
    func equalBytes(count: Int, difference: Int?) throws {
        var seed = Seed.announced(for: "PreviousManifestTests.equalBytes")
        let old = Array((0..<40_000).map { "\($0) " }.joined().utf8.prefix(200_001))
        try folder.add("m.json", Bytes(Array(old.dropLast())))
        var new = Array(old.prefix(count))
        if let difference { new[difference] = 0 }
        let previous = PreviousManifest(output("m.json"))
        var rest = new[...]
        while !rest.isEmpty {
            let piece = rest.prefix([1, 3, 5000, 1 << 16, 70_000].randomElement(using: &seed)!)
            piece.withUnsafeBufferPointer { previous.compare($0, 1, 1) }
            piece.withUnsafeBufferPointer { previous.compare($0) }
            rest = rest.dropFirst(piece.count)
        }
        #expect(previous.change == nil)
        previous.end()
        let isSame = count == 200_000 && difference == nil
        #expect((previous.fault == nil) == isSame, "\(seed)")
        #expect(previous.change == (isSame ? ManifestChange() : nil), "\(seed)")
    }

    /// Lines behind the last one of before are new, whatever the size of both.
    @Test(arguments: [0, 1, 7000]) func linesBehind(count: Int) throws {
        var output = output("m.jsonl")
        output.kind = ManifestKind(.jsonl)
        let old = (0..<count).map { (img: "picture-\($0)", side: 7) }
        try folder.add("m.jsonl", Bytes(written(old, output.kind)))
        #expect(try change(output, to: old + [("a", 1), ("b", 2)]) == [2, 0, 0])
        #expect(try change(output, to: old) == [0, 0, 0])
    }

    /// A first run that is killed among its pages leaves them without an index. That is no manifest that cannot be read.
    @Test func pagesWithoutAnIndex() throws {
        try folder.add("1.json", json("a1"))
        let previous = PreviousManifest(output("", pageSize: 5))
        previous.end()
        #expect(previous.fault == nil && previous.change == nil)
    }

    /// The counts are correct wherever the new manifest begins to differ, with and without compression.
    @Test(arguments: ["m.json", "m.jsonl.gz"])
    func anyFirstDifference(name: String) throws {
        var seed = Seed.announced(for: "changes of \(name)")
        var output = output(name)
        output.kind = try #require(ManifestKind(path: name))
        let old = (0..<6000).map { (img: "picture-\($0)", side: $0 % 90 + 1) }
        try folder.add(Bytes(name), Bytes(written(old, output.kind)))
        #expect(try change(output, to: old) == [0, 0, 0], "\(seed)")
        for _ in 0..<6 {
            var new = old
            let start = Int.random(in: 0..<new.count, using: &seed)
            let removed = Int.random(in: 0...min(50, new.count - start), using: &seed)
            new.removeSubrange(start..<start + removed)
            let added = Int.random(in: 0...3, using: &seed)
            new.insert(contentsOf: (0..<added).map { ("new-\($0)", 1) }, at: Int.random(in: 0...new.count, using: &seed))
            let resized = Int.random(in: 0..<new.count, using: &seed)
            new[resized].side += 100
            #expect(try change(output, to: new) == [added, removed, new[resized].img.hasPrefix("new") ? 0 : 1], "\(seed)")
        }
        #expect(try change(output, to: Array(old.dropLast(3))) == [0, 3, 0], "\(seed)")
        #expect(try change(output, to: []) == [0, old.count, 0], "\(seed)")
    }
}
