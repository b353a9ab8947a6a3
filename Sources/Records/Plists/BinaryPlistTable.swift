import WeirBase

/// The objects of a binary property list by their numbers. CFBinaryPList.c describes the format. Every
/// offset and count is read from the file, so each is checked against its bounds.
struct BinaryPlistTable {
    private let bytes: UnsafeRawBufferPointer
    private let offsetBytes: Int
    private let referenceBytes: Int
    let objectCount: Int
    /// The offset where the objects end and the offset table begins.
    private let offsets: Int
    /// The number of the top object, which contains all others.
    let top: Int

    private static let trailerBytes = 32
    /// `bplist0` and one more digit. Apple's reader ignores this digit.
    private static let headerBytes = 8

    /// Reads the trailer, the last 32 bytes: five unused bytes, the sort version, the size of an offset,
    /// the size of a reference, and three integers of eight bytes.
    init(_ bytes: UnsafeRawBufferPointer) throws(DocumentFailure) {
        guard bytes.starts(with: "bplist".utf8) else { throw DocumentFailure("not a binary property list") }
        guard bytes.count > 7, bytes[6] == UInt8(ascii: "0") else {
            throw DocumentFailure("a binary property list of a version that is not read")
        }
        let trailer = bytes.count - Self.trailerBytes
        let fault = "the binary property list is cut off or damaged: its trailer does not fit it"
        guard trailer > Self.headerBytes else { throw DocumentFailure(fault) }
        let position = RecordPosition(textPosition: TextPosition(line: 1, column: trailer + 1), offset: trailer)
        func integer(_ offset: Int) throws(DocumentFailure) -> Int {
            guard let integer = Int(exactly: load(bytes, at: trailer + offset, count: 8)) else {
                throw DocumentFailure(fault, at: position)
            }
            return integer
        }
        offsetBytes = Int(bytes[trailer + 6])
        referenceBytes = Int(bytes[trailer + 7])
        objectCount = try integer(8)
        top = try integer(16)
        offsets = try integer(24)
        // The table must end exactly at the trailer, as Apple's reader requires. This detects truncated
        // files.
        guard (1...8).contains(offsetBytes), (1...8).contains(referenceBytes), top < objectCount,
            offsets > Self.headerBytes, offsets < trailer, objectCount == (trailer - offsets) / offsetBytes,
            (trailer - offsets) % offsetBytes == 0
        else { throw DocumentFailure(fault, at: position) }
        self.bytes = bytes
    }

    /// Reads the object with that number.
    @inline(__always)
    func object(_ number: UInt64) throws(Objection) -> BinaryPlistObject {
        guard number < UInt64(objectCount) else {
            throw Objection("a reference to object \(number) of \(objectCount)")
        }
        let offset = load(bytes, at: offsets + Int(number) * offsetBytes, count: offsetBytes)
        guard offset >= Self.headerBytes, offset < UInt64(offsets) else {
            throw Objection("object \(number) lies outside the objects")
        }
        return try object(at: Int(offset))
    }

    private func object(at offset: Int) throws(Objection) -> BinaryPlistObject {
        let marker = bytes[offset]
        let low = Int(marker & 15)
        switch marker >> 4 {
        case 0x0: return try constant(marker, at: offset)
        case 0x1 where low <= 4: return try object(.integer, offset, offset + 1, count: 1 << low)
        case 0x2 where low == 2 || low == 3: return try object(.real, offset, offset + 1, count: 1 << low)
        case 0x3 where low == 3: return try object(.date, offset, offset + 1, count: 8)
        case 0x4: return try counted(.data, offset, low, width: 1)
        case 0x5: return try counted(.ascii, offset, low, width: 1)
        case 0x6: return try counted(.utf16, offset, low, width: 2)
        case 0x8: return try object(.uid, offset, offset + 1, count: low + 1)
        case 0xA: return try counted(.array, offset, low, width: referenceBytes)
        case 0xB, 0xC: return try counted(.set, offset, low, width: referenceBytes)
        case 0xD: return try counted(.dictionary, offset, low, width: referenceBytes * 2)
        default: throw Objection("an object of an unknown kind (\(marker))")
        }
    }

    private func constant(_ marker: UInt8, at offset: Int) throws(Objection) -> BinaryPlistObject {
        let kind: BinaryPlistObject.Kind =
            switch marker {
            case 0x00: .null
            case 0x08: .flag(false)
            case 0x09: .flag(true)
            default: throw Objection("an object of an unknown kind (\(marker))")
            }
        return try object(kind, offset, offset + 1, count: 0)
    }

    /// Reads an object with a count: four bits, or an integer of up to eight bytes if all four bits are
    /// set.
    @inline(__always)
    private func counted(
        _ kind: BinaryPlistObject.Kind, _ offset: Int, _ low: Int, width: Int
    ) throws(Objection) -> BinaryPlistObject {
        guard low == 15 else { return try object(kind, offset, offset + 1, count: low, width: width) }
        let marker = offset + 1
        guard marker < offsets, bytes[marker] & 0xFC == 0x10 else {
            throw Objection("an object without its count")
        }
        let length = 1 << Int(bytes[marker] & 3)
        guard length <= offsets - marker - 1,
            let count = Int(exactly: load(bytes, at: marker + 1, count: length))
        else { throw Objection("an object without its count") }
        return try object(kind, offset, marker + 1 + length, count: count, width: width)
    }

    @inline(__always)
    private func object(
        _ kind: BinaryPlistObject.Kind, _ offset: Int, _ start: Int, count: Int, width: Int = 1
    ) throws(Objection) -> BinaryPlistObject {
        guard count <= (offsets - start) / width else {
            throw Objection("an object that reaches beyond the objects")
        }
        return BinaryPlistObject(kind: kind, offset: offset, start: start, count: count)
    }

    /// The object number at an index of the references of an array or a dictionary.
    @inline(__always)
    func reference(_ index: Int, of object: BinaryPlistObject) -> UInt64 {
        load(bytes, at: offset(ofReference: index, of: object), count: referenceBytes)
    }

    /// The size in bytes of the references of an array or a dictionary.
    func bytesOfReferences(_ count: Int) -> Int { count * referenceBytes }

    /// The offset of such a reference in the file.
    @inline(__always)
    func offset(ofReference index: Int, of object: BinaryPlistObject) -> Int {
        object.start + index * referenceBytes
    }

    /// The content of an object that contains no other objects.
    @inline(__always)
    func content(_ object: BinaryPlistObject) -> UnsafeRawBufferPointer {
        let length = object.kind == .utf16 ? object.count * 2 : object.count
        return UnsafeRawBufferPointer(rebasing: bytes[object.start..<object.start + length])
    }
}

/// An object of a binary property list. Its bytes are known to lie within the object area.
struct BinaryPlistObject {
    enum Kind: Equatable {
        case null, integer, real, date, data, ascii, utf16, uid, array, set, dictionary
        case flag(Bool)
    }

    let kind: Kind
    /// The offsets of the object and of its content.
    let offset: Int
    let start: Int
    /// The number of bytes, of UTF-16 units of a text, of elements of an array, or of pairs of a
    /// dictionary.
    let count: Int

    var valueKind: ValueKind {
        switch kind {
        case .null: .null
        case .integer: .number
        case .real: .real
        case .date: .date
        case .data: .data
        case .ascii, .utf16: .text
        case .uid: .uid
        case .array: .array
        case .set: .set
        case .dictionary: .dictionary
        case .flag: .flag
        }
    }
}

/// Loads a big-endian integer of one to eight bytes. The caller has checked the bounds.
@inline(__always)
func load(_ bytes: UnsafeRawBufferPointer, at offset: Int, count: Int) -> UInt64 {
    switch count {
    case 1: UInt64(bytes[offset])
    case 2: UInt64(UInt16(bigEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt16.self)))
    case 4: UInt64(UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)))
    case 8: UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
    default: bytes[offset..<offset + count].reduce(0) { $0 << 8 | UInt64($1) }
    }
}
