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
        let quoted = hidingCredentials(String(decoding: text[first..<last], as: UTF8.self))
        return CheckResult.QuotedLine(text: quoted, firstColumn: column)
    }
}

/// A line in which users and passwords of URLs are stars, as many as they have characters: reports
/// go into logs that many can read.
private func hidingCredentials(_ line: String) -> String {
    guard line.utf8.contains(UInt8(ascii: "@")) else { return line }
    var signs = Array(line.unicodeScalars)
    for slash in signs.indices.dropFirst(2) where signs[slash] == "/" && signs[slash - 1] == "/" && signs[slash - 2] == ":" {
        let authority = signs[(slash + 1)...].prefix { !"/?#\\\"<> ".unicodeScalars.contains($0) }
        guard let at = authority.lastIndex(of: "@") else { continue }
        for place in (slash + 1)..<at { signs[place] = "*" }
    }
    var shown = String.UnicodeScalarView()
    shown.append(contentsOf: signs)
    return String(shown)
}

/// About so many bytes of a line are quoted.
private let quotedBytes = 200
