import ImageHeaders

/// Addresses of web pages instead of pictures.
struct ImgPage: ManifestRule {
    static let rule = Rule(
        "img-page", .manifest, .error, "img is the address of a picture, not of a web page",
        explanation: """
            An address without an ending, in a folder such as `products`, is a warning if nine of ten addresses end \
            like pictures.
            """,
        example: #"{"w":200,"h":275,"img":"https://example.com/products/red-hat.html","price":"¥169"}"#,
        remedy: "Set `--img-column`, or correct the catalogue.")
    static let looksAtImages = true

    private enum Page: String {
        case html = "the address of an HTML page"
        case product = "probably the address of a product's page: others end like pictures"
    }

    private var tally = KindTally<Page>()
    /// How many addresses end like pictures.
    private var pictures = 0

    init(_ parameters: RuleParameters) {}

    mutating func look(at batch: EntryBatch, _ findings: inout FindingStore) {
        for entry in batch.entries {
            let img = batch.text(batch.img(of: entry))
            let ending = ImageFormat.ending(of: img)
            if let ending, ImageFormat(ending: ending) != nil {
                pictures += 1
                continue
            }
            guard let page = Self.page(img, ending), let member = batch.member(.img, of: entry) else { continue }
            if !tally.addIfKnown(where: { $0 == page }) { tally.add(in: batch.file, page, batch.subject(entry, valueOf: member)) }
        }
    }

    private static func page(_ img: UnsafeBufferPointer<UInt8>, _ ending: Slice<UnsafeBufferPointer<UInt8>>?) -> Page? {
        if let ending { return pageEndings.contains(String(decoding: ending.prefix(6), as: UTF8.self).lowercased()) ? .html : nil }
        guard AddressForm.webAuthority(of: img) != nil else { return nil }
        let path = img.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
        let folders = path.split(separator: UInt8(ascii: "/")).dropFirst(2).dropLast().suffix(2)
        return folders.contains { productFolders.contains(String(decoding: $0, as: UTF8.self).lowercased()) } ? .product : nil
    }

    private static let pageEndings: Set<String> = ["html", "htm", "xhtml", "shtml"]
    private static let productFolders: Set<String> = ["p", "product", "products", "item", "items", "dp", "goods", "detail"]

    mutating func conclude(_ manifest: inout ManifestFiles, _ findings: inout FindingStore) {
        for seen in tally.seen where seen.kind == .html || pictures >= 9 * seen.count {
            findings.add(
                Self.rule, in: seen.file, seen.first, "\(seen.share(of: manifest.pictureCount)) \(seen.kind.rawValue)",
                severity: seen.kind == .html ? nil : .warning)
        }
    }
}
