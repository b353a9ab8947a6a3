import WeirBase

/// Manifests that lack too many entries of the previous one.
struct RemovedEntries: ManifestRule {
    static let rule = Rule(
        "removed-entries", .manifest, .error, "not too many entries of the previous manifest are gone",
        explanation: """
            A cut export loses many products at once. Needs `--previous`.
            """,
        example: "a manifest that was a, b, c and is a, d",
        remedy: "Export the catalogue again. If the products should go, raise `most`.",
        needs: [.previous],
        parameters: [
            RuleParameter(
                "most", default: .number(0.2),
                "entries that may be gone: below 1 a share, from 1 on a number")
        ])

    private let most: Double

    init(_ parameters: RuleParameters) { most = parameters.number("most") }

    mutating func conclude(_ manifest: inout ManifestFiles, _ findings: inout FindingStore) {
        guard let pairs = manifest.previousPairs() else { return }
        let removed = pairs.removed
        let isShare = most < 1
        guard Double(removed.count) > (isShare ? most * Double(pairs.namedCount) : most) else { return }
        let share = "(\(percent(Double(removed.count) / Double(pairs.namedCount))))"
        let limit = isShare ? percent(most) : shortest(most)
        findings.add(
            Self.rule, in: 0, FindingSubject(),
            """
            \(removed.count) of \(pairs.namedCount) entries of the previous manifest \(removed.count == 1 ? "is" : "are") gone \
            \(share), more than \(limit): \(Self.names(of: removed, in: pairs.previous))
            """)
    }

    /// The first pictures that are gone, with their locations in the previous manifest.
    private static func names(of removed: [(file: Int, entry: Int)], in previous: [ManifestFile]) -> String {
        // A variable keeps the index of the lines, which takes a pass over the file.
        var files = previous
        let names = removed.prefix(3).map { file, entry in
            let img = files[file].withTexts { printableImg($0[files[file].entries.imgs[entry]]) } ?? ""
            let shown = Array(img.utf8).withUnsafeBufferPointer { quoted($0) }
            return "\(shown) (\(files[file].name), \(files[file].location(of: entry)))"
        }
        let others = removed.count - names.count
        return names.joined(separator: ", ") + (others == 0 ? "" : " and \(others) more")
    }
}
