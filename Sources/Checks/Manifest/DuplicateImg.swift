/// Pictures that several entries of a manifest have.
struct DuplicateImg: ManifestRule {
    static let rule = Rule(
        "duplicate-img", .manifest, .warning, "no picture stands in a manifest twice",
        explanation: """
            A picture that stands twice is mostly a row that was exported twice. Entries are found again by img, so in a \
            refresh two entries with the same one cannot be told apart. All pages of a manifest are looked at together.
            """,
        example: """
            {"w":200,"h":275,"img":"a.jpg","price":"¥169"}
            {"w":200,"h":275,"img":"a.jpg","price":"¥169"}
            """,
        remedy: "Remove the row from the catalogue. If two products share a picture, ignore the finding for this img.")

    init(_ settings: RuleSettings) {}

    mutating func conclude(_ manifest: inout ManifestFiles, _ findings: inout FindingCollector) {
        var known = FirstSeenIndex(entries: manifest.entryCount)
        for file in manifest.files.indices {
            for repeated in known.add(file, manifest.files) {
                let first = repeated.first
                findings.add(
                    to: file, subject(of: repeated.entry, in: file, manifest),
                    "the picture stands already in \(Self.name(first.entry, first.file, seenFrom: file, &manifest))")
            }
        }
    }

    private func subject(of entry: Int, in file: Int, _ manifest: ManifestFiles) -> FindingSubject {
        var subject = manifest.subject(of: entry, in: file)
        subject.field = EntryKey.img.text.description
        subject.pointer += "/img"
        return subject
    }

    private static func name(_ entry: Int, _ file: Int, seenFrom other: Int, _ manifest: inout ManifestFiles) -> String {
        let place = manifest.files[file].placeText(of: entry)
        return file == other ? place : "\(manifest.files[file].name), \(place)"
    }
}
