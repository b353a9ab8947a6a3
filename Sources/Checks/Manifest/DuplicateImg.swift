/// Pictures that several entries of a manifest have.
struct DuplicateImg: ManifestRule {
    static let rule = Rule(
        "duplicate-img", .manifest, .warning, "no picture stands in a manifest twice",
        explanation: """
            A picture that stands twice is mostly a row that was exported twice. Entries are found again by img, so in a \
            refresh two entries with the same one cannot be told apart. All pages of a manifest are looked at together. There is \
            one finding for each picture, at its second entry, and the pictures with most entries come first. If the sizes \
            differ, too, `duplicate-size` tells it, and `page-copy` tells of whole pages.
            """,
        example: """
            {"w":200,"h":275,"img":"a.jpg","price":"¥169"}
            {"w":200,"h":275,"img":"a.jpg","price":"¥169"}
            """,
        remedy: "Remove the row from the catalogue. If two products share a picture, ignore the finding for this img.")

    init(_ settings: RuleSettings) {}

    /// So many pictures have findings of their own, those with most entries.
    private static let mostTold = 10

    /// A picture, and the entries besides the first that have it.
    private struct Group {
        let first: (file: Int, entry: Int)
        var others: [(file: Int, entry: Int)] = []
    }

    mutating func conclude(_ manifest: inout ManifestFiles, _ findings: inout FindingCollector) {
        var groups: [Group] = []
        var numbers: [[Int]: Int] = [:]
        let copied = manifest.copiedPages
        for (file, repetitions) in manifest.repeatedImgs().enumerated() where copied[file] == nil {
            for repeated in repetitions where !manifest.differsInSize(repeated, in: file) {
                let key = [repeated.first.file, repeated.first.entry]
                if numbers[key] == nil { groups.append(Group(first: repeated.first)) }
                groups[numbers[key, default: groups.count - 1]].others.append((file, repeated.entry))
                numbers[key] = numbers[key] ?? groups.count - 1
            }
        }
        groups.removeAll { group in
            findings.isSilent(in: group.others[0].file, manifest.subject(of: group.others[0].entry, in: group.others[0].file, field: .img))
        }
        // The order of equals stays, so that findings do not depend on the sort.
        let sorted = groups.enumerated().sorted { ($1.element.others.count, $0.offset) < ($0.element.others.count, $1.offset) }.map(\.element)
        let entries = groups.reduce(0) { $0 + $1.others.count + 1 }
        let hasOneCause = groups.count > FindingCollector.fewest && entries * 2 > manifest.entryCount
        for group in sorted.prefix(hasOneCause ? 1 : Self.mostTold) {
            let place = group.others[0]
            var subject = manifest.subject(of: place.entry, in: place.file, field: .img)
            subject.isAboutAllEntries = hasOneCause
            var message = "the picture stands already in \(manifest.placeText(of: group.first, seenFrom: place.file))"
            if group.others.count > 1 { message += ", and in \(group.others.count + 1) entries in all" }
            if hasOneCause { message += "; \(entries) of \(manifest.entryCount) entries share \(groups.count) pictures" }
            findings.add(unsilenced: subject, message, to: place.file)
        }
        if !hasOneCause, groups.count > Self.mostTold { findings.add(surplus: groups.count - Self.mostTold, to: sorted[0].others[0].file) }
    }
}
