import WeirBase
import WeirRecords

/// Finds the line and column of any byte after one pass over the text. Each block stores only the counts before it, so
/// one line of many megabytes costs no more than a million lines.
struct LineIndex {
    private struct Block {
        /// The numbers of line ends and characters before the block, and the start of the line at its first byte.
        var lineEnds: Int
        var characters: Int
        var lineStart: Int
    }

    private var blocks: [Block] = []
    /// The start of the text, behind a byte order mark, which editors do not count.
    let textStart: Int
    /// The character at which a value of the text ends; nil in a text that is neither JSON nor XML.
    private let boundary: Unicode.Scalar?

    private static let blockBytes = 16 << 10

    init(_ text: UnsafeBufferPointer<UInt8>, from start: Int) {
        textStart = start
        switch text[start...].first(where: { $0 > 0x20 }).map({ Unicode.Scalar($0) }) {
        case "<": boundary = "<"
        case "[", "{": boundary = "\""
        default: boundary = nil
        }
        var block = Block(lineEnds: 0, characters: 0, lineStart: start)
        var offset = start
        repeat {
            blocks.append(block)
            let part = UnsafeBufferPointer(rebasing: text[offset..<min(text.count, offset + Self.blockBytes)])
            let lineEnds = count(part, .lineEnds)
            block.lineEnds += lineEnds
            block.characters += count(part, .characters)
            if lineEnds > 0, let last = part.lastIndex(of: 0x0A) { block.lineStart = offset + last + 1 }
            offset += part.count
        } while offset < text.count
    }

    /// The line of a byte, from 1.
    func line(of offset: Int, in text: UnsafeBufferPointer<UInt8>) -> Int {
        let block = blocks[self.block(of: offset)]
        return block.lineEnds + count(before(offset, text), .lineEnds) + 1
    }

    /// The start of the line that contains a byte.
    func lineStart(of offset: Int, in text: UnsafeBufferPointer<UInt8>) -> Int {
        let part = before(offset, text)
        return part.lastIndex(of: 0x0A).map { offset - part.count + $0 + 1 } ?? blocks[block(of: offset)].lineStart
    }

    func position(of range: TextRange, in text: UnsafeBufferPointer<UInt8>) -> FindingPosition {
        let start = max(textStart, min(range.start, text.count))
        let end = text[start..<max(start, min(range.end, text.count))]
        let line = end.prefix { $0 != 0x0A && $0 != 0x0D }
        let column = characters(before: start, text) - characters(before: lineStart(of: start, in: text), text) + 1
        let length = count(UnsafeBufferPointer(rebasing: line), .characters)
        return FindingPosition(line: self.line(of: start, in: text), column: column, length: max(1, length))
    }

    private func characters(before offset: Int, _ text: UnsafeBufferPointer<UInt8>) -> Int {
        blocks[block(of: offset)].characters + count(before(offset, text), .characters)
    }

    private func block(of offset: Int) -> Int { min((offset - textStart) / Self.blockBytes, blocks.count - 1) }

    /// The bytes of the block that lie before an offset.
    private func before(_ offset: Int, _ text: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(rebasing: text[(textStart + block(of: offset) * Self.blockBytes)..<offset])
    }
}

private enum Counted { case lineEnds, characters }

/// Counts line feeds, or the first bytes of characters, eight bytes at a time.
private func count(_ text: UnsafeBufferPointer<UInt8>, _ counted: Counted) -> Int {
    guard let start = text.baseAddress else { return 0 }
    var sum = 0
    var offset = 0
    while offset &+ 8 <= text.count {
        let word = ByteWord(at: start + offset)
        sum &+= counted == .lineEnds ? word.count(of: "\n") : word.characterCount
        offset &+= 8
    }
    while offset < text.count {
        switch counted {
        case .lineEnds: sum &+= text[offset] == 0x0A ? 1 : 0
        case .characters: sum &+= text[offset] & 0xC0 == 0x80 ? 0 : 1
        }
        offset &+= 1
    }
    return sum
}

extension LineIndex {
    /// The line that contains a byte, for a report. A long line is cut around that byte. If `end` is on a later line, the
    /// lines up to it are joined, since the first one alone says as little as a bracket.
    func quotedLine(
        at byte: Int, _ position: FindingPosition, upTo end: Int, in text: UnsafeBufferPointer<UInt8>
    ) -> CheckResult.QuotedLine {
        let byte = max(textStart, byte)
        let start = lineStart(of: byte, in: text)
        var first = start
        var column = 1
        if byte - start > quotedBytes / 2 {
            first = byte
            column = position.column
            while first > start, byte - first < quotedBytes / 2 || text[first] & 0xC0 == 0x80 {
                first -= 1
                if text[first] & 0xC0 != 0x80 { column -= 1 }
            }
        }
        var last = first
        while last < text.count, text[last] != 0x0A, last - first < quotedBytes || text[last] & 0xC0 == 0x80 { last += 1 }
        let following = last < end && text[last] == 0x0A ? joinedLines(text[last..<end]) : ""
        if last > first, text[last - 1] == 0x0D { last -= 1 }
        let quoted = String(decoding: text[first..<last], as: UTF8.self)
        return CheckResult.QuotedLine(
            text: hidden(quoted, at: first, of: text, from: start) + following, firstColumn: column)
    }

    /// Lines without their indentation, each behind a space, cut like a long line.
    private func joinedLines(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> String {
        let lines = String(decoding: text.prefix(quotedBytes + hiddenBytes), as: UTF8.self).unicodeScalars
            .split { "\r\n".unicodeScalars.contains($0) }
        let joined = lines.map { line in " ".unicodeScalars + line.drop { $0 == " " || $0 == "\t" } }.joined()
        return hidingCredentials(Array(joined), boundary).prefix(quotedBytes).reduce(into: "") { $0.unicodeScalars.append($1) }
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
        let shown = hidingCredentials(Array(String(decoding: line, as: UTF8.self).unicodeScalars), boundary)
        var part = String.UnicodeScalarView()
        part.append(contentsOf: shown[before...].prefix(quoted.unicodeScalars.count))
        return String(part)
    }
}

/// Replaces users and passwords by stars. A URL ends at the latest where its text does.
private func hidingCredentials(_ line: [Unicode.Scalar], _ boundary: Unicode.Scalar?) -> [Unicode.Scalar] {
    var shown = line
    var index = 0
    while index < line.count {
        // The bytes of a text, and the range of characters that each of them is of.
        var bytes: [UInt8] = []
        var ranges: [Range<Int>] = []
        while index < line.count, line[index] != boundary {
            let next = character(in: line, at: index)
            for byte in String(next.value).utf8 {
                bytes.append(byte)
                ranges.append(index..<next.end)
            }
            index = next.end
        }
        index += 1
        for hidden in bytes.withUnsafeBufferPointer({ credentials(in: $0) }) {
            for range in ranges[hidden] { for covered in range { shown[covered] = "*" } }
        }
    }
    return shown
}

/// The character at an index, and the index after it. An escape of JSON (RFC 8259, 7) or a character reference of XML
/// (XML 1.0, 4.1) counts as the character that it stands for.
private func character(in line: [Unicode.Scalar], at index: Int) -> (value: Unicode.Scalar, end: Int) {
    let rest = line[index...]
    if rest.starts(with: "\\u".unicodeScalars), let value = number(rest.dropFirst(2).prefix(4), radix: 16) {
        return (value, index + 6)
    }
    if rest.starts(with: "\\".unicodeScalars), rest.count > 1 { return (line[index + 1], index + 2) }
    guard rest.starts(with: "&#".unicodeScalars), let end = rest.prefix(referenceLength).firstIndex(of: ";") else {
        return (line[index], index + 1)
    }
    let digits = line[(index + 2)..<end]
    let value = digits.first == "x" ? number(digits.dropFirst(), radix: 16) : number(digits, radix: 10)
    return value.map { ($0, end + 1) } ?? (line[index], index + 1)
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
