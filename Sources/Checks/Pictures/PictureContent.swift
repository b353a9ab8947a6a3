import Base
import ImageHeaders
import Pixels

/// The content of a picture's pixels, as far as its placeholders show it.
package struct PictureContent: Equatable, Sendable {
    /// The ThumbHash: pictures that look the same have the same one.
    let thumbhash: String
    /// Why the picture shows nothing, as a phrase; nil if it shows something.
    let emptiness: String?

    /// Nil if the pixels were not decoded. A picture without colours is wholly transparent.
    package init?(_ placeholders: [Placeholders.Key: String]) {
        guard let thumbhash = placeholders[.thumbhash], let header = base64Decoded(Array(thumbhash.utf8)), header.count >= 5 else { return nil }
        self.thumbhash = thumbhash
        guard let mean = placeholders[.meanColor], let dominant = placeholders[.dominantColor] else {
            emptiness = "is fully transparent"
            return
        }
        // Bits 18 to 23 are the scale of the lightness and whether there is an alpha channel, which may have a shape of one colour.
        // Bits 27 to 38 are the scales of both colours. A scale of 0 means that nothing differs from the mean.
        let bits = header[..<5].reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        let isFlat = bits >> 18 & 63 == 0 && bits >> 27 & 0xFFF == 0
        emptiness = isFlat && mean == dominant ? "is of one colour, \(mean)" : nil
    }
}

/// Pictures that load well and show nothing.
struct PictureShows: ManifestRule {
    static let rule = Rule(
        "picture-shows", .pictures, .warning, "the picture shows something",
        explanation: """
            A picture of one colour, or a transparent one, loads without an error and leaves the cell empty. Pictures \
            of servers need `--mirror`.
            """,
        example: #"{"w":800,"h":800,"img":"a.png","price":"¥169"}, and a.png is white"#,
        remedy: "Export the picture again. A transparent PNG is usually a hidden layer.")

    init(_ settings: RuleSettings) {}

    mutating func conclude(_ manifest: inout ManifestFiles, _ findings: inout FindingCollector) {
        for (file, pictures) in (manifest.measured ?? []).enumerated() {
            for (entry, picture) in pictures.enumerated() {
                guard let emptiness = picture?.content?.emptiness else { continue }
                findings.add(to: file, manifest.subject(of: entry, in: file, field: .img), "the picture \(emptiness)")
            }
        }
        manifest.noteUndecoded(&findings)
    }
}

/// One picture under several addresses.
struct PictureTwice: ManifestRule {
    static let rule = Rule(
        "picture-twice", .pictures, .warning, "no picture has several addresses",
        explanation: """
            A file with two names is loaded twice, and usually one product has a wrong picture. Resized copies are not \
            found. Pictures of servers need `--mirror`.
            """,
        example: "a.jpg and b.jpg with the same bytes, for two products",
        remedy: "Give each product its own picture, or all of them the same address.")

    init(_ settings: RuleSettings) {}

    private struct Key: Hashable {
        let size: PixelSize
        let bytes: Int
        let thumbhash: String
    }

    mutating func conclude(_ manifest: inout ManifestFiles, _ findings: inout FindingCollector) {
        var groups: [Key: (imgs: Set<[UInt8]>, group: EntryGroup)] = [:]
        for (file, pictures) in (manifest.measured ?? []).enumerated() {
            for (entry, picture) in pictures.enumerated() {
                guard let picture, let bytes = picture.bytes, let content = picture.content, content.emptiness == nil else { continue }
                let key = Key(size: picture.size, bytes: bytes, thumbhash: content.thumbhash)
                let img = manifest.files[file].withTexts { Array($0[manifest.files[file].entries.imgs[entry]]) }
                if groups[key]?.imgs.insert(img).inserted ?? true {
                    groups[key, default: ([img], EntryGroup(first: (file, entry)))].group.add((file, entry))
                }
            }
        }
        let several = groups.values.map(\.group).filter { !$0.others.isEmpty }
        findings.add(several.sorted { $0.first < $1.first }, "the picture is that of another address in", "are those of", &manifest)
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
