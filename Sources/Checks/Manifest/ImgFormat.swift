import ImageHeaders
import WeirBase
import WeirRecords

/// Pictures in formats that some phones or browsers do not show.
struct ImgFormat: ManifestRule {
    static let rule = Rule(
        "img-format", .manifest, .error, "the app's systems show the formats of all pictures",
        explanation: "docs/formats.md has the versions of browsers, iOS and Android. Without a parameter the rule checks nothing.",
        example: #"{"w":200,"h":275,"img":"a.avif","price":"¥169"} in an app that runs on iOS 15"#,
        remedy: "Store such pictures as JPEG or PNG, or let the server choose a format for each phone.",
        parameters: [
            RuleParameter(
                "min-ios", default: .number(0), "the oldest iOS of the app; 0 if none"),
            RuleParameter(
                "min-android", default: .number(0),
                "the oldest Android of the app; 0 if none"),
            RuleParameter(
                "browsers", default: .texts([]), form: ViewerFloor.form,
                "the oldest browsers, such as `chrome>=120` or `2024`"),
        ])
    static let looksAtImages = true

    private struct Obstacle: Equatable {
        let format: ImageFormat
        /// The targets that do not show it.
        let targets: String
    }

    private let obstacles: [Obstacle]
    /// The formats of which it is not known whether all targets show them, and those that pictures have.
    private let unknown: Set<ImageFormat>
    private var foundUnknown: Set<ImageFormat> = []
    private var tally = KindTally<Obstacle>()

    init(_ parameters: RuleParameters) {
        let (ios, android) = (parameters.number("min-ios"), parameters.number("min-android"))
        let floors =
            [("iOS", ios), ("Android", android)].filter { $0.1 > 0 }.map { ViewerFloor(system: $0.0, version: $0.1) }
            + parameters.texts("browsers").flatMap(ViewerFloor.floors)
        unknown = Set(FormatTable.standard.rows.map(\.format).filter { format in floors.contains { !$0.knows(format) } })
        obstacles = FormatTable.standard.rows.compactMap { row in
            let targets = floors.compactMap { $0.obstacle(to: row.format) }
            return targets.isEmpty ? nil : Obstacle(format: row.format, targets: targets.joined(separator: ", "))
        }
    }

    mutating func look(at batch: EntryBatch, _ findings: inout FindingStore) {
        guard !obstacles.isEmpty || !unknown.isEmpty else { return }
        for entry in batch.entries {
            guard let (format, member) = format(of: entry, batch) else { continue }
            if unknown.contains(format) { foundUnknown.insert(format) }
            guard let obstacle = obstacles.first(where: { $0.format == format }), !tally.addIfKnown(where: { $0 == obstacle })
            else { continue }
            tally.add(in: batch.file, obstacle, batch.subject(entry, valueOf: member))
        }
    }

    /// The format, and the member that states it.
    private func format(of entry: EntryBatch.Entry, _ batch: EntryBatch) -> (ImageFormat, RecordBatch.Field)? {
        if entry.hasFacts, let stated = batch.member(.format, of: entry), stated.kind == .text {
            return ImageFormat(ending: batch.text(stated.value)).map { ($0, stated) }
        }
        guard let img = batch.member(.img, of: entry), img.kind == .text,
            let ending = ImageFormat.ending(of: batch.text(img.value))
        else { return nil }
        return ImageFormat(ending: ending).map { ($0, img) }
    }

    mutating func conclude(_ manifest: inout ManifestFiles, _ findings: inout FindingStore) {
        for (entry, picture) in (obstacles.isEmpty && unknown.isEmpty ? [] : manifest.measured ?? []).enumerated() {
            if let picture, unknown.contains(picture.format) { foundUnknown.insert(picture.format) }
            guard let picture, let obstacle = obstacles.first(where: { $0.format == picture.format }),
                manifest.statedFormat(of: entry) != picture.format, !tally.addIfKnown(where: { $0 == obstacle })
            else { continue }
            tally.add(in: manifest.document.file(of: entry), obstacle, manifest.subject(of: entry, fact: .format))
        }
        if !foundUnknown.isEmpty {
            let names = foundUnknown.map(\.rawValue).sorted().joined(separator: ", ")
            findings.unchecked.add(Self.rule, "it is not known which versions of browsers show \(names)")
        }
        for seen in tally.seen {
            findings.add(
                Self.rule, in: seen.file, seen.first,
                """
                \(seen.share(of: manifest.pictureCount)) in the format \(seen.kind.format.rawValue), \
                which is not shown by \(seen.kind.targets)
                """)
        }
    }
}

extension ManifestFiles {
    /// The format that an entry states, or else the one that the name of its picture ends with.
    fileprivate func statedFormat(of entry: Int) -> ImageFormat? {
        if let stated = document.fact(.format, of: entry) { return document.withText(stated, of: entry) { ImageFormat(ending: $0) } }
        return document.withImg(of: entry) { ImageFormat.ending(of: $0).flatMap { ImageFormat(ending: $0) } }
    }
}
