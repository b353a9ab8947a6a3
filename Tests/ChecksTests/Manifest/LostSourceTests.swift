import Testing

@testable import Checks

/// picture-source without pictures: entries that had a source in the previous manifest.
@Suite struct LostSourceTests {
    @Test(
        arguments: [
            ("algorithmicMedia", nil, "the entry has no source, and had algorithmicMedia in the previous manifest"),
            ("c2pa:algorithmicMedia", nil, "the entry has no source, and had c2pa:algorithmicMedia in the previous manifest"),
            (
                "algorithmicMedia", "c2pa:algorithmicMedia",
                "the entry has the source c2pa:algorithmicMedia, and had algorithmicMedia in the previous manifest"
            ),
            ("algorithmicMedia", "supplier", "the entry has no source, and had algorithmicMedia in the previous manifest"),
            ("c2pa:algorithmicMedia", "algorithmicMedia", nil), ("algorithmicMedia", "algorithmicMedia", nil),
            ("algorithmicMedia", "compositeSynthetic", nil), ("supplier", nil, nil), (nil, nil, nil), (nil, "algorithmicMedia", nil),
        ] as [(String?, String?, String?)])
    func sources(old: String?, new: String?, message: String?) {
        let choices = RuleChoices(Rule.all)
        var check = ManifestCheck(choices, previous: ManifestCheck(choices, isPrevious: true).check("old.json", manifest(old)))
        // Another entry stands before, so that entries are paired by their pictures.
        check.take(check.check("m.json", manifest(new, "b", "a")))
        let found = check.result.files.flatMap(\.findings).filter { $0.rule == "picture-source" }
        #expect(found.map(\.message) == [message].compactMap { $0 })
        #expect(found.allSatisfy { $0.entry == 1 && $0.severity == .warning })
    }

    private func manifest(_ source: String?, _ imgs: String...) -> [UInt8] {
        let imgs = imgs.isEmpty ? ["a"] : imgs
        let entries = imgs.map { img in
            let fact = img == "a" ? source.map { #","source":"\#($0)""# } ?? "" : ""
            return #"{"w":20,"h":30,"img":"\#(img).jpg","price":""\#(fact)}"#
        }
        return Array("[\(entries.joined(separator: ","))]".utf8)
    }
}
