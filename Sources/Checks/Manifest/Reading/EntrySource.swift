import Records

/// Reads the entries of one file, a batch at a time.
protocol EntrySource {
    /// Fills the batch, which is empty, with the next entries and with what is broken between
    /// them. Answers false where there is nothing behind them.
    mutating func fill(_ batch: inout EntryBatch) -> Bool
}

/// What is wrong with the JSON that begins there and that a scanner has refused.
func verdict(on text: UnsafeBufferPointer<UInt8>, from start: Int, to end: Int) -> JSONJudge.Verdict {
    guard let base = text.baseAddress else { return .unfinished }
    return JSONJudge.verdict(on: base + start, end - start)
}

/// What stands at a place of a text, as a message tells it.
func found(at place: Int, in text: UnsafeBufferPointer<UInt8>) -> String {
    guard place < text.count else { return "the end of the file" }
    let byte = text[place]
    if byte == 0x0A || byte == 0x0D { return "a line end" }
    if byte < 0x20 || byte == 0x7F { return "U+00" + (byte < 0x10 ? "0" : "") + String(byte, radix: 16, uppercase: true) }
    let rest = UnsafeBufferPointer(rebasing: text[place...].prefix(longestFound))
    if byte >= 0x80 {
        let length = characterLength(rest)
        guard length > 0 else { return "the byte 0x" + String(byte, radix: 16, uppercase: true) }
        return "`\(String(decoding: rest.prefix(length), as: UTF8.self))`"
    }
    // Of a word or a number, all of it: `undefined`, `NaN`, `01`.
    let word = rest.prefix(while: isPartOfWord)
    return "`\(String(decoding: word.isEmpty ? rest.prefix(1) : word, as: UTF8.self))`"
}

private let longestFound = 24

private func isPartOfWord(_ byte: UInt8) -> Bool {
    let letter = byte | 0x20
    return letter >= UInt8(ascii: "a") && letter <= UInt8(ascii: "z") || byte &- UInt8(ascii: "0") < 10
        || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
}
