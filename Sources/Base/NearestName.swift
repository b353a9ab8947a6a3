/// The name that `typed` probably means: a name that begins with `typed`, or else the name with the fewest
/// typing errors between them. Capitals are no errors. Nil if no name is near, since a bad guess is worse than none.
package func nearestName(to typed: String, among names: [String]) -> String? {
    let typed = Array(typed.lowercased().utf8)
    let begun = typed.isEmpty ? [] : names.filter { $0.lowercased().utf8.starts(with: typed) }
    if begun.count == 1 { return begun[0] }

    return
        names
        .map { (name: $0, slips: slips(from: typed, to: Array($0.lowercased().utf8))) }
        .filter { $0.slips <= $0.name.utf8.count / 3 }
        .min { $0.slips < $1.slips }?
        .name
}

/// The restricted Damerau-Levenshtein distance: insertions, deletions, substitutions and swaps of
/// neighbours. No letter is edited twice.
package func slips(from a: [UInt8], to b: [UInt8]) -> Int {
    var beforeLast: [Int] = []
    var last = Array(0...b.count)
    for i in a.indices {
        var row = [i + 1]
        for j in b.indices {
            var best = min(last[j + 1] + 1, row[j] + 1, last[j] + (a[i] == b[j] ? 0 : 1))
            if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
                best = min(best, beforeLast[j - 1] + 1)
            }
            row.append(best)
        }
        (beforeLast, last) = (last, row)
    }
    return last[b.count]
}
