/// Finds the first entry with the same picture among millions of entries: a flat hash table.
struct FirstSeenIndex {
    struct Repetition {
        let entry: Int
        let first: (file: Int, entry: Int)
    }

    /// The upper half of a hash and the number of an entry, from 1; 0 in a free slot.
    private var slots: [UInt64]
    private let mask: Int
    /// The number of each file's first entry, over all files.
    private var starts: [Int] = []
    private var next = 0

    init(entries: Int) {
        // At most half of the slots are taken, so that searches are short.
        var capacity = 16
        while capacity < entries * 2 { capacity *= 2 }
        slots = Array(repeating: 0, count: capacity)
        mask = capacity - 1
    }

    /// Adds the pictures of the next file, and returns its entries whose picture is already there.
    mutating func add(_ file: Int, _ files: [ManifestFile]) -> [Repetition] {
        var repetitions: [Repetition] = []
        starts.append(next)
        let imgs = files[file].entries.imgs
        let first = next
        let (mask, starts) = (mask, starts)
        next += imgs.count
        files[file].withTexts { texts in
            slots.withUnsafeMutableBufferPointer { slots in
                for (entry, range) in imgs.enumerated() where range.count > 0 {
                    let img = texts[range]
                    let hash = hash(of: img)
                    var slot = Int(truncatingIfNeeded: hash) & mask
                    while slots[slot] != 0 {
                        if slots[slot] >> 32 == hash >> 32,
                            let known = same(img, as: Int(truncatingIfNeeded: slots[slot] & 0xFFFF_FFFF) - 1, files, starts)
                        {
                            repetitions.append(Repetition(entry: entry, first: known))
                            break
                        }
                        slot = (slot + 1) & mask
                    }
                    if slots[slot] == 0 { slots[slot] = (hash >> 32) << 32 | UInt64(first + entry + 1) }
                }
            }
        }
        return repetitions
    }
}

/// The entry with this number, if it has the same picture.
private func same(
    _ img: UnsafeBufferPointer<UInt8>, as number: Int, _ files: [ManifestFile], _ starts: [Int]
) -> (file: Int, entry: Int)? {
    // If several files begin with the same number, all but the last are empty.
    let file = (starts.firstIndex { $0 > number } ?? starts.count) - 1
    let entry = number - starts[file]
    return files[file].withTexts { $0[files[file].entries.imgs[entry]].isEqual(to: img) } ? (file, entry) : nil
}

/// Takes eight bytes at a time, multiplies, and combines both halves of the product.
@inline(__always)
private func hash(of text: UnsafeBufferPointer<UInt8>) -> UInt64 {
    let bytes = UnsafeRawBufferPointer(text)
    var sum = UInt64(bytes.count) ^ 0x9E37_79B9_7F4A_7C15
    var offset = 0
    while offset &+ 8 <= bytes.count {
        sum = fold(sum ^ bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
        offset &+= 8
    }
    var rest: UInt64 = 0
    while offset < bytes.count {
        rest = rest << 8 | UInt64(bytes[offset])
        offset &+= 1
    }
    return fold(sum ^ rest)
}

@inline(__always)
private func fold(_ word: UInt64) -> UInt64 {
    let product = word.multipliedFullWidth(by: 0xD6E8_FEB8_6659_FD93)
    return product.high ^ product.low
}
