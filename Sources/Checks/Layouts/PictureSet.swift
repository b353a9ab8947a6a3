import Layouts

/// The pictures of one manifest, made once and shared by every layout and screen they are laid out for.
public struct PictureSet: Sendable {
    public let whole: PicturePage
    /// How many pictures each page has that phones load; one number for a manifest in one file.
    public let pageLengths: [Int]
    /// The sizes that the pictures really have; the declared one where nobody has looked. Nil where
    /// nobody has looked at all.
    public let truth: PicturePage?
    public let earlier: Earlier?

    /// The manifest of before, which phones may have on screen.
    public struct Earlier: Sendable {
        public let whole: PicturePage
        /// For each of its pictures the place where it stands now, -1 where it is gone.
        public let places: [Int32]

        public init(_ whole: PicturePage, places: [Int32]) throws(LayoutError) {
            guard places.count == whole.count else {
                throw LayoutError("previous", "there are \(places.count) places for \(whole.count) pictures")
            }
            self.whole = whole
            self.places = places
        }
    }

    public init(
        _ whole: PicturePage, pageLengths: [Int]? = nil, truth: PicturePage? = nil, earlier: Earlier? = nil
    ) throws(LayoutError) {
        let lengths = pageLengths ?? [whole.count]
        guard lengths.allSatisfy({ $0 >= 0 && $0 <= whole.count }), lengths.reduce(0, +) == whole.count else {
            throw LayoutError("pages", "they have not \(whole.count) pictures together")
        }
        guard truth == nil || truth?.count == whole.count else {
            throw LayoutError("pictures", "there are \(truth?.count ?? 0) true sizes for \(whole.count) pictures")
        }
        guard earlier?.places.allSatisfy({ $0 >= -1 && $0 < whole.count }) ?? true else {
            throw LayoutError("previous", "a picture cannot stand behind the last of \(whole.count)")
        }
        self.whole = whole
        self.pageLengths = lengths
        self.truth = truth
        self.earlier = earlier
    }

    /// The pages as phones load them, each cut out when it is asked for; a manifest in one file is
    /// loaded by so many pictures at once.
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
