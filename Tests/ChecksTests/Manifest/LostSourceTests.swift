import Testing

@testable import Checks

/// picture-source and picture-range without pictures: entries that had a source or a range in the previous manifest.
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
    func sources(old: String?, new: String?, message: String?) { expect(message, "source", old, new) }

    @Test(
        arguments: [
            ("hdr", nil, "the entry has no range, and had hdr in the previous manifest"),
            ("gainMap", "summer", "the entry has no range, and had gainMap in the previous manifest"),
            ("gainMap", "hdr", nil), ("hdr", "hdr", nil), ("summer", nil, nil), (nil, nil, nil), (nil, "hdr", nil),
        ] as [(String?, String?, String?)])
    func ranges(old: String?, new: String?, message: String?) { expect(message, "range", old, new) }

    private func expect(_ message: String?, _ key: String, _ old: String?, _ new: String?) {
        let choices = RuleChoices(Rule.all)
        var check = ManifestCheck(choices, previous: ManifestCheck(choices, isPrevious: true).check("old.json", manifest(key, old)))
        // Another entry stands before, so that entries are paired by their pictures.
        check.take(check.check("m.json", manifest(key, new, "b", "a")))
        let found = check.result.files.flatMap(\.findings).filter { $0.rule == "picture-\(key)" }
        #expect(found.map(\.message) == [message].compactMap { $0 })
        #expect(found.allSatisfy { $0.entry == 1 && $0.severity == .warning })
    }

    private func manifest(_ key: String, _ value: String?, _ imgs: String...) -> [UInt8] {
        let imgs = imgs.isEmpty ? ["a"] : imgs
        let entries = imgs.map { img in
            let fact = img == "a" ? value.map { #","\#(key)":"\#($0)""# } ?? "" : ""
            return #"{"w":20,"h":30,"img":"\#(img).jpg","price":""\#(fact)}"#
        }
        return Array("[\(entries.joined(separator: ","))]".utf8)
    }
}
