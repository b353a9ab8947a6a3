import ImageHeaders

/// A size that more than half of the entries have.
struct SharedSize {
    let size: PixelSize
    private(set) var count = 0
    private(set) var first = (file: 0, entry: 0)

    init?(of files: [ManifestFile]) {
        // If a size has the majority, it is left when each entry has cancelled one of another size.
        var candidate = PixelSize(width: 0, height: 0)
        var surplus = 0
        for file in files {
            for entry in 0..<file.entries.count {
                let size = file.entries.size(of: entry)
                if surplus == 0 { candidate = size }
                surplus += size == candidate ? 1 : -1
            }
        }
        size = candidate
        for (number, file) in files.enumerated() {
            for entry in 0..<file.entries.count where file.entries.size(of: entry) == candidate {
                if count == 0 { first = (number, entry) }
                count += 1
            }
        }
        guard size.width > 0, size.height > 0, count * 2 > files.reduce(0, { $0 + $1.entries.count }) else { return nil }
    }
}

extension EntryTable {
    fileprivate func size(of entry: Int) -> PixelSize { PixelSize(width: Int(widths[entry]), height: Int(heights[entry])) }
}
