import WeirBase

/// The partner of each entry in another manifest. Of the entries with one name, the first matches the first, the second the second,
/// and so on.
package struct EntryPairs: Sendable {
    /// For each old entry the new one; -1 if there is none.
    package private(set) var newEntries: [Int32]
    /// For each new entry the old one; -1 if there is none.
    private var oldEntries: [Int32] = []

    /// An entry without a name matches none.
    package init(old oldCount: Int, new newCount: Int, oldName: (Int) -> NameHash?, newName: (Int) -> NameHash?) {
        var names = NameTable()
        names.reserve(oldCount)
        // For each name the first entry that was not taken, or -1; for each entry the next one with the same name.
        var next: [Int32] = []
        var following = [Int32](repeating: -1, count: oldCount)
        // Entries are added in reverse order, so that the first one is taken first.
        for entry in (0..<oldCount).reversed() {
            guard let hash = oldName(entry) else { continue }
            let name = names.add(hash)
            if name == next.count { next.append(-1) }
            following[entry] = next[name]
            next[name] = Int32(entry)
        }
        newEntries = [Int32](repeating: -1, count: oldCount)
        oldEntries.reserveCapacity(newCount)
        for entry in 0..<newCount {
            var old: Int32 = -1
            if let hash = newName(entry), let name = names.number(of: hash), next[name] >= 0 {
                old = next[name]
                next[name] = following[Int(old)]
                newEntries[Int(old)] = Int32(entry)
            }
            oldEntries.append(old)
        }
    }

    /// Matches entries by the value of a key, and by their `img` where there is none.
    package init(_ old: ManifestDocument, _ new: ManifestDocument, by key: String? = nil) {
        self.init(old: old.count, new: new.count) {
            old.nameHash(of: $0, by: key)
        } newName: {
            new.nameHash(of: $0, by: key)
        }
    }

    package func old(of entry: Int) -> Int? { oldEntries[entry] < 0 ? nil : Int(oldEntries[entry]) }

    /// The old entries without a partner.
    package var removed: [Int] { newEntries.indices.filter { newEntries[$0] < 0 } }

    /// The new entries without a partner.
    package var added: [Int] { oldEntries.indices.filter { oldEntries[$0] < 0 } }
}
