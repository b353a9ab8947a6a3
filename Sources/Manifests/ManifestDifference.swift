/// The differences between two manifests, each of one page or more. Entries are matched by their `img`. If
/// a picture has several entries, the first matches the first, the second the second, and so on. An entry
/// is identified by its number from 0 over all pages.
public struct ManifestDifference: Sendable {
    public let newCount: Int
    /// New entries without a matching old entry.
    public private(set) var added: [Int] = []
    /// Old entries without a matching new entry.
    public private(set) var removed: [Int] = []
    /// New entries whose size has changed.
    public private(set) var resized: [Int] = []
    /// New entries whose price has changed.
    public private(set) var repriced: [Int] = []
    /// New entries that changed their place among the others: the smallest set that explains the new order.
    public private(set) var moved: [Int] = []
    /// The matching old entry of each new entry, or -1.
    private var partners: [Int32] = []

    public init(from old: EntryList, to new: EntryList) {
        newCount = new.count
        match(old, new)
        for entry in 0..<newCount {
            guard let former = former(of: entry) else {
                added.append(entry)
                continue
            }
            let isSame = old.width(of: former) == new.width(of: entry) && old.height(of: former) == new.height(of: entry)
            if !isSame { resized.append(entry) }
            if !old.price(of: former, equals: entry, in: new) { repriced.append(entry) }
        }
        findMoved()
    }

    /// The kinds of change of an entry.
    public enum Change: String, CaseIterable, Sendable {
        case added, removed, resized, repriced, moved
    }

    /// The entries with that change. Removed entries have their old numbers.
    public subscript(change: Change) -> [Int] {
        switch change {
        case .added: added
        case .removed: removed
        case .resized: resized
        case .repriced: repriced
        case .moved: moved
        }
    }

    public var isEmpty: Bool { Change.allCases.allSatisfy { self[$0].isEmpty } }

    /// The old entry that matches a new one.
    public func former(of entry: Int) -> Int? { partners[entry] < 0 ? nil : Int(partners[entry]) }

    private mutating func match(_ old: EntryList, _ new: EntryList) {
        var pictures = PictureSlots(old)
        partners = (0..<newCount).map { pictures.take(img: $0, of: new) }
        var isTaken = [Bool](repeating: false, count: old.count)
        for partner in partners where partner >= 0 { isTaken[Int(partner)] = true }
        removed = isTaken.indices.filter { !isTaken[$0] }
    }

    /// Entries in the longest run that kept its order stay. All other entries have moved.
    private mutating func findMoved() {
        // For each length of an increasing run: the new entry that ends the run with the lowest value.
        var ends: [Int32] = []
        var before = [Int32](repeating: -1, count: newCount)
        for entry in 0..<newCount where partners[entry] >= 0 {
            let length = ends.partition(at: partners[entry]) { partners[Int($0)] }
            before[entry] = length == 0 ? -1 : ends[length - 1]
            if length == ends.count { ends.append(Int32(entry)) } else { ends[length] = Int32(entry) }
        }
        var stays = [Bool](repeating: false, count: newCount)
        var entry = ends.last ?? -1
        while entry >= 0 {
            stays[Int(entry)] = true
            entry = before[Int(entry)]
        }
        moved = (0..<newCount).filter { partners[$0] >= 0 && !stays[$0] }
    }
}

extension [Int32] {
    /// The number of elements whose key is below `key`. The keys must be sorted.
    fileprivate func partition(at key: Int32, by keyOf: (Int32) -> Int32) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if keyOf(self[middle]) < key { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

/// The old entries by their pictures, in a hash table with open addressing, since there may be a million.
private struct PictureSlots {
    private let entries: EntryList
    /// For each slot: an entry with the slot's picture, or -1, and the next entry that was not taken.
    private var owners: [Int32]
    private var next: [Int32]
    /// For each entry: the next entry with the same picture.
    private var following: [Int32]

    init(_ entries: EntryList) {
        self.entries = entries
        var size = 16
        while size < entries.count * 2 { size *= 2 }
        owners = [Int32](repeating: -1, count: size)
        next = owners
        following = [Int32](repeating: -1, count: entries.count)
        // Entries are added in reverse order, so that the first one is taken first.
        for entry in (0..<entries.count).reversed() {
            let slot = slot(img: entry, of: entries)
            owners[slot] = Int32(entry)
            following[entry] = next[slot]
            next[slot] = Int32(entry)
        }
    }

    private func slot(img entry: Int, of list: EntryList) -> Int {
        var slot = list.hash(ofImg: entry) & (owners.count - 1)
        while owners[slot] >= 0, !entries.img(of: Int(owners[slot]), equals: entry, in: list) {
            slot = (slot + 1) & (owners.count - 1)
        }
        return slot
    }

    /// Takes the first remaining entry with that picture, or returns -1.
    mutating func take(img entry: Int, of list: EntryList) -> Int32 {
        let slot = slot(img: entry, of: list)
        let taken = next[slot]
        if taken >= 0 { next[slot] = following[Int(taken)] }
        return taken
    }
}
