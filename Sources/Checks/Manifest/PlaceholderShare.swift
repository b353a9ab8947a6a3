import ImageHeaders
import Manifests
import WeirBase

/// Manifests with too many placeholders.
struct PlaceholderShare: ManifestRule {
    static let rule = Rule(
        "placeholder-share", .manifest, .error, "not too many entries are placeholders",
        explanation: """
            The size of a placeholder is not the picture's, so its cell jumps. Many mean that a server was down. Without `status`, \
            nine of ten entries with one size are a warning: if it is `size`, or if sizes differed in `--previous`.
            """,
        example: #"{"w":300,"h":300,"img":"lost.jpg","price":"¥169","status":"placeholder"}"#,
        remedy: """
            Run `weir ingest --retry-failed`, and read the failures in its `--report`. `weir check --images` confirms true sizes.
            """,
        parameters: [
            RuleParameter(
                "most", default: .number(0.2), in: 0...1,
                """
                the share of entries that may be placeholders, from 0 to 1
                """),
            RuleParameter(
                size, default: .text(""), form: sizeForm,
                "the size of placeholders; by default `placeholder` of `ingest` in weir.json, or 300x300"),
        ])

    static let size = "size"

    private static let sizeForm = RuleParameter.TextForm(requirement: "a size such as 300x300") { $0.isEmpty || PixelSize($0) != nil }

    private let most: Double
    private let placeholder: PixelSize
    private var hasStatus = false

    init(_ parameters: RuleParameters) {
        most = parameters.number("most")
        placeholder = PixelSize(parameters.text(Self.size)) ?? PixelSize(width: 300, height: 300)
    }

    mutating func look(at batch: EntryBatch, _ findings: inout FindingStore) {
        hasStatus = hasStatus || batch.entries.contains { $0.hasFacts && batch.member(.status, of: $0) != nil }
    }

    mutating func conclude(_ manifest: inout ManifestFiles, _ findings: inout FindingStore) {
        if let message = manifest.shareMessage(of: "placeholder", "placeholders", above: most) {
            findings.add(Self.rule, in: 0, FindingSubject(field: "status"), message)
        } else if !hasStatus, let shared = manifest.unmeasuredSize(), let reason = reason(shared.size, manifest) {
            var subject = manifest.subject(of: shared.first)
            subject.field = EntryKey.w.text.description
            subject.isAboutAllEntries = true
            findings.add(
                Self.rule, in: manifest.document.file(of: shared.first), subject,
                """
                \(shared.count) of \(manifest.document.count) entries are \(shared.size.width)x\(shared.size.height), \(reason); this is \
                the first of them
                """,
                severity: .warning)
        }
    }

    /// Why the pictures may not have the size; nil if nothing speaks against it.
    private func reason(_ shared: PixelSize, _ manifest: ManifestFiles) -> String? {
        if shared == placeholder { return "the size of a placeholder" }
        guard let previous = manifest.previous, previous.sharedSize == nil else { return nil }
        return "and entries of the previous manifest have different sizes"
    }
}

extension ManifestFiles {
    /// The message about a share of entries with this status above `most`; nil if it is not above.
    func shareMessage(of status: StaticString, _ name: String, above most: Double) -> String? {
        let (count, all) = (document.count(ofStatus: status), document.count)
        guard Double(count) > most * Double(all) else { return nil }
        return "\(count) of \(all) entries are \(name) (\(percent(Double(count) / Double(all)))), more than \(percent(most))"
    }

    /// The size that nine of ten entries have, if most of their pictures are not measured and most addresses do not ask for it.
    fileprivate mutating func unmeasuredSize() -> (size: PixelSize, count: Int, first: Int)? {
        guard let shared = document.sharedSize, shared.count * 10 >= document.count * 9 else { return nil }
        // Many products may have one picture, and small shops have pictures of one size.
        guard shared.count - repeatedImgs.count >= 10 else { return nil }
        var known = 0
        document.forEachImg { entry, img in
            let size = (shared.size.width, shared.size.height)
            if found(entry) != nil || AskedSize(img, of: size).map({ ($0.width, $0.height) == (size.0, size.1) }) ?? false { known += 1 }
        }
        return known * 2 > shared.count ? nil : shared
    }
}

extension ManifestDocument {
    /// A size that more than half of the entries have, and the first entry of it.
    fileprivate var sharedSize: (size: PixelSize, count: Int, first: Int)? {
        // If a size has the majority, it is left when each entry has cancelled one of another size.
        var (width, height, surplus): (Int32, Int32, Int) = (0, 0, 0)
        for entry in 0..<count {
            if surplus == 0 { (width, height) = (widths[entry], heights[entry]) }
            surplus += (widths[entry], heights[entry]) == (width, height) ? 1 : -1
        }
        let entries = (0..<count).lazy.filter { (widths[$0], heights[$0]) == (width, height) }
        let shared = entries.reduce(0) { sum, _ in sum + 1 }
        guard width > 0, height > 0, shared * 2 > count, let first = entries.first else { return nil }
        return (PixelSize(width: Int(width), height: Int(height)), shared, first)
    }
}

extension PixelSize {
    /// Reads `300x300`.
    fileprivate init?(_ text: String) {
        let sides = text.split(separator: "x", omittingEmptySubsequences: false).map { $0.utf8.allSatisfy(isDigit) ? Int32($0) ?? 0 : 0 }
        guard sides.count == 2, sides.allSatisfy({ $0 > 0 }) else { return nil }
        self.init(width: Int(sides[0]), height: Int(sides[1]))
    }
}
