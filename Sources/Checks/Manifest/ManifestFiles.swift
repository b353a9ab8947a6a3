import Manifests
import WeirBase
import WeirRecords

/// A manifest for its rules: a single file, or an index and its pages. What several rules need is searched once.
struct ManifestFiles: Sendable {
    /// The file of the index is the first, and has no entries.
    var document: ManifestDocument
    /// Nil for a manifest in one file.
    var index: PageIndex?
    /// The pages in the order of the index: the number among the files, nil if the page is missing, and the SHA-256 of the file's bytes.
    var pages: [(file: Int?, sha256: String)] = []
    /// The names of pages in the folder that are not in the index.
    var strayPages: [String] = []
    /// Whether a file or an entry could not be parsed, so that entries are missing here.
    var hasFaults = false
    /// How many pictures entries have besides their first ones.
    var furtherPictures = 0
    /// The values of prices in the files, with quotes; empty if there is no previous manifest.
    var priceValues: [TextRange] = []
    /// Nil if there is none to compare with.
    var previous: ManifestDocument?
    /// The found picture of each entry; nil if pictures were not looked at.
    var measured: [FoundPicture?]?
    /// For each file the page before it that has the same entries in the same order.
    private(set) lazy var copiedPages = pagesWithEqualEntries()
    /// The entries whose picture stands in an entry before them, and the first such entry.
    private(set) lazy var repeatedImgs = findRepeatedImgs()
    /// The entries that the previous manifest has too; nil if there is no previous manifest, or if entries are missing here.
    private(set) lazy var previousPairs = hasFaults ? nil : previous.map { EntryPairs($0, document) }
    /// The prices that have moved to the next row since the previous manifest.
    private(set) lazy var movedPrices = previousPairs.flatMap(findMovedPrices)
    /// The pictures that look the same, after pictures were measured.
    private(set) lazy var similarPictures = groupedPictures()

    init(_ document: ManifestDocument, previous: ManifestDocument?) { (self.document, self.previous) = (document, previous) }

    var hasAllPages: Bool { pages.allSatisfy { $0.file != nil } }

    /// With the further pictures of entries.
    var pictureCount: Int { document.count + furtherPictures }

    /// The subject of a finding about an entry.
    func subject(of entry: Int) -> FindingSubject {
        let (number, range) = (Int(document.indexes[entry]), document.ranges[entry])
        return FindingSubject(
            range: range, quotation: range, pointer: "/\(number)", entry: number, img: document.printableImg(of: entry))
    }

    /// The pictures of an entry behind the first, as far as they have a name and a size. Those of a property list are not read.
    func images(of entry: Int) -> [FurtherPicture] {
        guard document.files[document.file(of: entry)].format.isJSON, let images = document.fact(.images, of: entry) else { return [] }
        return document.withText(images, of: entry) { FurtherPicture.all(in: $0) }
    }

    /// The subject of a finding about a further picture of an entry.
    func subject(of entry: Int, _ picture: FurtherPicture) -> FindingSubject {
        var subject = subject(of: entry)
        subject.pointer += "/\(EntryKey.images.text)/\(picture.index)"
        subject.img = picture.img.withUnsafeBufferPointer { printableImg($0) }
        return subject
    }

    /// The subject of a finding about a key of an entry.
    func subject(of entry: Int, field: EntryKey) -> FindingSubject {
        var subject = subject(of: entry)
        subject.field = field.text.description
        subject.pointer += "/\(field.text)"
        return subject
    }

    /// The subject of a finding about a fact, which the entry need not state.
    func subject(of entry: Int, fact: EntryKey) -> FindingSubject {
        var subject = subject(of: entry, field: fact)
        subject.range = document.fact(fact, of: entry) ?? subject.range
        return subject
    }

    /// The subject of a finding about a price. A previous manifest must have been given.
    func subject(ofPrice entry: Int) -> FindingSubject {
        var subject = subject(of: entry, field: .price)
        subject.range = priceValues[entry]
        return subject
    }

    /// An entry as a message about another one names it.
    func location(of entry: Int, seenFrom other: Int) -> String {
        let (text, file) = (document.location(of: entry), document.file(of: entry))
        return file == document.file(of: other) ? text : "\(document.files[file].name), \(text)"
    }

    /// The found picture of an entry; nil if it was not looked at, or not found.
    func found(_ entry: Int) -> FoundPicture? { measured?[entry] }

    /// The number of bytes of a picture as it was measured, or else as its entry states it.
    func bytes(of entry: Int) -> Int? {
        if let measured = found(entry)?.bytes { return measured }
        return document.string(document.fact(.bytes, of: entry), in: entry).flatMap { Int($0) }
    }

    private func pagesWithEqualEntries() -> [Int: Int] {
        var first: [NameHash: Int] = [:]
        var copies: [Int: Int] = [:]
        for page in pages.compactMap(\.file) where document.entries(of: page).count > 1 {
            let entries = document.withTexts(ofFile: page) { texts in
                document.entries(of: page).map { NameHash(of: UnsafeRawBufferPointer(texts[document.ranges[$0]])) }
            }
            let all = entries.withUnsafeBytes { NameHash(of: $0) }
            if let known = first[all] { copies[page] = known } else { first[all] = page }
        }
        return copies
    }

    private func findRepeatedImgs() -> [(entry: Int, first: Int)] {
        var names = NameTable()
        // For each name its first entry.
        var firsts: [Int32] = []
        var found: [(entry: Int, first: Int)] = []
        names.reserve(document.count)
        firsts.reserveCapacity(document.count)
        document.forEachImg { entry, img in
            guard !img.isEmpty else { return }
            let name = names.add(NameHash(of: UnsafeRawBufferPointer(img)))
            if name == firsts.count { firsts.append(Int32(entry)) } else { found.append((entry, Int(firsts[name]))) }
        }
        return found
    }
}
