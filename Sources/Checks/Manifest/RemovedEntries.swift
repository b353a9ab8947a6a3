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

    mutating func conclude(_ manifest: inout ManifestFiles, _ findings: inout FindingCollector) {
        guard let previous = manifest.previous, !manifest.hasFaults else { return }
        let removed = RemovedImgs(from: previous, to: manifest.files)
        let isShare = most < 1
        guard Double(removed.count) > (isShare ? most * Double(removed.total) : most) else { return }
        let share = "(\(percent(Double(removed.count) / Double(removed.total))))"
        let limit = isShare ? percent(most) : shortest(most)
        findings.add(
            to: 0, FindingSubject(),
            """
            \(removed.count) of \(removed.total) entries of the previous manifest \(removed.count == 1 ? "is" : "are") gone \
            \(share), more than \(limit): \(Self.names(of: removed, in: previous))
            """)
    }

    /// The first pictures that are gone, with their locations in the previous manifest.
    private static func names(of removed: RemovedImgs, in previous: [ManifestFile]) -> String {
        // A variable keeps the index of the lines, which takes a pass over the file.
        var files = previous
        let names = removed.first.map { file, entry in
            let img = files[file].withTexts { printableImg($0[files[file].entries.imgs[entry]]) } ?? ""
            let shown = Array(img.utf8).withUnsafeBufferPointer { quoted($0) }
            return "\(shown) (\(files[file].name), \(files[file].location(of: entry)))"
        }
        let others = removed.count - names.count
        return names.joined(separator: ", ") + (others == 0 ? "" : " and \(others) more")
    }
}

/// The entries of the previous manifest whose img a manifest lacks, counted, and the first of them.
private struct RemovedImgs {
    /// The number of entries with an img in the previous manifest.
    private(set) var total = 0
    private(set) var count = 0
    private(set) var first: [(file: Int, entry: Int)] = []

    private static var named: Int { 3 }

    init(from previous: [ManifestFile], to files: [ManifestFile]) {
        var names = NameTable()
        names.reserve(files.reduce(0) { $0 + $1.entries.count })
        // For each img the number of entries that match no previous one yet.
        var unmatched: [UInt32] = []
        for file in files {
            file.withImgs { _, img in
                let number = names.add(img)
                if number == unmatched.count { unmatched.append(0) }
                unmatched[number] += 1
            }
        }
        for (index, file) in previous.enumerated() {
            file.withImgs { entry, img in
                total += 1
                if let number = names.number(of: img), unmatched[number] > 0 {
                    unmatched[number] -= 1
                } else {
                    count += 1
                    if first.count < Self.named { first.append((index, entry)) }
                }
            }
        }
    }
}
