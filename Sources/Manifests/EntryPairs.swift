import WeirBase

/// The partner of each entry in another manifest. Of the entries with one name, the first matches the first, the second the second,
/// and so on.
package struct EntryPairs: Sendable {
    /// For each previous entry the new one; -1 if there is none.
    package private(set) var newEntries: [Int32]
    /// For each new entry the previous one; -1 if there is none.
    private var previousEntries: [Int32] = []

    /// An entry without a name matches none.
    package init(previous previousCount: Int, new newCount: Int, previousName: (Int) -> NameHash?, newName: (Int) -> NameHash?) {
        var names = NameTable()
        names.reserve(previousCount)
        // For each name the first entry that was not taken, or -1; for each entry the next one with the same name.
        var next: [Int32] = []
        var following = [Int32](repeating: -1, count: previousCount)
        // Entries are added in reverse order, so that the first one is taken first.
        for entry in (0..<previousCount).reversed() {
            guard let hash = previousName(entry) else { continue }
            let name = names.add(hash)
            if name == next.count { next.append(-1) }
            following[entry] = next[name]
            next[name] = Int32(entry)
        }
        newEntries = [Int32](repeating: -1, count: previousCount)
        previousEntries.reserveCapacity(newCount)
        for entry in 0..<newCount {
            var previous: Int32 = -1
            if let hash = newName(entry), let name = names.number(of: hash), next[name] >= 0 {
                previous = next[name]
                next[name] = following[Int(previous)]
                newEntries[Int(previous)] = Int32(entry)
            }
            previousEntries.append(previous)
        }
    }

    /// Matches entries by the value of a key, and by their `img` where there is none.
    package init(_ previous: ManifestDocument, _ new: ManifestDocument, by key: String? = nil) {
        self.init(previous: previous.count, new: new.count) {
            previous.nameHash(of: $0, by: key)
        } newName: {
            new.nameHash(of: $0, by: key)
        }
    }

    package func previous(of entry: Int) -> Int? { previousEntries[entry] < 0 ? nil : Int(previousEntries[entry]) }

    /// The previous entries without a partner.
    package var removed: [Int] { newEntries.indices.filter { newEntries[$0] < 0 } }

    /// The new entries without a partner.
    package var added: [Int] { previousEntries.indices.filter { previousEntries[$0] < 0 } }
}
