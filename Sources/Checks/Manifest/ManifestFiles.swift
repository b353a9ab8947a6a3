import Manifests

/// The files of one manifest: a single one, or an index and its pages.
struct ManifestFiles: Sendable {
    /// A page that the index names.
    struct PageFile: Sendable {
        /// Its place among the files; nil where it is missing.
        let file: Int?
        /// The SHA-256 of its bytes as they lie there, in hexadecimal.
        let sha256: String
    }

    var files: [ManifestFile] = []
    /// What the index tells, and its pages in its order; nil for a manifest in one file.
    var index: PageIndex?
    var pageFiles: [PageFile] = []
    /// Names of pages that lie in the folder and that the index does not have.
    var strayPages: [String] = []

    var entryCount: Int { files.reduce(0) { $0 + $1.entries.count } }

    /// An entry as a finding is about it.
    func spot(of entry: Int, in file: Int) -> FindingCollector.Spot {
        let file = files[file]
        let number = Int(file.entries.numbers[entry])
        return FindingCollector.Spot(
            place: file.entries.places[entry], pointer: "/\(number)", entry: number,
            img: file.withTexts { shownImg($0[file.entries.imgs[entry]]) })
    }
}
