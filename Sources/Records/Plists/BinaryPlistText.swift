extension BinaryPlistObject {
    /// Appends the text of an object; nothing if the object has no text.
    func appendText(_ content: UnsafeRawBufferPointer, to texts: inout [UInt8]) throws(BinaryPlistFault) {
        switch kind {
        case .ascii:
            guard isASCII(content) else { throw BinaryPlistFault(message: "an ASCII text that is none") }
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

    private func append(utf16 content: UnsafeRawBufferPointer, to texts: inout [UInt8]) throws(BinaryPlistFault) {
        var units = BinaryPlistUnits(content).makeIterator()
        var decoder = UTF16()
        while true {
            switch decoder.decode(&units) {
            case .scalarValue(let character): texts.append(contentsOf: character.utf8)
            case .emptyInput: return
            case .error: throw BinaryPlistFault(message: "a UTF-16 text with half of a surrogate pair")
            }
        }
    }
}

/// UTF-16 in the byte order of the file.
struct BinaryPlistUnits: RandomAccessCollection {
    private let content: UnsafeRawBufferPointer

    init(_ content: UnsafeRawBufferPointer) { self.content = content }

    var startIndex: Int { 0 }
    var endIndex: Int { content.count / 2 }
    subscript(index: Int) -> UInt16 { UInt16(load(content, at: index * 2, count: 2)) }
}

private func isASCII(_ text: UnsafeRawBufferPointer) -> Bool {
    var index = 0
    while text.count - index >= 8 {
        if text.loadUnaligned(fromByteOffset: index, as: UInt64.self) & 0x8080_8080_8080_8080 != 0 { return false }
        index += 8
    }
    return text[index...].allSatisfy { $0 < 0x80 }
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
private func dateText(_ secondsSince2001: Double) throws(BinaryPlistFault) -> String {
    // This bound is far beyond those years and still fits an integer.
    guard abs(secondsSince2001) < 1e12 else { throw BinaryPlistFault(message: "a date beyond the calendar") }
    let seconds = Int(secondsSince2001.rounded(.down))
    let secondOfDay = (seconds % 86400 + 86400) % 86400
    let daysFrom1March0 = (seconds - secondOfDay) / 86400 + 730_791
    // Years begin in March, so the leap day is the last day of a year. 400 years of the Gregorian calendar
    // have 146,097 days.
    let era = daysFrom1March0 >= 0 ? daysFrom1March0 / 146_097 : -1
    let dayOfEra = daysFrom1March0 - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    let year = era * 400 + yearOfEra + (month <= 2 ? 1 : 0)
    guard (1...9999).contains(year) else { throw BinaryPlistFault(message: "a date beyond the calendar") }
    func digits(_ number: Int, _ count: Int) -> String {
        let text = number.description
        return String(repeating: "0", count: count - text.utf8.count) + text
    }
    return "\(digits(year, 4))-\(digits(month, 2))-\(digits(day, 2))T"
        + "\(digits(secondOfDay / 3600, 2)):\(digits(secondOfDay / 60 % 60, 2)):\(digits(secondOfDay % 60, 2))Z"
}
