import Base

/// TIFF and BigTIFF: the fields of every directory and its strips or tiles lie within the file
/// (TIFF 6.0, sections 2, 3 and 15). The pixels are not decoded.
func checkTIFF(_ picture: some PictureBytes) throws(Failure) {
    var file = TIFFFile(picture)
    var directory = try file.readHeader()
    var directories = 0
    while directory != 0 {
        directories += 1
        // A chain that leads back to itself has no end.
        guard directories <= TIFFLimits.directories else { throw Failure(.corrupt, "more than \(TIFFLimits.directories) directories") }
        directory = try file.checkDirectory(at: directory, directories)
    }
}

private enum TIFFLimits {
    static let directories = 4096
    /// Strips and tiles of all pictures together.
    static let parts: UInt64 = 1 << 24
}

/// Bytes of a value, by its type. Offsets and lengths are SHORT (3), LONG (4) or LONG8 (16).
private let typeWidths: [UInt16: UInt64] = [
    1: 1, 2: 1, 3: 2, 4: 4, 5: 8, 6: 1, 7: 1, 8: 2, 9: 4, 10: 8, 11: 4, 12: 8, 13: 4, 16: 8, 17: 8, 18: 8,
]

private struct TIFFFile<Picture: PictureBytes> {
    private var cursor: ByteCursor<Picture>
    private var isBig = false
    /// Whether it is a BigTIFF, whose offsets have eight bytes.
    private var isLong = false
    private var partsLeft = TIFFLimits.parts

    init(_ picture: Picture) { cursor = ByteCursor(picture) }

    /// Integers that stand in a row in the file.
    private struct Field {
        let place: UInt64
        let count: UInt64
        let width: Int
    }

    /// Where the first directory is.
    mutating func readHeader() throws(Failure) -> UInt64 {
        isBig = try cursor.integer(UInt16.self, "in the header") == 0x4D4D
        isLong = try cursor.integer(UInt16.self, isBig: isBig, "in the header") == 43
        if isLong { try cursor.skip(4, "in the header") }
        return try offset("in the header")
    }

    private mutating func offset(_ place: String) throws(Failure) -> UInt64 {
        isLong ? try cursor.integer(UInt64.self, isBig: isBig, place) : UInt64(try cursor.integer(UInt32.self, isBig: isBig, place))
    }

    /// Answers where the next one is, or 0.
    mutating func checkDirectory(at start: UInt64, _ number: Int) throws(Failure) -> UInt64 {
        let place = "in directory \(number)"
        cursor.position = start
        let entries = isLong
            ? try cursor.integer(UInt64.self, isBig: isBig, place) : UInt64(try cursor.integer(UInt16.self, isBig: isBig, place))
        var fields: [UInt16: Field] = [:]
        for _ in 0..<entries { try readEntry(into: &fields, place) }
        let next = try offset(place)
        // StripOffsets and StripByteCounts, TileOffsets and TileByteCounts.
        for (offsets, counts) in [(UInt16(273), UInt16(279)), (324, 325)] {
            guard let offsets = fields[offsets], let counts = fields[counts] else { continue }
            try check(offsets, counts, number)
        }
        return next
    }

    private mutating func readEntry(into fields: inout [UInt16: Field], _ place: String) throws(Failure) {
        let tag = try cursor.integer(UInt16.self, isBig: isBig, place)
        let type = try cursor.integer(UInt16.self, isBig: isBig, place)
        let count = try offset(place)
        let room: UInt64 = isLong ? 8 : 4
        let valueStart = cursor.position
        if let width = typeWidths[type] {
            let (length, overflow) = count.multipliedReportingOverflow(by: width)
            let start = length <= room ? valueStart : try offset(place)
            cursor.position = start
            try cursor.skip(overflow ? .max : length, place)
            if [3, 4, 16].contains(type) { fields[tag] = Field(place: start, count: count, width: Int(width)) }
        }
        cursor.position = valueStart
        try cursor.skip(room, place)
    }

    private mutating func check(_ offsets: Field, _ counts: Field, _ number: Int) throws(Failure) {
        // Each list is read with a block of its own.
        var (starts, lengths) = (cursor, cursor)
        let parts = min(offsets.count, counts.count)
        guard parts <= partsLeft else { throw Failure(.tooLarge, "more than \(TIFFLimits.parts) strips or tiles") }
        partsLeft -= parts
        for part in 0..<parts {
            let start = try value(part, of: offsets, &starts, number)
            let length = try value(part, of: counts, &lengths, number)
            let (end, overflow) = start.addingReportingOverflow(length)
            guard !overflow, end <= cursor.picture.count else {
                throw .cut(at: cursor.picture.count, "in part \(part + 1) of picture \(number)")
            }
        }
    }

    private func value(
        _ index: UInt64, of field: Field, _ cursor: inout ByteCursor<Picture>, _ number: Int
    ) throws(Failure) -> UInt64 {
        let place = "in the list of the parts of picture \(number)"
        let (start, overflow) = field.place.addingReportingOverflow(index * UInt64(field.width))
        guard !overflow else { throw .cut(at: cursor.picture.count, place) }
        cursor.position = start
        switch field.width {
        case 2: return UInt64(try cursor.integer(UInt16.self, isBig: isBig, place))
        case 4: return UInt64(try cursor.integer(UInt32.self, isBig: isBig, place))
        default: return try cursor.integer(UInt64.self, isBig: isBig, place)
        }
    }
}
