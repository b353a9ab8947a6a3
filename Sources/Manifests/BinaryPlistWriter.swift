import WeirBase
import WeirRecords

/// Writes Apple's binary property list, `bplist00`: objects, their offsets, and a trailer.
///
/// Entries are written at once. The writer stores only the length of each object until it writes the
/// offsets at the end. Each reference takes four bytes, since the number of objects is not known while
/// entries are written.
struct BinaryPlistWriter: ManifestWriter {
    private var objects = ObjectLengths()
    /// The keys so far. Each key is one object, which all entries share.
    private var keys: [(name: String, reference: Int)] = []
    /// The references and the code units of the current entry. These buffers are reused.
    private var references: [Int] = []
    private var codeUnits: [UInt16] = []

    private static let header: StaticString = "bplist00"
    private static let referenceBytes = 4

    mutating func begin(_ output: inout ByteBuffer) {
        output.append(Self.header)
    }

    mutating func append(_ entry: ManifestEntry, to output: inout ByteBuffer) {
        if keys.isEmpty {
            for name in ["w", "h", "img", "price"] { _ = key(name, &output) }
        }
        references.removeAll(keepingCapacity: true)
        for index in 0..<4 { references.append(keys[index].reference) }
        for extra in entry.extras { references.append(key(extra.name, &output)) }
        references.append(add(entry.width, to: &output))
        references.append(add(entry.height, to: &output))
        references.append(add(entry.img, to: &output))
        references.append(add(entry.price, to: &output))
        for extra in entry.extras {
            switch extra.value {
            case .text(let text), .json(let text): references.append(add(text, to: &output))
            case .list(let text): references.append(add(JSONValue(list: text), to: &output))
            case .number(let number): references.append(add(number, to: &output))
            case .flag(let flag): references.append(add(flag, to: &output))
            }
        }
        let start = output.count
        output.append(.dictionary, count: references.count / 2)
        for reference in references { output.append(reference: reference) }
        _ = objects.append(output.count - start, isEntry: true)
    }

    mutating func end(_ output: inout ByteBuffer) {
        let start = output.count
        output.append(.array, count: objects.entries)
        objects.forEach { object in
            if object.isEntry { output.append(reference: object.index) }
        }
        let top = objects.append(output.count - start)
        precondition(objects.count <= Int(UInt32.max), "four bytes cannot refer to so many objects")
        let headerBytes = Self.header.utf8CodeUnitCount
        let tableStart = headerBytes + objects.bytes
        // Apple's older readers accept only powers of two as sizes.
        let offsetBytes = [1, 2, 4].first { tableStart < 1 << ($0 * 8) } ?? 8
        objects.forEach { object in
            output.append(bigEndian: UInt64(headerBytes + object.offset), count: offsetBytes)
        }
        output.append(bigEndian: 0, count: 6)
        output.append(UInt8(offsetBytes))
        output.append(UInt8(Self.referenceBytes))
        output.append(bigEndian: UInt64(objects.count))
        output.append(bigEndian: UInt64(top))
        output.append(bigEndian: UInt64(tableStart))
    }
}

extension BinaryPlistWriter {
    private mutating func key(_ name: String, _ output: inout ByteBuffer) -> Int {
        if let known = keys.first(where: { $0.name == name }) { return known.reference }
        let reference = add(name, to: &output)
        keys.append((name, reference))
        return reference
    }

    private mutating func add(_ flag: Bool, to output: inout ByteBuffer) -> Int {
        output.append((flag ? Marker.yes : Marker.no).rawValue)
        return objects.append(1)
    }

    /// Writes an array and all that it holds. A property list has no null, and a list has none.
    private mutating func add(_ value: JSONValue, to output: inout ByteBuffer) -> Int {
        switch value {
        case .null: return add("", to: &output)
        case .bool(let flag): return add(flag, to: &output)
        case .number(let number): return add(Int(number) ?? 0, to: &output)
        case .string(let text): return add(text, to: &output)
        case .array(let elements):
            let references = elements.map { add($0, to: &output) }
            return add(.array, count: references.count, references, to: &output)
        case .object(let members):
            let keys = members.map { key($0.name, &output) }
            let values = members.map { add($0.value, to: &output) }
            return add(.dictionary, count: members.count, keys + values, to: &output)
        }
    }

    private mutating func add(_ text: String, to output: inout ByteBuffer) -> Int {
        var text = text
        return text.withUTF8 { add($0, to: &output) }
    }

    private mutating func add(_ marker: Marker, count: Int, _ references: [Int], to output: inout ByteBuffer) -> Int {
        let start = output.count
        output.append(marker, count: count)
        for reference in references { output.append(reference: reference) }
        return objects.append(output.count - start)
    }

    private mutating func add(_ number: Int, to output: inout ByteBuffer) -> Int {
        let start = output.count
        output.append(number: number)
        return objects.append(output.count - start)
    }

    /// Writes ASCII text as ASCII and any other text as UTF-16.
    private mutating func add(_ text: UnsafeBufferPointer<UInt8>, to output: inout ByteBuffer) -> Int {
        let start = output.count
        if text.allSatisfy({ $0 < 0x80 }) {
            output.append(.ascii, count: text.count)
            output.append(text)
        } else {
            codeUnits.removeAll(keepingCapacity: true)
            _ = transcode(text.makeIterator(), from: UTF8.self, to: UTF16.self, stoppingOnError: false) {
                codeUnits.append($0)
            }
            output.append(.utf16, count: codeUnits.count)
            for unit in codeUnits { output.append(bigEndian: UInt64(unit), count: 2) }
        }
        return objects.append(output.count - start)
    }
}

/// The type of an object: the upper half of its first byte.
private enum Marker: UInt8 {
    case no = 0x08
    case yes = 0x09
    case integer = 0x10
    case ascii = 0x50
    case utf16 = 0x60
    case array = 0xA0
    case dictionary = 0xD0
}

extension ByteBuffer {
    /// Appends the first byte of an object with `count` parts. From 15 on, the count follows as an integer.
    fileprivate mutating func append(_ marker: Marker, count: Int) {
        append(marker.rawValue | UInt8(min(count, 15)))
        if count >= 15 { append(number: count) }
    }

    /// Integers of one, two and four bytes are unsigned; those of eight bytes are signed.
    fileprivate mutating func append(number: Int) {
        let power = [0, 1, 2].first { 0 <= number && number < 1 << (8 << $0) } ?? 3
        append(Marker.integer.rawValue | UInt8(power))
        append(bigEndian: UInt64(truncatingIfNeeded: number), count: 1 << power)
    }

    fileprivate mutating func append(reference: Int) {
        append(bigEndian: UInt64(reference), count: 4)
    }
}
