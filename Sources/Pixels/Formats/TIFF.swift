import CWeirTIFF
import ImageHeaders
import WeirBase

/// TIFF and BigTIFF: checks that the fields of every directory and its strips or tiles lie within the file
/// (TIFF 6.0, sections 2, 3 and 15). The pixels are not decoded.
func checkTIFF(_ picture: some PictureBytes) throws(Failure) {
    var file = TIFFFile(picture)
    var directories = 0
    repeat {
        directories += 1
        // A chain of directories may be a loop.
        guard directories <= TIFFLimits.directories else { throw Failure(.corrupt, "more than \(TIFFLimits.directories) directories") }
    } while try file.checkDirectory(directories)
}

private enum TIFFLimits {
    static let directories = 4096
}

private struct TIFFFile<Picture: PictureBytes> {
    private var cursor: ByteCursor<Picture>
    /// Offsets behind the end of the file are found when their bytes are asked for.
    private var scan = TIFFDirectory(at: 0, end: UInt64(Int64.max))
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
        let type: UInt16
    }

    /// Returns whether another directory follows.
    mutating func checkDirectory(_ number: Int) throws(Failure) -> Bool {
        let context = "in directory \(number)"
        var fields: [UInt16: IntegerList] = [:]
        while let entry = try cursor.parse(context, { window throws(HeaderStop) in try scan.next(in: window) }) {
            guard entryBytesLeft >= scan.entryLength else { throw Failure(.corrupt, "its directories overlap") }
            entryBytesLeft -= UInt64(scan.entryLength)
            let (start, length) = try cursor.parse(context) { window throws(HeaderStop) in try scan.values(of: entry, in: window) }
            cursor.position = start
            if length > 0 { try cursor.skip(length, context) }
            if [FieldType.short, FieldType.long, FieldType.long8].contains(entry.type) {
                fields[entry.tag] = IntegerList(start: start, count: entry.count, type: entry.type)
            }
        }
        let hasNext = try cursor.parse(context) { window throws(HeaderStop) in try scan.advance(in: window) }
        for (offsets, counts) in [(Tag.stripOffsets, Tag.stripByteCounts), (Tag.tileOffsets, Tag.tileByteCounts)] {
            guard let offsets = fields[offsets], let counts = fields[counts] else { continue }
            try check(offsets, counts, number)
        }
        return hasNext
    }

    private mutating func check(_ offsets: IntegerList, _ counts: IntegerList, _ number: Int) throws(Failure) {
        // Each list has a cursor of its own, so that both stay in their blocks.
        var (starts, lengths) = (cursor, cursor)
        let parts = min(offsets.count, counts.count)
        // A part has an offset and a length.
        let (bytes, overflow) = parts.multipliedReportingOverflow(by: FieldType.width(of: offsets.type) + FieldType.width(of: counts.type))
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
        // The list lies within the file.
        cursor.position = list.start + index * FieldType.width(of: list.type)
        switch list.type {
        case FieldType.short: return UInt64(try cursor.integer(UInt16.self, order: scan.order, context))
        case FieldType.long: return UInt64(try cursor.integer(UInt32.self, order: scan.order, context))
        default: return try cursor.integer(UInt64.self, order: scan.order, context)
        }
    }
}

/// TIFF: libtiff gives the rows of the first picture, strip by strip or tile by tile.
func readTIFF(_ picture: some PictureBytes, _ limits: DecodingLimits, into pixels: DecodedPixels) throws(Failure) {
    let sink = CTIFF_sink(
        owner: pixels.opaque,
        begin: { owner, width, height, colors, profile, length in
            let (meaning, kind): (BoxAverage.Meaning, DecodedPixels.Colors) =
                switch colors {
                case CTIFF_PREMULTIPLIED: (.premultiplied, .rgba)
                case CTIFF_GRAYA: (.transparent, .gray)
                case CTIFF_GRAYA_PREMULTIPLIED: (.premultiplied, .gray)
                case CTIFF_CMYK: (.separate, .cmyk)
                default: (.transparent, .rgba)
                }
            DecodedPixels.from(owner)?.begin(
                PixelSize(width: Int(width), height: Int(height)), meaning, kind, profile: iccProfile(profileBytes(profile, length)))
        },
        row: { owner, row, first, count, bytes in
            DecodedPixels.from(owner)?.add(UnsafeBufferPointer(start: bytes, count: 4 * Int(count)), row: Int(row), first: Int(first))
        })
    let source = RandomSource(picture)
    var report = CTIFF_report()
    let verdict = withExtendedLifetime(source) {
        CTIFF_read_rows(RandomSource.read, source.opaque, picture.count, sink, limits.memory, &report)
    }
    try source.check()
    let text = text(of: report.text)
    switch verdict {
    case CTIFF_SOUND.code: return
    case CTIFF_EXCESSIVE.code: throw .needsMoreMemory(limits)
    case CTIFF_NO_LIBRARY.code: throw Failure(.unsupportedFormat, "a TIFF's pixels need libtiff.so.6, of Debian's package libtiff6")
    case CTIFF_UNREADABLE.code: throw Failure(.unsupportedFormat, "libtiff: \(text)")
    default: throw Failure(source.wasTooShort ? .truncated : .corrupt, "libtiff: \(text)")
    }
}

extension CTIFF_verdict {
    fileprivate var code: Int32 { Int32(bitPattern: rawValue) }
}
