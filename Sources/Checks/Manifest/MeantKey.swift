/// The key of an entry that was probably meant by another text; nil where none resembles it. A
/// whole word for a short key counts too, and so do slips in such words: `width`, `hegith`, `Img`.
func keyMeant(by text: UnsafeBufferPointer<UInt8>) -> EntryKey? {
    // Longer than the longest word with all slips that it may have.
    guard (1...8).contains(text.count) else { return nil }
    let typed = text.map { $0 >= UInt8(ascii: "A") && $0 <= UInt8(ascii: "Z") ? $0 | 0x20 : $0 }
    var best: (key: EntryKey, slips: Int)?
    for (word, key) in keyWords {
        let most = word.utf8.count / 3
        // Each letter too many or missing is a slip.
        guard abs(word.utf8.count - typed.count) <= most else { continue }
        let slips = slips(from: typed, to: Array(word.utf8))
        if slips <= most, slips < best?.slips ?? .max { best = (key, slips) }
    }
    return best?.key
}

/// What people write who mean a key.
private let keyWords: [(String, EntryKey)] = [
    ("w", .w), ("width", .w), ("h", .h), ("height", .h), ("img", .img), ("image", .img), ("picture", .img), ("photo", .img),
    ("src", .img), ("url", .img), ("price", .price), ("cost", .price), ("amount", .price),
]

/// How many slips of the finger turn one text into the other: a letter too many, one missing,
/// another letter, or two neighbours swapped, where no letter is touched twice.
private func slips(from typed: [UInt8], to word: [UInt8]) -> Int {
    var beforeLast: [Int] = []
    var last = Array(0...word.count)
    for (row, letter) in typed.enumerated() {
        var next = [row + 1]
        for (column, expected) in word.enumerated() {
            var best = min(last[column + 1] + 1, next[column] + 1, last[column] + (letter == expected ? 0 : 1))
            if row > 0, column > 0, letter == word[column - 1], typed[row - 1] == expected {
                best = min(best, beforeLast[column - 1] + 1)
            }
            next.append(best)
        }
        (beforeLast, last) = (last, next)
    }
    return last[word.count]
}
