import TestSupport

/// Values of a binary property list, for lists that no encoder produces.
indirect enum BinaryValue: Sendable {
    /// The bytes of one object.
    case raw(Bytes)
    case array([BinaryValue])
    case dictionary([(BinaryValue, BinaryValue)])

    static let null = BinaryValue.raw([0x00])
    static let yes = BinaryValue.raw([0x09])
    static let no = BinaryValue.raw([0x08])

    static func integer<Integer: FixedWidthInteger>(_ value: Integer) -> BinaryValue {
        .raw([0x10 | UInt8((Integer.bitWidth / 8).trailingZeroBitCount)] + .big(value))
    }
    static func real(_ value: Double) -> BinaryValue { .raw([0x23] + .big(value.bitPattern)) }
    static func float(_ value: Float) -> BinaryValue { .raw([0x22] + .big(value.bitPattern)) }
    static func date(_ value: Double) -> BinaryValue { .raw([0x33] + .big(value.bitPattern)) }
    static func data(_ bytes: Bytes) -> BinaryValue { .raw(head(0x40, bytes.count) + bytes) }
    static func uid(_ value: UInt8) -> BinaryValue { .raw([0x80, value]) }
    static func ascii(_ text: String) -> BinaryValue { .raw(head(0x50, text.utf8.count) + Bytes(text)) }
    static func utf16(_ units: [UInt16]) -> BinaryValue { .raw(units.reduce(head(0x60, units.count)) { $0 + .big($1) }) }
    static func utf16(_ text: String) -> BinaryValue { utf16(Array(text.utf16)) }

    /// A marker with a count. A count that does not fit into the marker follows in two bytes.
    static func head(_ marker: UInt8, _ count: Int) -> Bytes {
        count < 15 ? [marker | UInt8(count)] : [marker | 15, 0x12] + .big(UInt32(count))
    }
}

extension BinaryValue: ExpressibleByStringLiteral {
    init(stringLiteral text: String) { self = .ascii(text) }
}

/// A binary property list and the offsets of its parts, so that tests can damage one part.
struct BinaryList {
    private(set) var bytes: Bytes
    let offsets: [Int]
    let table: Int

    /// The objects in the order of their numbers, the top one first.
    init(_ top: BinaryValue, referenceBytes: Int = 1, offsetBytes: Int = 4) {
        var objects: [Bytes] = []
        func reference(_ value: BinaryValue) -> Bytes {
            let number = objects.count
            objects.append([])
            switch value {
            case .raw(let bytes): objects[number] = bytes
            case .array(let values):
                objects[number] = BinaryValue.head(0xA0, values.count) + values.map(reference).reduce([], +)
            case .dictionary(let pairs):
                let keys = pairs.map { reference($0.0) }.reduce([], +)
                objects[number] = BinaryValue.head(0xD0, pairs.count) + keys + pairs.map { reference($0.1) }.reduce([], +)
            }
            return BinaryList.integer(number, referenceBytes)
        }
        _ = reference(top)
        self.init(objects: objects, referenceBytes: referenceBytes, offsetBytes: offsetBytes)
    }

    /// Makes a list of objects that are given as bytes.
    init(objects: [Bytes], top: Int = 0, referenceBytes: Int = 1, offsetBytes: Int = 4) {
        var bytes: Bytes = "bplist00"
        offsets = objects.map { object in
            defer { bytes += object }
            return bytes.count
        }
        table = bytes.count
        for offset in offsets { bytes += BinaryList.integer(offset, offsetBytes) }
        bytes += Bytes(zeros: 6) + [UInt8(offsetBytes), UInt8(referenceBytes)]
        bytes += .big(UInt64(objects.count)) + .big(UInt64(top)) + .big(UInt64(table))
        self.bytes = bytes
    }

    static func integer(_ value: Int, _ count: Int) -> Bytes { Bytes(Array(Bytes.big(UInt64(value)).all.suffix(count))) }

    /// A copy of the list with other bytes at an offset.
    func replacing(at offset: Int, with other: Bytes) -> Bytes {
        Bytes(Array(bytes.all[..<offset]) + other.all + Array(bytes.all[(offset + other.count)...]))
    }

    /// A copy of the list with another integer in its trailer.
    func trailer(_ offset: Int, _ other: Bytes) -> Bytes { replacing(at: bytes.count - 32 + offset, with: other) }
}
