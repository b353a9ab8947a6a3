extension LineIndex {
    /// The line on which a byte stands, as a report quotes it: whole, or cut around that byte.
    func quotedLine(at byte: Int, _ place: TextPlace, in text: UnsafeBufferPointer<UInt8>) -> CheckResult.QuotedLine {
        let byte = max(textStart, byte)
        let start = lineStart(of: byte, in: text)
        var first = start
        var column = 1
        if byte - start > quotedBytes / 2 {
            first = byte
            column = place.column
            while first > start, byte - first < quotedBytes / 2 || text[first] & 0xC0 == 0x80 {
                first -= 1
                if text[first] & 0xC0 != 0x80 { column -= 1 }
            }
        }
        var last = first
        while last < text.count, text[last] != 0x0A, last - first < quotedBytes || text[last] & 0xC0 == 0x80 { last += 1 }
        if last > first, text[last - 1] == 0x0D { last -= 1 }
        return CheckResult.QuotedLine(text: String(decoding: text[first..<last], as: UTF8.self), firstColumn: column)
    }
}

/// About so many bytes of a line are quoted.
private let quotedBytes = 200
