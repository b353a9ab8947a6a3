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

    var entryCount: Int { files.reduce(0) { $0 + $1.entries.count } }

    /// The subject of a finding about an entry.
    func subject(of entry: Int, in file: Int) -> FindingSubject {
        let file = files[file]
        let number = Int(file.entries.numbers[entry])
        return FindingSubject(
            place: file.entries.places[entry], pointer: "/\(number)", entry: number,
            img: file.withTexts { printableImg($0[file.entries.imgs[entry]]) })
    }
}
