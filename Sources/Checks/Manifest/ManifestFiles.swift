import Manifests
import WeirBase

/// The files of one manifest: a single one, or an index and its pages.
struct ManifestFiles: Sendable {
    /// A page that the index names.
    struct PageFile: Sendable {
        /// Its number among the files; nil if it is missing.
        let file: Int?
        /// The SHA-256 of the file's bytes, in hexadecimal.
        let sha256: String
    }

    var files: [ManifestFile] = []
    /// Nil for a manifest in one file.
    var index: PageIndex?
    /// The pages in the order of the index.
    var pageFiles: [PageFile] = []
    /// The names of pages in the folder that are not in the index.
    var strayPages: [String] = []
    /// Whether a file or an entry could not be parsed, so that entries are missing here.
    var hasFaults = false
    /// The files of the previous manifest; nil if there is none to compare with.
    var previous: [ManifestFile]?
    /// The found picture of each entry, by file; nil if pictures were not looked at.
    var measured: [[FoundPicture?]]?
    /// For each file the page before it that has the same entries in the same order.
    private(set) lazy var copiedPages: [Int: Int] = pagesWithEqualEntries()
    /// The result of `repeatedImgs`, until it is dropped.
    private var knownRepetitions: [[FirstSeenIndex.Repetition]]?
    /// The result of `previousPairs`.
    private var knownPairs: PreviousPairs?
    /// The result of `movedPrices`, once it was searched.
    private var knownMoves: MovedPrices??
    /// The result of `similarPictures`.
    private var knownSimilarities: SimilarPictures?

    var hasAllPages: Bool { pageFiles.allSatisfy { $0.file != nil } }

    var entryCount: Int { files.reduce(0) { $0 + $1.entries.count } }

    /// With the further pictures of entries.
    var pictureCount: Int { files.reduce(entryCount) { $0 + $1.entries.furtherPictures } }

    /// The subject of a finding about an entry.
    func subject(of entry: Int, in file: Int) -> FindingSubject {
        let file = files[file]
        let (number, range) = (Int(file.entries.numbers[entry]), file.entries.ranges[entry])
        return FindingSubject(
            range: range, quotation: range, pointer: "/\(number)", entry: number,
            img: file.withTexts { printableImg($0[file.entries.imgs[entry]]) })
    }

    /// The subject of a finding about a key of an entry.
    func subject(of entry: Int, in file: Int, field: EntryKey) -> FindingSubject {
        var subject = subject(of: entry, in: file)
        subject.field = field.text.description
        subject.pointer += "/\(field.text)"
        return subject
    }

    /// The subject of a finding about a fact, which the entry need not state.
    func subject(of entry: Int, in file: Int, fact: EntryKey) -> FindingSubject {
        var subject = subject(of: entry, in: file, field: fact)
        subject.range = files[file].entries.fact(fact, of: entry) ?? subject.range
        return subject
    }

    /// An entry as a message about this file or another one names it.
    mutating func location(of entry: (file: Int, entry: Int), seenFrom file: Int) -> String {
        let text = files[entry.file].location(of: entry.entry)
        return entry.file == file ? text : "\(files[entry.file].name), \(text)"
    }

    /// For each file the entries whose picture stands in an entry before them. They are searched once for all rules.
    mutating func repeatedImgs() -> [[FirstSeenIndex.Repetition]] {
        if let knownRepetitions { return knownRepetitions }
        var index = FirstSeenIndex(entries: entryCount)
        let found = files.indices.map { index.add($0, files[$0]) }
        knownRepetitions = found
        return found
    }

    /// The entries that the previous manifest has too. They are matched once for all rules; nil if there is no previous manifest, or if
    /// entries are missing here.
    mutating func previousPairs() -> PreviousPairs? {
        guard let previous, !hasFaults else { return nil }
        let pairs = knownPairs ?? PreviousPairs(previous, files)
        knownPairs = pairs
        return pairs
    }

    /// The prices that have moved to the next row since the previous manifest. They are searched once for all rules.
    mutating func movedPrices() -> MovedPrices? {
        if let knownMoves { return knownMoves }
        let found = previousPairs().flatMap(findMovedPrices)
        knownMoves = .some(found)
        return found
    }

    /// The pictures that look the same. They are searched once for all rules, after pictures were measured.
    mutating func similarPictures() -> SimilarPictures {
        let found = knownSimilarities ?? groupedPictures()
        knownSimilarities = found
        return found
    }

    /// The found picture of an entry; nil if it was not looked at, or not found.
    func found(_ entry: Int, in file: Int) -> FoundPicture? { measured?[file][entry] }

    /// The number of bytes of a picture as it was measured, or else as its entry states it.
    func bytes(of entry: Int, in file: Int) -> Int? {
        if let measured = found(entry, in: file)?.bytes { return measured }
        return files[file].entries.fact(.bytes, of: entry).flatMap { Int(files[file].string($0)) }
    }

    private func pagesWithEqualEntries() -> [Int: Int] {
        var first: [NameHash: Int] = [:]
        var copies: [Int: Int] = [:]
        for page in pageFiles.compactMap(\.file) where files[page].entries.count > 1 {
            let entries = files[page].withTexts { texts in
                files[page].entries.ranges.map { NameHash(of: UnsafeRawBufferPointer(texts[$0])) }
            }
            let all = entries.withUnsafeBytes { NameHash(of: $0) }
            if let known = first[all] { copies[page] = known } else { first[all] = page }
        }
        return copies
    }

    /// Frees the memory of what only rules about entries need.
    mutating func dropRepetitions() { (knownRepetitions, knownPairs, knownMoves, knownSimilarities) = (nil, nil, nil, nil) }
}
