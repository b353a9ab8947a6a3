import Records

/// Reads JSON (RFC 8259) from a place on, and stops where it is none. What exactly is wrong there
/// it does not know: `JSONJudge` tells, which has all the time in the world.
struct JSONScanner {
    private let bytes: UnsafeBufferPointer<UInt8>
    let text: UnsafePointer<UInt8>
    let end: Int
    var place: Int
    /// Whether a line end ends everything, as in JSON Lines.
    private let isLines: Bool

    init(_ bytes: UnsafeBufferPointer<UInt8>, from place: Int, isLines: Bool) {
        self.bytes = bytes
        // Where there are no bytes, none is looked at.
        text = bytes.baseAddress ?? UnsafePointer(nothing.utf8Start)
        end = bytes.count
        self.place = place
        self.isLines = isLines
    }

    struct Value {
        let kind: ValueKind
        let content: Stretch
    }

    @inline(__always)
    func at(_ sign: Unicode.Scalar) -> Bool { place < end && text[place] == UInt8(ascii: sign) }

    @inline(__always)
    mutating func take(_ sign: Unicode.Scalar) -> Bool {
        guard at(sign) else { return false }
        place &+= 1
        return true
    }

    @inline(__always)
    mutating func skipSpace() {
        while place < end, text[place] <= 0x20, isSpace(text[place]) { place &+= 1 }
    }

    private func isSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x09 || byte == 0x0D || byte == 0x0A && !isLines
    }

    /// Reads the object that begins here into a new entry. Where it is broken, there is no entry.
    mutating func readEntry(_ number: Int, into batch: inout EntryBatch) -> Bool {
        batch.beginEntry(number, at: place)
        guard readMembers(into: &batch) else {
            batch.dropEntry()
            return false
        }
        batch.finishEntry(at: place, of: bytes)
        return true
    }

    @inline(__always)
    private mutating func readMembers(into batch: inout EntryBatch) -> Bool {
        guard take("{") else { return false }
        skipSpace()
        if take("}") { return true }
        repeat {
            skipSpace()
            let keyStart = place
            guard let key = readText(&batch.decoded) else { return false }
            let keyPlace = Stretch(keyStart, count: place &- keyStart)
            skipSpace()
            guard take(":") else { return false }
            skipSpace()
            let valueStart = place
            guard let value = readValue(depth: 1, &batch.decoded) else { return false }
            batch.add(
                EntryMember(
                    name: name(of: key, batch.decoded), kind: value.kind, key: key, value: value.content, keyPlace: keyPlace,
                    valuePlace: Stretch(valueStart, count: place &- valueStart)))
            skipSpace()
        } while take(",")
        return take("}")
    }

    @inline(__always)
    private func name(of key: Stretch, _ decoded: [UInt8]) -> EntryKey {
        guard key.isDecoded else { return EntryKey(UnsafeBufferPointer(rebasing: bytes[key.start..<key.end])) }
        return decoded.withUnsafeBufferPointer { EntryKey(UnsafeBufferPointer(rebasing: $0[key.start..<key.end])) }
    }

    /// Reads any value; one that holds others must not do so deeper than a catalogue's rows.
    @inline(__always)
    mutating func readValue(depth: Int, _ decoded: inout [UInt8]) -> Value? {
        guard place < end else { return nil }
        switch text[place] {
        case UInt8(ascii: "\""):
            return readText(&decoded).map { Value(kind: .text, content: $0) }
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
            let start = place
            return readNumber() ? Value(kind: .number, content: Stretch(start, count: place &- start)) : nil
        case UInt8(ascii: "t"): return readWord("true", .flag)
        case UInt8(ascii: "f"): return readWord("false", .flag)
        case UInt8(ascii: "n"): return readWord("null", .null)
        case UInt8(ascii: "{"): return skipList(depth: depth + 1, &decoded) ? Value(kind: .object, content: .empty) : nil
        case UInt8(ascii: "["): return skipList(depth: depth + 1, &decoded) ? Value(kind: .array, content: .empty) : nil
        default: return nil
        }
    }

    private mutating func readWord(_ word: StaticString, _ kind: ValueKind) -> Value? {
        let rest = UnsafeBufferPointer(start: text + place, count: min(end - place, word.utf8CodeUnitCount))
        guard rest.isEqual(to: word) else { return nil }
        place += rest.count
        return Value(kind: kind, content: Stretch(place - rest.count, count: rest.count))
    }

    /// An object or an array that nobody looks into, and that must be sound nevertheless.
    private mutating func skipList(depth: Int, _ decoded: inout [UInt8]) -> Bool {
        guard depth <= JSONJudge.depthLimit else { return false }
        let known = decoded.count
        defer { decoded.removeSubrange(known...) }
        let isObject = at("{")
        place += 1
        skipSpace()
        if take(isObject ? "}" : "]") { return true }
        repeat {
            skipSpace()
            if isObject {
                guard readText(&decoded) != nil else { return false }
                skipSpace()
                guard take(":") else { return false }
                skipSpace()
            }
            guard readValue(depth: depth, &decoded) != nil else { return false }
            skipSpace()
        } while take(",")
        return take(isObject ? "}" : "]")
    }

    /// Section 6.
    @inline(__always)
    private mutating func readNumber() -> Bool {
        if at("-") { place &+= 1 }
        if !take("0") { guard skipDigits() else { return false } }
        guard place < end, text[place] > UInt8(ascii: ",") else { return true }
        if take("."), !skipDigits() { return false }
        if take("e") || take("E") {
            if !take("+") { _ = take("-") }
            return skipDigits()
        }
        return true
    }

    @inline(__always)
    private mutating func skipDigits() -> Bool {
        let start = place
        while place < end, text[place] &- UInt8(ascii: "0") < 10 { place &+= 1 }
        return place > start
    }
}

private let nothing: StaticString = ""
