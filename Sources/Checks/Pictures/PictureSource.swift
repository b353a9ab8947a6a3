import Manifests
import Pixels

/// Generated pictures that no longer say so.
struct PictureSource: ManifestRule {
    static let rule = Rule(
        "picture-source", .pictures, .warning, "a generated picture keeps the metadata that say so",
        explanation: """
            Google Merchant Center requires IPTC's tag of generated pictures in XMP, mostly `trainedAlgorithmicMedia`, which services \
            that resize often remove. `source` comes from `--with source` before resizing, or from a column; with `--previous`, lost \
            ones are named.
            """,
        example: #"{"w":800,"h":800,"img":"a.jpg","price":"¥169","source":"trainedAlgorithmicMedia"}, and a.jpg has no XMP"#,
        remedy: "Let the service keep XMP (an option of most), or write the tag again after resizing.", readsEntries: true)

    init(_ parameters: RuleParameters) {}

    static func lacksFacts(of picture: PictureComparison) -> Bool {
        picture.declaredSource != nil && !picture.foundFacts.kinds.contains(.source)
    }

    func look(at picture: PictureComparison, _ findings: inout FindingStore) {
        guard case .success = picture.found, picture.foundFacts.kinds.contains(.source), let declared = picture.declaredSource else {
            return
        }
        let found = picture.foundFacts.placeholders[.source]
        // The same term in XMP is enough.
        guard found != declared.text, found != declared.term.rawValue else { return }
        findings.add(
            Self.rule, about: picture, "source",
            "the picture's metadata \(found.map { "say \($0)" } ?? "have no digital source type"), and source is \(declared.text)")
    }

    mutating func conclude(_ manifest: inout ManifestFiles, _ findings: inout FindingStore) {
        guard let previous = manifest.previous, previous.placeholderKeys.contains(.source), let pairs = manifest.previousPairs else {
            return
        }
        for entry in 0..<manifest.document.count {
            guard let old = pairs.previous(of: entry), let earlier = previous.source(of: old) else { continue }
            let source = manifest.document.source(of: entry)
            if let source, !source.isOnlyInC2PA || earlier.isOnlyInC2PA { continue }
            findings.add(
                Self.rule, in: manifest.document.file(of: entry), manifest.subject(of: entry),
                "the entry has \(source.map { "the source \($0.text)" } ?? "no source"), and had \(earlier.text) in the previous manifest")
        }
    }
}

extension PictureComparison {
    /// Nil if the entry states none. Shops have columns of this name for other things.
    var declaredSource: DigitalSource? { declaredFacts.placeholders[.source].flatMap { DigitalSource($0) } }
}

extension ManifestDocument {
    /// Nil if the entry states none.
    fileprivate func source(of entry: Int) -> DigitalSource? {
        string(placeholder(.source, of: entry), in: entry).flatMap { DigitalSource($0) }
    }
}
