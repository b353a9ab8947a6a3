import Layouts

/// The pictures of one manifest, made once and shared by every layout and screen they are laid out for.
public struct PictureSet: Sendable {
    /// In the pages that phones load.
    public let pages: [Page]
    /// All pages as one.
    public let whole: Page
    /// The sizes that the pictures really have; the declared one where nobody has looked. Nil where
    /// nobody has looked at all.
    public let truth: Page?
    public let earlier: Earlier?

    /// The manifest of before, which phones may have on screen.
    public struct Earlier: Sendable {
        public let whole: Page
        /// For each of its pictures the place where it stands now, -1 where it is gone.
        public let places: [Int32]

        public init(whole: Page, places: [Int32]) throws(LayoutError) {
            guard places.count == whole.count else {
                throw LayoutError("previous", "there are \(places.count) places for \(whole.count) pictures")
            }
            self.whole = whole
            self.places = places
        }
    }

    public init(pages: [Page], truth: Page? = nil, earlier: Earlier? = nil) throws(LayoutError) {
        let whole = try Page(joining: pages)
        guard truth == nil || truth?.count == whole.count else {
            throw LayoutError("pictures", "there are \(truth?.count ?? 0) true sizes for \(whole.count) pictures")
        }
        guard earlier?.places.allSatisfy({ $0 >= -1 && $0 < whole.count }) ?? true else {
            throw LayoutError("previous", "a picture cannot stand behind the last of \(whole.count)")
        }
        self.pages = pages
        self.whole = whole
        self.truth = truth
        self.earlier = earlier
    }
}

extension Page {
    /// Pages in a row as one; a single page is not copied.
    fileprivate init(joining pages: [Page]) throws(LayoutError) {
        if pages.count == 1 {
            self = pages[0]
            return
        }
        var (widths, heights, lengths): ([Int32], [Int32], [Int]) = ([], [], [])
        let count = pages.reduce(0) { $0 + $1.count }
        widths.reserveCapacity(count)
        heights.reserveCapacity(count)
        for page in pages {
            widths += page.widths
            heights += page.heights
            var others = page.sectionLengths[...]
            if page.continuesSection, !lengths.isEmpty, let rest = others.popFirst() { lengths[lengths.count - 1] += rest }
            lengths += others
        }
        try self.init(widths: widths, heights: heights, sectionLengths: lengths.isEmpty ? nil : lengths)
    }
}
