/// The lengths of the objects of a binary property list, in their order. A length takes one byte
/// up to 63 and two up to 8191, where the place that follows from it would take five.
struct ObjectLengths {
    /// An object as `forEach` finds it: the offset counts from the first object.
    struct Place {
        let index: Int
        let offset: Int
        let isEntry: Bool
    }

    private(set) var count = 0
    private(set) var entries = 0
    /// The length of all objects together.
    private(set) var bytes = 0
    /// LEB128; the lowest bit of each number marks an entry.
    private var packed: [UInt8] = []

    /// Answers the index of the object.
    mutating func append(_ length: Int, isEntry: Bool = false) -> Int {
        var rest = UInt(length) << 1 | (isEntry ? 1 : 0)
        while rest > 0x7F {
            packed.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        packed.append(UInt8(rest))
        bytes += length
        if isEntry { entries += 1 }
        count += 1
        return count - 1
    }

    func forEach(_ body: (Place) -> Void) {
        var index = 0
        var offset = 0
        var value: UInt = 0
        var shift: UInt = 0
        for byte in packed {
            value |= UInt(byte & 0x7F) << shift
            shift += 7
            guard byte < 0x80 else { continue }
            body(Place(index: index, offset: offset, isEntry: value & 1 == 1))
            index += 1
            offset += Int(value >> 1)
            value = 0
            shift = 0
        }
    }
}
