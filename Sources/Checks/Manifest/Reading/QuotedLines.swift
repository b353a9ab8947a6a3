import Base

extension LineIndex {
    /// The line that contains a byte, for a report. A long line is cut around that byte. If `end` is on a later line, the
    /// lines up to it are joined, since the first one alone says as little as a bracket.
    func quotedLine(at byte: Int, _ place: TextPlace, upTo end: Int, in text: UnsafeBufferPointer<UInt8>) -> CheckResult.QuotedLine {
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
        let following = last < end && text[last] == 0x0A ? Self.joinedLines(text[last..<end]) : ""
        if last > first, text[last - 1] == 0x0D { last -= 1 }
        let quoted = String(decoding: text[first..<last], as: UTF8.self)
        return CheckResult.QuotedLine(
            text: hidden(quoted, at: first, of: text, from: start) + following, firstColumn: column)
    }

    /// Lines without their indentation, each behind a space, cut like a long line.
    private static func joinedLines(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> String {
        let lines = String(decoding: text.prefix(quotedBytes + hiddenBytes), as: UTF8.self).unicodeScalars
            .split { "\r\n".unicodeScalars.contains($0) }
        let joined = lines.map { line in " ".unicodeScalars + line.drop { $0 == " " || $0 == "\t" } }.joined()
        return hidingCredentials(Array(joined)).prefix(quotedBytes).reduce(into: "") { $0.unicodeScalars.append($1) }
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

/// Puts stars in the place of users and passwords. A URL begins where its text does, or at two slashes.
private func hidingCredentials(_ line: [Unicode.Scalar]) -> [Unicode.Scalar] {
    var shown = line
    var place = 0
    while place < line.count {
        // The bytes of a text up to a quotation mark or a tag, and the range of characters that each of them is of.
        var bytes: [UInt8] = []
        var ranges: [Range<Int>] = []
        while place < line.count, !"\"<>".unicodeScalars.contains(line[place]) {
            let next = character(in: line, at: place)
            for byte in String(next.value).utf8 {
                bytes.append(byte)
                ranges.append(place..<next.end)
            }
            place = next.end
        }
        place += 1
        guard let at = bytes.lastIndex(of: UInt8(ascii: "@")) else { continue }
        var end = 0
        for start in 0..<at where start >= end && (start == 0 || bytes[start...].starts(with: "//".utf8)) {
            guard let hidden = credentials(in: bytes[start...at]) else { continue }
            for range in ranges[hidden] { for index in range { shown[index] = "*" } }
            end = hidden.upperBound
        }
    }
    return shown
}

/// The character at a place, and the place after it. An escape of JSON (RFC 8259, 7) or a character reference of XML
/// (XML 1.0, 4.1) counts as the character that it stands for.
private func character(in line: [Unicode.Scalar], at place: Int) -> (value: Unicode.Scalar, end: Int) {
    let rest = line[place...]
    if rest.starts(with: "\\u".unicodeScalars), let value = number(rest.dropFirst(2).prefix(4), radix: 16) {
        return (value, place + 6)
    }
    if rest.starts(with: "\\".unicodeScalars), rest.count > 1 { return (line[place + 1], place + 2) }
    guard rest.starts(with: "&#".unicodeScalars), let end = rest.prefix(referenceLength).firstIndex(of: ";") else {
        return (line[place], place + 1)
    }
    let digits = line[(place + 2)..<end]
    let value = digits.first == "x" ? number(digits.dropFirst(), radix: 16) : number(digits, radix: 10)
    return value.map { ($0, end + 1) } ?? (line[place], place + 1)
}

private func number(_ digits: ArraySlice<Unicode.Scalar>, radix: Int) -> Unicode.Scalar? {
    UInt32(String(String.UnicodeScalarView(digits)), radix: radix).flatMap { Unicode.Scalar($0) }
}

/// Longer references are zeros that no writer puts there.
private let referenceLength = 64

/// The number of bytes around a quoted part in which credentials are searched.
private let hiddenBytes = 4096

/// The approximate number of bytes that are quoted from a line.
private let quotedBytes = 200
