import Manifests

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
    /// The result of `repeatedImgs`, until it is dropped.
    private var knownRepetitions: [[FirstSeenIndex.Repetition]]?

    var hasAllPages: Bool { pageFiles.allSatisfy { $0.file != nil } }

    var entryCount: Int { files.reduce(0) { $0 + $1.entries.count } }

    /// The subject of a finding about an entry.
    func subject(of entry: Int, in file: Int) -> FindingSubject {
        let file = files[file]
        let (number, place) = (Int(file.entries.numbers[entry]), file.entries.places[entry])
        return FindingSubject(
            place: place, quotation: place, pointer: "/\(number)", entry: number,
            img: file.withTexts { printableImg($0[file.entries.imgs[entry]]) })
    }

    /// The subject of a finding about a key of an entry.
    func subject(of entry: Int, in file: Int, field: EntryKey) -> FindingSubject {
        var subject = subject(of: entry, in: file)
        subject.field = field.text.description
        subject.pointer += "/\(field.text)"
        return subject
    }

    /// The place of an entry in a message about this file or another one.
    mutating func placeText(of place: (file: Int, entry: Int), seenFrom file: Int) -> String {
        let text = files[place.file].placeText(of: place.entry)
        return place.file == file ? text : "\(files[place.file].name), \(text)"
    }

    /// For each file the entries whose picture stands in an entry before them. They are searched once for all rules.
    mutating func repeatedImgs() -> [[FirstSeenIndex.Repetition]] {
        if let knownRepetitions { return knownRepetitions }
        var index = FirstSeenIndex(entries: entryCount)
        let found = files.indices.map { index.add($0, files) }
        knownRepetitions = found
        return found
    }

    /// Frees the memory of what only rules about entries need.
    mutating func dropRepetitions() { knownRepetitions = nil }
}
