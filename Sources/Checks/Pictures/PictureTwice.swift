import Pixels

/// One picture under several addresses.
struct PictureTwice: ManifestRule {
    static let rule = Rule(
        "picture-twice", .pictures, .warning, "no picture has several addresses",
        explanation: """
            One file under two names is loaded twice, and mostly one product has a wrong picture. Entries with one `item_group_id`, \
            `product`, `product_id`, `parent_id` or `handle` may share it. Copies are found by their `phash`, unless the entries have \
            one price. Without `--images`, the rule reads the `phash` of the entries.
            """,
        example: "a.jpg and b.jpg with the same bytes, for two products",
        remedy: "Give each product its own picture, or all of them the same address.",
        readsEntries: true)

    init(_ parameters: RuleParameters) {}

    mutating func conclude(_ manifest: inout ManifestFiles, _ findings: inout FindingStore) {
        var groups: [[Int]] = []
        for similar in manifest.similarPictures where !similar.standsForNone {
            let first = similar.members[0].entry
            var group = [first]
            var imgs: Set<[UInt8]> = []
            for (entry, isCopy) in similar.members {
                guard imgs.insert(manifest.document.withImg(of: entry) { Array($0) }).inserted, entry != first else { continue }
                if isCopy ? !manifest.areVariants(entry, first) : manifest.areOfDifferentProducts(entry, first) { group.append(entry) }
            }
            if group.count > 1 { groups.append(group) }
        }
        findings.add(Self.rule, groups, "the picture is that of another address in", "are those of", manifest)
        manifest.noteUndecoded(Self.rule, &findings)
    }
}

extension ManifestFiles {
    /// Notes that pictures were found whose pixels were not decoded.
    func noteUndecoded(_ rule: Rule, _ findings: inout FindingStore) {
        let count = (measured ?? []).count { $0 != nil && $0?.content == nil }
        if count > 0 { findings.unchecked.add(rule, "\(count) \(count == 1 ? "picture was" : "pictures were") not decoded") }
    }
}
