import Manifests
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
        guard let pairs = manifest.previousPairs, let previous = manifest.previous else { return }
        let removed = pairs.removed.filter { previous.imgs[$0].count > 0 }
        let all = previous.imgs.count { $0.count > 0 }
        let isShare = most < 1
        guard Double(removed.count) > (isShare ? most * Double(all) : most) else { return }
        let share = "(\(percent(Double(removed.count) / Double(all))))"
        let limit = isShare ? percent(most) : shortest(most)
        findings.add(
            Self.rule, in: 0, FindingSubject(),
            """
            \(removed.count) of \(all) entries of the previous manifest \(removed.count == 1 ? "is" : "are") gone \
            \(share), more than \(limit): \(Self.names(of: removed, in: previous))
            """)
    }

    /// The first pictures that are gone, with their locations in the previous manifest.
    private static func names(of removed: [Int], in previous: ManifestDocument) -> String {
        let names = removed.prefix(3).map { entry in
            let shown = Array((previous.printableImg(of: entry) ?? "").utf8).withUnsafeBufferPointer { quoted($0) }
            return "\(shown) (\(previous.files[previous.file(of: entry)].name), \(previous.location(of: entry)))"
        }
        let others = removed.count - names.count
        return names.joined(separator: ", ") + (others == 0 ? "" : " and \(others) more")
    }
}
