/// Pictures that several entries of a manifest have.
struct DuplicateImg: ManifestRule {
    static let rule = Rule(
        "duplicate-img", .manifest, .warning, "no picture has two entries",
        explanation: """
            Usually a row was exported twice. An app that refreshes cannot distinguish the two entries.
            """,
        example: """
            {"w":200,"h":275,"img":"a.jpg","price":"¥169"}
            {"w":200,"h":275,"img":"a.jpg","price":"¥169"}
            """,
        remedy: "Remove the row. If two products share a picture, ignore the finding.")

    init(_ parameters: RuleParameters) {}

    mutating func conclude(_ manifest: inout ManifestFiles, _ findings: inout FindingStore) {
        var groups: [[Int]] = []
        var numbers: [Int: Int] = [:]
        let copied = manifest.copiedPages
        for (entry, first) in manifest.repeatedImgs
        where copied[manifest.document.file(of: entry)] == nil && !manifest.differInSize(entry, first) {
            if numbers[first] == nil {
                numbers[first] = groups.count
                groups.append([first])
            }
            groups[numbers[first, default: 0]].append(entry)
        }
        findings.add(Self.rule, groups, "the picture stands already in", "share", manifest)
    }
}

extension FindingStore {
    /// So many groups have findings of their own, those with most entries.
    private static let mostGroups = 10

    /// Adds a finding for each group of entries that have one picture, at its second entry, or one for all if most entries are in groups.
    /// `message` ends before the location of the first entry, and `verb` stands between entries and pictures.
    mutating func add(_ rule: Rule, _ groups: [[Int]], _ message: String, _ verb: String, _ manifest: ManifestFiles) {
        let document = manifest.document
        let loud = groups.filter { !countIfSilent(rule, in: document.file(of: $0[1]), manifest.subject(of: $0[1], field: .img)) }
        // The order of equals stays, so that findings do not depend on the sort.
        let sorted = loud.enumerated().sorted { one, other in
            let counts = (one.element.count, other.element.count)
            return counts.0 == counts.1 ? one.offset < other.offset : counts.0 > counts.1
        }.map(\.element)
        let entries = loud.reduce(0) { $0 + $1.count }
        let haveOneCause = loud.count > Self.fewest && entries * 2 > document.count
        for group in sorted.prefix(haveOneCause ? 1 : Self.mostGroups) {
            var subject = manifest.subject(of: group[1], field: .img)
            subject.isAboutAllEntries = haveOneCause
            var text = "\(message) \(manifest.location(of: group[0], seenFrom: group[1]))"
            if group.count > 2 { text += ", and in \(group.count) entries in all" }
            if haveOneCause { text += "; \(entries) of \(document.count) entries \(verb) \(loud.count) pictures" }
            add(rule, in: document.file(of: group[1]), unsilenced: subject, text)
        }
        if !haveOneCause, loud.count > Self.mostGroups {
            add(rule, in: document.file(of: sorted[0][1]), surplus: loud.count - Self.mostGroups)
        }
    }
}
