import Layouts

/// The pictures of one manifest, which all layouts and screens share.
package struct PictureSet: Sendable {
    package let whole: PicturePage
    /// How many pictures each page has; a manifest in one file is a single page.
    package let pageLengths: [Int]
    /// The true sizes of the pictures, and the declared sizes of those that were not measured. Nil if none
    /// was measured.
    package let trueSizes: PicturePage?
    package let previous: PreviousPictures?
    /// Whether the size of a picture is the number of its pixels.
    let hasPixels: @Sendable (_ item: Int) -> Bool

    package init(
        _ whole: PicturePage, pageLengths: [Int]? = nil, trueSizes: PicturePage? = nil, previous: PreviousPictures? = nil,
        hasPixels: @escaping @Sendable (_ item: Int) -> Bool = { _ in true }
    ) throws(LayoutError) {
        let lengths = pageLengths ?? [whole.count]
        guard lengths.allSatisfy({ $0 >= 0 && $0 <= whole.count }), lengths.reduce(0, +) == whole.count else {
            throw LayoutError("pages", "they have not \(whole.count) pictures together")
        }
        guard trueSizes == nil || trueSizes?.count == whole.count else {
            throw LayoutError("pictures", "there are \(trueSizes?.count ?? 0) true sizes for \(whole.count) pictures")
        }
        guard previous?.currentItems.allSatisfy({ $0 >= -1 && $0 < whole.count }) ?? true else {
            throw LayoutError("previous", "a picture cannot stand behind the last of \(whole.count)")
        }
        self.whole = whole
        self.pageLengths = lengths
        self.trueSizes = trueSizes
        self.previous = previous
        self.hasPixels = hasPixels
    }

    /// The pages that phones load, made lazily. A manifest in one file is cut into pages of `size` pictures.
    func pages(of size: Int) -> some Sequence<PicturePage> {
        var starts: [Int] = []
        if pageLengths.count > 1 {
            var start = 0
            for length in pageLengths {
                starts.append(start)
                start += length
            }
        } else {
            starts = whole.count > 0 ? Array(stride(from: 0, to: whole.count, by: size)) : [0]
        }
        let whole = whole
        return zip(starts, starts.dropFirst() + [whole.count]).lazy.map { whole[$0..<$1] }
    }
}

/// The pictures of the previous manifest, which phones may have on screen.
package struct PreviousPictures: Sendable {
    package let whole: PicturePage
    /// For each picture the item of the new manifest that has it, -1 if there is none.
    package let currentItems: [Int32]

    package init(_ whole: PicturePage, currentItems: [Int32]) throws(LayoutError) {
        guard currentItems.count == whole.count else {
            throw LayoutError("previous", "there are \(currentItems.count) indices for \(whole.count) pictures")
        }
        self.whole = whole
        self.currentItems = currentItems
    }
}
