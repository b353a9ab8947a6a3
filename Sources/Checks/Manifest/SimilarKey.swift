import Base

/// The key of an entry that was probably meant by another text, such as `width`, `hegith` or `Img`; nil if
/// none resembles it.
func similarKey(to text: UnsafeBufferPointer<UInt8>) -> EntryKey? {
    // A longer text differs too much from every word.
    guard (1...8).contains(text.count) else { return nil }
    let typed = text.map { $0 >= UInt8(ascii: "A") && $0 <= UInt8(ascii: "Z") ? $0 | 0x20 : $0 }
    var best: (key: EntryKey, slips: Int)?
    for (word, key) in keyWords {
        let most = word.utf8.count / 3
        // The difference of the lengths is a lower bound of the distance.
        guard abs(word.utf8.count - typed.count) <= most else { continue }
        let slips = slips(from: typed, to: Array(word.utf8))
        if slips <= most, slips < best?.slips ?? .max { best = (key, slips) }
    }
    return best?.key
}

/// The keys, and words that people write instead.
private let keyWords: [(String, EntryKey)] = [
    ("w", .w), ("width", .w), ("h", .h), ("height", .h), ("img", .img), ("image", .img), ("picture", .img), ("photo", .img),
    ("src", .img), ("url", .img), ("price", .price), ("cost", .price), ("amount", .price),
]
