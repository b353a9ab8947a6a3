import Base

/// TIFF and BigTIFF: checks that the fields of every directory and its strips or tiles lie within the file
/// (TIFF 6.0, sections 2, 3 and 15). The pixels are not decoded.
func checkTIFF(_ picture: some PictureBytes) throws(Failure) {
    var file = TIFFFile(picture)
    var directory = try file.readHeader()
    var directories = 0
    while directory != 0 {
        directories += 1
        // A chain of directories may be a loop.
        guard directories <= TIFFLimits.directories else { throw Failure(.corrupt, "more than \(TIFFLimits.directories) directories") }
        directory = try file.checkDirectory(at: directory, directories)
    }
}

private enum TIFFLimits {
    static let directories = 4096
}

/// The length of a value in bytes, by its type. Offsets and lengths are SHORT (3), LONG (4) or LONG8 (16).
private let typeWidths: [UInt16: UInt64] = [
    1: 1, 2: 1, 3: 2, 4: 4, 5: 8, 6: 1, 7: 1, 8: 2, 9: 4, 10: 8, 11: 4, 12: 8, 13: 4, 16: 8, 17: 8, 18: 8,
]

private struct TIFFFile<Picture: PictureBytes> {
    private var cursor: ByteCursor<Picture>
    private var isBig = false
    /// Whether offsets have eight bytes, as in a BigTIFF.
    private var isLong = false
    /// Entries and parts that do not overlap others have bytes of their own in the file. Where they do overlap, a
    /// short file could have billions of them.
    private var entryBytesLeft: UInt64
    private var partBytesLeft: UInt64

    init(_ picture: Picture) {
        cursor = ByteCursor(picture)
        (entryBytesLeft, partBytesLeft) = (picture.count, picture.count)
    }

    /// Integers that follow each other in the file.
    private struct IntegerList {
        let start: UInt64
        let count: UInt64
        let width: Int
    }

    /// Returns the offset of the first directory.
    mutating func readHeader() throws(Failure) -> UInt64 {
        isBig = try cursor.integer(UInt16.self, "in the header") == 0x4D4D
        isLong = try cursor.integer(UInt16.self, isBig: isBig, "in the header") == 43
        if isLong { try cursor.skip(4, "in the header") }
        return try offset("in the header")
    }

    private mutating func offset(_ context: String) throws(Failure) -> UInt64 {
        isLong ? try cursor.integer(UInt64.self, isBig: isBig, context) : UInt64(try cursor.integer(UInt32.self, isBig: isBig, context))
    }

    /// Returns the offset of the next directory, or 0.
    mutating func checkDirectory(at start: UInt64, _ number: Int) throws(Failure) -> UInt64 {
        let context = "in directory \(number)"
        cursor.position = start
        let entries = isLong
            ? try cursor.integer(UInt64.self, isBig: isBig, context) : UInt64(try cursor.integer(UInt16.self, isBig: isBig, context))
        var fields: [UInt16: IntegerList] = [:]
        for _ in 0..<entries {
            let length: UInt64 = isLong ? 20 : 12
            guard entryBytesLeft >= length else { throw Failure(.corrupt, "its directories overlap") }
            entryBytesLeft -= length
            try readEntry(into: &fields, context)
        }
        let next = try offset(context)
        // StripOffsets and StripByteCounts, TileOffsets and TileByteCounts.
        for (offsets, counts) in [(UInt16(273), UInt16(279)), (324, 325)] {
            guard let offsets = fields[offsets], let counts = fields[counts] else { continue }
            try check(offsets, counts, number)
        }
        return next
    }

    private mutating func readEntry(into fields: inout [UInt16: IntegerList], _ context: String) throws(Failure) {
        let tag = try cursor.integer(UInt16.self, isBig: isBig, context)
        let type = try cursor.integer(UInt16.self, isBig: isBig, context)
        let count = try offset(context)
        let room: UInt64 = isLong ? 8 : 4
        let valueStart = cursor.position
        if let width = typeWidths[type] {
            let (length, overflow) = count.multipliedReportingOverflow(by: width)
            let start = length <= room ? valueStart : try offset(context)
            cursor.position = start
            try cursor.skip(overflow ? .max : length, context)
            if [3, 4, 16].contains(type) { fields[tag] = IntegerList(start: start, count: count, width: Int(width)) }
        }
        cursor.position = valueStart
        try cursor.skip(room, context)
    }

    private mutating func check(_ offsets: IntegerList, _ counts: IntegerList, _ number: Int) throws(Failure) {
        // Each list has a cursor of its own, so that both stay in their blocks.
        var (starts, lengths) = (cursor, cursor)
        let parts = min(offsets.count, counts.count)
        // A part has an offset and a length.
        let (bytes, overflow) = parts.multipliedReportingOverflow(by: UInt64(offsets.width + counts.width))
        guard !overflow, bytes <= partBytesLeft else { throw Failure(.corrupt, "its lists of strips or tiles overlap") }
        partBytesLeft -= bytes
        for part in 0..<parts {
            let start = try value(part, of: offsets, &starts, number)
            let length = try value(part, of: counts, &lengths, number)
            let (end, overflow) = start.addingReportingOverflow(length)
            guard !overflow, end <= cursor.picture.count else {
                throw .truncated(at: cursor.picture.count, "in part \(part + 1) of picture \(number)")
            }
        }
    }

    private func value(
        _ index: UInt64, of list: IntegerList, _ cursor: inout ByteCursor<Picture>, _ number: Int
    ) throws(Failure) -> UInt64 {
        let context = "in the list of the parts of picture \(number)"
        let (start, overflow) = list.start.addingReportingOverflow(index * UInt64(list.width))
        guard !overflow else { throw .truncated(at: cursor.picture.count, context) }
        cursor.position = start
        switch list.width {
        case 2: return UInt64(try cursor.integer(UInt16.self, isBig: isBig, context))
        case 4: return UInt64(try cursor.integer(UInt32.self, isBig: isBig, context))
        default: return try cursor.integer(UInt64.self, isBig: isBig, context)
        }
    }
}
