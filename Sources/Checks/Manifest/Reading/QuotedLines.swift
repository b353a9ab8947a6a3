extension LineIndex {
    /// The line that contains a byte, for a report. A long line is cut around that byte.
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
        let quoted = String(decoding: text[first..<last], as: UTF8.self)
        return CheckResult.QuotedLine(
            text: hidden(quoted, at: first, of: text, from: start), firstColumn: column)
    }

    /// Replaces users and passwords of URLs in a part of a line by stars of the same length, because many people can
    /// read logs. A URL may begin or end outside of the part, so the search covers more of the line.
    private func hidden(_ quoted: String, at first: Int, of text: UnsafeBufferPointer<UInt8>, from start: Int) -> String {
        var from = max(start, first - hiddenBytes)
        while from > start, text[from] & 0xC0 == 0x80 { from -= 1 }
        let rest = text[from...].prefix(first - from + quoted.utf8.count + hiddenBytes)
        let line = rest.prefix { $0 != 0x0A }
        guard line.contains(UInt8(ascii: "@")) || line.contains(UInt8(ascii: "&")) || line.contains(UInt8(ascii: "\\")) else {
            return quoted
        }
        let before = String(decoding: text[from..<first], as: UTF8.self).unicodeScalars.count
        let shown = hidingCredentials(Array(String(decoding: line, as: UTF8.self).unicodeScalars))
        var part = String.UnicodeScalarView()
        part.append(contentsOf: shown[before...].prefix(quoted.unicodeScalars.count))
        return String(part)
    }
}

/// Puts stars between two slashes and the last at sign before the host ends. A slash may be written as `\/`, and the at
/// sign in one of the forms of `atSigns`.
private func hidingCredentials(_ line: [Unicode.Scalar]) -> [Unicode.Scalar] {
    var shown = line
    var place = 0
    while place < line.count {
        guard let second = slash(in: line, at: place), let start = slash(in: line, at: second) else {
            place += 1
            continue
        }
        var end = start
        var at: Int?
        while end < line.count {
            if let sign = atSigns.first(where: { line[end...].starts(with: $0) }) {
                at = end
                end += sign.count
            } else if "/?#\"<> ".unicodeScalars.contains(line[end]) || slash(in: line, at: end) != nil {
                break
            } else {
                end += 1
            }
        }
        if let at { for index in start..<at { shown[index] = "*" } }
        place = max(end, place + 1)
    }
    return shown
}

/// The place behind a slash, escaped or not; nil if there is no slash.
private func slash(in line: [Unicode.Scalar], at place: Int) -> Int? {
    if place < line.count, line[place] == "/" { return place + 1 }
    return place + 1 < line.count && line[place] == "\\" && line[place + 1] == "/" ? place + 2 : nil
}

private let atSigns = ["@", "\\u0040", "&#64;", "&#x40;"].map { Array($0.unicodeScalars) }

/// The number of bytes around a quoted part in which credentials are searched.
private let hiddenBytes = 4096

/// The approximate number of bytes that are quoted from a line.
private let quotedBytes = 200
