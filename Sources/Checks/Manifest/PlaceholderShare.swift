import ImageHeaders
import WeirBase

/// Manifests with too many placeholders.
struct PlaceholderShare: ManifestRule {
    static let rule = Rule(
        "placeholder-share", .manifest, .error, "not too many entries are placeholders",
        explanation: """
            The size of a placeholder is not the picture's, so its cell jumps. Many placeholders mean that a server \
            was down. If no entry has `status`, nine of ten entries with one size are a warning: if the size is \
            `size`, or if sizes differed in `--previous`.
            """,
        example: #"{"w":300,"h":300,"img":"lost.jpg","price":"¥169","status":"placeholder"}"#,
        remedy: """
            Run `weir ingest --retry-failed`, and read the failures in its `--report`. If the pictures have this size, \
            `weir check --images` confirms it.
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
        if let message = manifest.shareMessage(of: .placeholder, "placeholders", above: most) {
            findings.add(Self.rule, in: 0, FindingSubject(field: "status"), message)
        } else if !hasStatus, let shared = manifest.unmeasuredSize(), let reason = reason(shared, manifest) {
            var subject = manifest.subject(of: shared.first.entry, in: shared.first.file)
            subject.field = EntryKey.w.text.description
            subject.isAboutAllEntries = true
            findings.add(
                Self.rule, in: shared.first.file, subject,
                "\(shared.count) of \(manifest.entryCount) entries are \(shared.size.width)x\(shared.size.height), \(reason); this is the first of them",
                severity: .warning)
        }
    }

    /// Why the pictures may not have the size; nil if nothing speaks against it.
    private func reason(_ shared: SharedSize, _ manifest: ManifestFiles) -> String? {
        if shared.size == placeholder { return "the size of a placeholder" }
        guard let previous = manifest.previous, SharedSize(of: previous) == nil else { return nil }
        return "and entries of the previous manifest have different sizes"
    }
}

extension ManifestFiles {
    /// The message about a share of entries with this state above `most`; nil if it is not above.
    func shareMessage(of state: EntryState, _ name: String, above most: Double) -> String? {
        let (count, all) = (files.reduce(0) { sum, file in sum + file.entries.states.count { $0 == state } }, entryCount)
        guard Double(count) > most * Double(all) else { return nil }
        return "\(count) of \(all) entries are \(name) (\(percent(Double(count) / Double(all)))), more than \(percent(most))"
    }

    /// The size that nine of ten entries have, if most of their pictures are not measured and most addresses do not ask for it.
    fileprivate mutating func unmeasuredSize() -> SharedSize? {
        guard let shared = SharedSize(of: files), shared.count * 10 >= entryCount * 9 else { return nil }
        // Many products may have one picture, and small shops have pictures of one size.
        guard shared.count - repeatedImgs().reduce(0, { $0 + $1.count }) >= 10 else { return nil }
        let known = files.indices.reduce(0) { sum, file in
            files[file].withTexts { texts in
                sum
                    + files[file].entries.imgs.enumerated().count { entry, img in
                        if found(entry, in: file) != nil { return true }
                        guard let asked = AskedSize(texts[img], of: (shared.size.width, shared.size.height)) else { return false }
                        return asked.width == shared.size.width && asked.height == shared.size.height
                    }
            }
        }
        return known * 2 > shared.count ? nil : shared
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
