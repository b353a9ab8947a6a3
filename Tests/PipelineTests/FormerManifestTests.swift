import Manifests
@testable import Pipeline
import Reports
import TestSupport
import Testing

/// The difference between a manifest and the one that it replaces.
@Suite struct FormerManifestTests {
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

    private func place(_ name: String, pageSize: Int? = nil) -> IngestPlan.Output {
        var place = IngestPlan.Output()
        place.path = Array("\(folder.path)/\(name)".utf8)
        place.pageSize = pageSize
        return place
    }

    private func change(_ place: IngestPlan.Output, to new: String) -> [Int]? {
        var former = FormerManifest(place)
        for (img, side) in entries(new) {
            var (img, price) = (img, "")
            img.withUTF8 { img in
                price.withUTF8 { price in former?.compare(ManifestEntry(width: side, height: 9, img: img, price: price)) }
            }
        }
        return former.map { [$0.change.added, $0.change.removed, $0.change.resized] }
    }

    /// An entry of the new stands for one of the old, however many there are of a picture.
    @Test(arguments: [
        ("", "", [0, 0, 0]), ("", "a1", [1, 0, 0]), ("a1", "", [0, 1, 0]), ("a1 b1", "b1 a1", [0, 0, 0]),
        ("a1 b1", "a2 c1", [1, 1, 1]), ("a1 a1 a1", "a1", [0, 2, 0]), ("a1", "a1 a1", [1, 0, 0]), ("a1 a1", "a2 a2 b1", [1, 0, 2]),
    ] as [(String, String, [Int])])
    func changes(old: String, new: String, counts: [Int]) throws {
        try folder.add("m.json", json(old))
        #expect(change(place("m.json"), to: new) == counts)
        try folder.add("1.json", json(old))
        try folder.add("index.json", Bytes("{\"count\":\(entries(old).count),\"pages\":[{\"file\":\"1.json\",\"count\":\(entries(old).count),\"sha256\":\"\(String(repeating: "0", count: 64))\"}]}"))
        #expect(change(place("", pageSize: 5), to: new) == counts)
    }

    /// What cannot be read is compared with nothing.
    @Test func nothingToCompareWith() throws {
        try folder.add("broken.json", "[{\"w\":")
        try folder.addPipe("pipe.json")
        try folder.addFolder("pages")
        for name in ["gone.json", "broken.json", "pipe.json", "pages"] { #expect(change(place(name), to: "a1") == nil, "\(name)") }
        #expect(change(place("pages", pageSize: 5), to: "a1") == nil)
        #expect(change(IngestPlan.Output(), to: "a1") == nil)
    }
}
