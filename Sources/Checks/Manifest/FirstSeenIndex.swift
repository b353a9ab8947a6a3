import WeirBase

/// Finds the entries whose picture stands in an entry before them, among millions.
struct FirstSeenIndex {
    struct Repetition {
        let entry: Int
        let first: (file: Int, entry: Int)
    }

    private var names = NameTable()
    /// For each name its first entry.
    private var firsts: [(file: Int32, entry: Int32)] = []

    init(entries: Int) {
        names.reserve(entries)
        firsts.reserveCapacity(entries)
    }

    /// Adds the pictures of the next file, and returns its entries whose picture is already there.
    mutating func add(_ number: Int, _ file: ManifestFile) -> [Repetition] {
        var repetitions: [Repetition] = []
        file.withImgs { entry, img in
            let name = names.add(img)
            if name == firsts.count {
                firsts.append((Int32(number), Int32(entry)))
            } else {
                repetitions.append(Repetition(entry: entry, first: (Int(firsts[name].file), Int(firsts[name].entry))))
            }
        }
        return repetitions
    }
}

extension ManifestFile {
    /// Calls the closure with each entry that has an img.
    func withImgs(_ body: (_ entry: Int, _ img: NameHash) -> Void) {
        withTexts { texts in
            for (entry, range) in entries.imgs.enumerated() where range.count > 0 {
                body(entry, NameHash(of: UnsafeRawBufferPointer(texts[range])))
            }
        }
    }
}
