import Manifests
import Pixels

/// HDR pictures that have become usual ones.
struct PictureRange: ManifestRule {
    static let rule = Rule(
        "picture-range", .pictures, .warning, "an HDR picture keeps its range",
        explanation: """
            Services that resize often drop HDR or a gain map. `range` comes from `--with range` before resizing. With `--previous`, \
            entries that lost it are named.
            """,
        example: #"{"w":800,"h":800,"img":"a.jpg","price":"¥169","range":"gainMap"}, and a.jpg has no gain map"#,
        remedy: "Let the service keep it, or leave `range` out.", readsEntries: true)

    init(_ parameters: RuleParameters) {}

    static func lacksFacts(of picture: PictureComparison) -> Bool {
        picture.declaredFacts.range != nil && !picture.foundFacts.kinds.contains(.range)
    }

    func look(at picture: PictureComparison, _ findings: inout FindingStore) {
        guard case .success = picture.found, picture.foundFacts.kinds.contains(.range), let declared = picture.declaredFacts.range,
            picture.foundFacts.range == nil
        else { return }
        findings.add(Self.rule, about: picture, "range", "the picture is not HDR, and range is \(declared.rawValue)")
    }

    mutating func conclude(_ manifest: inout ManifestFiles, _ findings: inout FindingStore) {
        guard let previous = manifest.previous, previous.placeholderKeys.contains(.range), let pairs = manifest.previousPairs else {
            return
        }
        for entry in 0..<manifest.document.count where manifest.document.range(of: entry) == nil {
            guard let old = pairs.previous(of: entry), let earlier = previous.range(of: old) else { continue }
            findings.add(
                Self.rule, in: manifest.document.file(of: entry), manifest.subject(of: entry),
                "the entry has no range, and had \(earlier.rawValue) in the previous manifest")
        }
    }
}

extension FileFacts {
    /// Nil without one, and for a text of a shop's column.
    fileprivate var range: DynamicRange? { placeholders[.range].flatMap { DynamicRange(rawValue: $0) } }
}

extension ManifestDocument {
    /// The same of an entry.
    fileprivate func range(of entry: Int) -> DynamicRange? {
        string(placeholder(.range, of: entry), in: entry).flatMap { DynamicRange(rawValue: $0) }
    }
}
