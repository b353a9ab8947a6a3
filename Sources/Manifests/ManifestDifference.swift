import WeirBase

/// The differences between two manifests, each of one page or more. Entries are matched by their `img`, or by a key. If
/// several entries have the same, the first matches the first, the second the second, and so on. An entry
/// is identified by its number from 0 over all pages.
public struct ManifestDifference: Sendable {
    /// How many entries the new manifest has.
    public let newCount: Int
    /// The other columns that are compared.
    public let columns: [String]
    /// New entries without a matching old entry.
    public private(set) var added: [Int] = []
    /// Old entries without a matching new entry.
    public private(set) var removed: [Int] = []
    /// New entries whose size has changed.
    public private(set) var resized: [Int] = []
    /// New entries whose price has changed.
    public private(set) var repriced: [Int] = []
    /// New entries of which one of the columns has another value, or that have another `img` when they are matched by a key.
    public private(set) var changed: [Int] = []
    /// New entries that changed their position among the others: the smallest set that explains the new order.
    public private(set) var moved: [Int] = []
    /// The matching old entry of each new entry, or -1.
    private var partners: [Int32] = []

    /// Both manifests must have kept the columns and the key. An entry without a value of the key is matched by its `img`.
    public init(from old: EntryList, to new: EntryList, by key: String? = nil, comparing columns: [String] = []) {
        newCount = new.count
        self.columns = columns
        match(old, new, by: key)
        for entry in 0..<newCount {
            guard let previous = previous(of: entry) else {
                added.append(entry)
                continue
            }
            let isSame = old.width(of: previous) == new.width(of: entry) && old.height(of: previous) == new.height(of: entry)
            if !isSame { resized.append(entry) }
            if !old.price(of: previous, equals: entry, in: new) { repriced.append(entry) }
            let hasOtherImg = key != nil && !old.img(of: previous, equals: entry, in: new)
            if hasOtherImg || columns.contains(where: { old.value(of: $0, in: previous) != new.value(of: $0, in: entry) }) {
                changed.append(entry)
            }
        }
        findMoved()
    }

    /// The kinds of change of an entry.
    public enum Change: String, CaseIterable, Sendable {
        case added, removed, resized, repriced, changed, moved
    }

    /// The entries with that change. Removed entries have their old numbers.
    public subscript(change: Change) -> [Int] {
        switch change {
        case .added: added
        case .removed: removed
        case .resized: resized
        case .repriced: repriced
        case .changed: changed
        case .moved: moved
        }
    }

    /// Whether nothing has changed.
    public var isEmpty: Bool { Change.allCases.allSatisfy { self[$0].isEmpty } }

    /// The old entry that matches a new one.
    public func previous(of entry: Int) -> Int? { partners[entry] < 0 ? nil : Int(partners[entry]) }

    private mutating func match(_ old: EntryList, _ new: EntryList, by key: String?) {
        var names = NameSlots(old, by: key)
        partners = (0..<newCount).map { names.take(entry: $0, of: new) }
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

/// The old entries by the names that match them.
private struct NameSlots {
    private let key: String?
    private var names = NameTable()
    /// For each name the first entry that was not taken, or -1; for each entry the next one with the same name.
    private var next: [Int32] = []
    private var following: [Int32]

    init(_ entries: EntryList, by key: String?) {
        self.key = key
        names.reserve(entries.count)
        following = [Int32](repeating: -1, count: entries.count)
        // Entries are added in reverse order, so that the first one is taken first.
        for entry in (0..<entries.count).reversed() {
            let name = names.add(entries.nameHash(of: entry, by: key))
            if name == next.count { next.append(-1) }
            following[entry] = next[name]
            next[name] = Int32(entry)
        }
    }

    /// Takes the first remaining entry with that name, or returns -1.
    mutating func take(entry: Int, of list: EntryList) -> Int32 {
        guard let name = names.number(of: list.nameHash(of: entry, by: key)), next[name] >= 0 else { return -1 }
        defer { next[name] = following[Int(next[name])] }
        return next[name]
    }
}
