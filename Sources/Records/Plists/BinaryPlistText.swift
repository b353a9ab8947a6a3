import WeirBase

extension BinaryPlistObject {
    /// Appends the text of an object; nothing if the object has no text.
    func appendText(_ content: UnsafeRawBufferPointer, to texts: inout [UInt8]) throws(Objection) {
        switch kind {
        case .ascii:
            guard content.reduce(0, |) < 0x80 else { throw Objection("an ASCII text that is none") }
            texts.append(contentsOf: content)
        case .utf16: try append(utf16: content, to: &texts)
        case .integer: texts.append(contentsOf: integerText(content).utf8)
        case .real where content.count == 4:
            // A Float has its own shortest text: converted to a Double, 0.1 would be 0.10000000149011612.
            texts.append(contentsOf: Float(bitPattern: UInt32(load(content, at: 0, count: 4))).description.utf8)
        case .real: texts.append(contentsOf: Double(bitPattern: load(content, at: 0, count: 8)).description.utf8)
        case .date: texts.append(contentsOf: try dateText(Double(bitPattern: load(content, at: 0, count: 8))).utf8)
        case .flag(let flag): texts.append(contentsOf: (flag ? "true" : "false").utf8)
        case .null, .data, .uid, .array, .set, .dictionary: break
        }
    }

    private func append(utf16 content: UnsafeRawBufferPointer, to texts: inout [UInt8]) throws(Objection) {
        var units = utf16Units(content).makeIterator()
        var decoder = UTF16()
        while true {
            switch decoder.decode(&units) {
            case .scalarValue(let character): texts.append(contentsOf: character.utf8)
            case .emptyInput: return
            case .error: throw Objection("a UTF-16 text with half of a surrogate pair")
            }
        }
    }
}

/// The units of a text in UTF-16, in the byte order of the file.
func utf16Units(_ content: UnsafeRawBufferPointer) -> some RandomAccessCollection<UInt16> {
    (0..<content.count / 2).lazy.map { UInt16(load(content, at: $0 * 2, count: 2)) }
}

/// Integers of up to four bytes are unsigned; longer ones are signed.
private func integerText(_ content: UnsafeRawBufferPointer) -> String {
    let high = content.count >= 8 ? Int64(bitPattern: load(content, at: 0, count: 8)) : 0
    return switch content.count {
    case 16: (Int128(high) << 64 | Int128(load(content, at: 8, count: 8))).description
    case 8: high.description
    case let count: load(content, at: 0, count: count).description
    }
}

/// Formats a date like an XML property list: in seconds, in UTC (ISO 8601), with a year of four digits.
private func dateText(_ secondsSince2001: Double) throws(Objection) -> String {
    // From the year 1 to 9999, and NaN is not between them.
    guard (-63_113_904_000..<252_423_993_600).contains(secondsSince2001) else {
        throw Objection("a date beyond the calendar")
    }
    return calendarTime(Int64(secondsSince2001.rounded(.down)) + 978_307_200)
}
