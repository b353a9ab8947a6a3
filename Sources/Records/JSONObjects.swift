import CSIMDJSON

/// simdjson, looking for the columns that are used. It keeps nothing from one text to the next but
/// its memory, so that the copies of a reader can share it.
final class JSONObjects {
    private let reader: OpaquePointer
    let keyCount: Int

    /// Objects and arrays in one another, the row itself included.
    static let depthLimit = 64
    /// So many are read at once; each costs some memory for each column.
    private static let most = 2048

    init(_ names: [[UInt8]]) {
        // One block for all names: pointers into many arrays cannot be had at once.
        let bytes = names.flatMap { $0 }
        keyCount = names.count
        let created = bytes.withUnsafeBufferPointer { bytes in
            var starts: [UnsafePointer<UInt8>?] = []
            var offset = 0
            for name in names {
                starts.append(bytes.baseAddress.map { $0 + offset })
                offset += name.count
            }
            return CSIMDJSON_create(starts, names.map(\.count), names.count)
        }
        guard let created else { fatalError("out of memory") }
        reader = created
    }

    deinit { CSIMDJSON_destroy(reader) }

    /// Reads the objects that stand there with commas between them, up to the first that is not
    /// sound. The byte before and the one behind are brackets meanwhile; behind that one are as
    /// many as simdjson wants. Offsets count from the byte before.
    func read(_ text: UnsafeMutablePointer<UInt8>, _ count: Int) -> UnsafeBufferPointer<CSIMDJSON_object> {
        let (before, behind) = (text[-1], text[count])
        text[-1] = Byte.openingBracket
        text[count] = Byte.closingBracket
        defer {
            text[-1] = before
            text[count] = behind
        }
        let read = CSIMDJSON_read(reader, text - 1, count + 2, JSONObjects.most, JSONObjects.depthLimit)
        guard read >= 0 else { fatalError("out of memory") }
        return found(read)
    }

    /// The first of the objects that were just read.
    func found(_ count: Int) -> UnsafeBufferPointer<CSIMDJSON_object> {
        UnsafeBufferPointer(start: CSIMDJSON_objects(reader), count: count)
    }

    /// The values of the first object that was just read, in the order of the columns; those of
    /// the others follow.
    var values: UnsafePointer<CSIMDJSON_value> { CSIMDJSON_values(reader) }
}
