/// The lengths of a binary property list's objects, in order. A length up to 63 takes one byte, and up to
/// 8191 two bytes. An offset would take five.
struct ObjectLengths {
    /// An object with its offset, which counts from the first object.
    struct Object {
        let index: Int
        let offset: Int
        let isEntry: Bool
    }

    private(set) var count = 0
    private(set) var entries = 0
    /// The total length of all objects.
    private(set) var bytes = 0
    /// The lengths in LEB128. The lowest bit of each number marks an entry.
    private var packed: [UInt8] = []

    /// Returns the index of the object.
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

    func forEach(_ body: (Object) -> Void) {
        var index = 0
        var offset = 0
        var value: UInt = 0
        var shift: UInt = 0
        for byte in packed {
            value |= UInt(byte & 0x7F) << shift
            shift += 7
            guard byte < 0x80 else { continue }
            body(Object(index: index, offset: offset, isEntry: value & 1 == 1))
            index += 1
            offset += Int(value >> 1)
            value = 0
            shift = 0
        }
    }
}
