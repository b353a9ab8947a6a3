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
    private let pairs: EntryPairs

    /// Both manifests must have kept the columns and the key. An entry without a value of the key is matched by its `img`.
    public init(from old: ManifestDocument, to new: ManifestDocument, by key: String? = nil, comparing columns: [String] = []) {
        newCount = new.count
        self.columns = columns
        pairs = EntryPairs(old, new, by: key)
        removed = pairs.removed
        for entry in 0..<newCount {
            guard let previous = previous(of: entry) else {
                added.append(entry)
                continue
            }
            let isSame = old.widths[previous] == new.widths[entry] && old.heights[previous] == new.heights[entry]
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
    public func previous(of entry: Int) -> Int? { pairs.previous(of: entry) }

    /// Entries in the longest run that kept its order stay. All other entries have moved.
    private mutating func findMoved() {
        // For each length of an increasing run: the lowest old entry that ends such a run, and its new entry.
        var ends: [(old: Int, new: Int)] = []
        var before = [Int32](repeating: -1, count: newCount)
        for entry in 0..<newCount {
            guard let old = previous(of: entry) else { continue }
            var (length, high) = (0, ends.count)
            while length < high {
                let middle = (length + high) / 2
                if ends[middle].old < old { length = middle + 1 } else { high = middle }
            }
            before[entry] = length == 0 ? -1 : Int32(ends[length - 1].new)
            if length == ends.count { ends.append((old, entry)) } else { ends[length] = (old, entry) }
        }
        var stays = [Bool](repeating: false, count: newCount)
        var entry = ends.last?.new ?? -1
        while entry >= 0 {
            stays[entry] = true
            entry = Int(before[entry])
        }
        moved = (0..<newCount).filter { previous(of: $0) != nil && !stays[$0] }
    }
}
