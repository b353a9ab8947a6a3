import Pixels

/// Pictures that load well and show nothing.
struct PictureShows: ManifestRule {
    static let rule = Rule(
        "picture-shows", .pictures, .warning, "the picture shows something",
        explanation: """
            A transparent picture, or one of a single color, leaves the cell empty. One that ends in gray comes from a broken \
            download, one of ten entries with five prices is mostly a "no image" picture. Without `--images`, the rule reads \
            `content`, `phash` and `thumbhash` of the entries.
            """,
        example: #"{"w":800,"h":800,"img":"a.png","price":"¥169"}, and a.png is white"#,
        remedy: "Export the picture again. A transparent PNG is mostly a hidden layer.",
        readsEntries: true,
        parameters: [
            RuleParameter(hashes: emptyPictures, "ThumbHashes of your \"no image\" pictures, as `weir probe --with thumbhash` prints them")
        ])

    private static let emptyPictures = "empty-pictures"

    private let listed: Set<String>

    init(_ parameters: RuleParameters) { listed = Set(parameters.texts(Self.emptyPictures)) }

    mutating func conclude(_ manifest: inout ManifestFiles, _ findings: inout FindingStore) {
        guard manifest.knowsContent || !listed.isEmpty else { return }
        let document = manifest.document
        for entry in 0..<document.count {
            guard let content = manifest.content(of: entry), let phrase = phrase(content) else { continue }
            findings.add(Self.rule, in: document.file(of: entry), manifest.subject(of: entry, field: .img), "the picture \(phrase)")
        }
        for group in manifest.similarPictures where group.standsForNone {
            let first = group.members[0].entry
            if isListed(manifest.content(of: first)) { continue }
            findings.add(
                Self.rule, in: document.file(of: first), manifest.subject(of: first, field: .img),
                "the picture is that of \(group.members.count) entries with different prices, so it mostly stands for none")
        }
        manifest.noteUndecoded(Self.rule, &findings)
    }

    private func phrase(_ content: PictureContent) -> String? {
        content.emptiness?.phrase ?? (isListed(content) ? "is one of \(Self.emptyPictures)" : nil)
    }

    private func isListed(_ content: PictureContent?) -> Bool { content?.thumbhash.map(listed.contains) ?? false }
}

extension EmptyContent {
    /// A phrase behind "the picture".
    fileprivate var phrase: String {
        switch self {
        case .blank: "is of one color"
        case .transparent: "is fully transparent"
        case .cut: "is gray in its lower part, as after a download that broke off"
        }
    }
}

extension RuleParameter {
    /// A parameter that is an array of ThumbHashes.
    fileprivate init(hashes name: String, _ about: String) {
        let form = TextForm(requirement: "a ThumbHash in Base64") { text in
            Array(text.utf8).withUnsafeBufferPointer { Placeholders.Key.thumbhash.allows($0) }
        }
        self.init(name, default: .texts([]), form: form, about)
    }
}
