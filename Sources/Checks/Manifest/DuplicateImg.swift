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
        var groups: [EntryGroup] = []
        var numbers: [[Int]: Int] = [:]
        let copied = manifest.copiedPages
        for (file, repetitions) in manifest.repeatedImgs().enumerated() where copied[file] == nil {
            for repeated in repetitions where !manifest.differsInSize(repeated, in: file) {
                let key = [repeated.first.file, repeated.first.entry]
                if numbers[key] == nil {
                    numbers[key] = groups.count
                    groups.append(EntryGroup(first: repeated.first))
                }
                groups[numbers[key, default: 0]].add((file, repeated.entry))
            }
        }
        findings.add(Self.rule, groups, "the picture stands already in", "share", &manifest)
    }
}

/// Entries that have one picture.
struct EntryGroup {
    let first: (file: Int, entry: Int)
    private(set) var others: [(file: Int, entry: Int)] = []

    init(first: (file: Int, entry: Int)) { self.first = first }

    mutating func add(_ entry: (file: Int, entry: Int)) { if entry != first { others.append(entry) } }
}

extension FindingStore {
    /// So many groups have findings of their own, those with most entries.
    private static let mostGroups = 10

    /// Adds a finding for each group, at its second entry, or one for all if most entries are in groups. `message` ends before the
    /// location of the first entry, and `verb` stands between entries and pictures.
    mutating func add(
        _ rule: Rule, _ groups: [EntryGroup], _ message: String, _ verb: String, _ manifest: inout ManifestFiles
    ) {
        let loud = groups.filter { group in
            !countIfSilent(
                rule, in: group.others[0].file, manifest.subject(of: group.others[0].entry, in: group.others[0].file, field: .img))
        }
        // The order of equals stays, so that findings do not depend on the sort.
        let sorted = loud.enumerated().sorted { one, other in
            let counts = (one.element.others.count, other.element.others.count)
            return counts.0 == counts.1 ? one.offset < other.offset : counts.0 > counts.1
        }.map(\.element)
        let entries = loud.reduce(0) { $0 + $1.others.count + 1 }
        let haveOneCause = loud.count > Self.fewest && entries * 2 > manifest.entryCount
        for group in sorted.prefix(haveOneCause ? 1 : Self.mostGroups) {
            let second = group.others[0]
            var subject = manifest.subject(of: second.entry, in: second.file, field: .img)
            subject.isAboutAllEntries = haveOneCause
            var text = "\(message) \(manifest.location(of: group.first, seenFrom: second.file))"
            if group.others.count > 1 { text += ", and in \(group.others.count + 1) entries in all" }
            if haveOneCause { text += "; \(entries) of \(manifest.entryCount) entries \(verb) \(loud.count) pictures" }
            add(rule, in: second.file, unsilenced: subject, text)
        }
        if !haveOneCause, loud.count > Self.mostGroups { add(rule, in: sorted[0].others[0].file, surplus: loud.count - Self.mostGroups) }
    }
}
