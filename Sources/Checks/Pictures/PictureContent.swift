import Pixels

/// The content of a picture's pixels, as far as checks compare it.
package struct PictureContent: Equatable, Sendable {
    /// Pictures that look the same have the same one; nil if it was not made.
    let thumbhash: String?
    /// Nil if it was not made, or if the picture is too plain for one.
    let hash: PerceptualHash?
    /// Why the picture shows nothing; nil if it shows something, or if nobody has looked.
    let emptiness: EmptyContent?

    package init(_ placeholders: [Placeholders.Key: String]) {
        thumbhash = placeholders[.thumbhash]
        hash = placeholders[.phash].flatMap { PerceptualHash($0) }
        emptiness = placeholders[.content].flatMap { EmptyContent(rawValue: $0) }
    }
}

extension EmptyContent {
    /// A phrase behind "the picture".
    fileprivate var phrase: String {
        switch self {
        case .blank: "is of one colour"
        case .transparent: "is fully transparent"
        case .cut: "is gray in its lower part, as after a download that broke off"
        }
    }
}

/// Pictures that load well and show nothing.
struct PictureShows: ManifestRule {
    static let rule = Rule(
        "picture-shows", .pictures, .warning, "the picture shows something",
        explanation: """
            A picture of one colour, or a transparent one, loads without an error and leaves the cell empty. A picture that ends in \
            gray was saved from a broken download, and one of ten entries with five prices is mostly a "no image" picture. Files, \
            `data:` URLs and pictures in the mirror are checked; without `--images`, `content` and `phash` of the entries.
            """,
        example: #"{"w":800,"h":800,"img":"a.png","price":"¥169"}, and a.png is white"#,
        remedy: "Export the picture again. A transparent PNG is mostly a layer that was hidden.",
        parameters: [
            RuleParameter(hashes: emptyPictures, "hashes of your \"no image\" pictures, as `weir probe --with phash` prints them")
        ])

    private static let emptyPictures = "empty-pictures"

    private let listed: [PerceptualHash]

    init(_ settings: RuleSettings) { listed = settings.texts(Self.emptyPictures).compactMap { PerceptualHash($0) } }

    mutating func conclude(_ manifest: inout ManifestFiles, _ findings: inout FindingCollector) {
        guard manifest.knowsContent else { return }
        for file in manifest.files.indices {
            for entry in 0..<manifest.files[file].entries.count {
                guard let content = manifest.content(of: entry, in: file), let phrase = phrase(content) else { continue }
                findings.add(to: file, manifest.subject(of: entry, in: file, field: .img), "the picture \(phrase)")
            }
        }
        let shared = manifest.similarPictures().groups.filter(\.standsForNone)
        for group in shared where !isListed(group.hash) {
            let first = group.members[0]
            findings.add(
                to: first.file, manifest.subject(of: first.entry, in: first.file, field: .img),
                "the picture is that of \(group.members.count) entries with different prices, so it mostly stands for none")
        }
        manifest.noteUndecoded(&findings)
    }

    private func phrase(_ content: PictureContent) -> String? {
        content.emptiness?.phrase ?? (isListed(content.hash) ? "is one of \(Self.emptyPictures)" : nil)
    }

    private func isListed(_ hash: PerceptualHash?) -> Bool {
        hash.map { hash in listed.contains { $0.distance(to: hash) <= PerceptualHash.mostDistance } } ?? false
    }
}

extension RuleParameter {
    /// A parameter that is an array of perceptual hashes.
    fileprivate init(hashes name: String, _ about: String) {
        let form = TextForm(requirement: "16 hexadecimal digits") { PerceptualHash($0) != nil }
        self.init(name, default: .texts([]), form: form, about)
    }
}

/// One picture under several addresses.
struct PictureTwice: ManifestRule {
    static let rule = Rule(
        "picture-twice", .pictures, .warning, "no picture has several addresses",
        explanation: """
            One file under two names is loaded twice, and mostly one product has a wrong picture. Resized and converted copies \
            are found by their `phash`, unless the entries have one price or one `item_group_id`, `product`, `product_id`, \
            `parent_id` or `handle`: then they are one product. Files, `data:` URLs and pictures in the mirror are compared; \
            without `--images`, the `phash` of the entries.
            """,
        example: "a.jpg and b.jpg with the same bytes, for two products",
        remedy: "Give each product its own picture, or all of them the same address.")

    init(_ settings: RuleSettings) {}

    mutating func conclude(_ manifest: inout ManifestFiles, _ findings: inout FindingCollector) {
        var groups: [EntryGroup] = []
        for similar in manifest.similarPictures().groups where !similar.standsForNone {
            let first = similar.members[0]
            var group = EntryGroup(first: (first.file, first.entry))
            var imgs: Set<[UInt8]> = []
            for member in similar.members {
                guard imgs.insert(manifest.imgBytes(of: member.entry, in: member.file)).inserted else { continue }
                if member.isCopy || manifest.areOfDifferentProducts(member, first) { group.add((member.file, member.entry)) }
            }
            if !group.others.isEmpty { groups.append(group) }
        }
        findings.add(groups, "the picture is that of another address in", "are those of", &manifest)
        manifest.noteUndecoded(&findings)
    }
}

extension ManifestFiles {
    /// Notes that pictures were found whose pixels were not decoded.
    fileprivate func noteUndecoded(_ findings: inout FindingCollector) {
        let count = (measured ?? []).joined().count { $0 != nil && $0?.content == nil }
        if count > 0 { findings.addUnlooked("\(count) \(count == 1 ? "picture was" : "pictures were") not decoded") }
    }
}
