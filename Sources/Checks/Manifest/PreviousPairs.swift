import Manifests
import WeirBase

/// The entries of the previous manifest and of a new one that have the same picture.
struct PreviousPairs: Sendable {
    let previous: [ManifestFile]
    private let pairs: EntryPairs
    private let oldStarts: FileStarts
    private let newStarts: FileStarts

    init(_ previous: [ManifestFile], _ files: [ManifestFile]) {
        self.previous = previous
        let (old, new) = (FileStarts(previous.map(\.entries.count)), FileStarts(files.map(\.entries.count)))
        pairs = EntryPairs(old: old.count, new: new.count) {
            previous.imgHash(of: old.index(of: $0))
        } newName: {
            files.imgHash(of: new.index(of: $0))
        }
        (oldStarts, newStarts) = (old, new)
    }

    /// The previous entry with the same picture.
    func old(of entry: Int, in file: Int) -> (file: Int, entry: Int)? {
        pairs.old(of: newStarts.number(of: entry, in: file)).map { oldStarts.index(of: $0) }
    }

    /// How many previous entries have a picture.
    var namedCount: Int { previous.reduce(0) { $0 + $1.entries.imgs.count { $0.count > 0 } } }

    /// The previous entries whose picture is gone.
    var removed: [(file: Int, entry: Int)] {
        pairs.removed.map { oldStarts.index(of: $0) }.filter { previous[$0.file].entries.imgs[$0.entry].count > 0 }
    }
}

extension [ManifestFile] {
    /// Nil if the entry has no picture.
    fileprivate func imgHash(of index: (file: Int, entry: Int)) -> NameHash? {
        let img = self[index.file].entries.imgs[index.entry]
        return img.count == 0 ? nil : self[index.file].withTexts { NameHash(of: UnsafeRawBufferPointer($0[img])) }
    }
}
