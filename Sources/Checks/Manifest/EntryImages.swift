import WeirRecords

/// Further pictures that an app cannot show, or that the entry has already.
struct EntryImages: ManifestRule {
    static let rule = Rule(
        "entry-images", .manifest, .error, "further pictures (images) have w, h and img",
        explanation: """
            A gallery shows every further picture, and a repeated one twice. `images` in property lists are not \
            checked.
            """,
        example: #"{"w":200,"h":275,"img":"a.jpg","price":"¥169","images":["b.jpg",{"w":200,"img":"a.jpg"}]}"#,
        remedy: "Run `weir ingest --images-column` again, or correct the value.")
    static let looksAtImages = true

    private static let needed: [EntryKey] = [.w, .h, .img]

    /// The names that the pictures of the entry have.
    private var seen: Set<[UInt8]> = []

    init(_ parameters: RuleParameters) {}

    mutating func look(at batch: EntryBatch, _ findings: inout FindingStore) {
        guard let owner = batch.owner else { return }
        if owner.isAtFirst { seen = [Array(owner.img)] }
        // A column of the catalogue may have the same name: an array without objects has no pictures.
        guard !batch.entries.isEmpty else { return }
        for picture in batch.broken {
            let subject = FindingSubject(
                range: TextRange(picture.position.offset, count: 1), quotation: owner.range, pointer: batch.pointer(to: picture.number),
                entry: owner.number, img: printableImg(owner.img), field: EntryKey.images.text.description)
            findings.add(Self.rule, in: batch.file, subject, picture.message)
        }
        for picture in batch.entries {
            for key in Self.needed where !batch.has(key, picture) {
                findings.add(Self.rule, in: batch.file, batch.subject(picture, lacking: key), "the picture has no \(key.text)")
            }
            let img = batch.text(batch.img(of: picture))
            guard !img.isEmpty, !seen.insert(Array(img)).inserted, let member = batch.member(.img, of: picture) else { continue }
            findings.add(Self.rule, in: batch.file, batch.subject(picture, valueOf: member), "the picture stands in the entry already")
        }
    }
}
