import Layouts

// WeirApp: the entries of a manifest as an app in Swift loads them, with placeholders and pictures for a layout. It needs no C library.

/// A picture of a manifest. Foundation's `JSONDecoder` decodes it.
public struct Entry: Codable, Hashable, Sendable {
    /// In pixels, as a screen shows the picture.
    public var width: Int
    /// In pixels, as a screen shows the picture.
    public var height: Int
    /// A URL, or a path as the catalogue has it.
    public var img: String
    /// The catalogue's own characters; nil for the further pictures of a product.
    public var price: String?
    /// `ok`, `stale` or `placeholder`, if the manifest has it.
    public var status: String?
    /// A ThumbHash in base64, of which `placeholder` makes a picture.
    public var thumbhash: String?
    /// A BlurHash.
    public var blurhash: String?
    /// A small picture as a `data:` URL.
    public var blurDataURL: String?
    /// As #rrggbb.
    public var dominantColor: String?
    /// As #rrggbb.
    public var meanColor: String?
    /// The further pictures of a product.
    public var images: [Entry]?

    /// An entry with what all entries have.
    public init(width: Int, height: Int, img: String, price: String?) {
        (self.width, self.height, self.img, self.price) = (width, height, img, price)
    }

    private enum CodingKeys: String, CodingKey {
        case width = "w"
        case height = "h"
        case img, price, status, thumbhash, blurhash, blurDataURL, dominantColor, meanColor, images
    }
}

/// A manifest and what an app has loaded of it. Decode it from a single file, or from the `index.json` of a folder, and then load its
/// pages.
public struct Manifest: Codable, Sendable {
    /// A page of a folder, as the index lists it.
    public struct Page: Codable, Hashable, Sendable {
        /// Its name in the folder.
        public let file: String
        /// How many entries it has.
        public let count: Int
        /// The hash of its bytes, in hexadecimal digits.
        public let sha256: String
        fileprivate(set) var entries: [Entry]?
    }

    /// In their order. A single file is a page without a name.
    public private(set) var pages: [Page]
    /// The entries of all pages before the first one that is not loaded.
    public private(set) var entries: [Entry] = []
    private var found: [String: Entry] = [:]

    private enum CodingKeys: CodingKey { case pages }

    public init(from decoder: any Decoder) throws {
        if var list = try? decoder.unkeyedContainer() {
            var entries: [Entry] = []
            while !list.isAtEnd { entries.append(try list.decode(Entry.self)) }
            pages = [Page(file: "", count: entries.count, sha256: "", entries: entries)]
        } else {
            pages = try decoder.container(keyedBy: CodingKeys.self).decode([Page].self, forKey: .pages)
        }
        collect()
    }

    /// The number of entries of all pages, loaded or not.
    public var count: Int { pages.reduce(0) { $0 + $1.count } }

    /// The page to load when the end comes near; nil if all are there.
    public var nextPage: Page? { pages.first { $0.entries == nil } }

    /// Adds the entries of a page. Nothing, if a newer index does not list the page.
    public mutating func load(_ entries: [Entry], of page: Page) {
        guard let number = pages.firstIndex(where: { $0.file == page.file && $0.sha256 == page.sha256 }) else { return }
        pages[number].entries = entries
        collect()
    }

    /// Takes over a newer index, and keeps the pages that it lists unchanged. Returns how many of `entries` are still at their places:
    /// `truncate(to:)` takes those behind out of a layout.
    public mutating func update(to newer: Manifest) -> Int {
        let loaded = Dictionary(pages.map { ($0.sha256, $0.entries) }) { one, _ in one }
        let before = entries
        pages = newer.pages.map { page in
            var page = page
            page.entries = page.entries ?? loaded[page.sha256] ?? nil
            return page
        }
        collect()
        return zip(before, entries).prefix { $0 == $1 }.count
    }

    /// The entry of a picture among the loaded pages, in constant time; also of the further pictures of a product.
    public func entry(named img: String) -> Entry? { found[img] }

    private mutating func collect() {
        entries = pages.prefix { $0.entries != nil }.flatMap { $0.entries ?? [] }
        found = [:]
        for entry in pages.lazy.flatMap({ $0.entries ?? [] }) {
            for one in [entry] + (entry.images ?? []) where found[one.img] == nil { found[one.img] = one }
        }
    }
}

extension PicturePage {
    /// The sizes of entries, in one section.
    public init(_ entries: some Sequence<Entry>) throws(LayoutError) {
        var (widths, heights): ([Int32], [Int32]) = ([], [])
        for entry in entries {
            // A side that is too large for a layout is refused with those below 1.
            widths.append(Int32(exactly: entry.width) ?? 0)
            heights.append(Int32(exactly: entry.height) ?? 0)
        }
        try self.init(widths: widths, heights: heights)
    }
}
