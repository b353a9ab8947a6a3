import WeirBase

/// The entries of all pages of a manifest, in order.
public struct EntryList: Sendable {
    private let pages: [Manifest]
    private let starts: FileStarts
    /// The number of entries of all pages.
    public var count: Int { starts.count }

    /// The pages follow one another.
    public init(_ pages: [Manifest]) {
        self.pages = pages
        starts = FileStarts(pages.map(\.count))
    }

    /// In pixels, as the manifest states it.
    public func width(of entry: Int) -> Int32 {
        let (page, entry) = starts.index(of: entry)
        return pages[page].widths[entry]
    }

    /// In pixels, as the manifest states it.
    public func height(of entry: Int) -> Int32 {
        let (page, entry) = starts.index(of: entry)
        return pages[page].heights[entry]
    }

    /// Whether the entry has a placeholder size; false if the column `status` was not kept.
    public func isPlaceholder(_ entry: Int) -> Bool { value(of: "status", in: entry) == "placeholder" }

    /// How many bytes each picture has, 0 where that is unknown; empty if the column `bytes` was not kept.
    public var pictureBytes: [Int] {
        pages.flatMap { page in page.values(of: "bytes").map { max(0, $0.flatMap { Int($0) } ?? 0) } }
    }

    /// The value of a kept column; empty if the entry has none, since layouts treat both alike.
    public func value(of column: String, in entry: Int) -> String {
        let (page, entry) = starts.index(of: entry)
        return pages[page].value(of: column, in: entry) ?? ""
    }

    /// Gives access to the picture and the price of an entry. The texts must have been kept.
    public func withTexts<Result>(
        of entry: Int, _ body: (_ img: UnsafeBufferPointer<UInt8>, _ price: UnsafeBufferPointer<UInt8>) -> Result
    ) -> Result {
        let (page, entry) = starts.index(of: entry)
        return pages[page].withTexts { body($0.img(entry), $0.price(entry)) }
    }

    /// Whether further pictures can be kept.
    package var keepsImages: Bool { pages.allSatisfy(\.keepsImages) }

    /// Whether an entry has a value of that column.
    package func hasValues(of column: String) -> Bool { pages.contains { $0.values(of: column).contains { $0?.isEmpty == false } } }

    /// Gives access to the text by which an entry is matched: the value of the key if the entry has one, or else its picture.
    private func withName<Result>(of entry: Int, by key: String?, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        var value = key.map { self.value(of: $0, in: entry) } ?? ""
        return value.isEmpty ? withTexts(of: entry) { img, _ in body(img) } : value.withUTF8(body)
    }

    func nameHash(of entry: Int, by key: String?) -> NameHash { withName(of: entry, by: key) { NameHash(of: UnsafeRawBufferPointer($0)) } }

    func img(of entry: Int, equals other: Int, in list: EntryList) -> Bool {
        withTexts(of: entry) { img, _ in list.withTexts(of: other) { other, _ in img.elementsEqual(other) } }
    }

    func price(of entry: Int, equals other: Int, in list: EntryList) -> Bool {
        withTexts(of: entry) { _, price in list.withTexts(of: other) { _, other in price.elementsEqual(other) } }
    }
}
