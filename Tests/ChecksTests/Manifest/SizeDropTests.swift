import Checks
import Testing

/// The rule that compares the sizes of pictures with those of the previous manifest.
@Suite struct SizeDropTests {
    private func manifest(_ sizes: [(Int, Int)], placeholders: Set<Int> = []) -> [UInt8] {
        let entries = sizes.enumerated().map {
            let status = placeholders.contains($0) ? "placeholder" : "ok"
            return #"{"w":\#($1.0),"h":\#($1.1),"img":"\#($0)","price":"1","status":"\#(status)"}"#
        }
        return Array("[\(entries.joined(separator: ","))]".utf8)
    }

    private func found(_ old: [UInt8], _ new: [UInt8]) -> [Finding] {
        let choices = RuleChoices(ManifestRules.withoutPictures)
        var check = ManifestCheck(choices, previous: ManifestCheck(choices, isPrevious: true).check("old.json", old))
        check.take(check.check("m.json", new))
        return check.result.files.flatMap(\.findings).filter { $0.rule == "size-drop" }
    }

    /// So many pictures become half as large, and so many stay as they are: five at least, and more than half.
    @Test(arguments: [(5, 0, true), (4, 0, false), (5, 4, true), (5, 5, false), (6, 5, true), (40, 0, true), (40, 40, false)])
    func counts(smaller: Int, others: Int, isFound: Bool) {
        let old = Array(repeating: (400, 200), count: others + smaller)
        let new = Array(repeating: (400, 200), count: others) + Array(repeating: (200, 100), count: smaller)
        let found = found(manifest(old), manifest(new))
        let message = """
            \(smaller) of \(smaller + others) pictures have at most half the width and height that they had in the previous manifest; the \
            first is 200x100 and was 400x200
            """
        #expect(found.map(\.message) == (isFound ? [message] : []))
        #expect(found.allSatisfy { $0.entry == others && $0.field == "w" && $0.isAboutAllEntries })
    }

    /// The new size of pictures that had 401 x 201.
    @Test(arguments: [
        (200, 100, true), (201, 100, false), (200, 101, false), (1, 1, true), (401, 201, false), (0, 100, false), (200, 0, false),
    ])
    func sizes(width: Int, height: Int, isFound: Bool) {
        let old = manifest(Array(repeating: (401, 201), count: 6))
        #expect(found(old, manifest(Array(repeating: (width, height), count: 6))).count == (isFound ? 1 : 0))
    }

    /// Placeholders, before or now, are not compared.
    @Test(arguments: [(0, 0, true), (1, 0, true), (0, 1, true), (2, 0, false), (0, 2, false), (1, 1, false)])
    func placeholders(before: Int, now: Int, isFound: Bool) {
        let old = manifest(Array(repeating: (400, 200), count: 6), placeholders: Set(0..<before))
        let new = manifest(Array(repeating: (20, 10), count: 6), placeholders: Set(5 - now + 1..<6))
        #expect(found(old, new).count == (isFound ? 1 : 0))
    }
}
