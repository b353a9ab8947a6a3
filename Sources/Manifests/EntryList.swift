/// The entries of all pages of a manifest, in order.
public struct EntryList: Sendable {
    private let pages: [Manifest]
    /// The number of the first entry of each page.
    private let starts: [Int]
    public let count: Int

    public init(_ pages: [Manifest]) {
        self.pages = pages
        var starts: [Int] = []
        var count = 0
        for page in pages {
            starts.append(count)
            count += page.count
        }
        self.starts = starts
        self.count = count
    }

    private func place(of entry: Int) -> (page: Int, entry: Int) {
        var (page, end) = (0, starts.count)
        // Finds the last page that begins at or before the entry. An empty page begins where the next page
        // does.
        while end - page > 1 {
            let middle = (page + end) / 2
            if starts[middle] <= entry { page = middle } else { end = middle }
        }
        return (page, entry - starts[page])
    }

    public func width(of entry: Int) -> Int32 {
        let (page, entry) = place(of: entry)
        return pages[page].widths[entry]
    }

    public func height(of entry: Int) -> Int32 {
        let (page, entry) = place(of: entry)
        return pages[page].heights[entry]
    }

    /// Whether the entry has a placeholder size; false if the status was not kept.
    public func isPlaceholder(_ entry: Int) -> Bool {
        let (page, entry) = place(of: entry)
        return pages[page].isPlaceholder(entry)
    }

    /// How many bytes each picture has, 0 where that is unknown; empty if it was not kept.
    public var pictureBytes: [Int] { pages.flatMap(\.pictureBytes) }

    /// Gives access to the picture and the price of an entry. The texts must have been kept.
    public func withTexts<Result>(
        of entry: Int, _ body: (_ img: UnsafeBufferPointer<UInt8>, _ price: UnsafeBufferPointer<UInt8>) -> Result
    ) -> Result {
        let (page, entry) = place(of: entry)
        return pages[page].withTexts { body($0.img(entry), $0.price(entry)) }
    }

    func hash(ofImg entry: Int) -> Int {
        var hasher = Hasher()
        withTexts(of: entry) { img, _ in hasher.combine(bytes: UnsafeRawBufferPointer(img)) }
        return hasher.finalize()
    }

    func img(of entry: Int, equals other: Int, in list: EntryList) -> Bool {
        withTexts(of: entry) { img, _ in list.withTexts(of: other) { other, _ in img.elementsEqual(other) } }
    }

    func price(of entry: Int, equals other: Int, in list: EntryList) -> Bool {
        withTexts(of: entry) { _, price in list.withTexts(of: other) { _, other in price.elementsEqual(other) } }
    }
}
