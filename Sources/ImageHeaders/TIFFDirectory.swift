/// Reads the image file directories (IFD) of a TIFF structure, entry by entry, from the first one on: TIFF 6.0
/// section 2, BigTIFF, and Exif, which is a TIFF structure inside another file.
package struct TIFFDirectory {
    private static let maxRequestedEntries: UInt64 = 4096

    private enum Stage {
        case header
        case directory
        case entries(left: UInt64)
    }

    private let start: UInt64
    private let end: UInt64
    private var stage = Stage.header
    package private(set) var order = ByteOrder.little
    private var isBig = false
    private var position: UInt64 = 0

    /// `end` limits every offset.
    package init(at start: UInt64, end: UInt64) {
        self.start = start
        self.end = end
    }

    /// The next entry, or nil behind the last one of the directory. After a request it continues where it stopped.
    package mutating func next(in window: ByteWindow) throws(HeaderStop) -> DirectoryEntry? {
        while true {
            switch stage {
            case .header: try readHeader(in: window)
            case .directory: try readCount(in: window)
            case .entries(left: 0): return nil
            case .entries(let left):
                let length = entryLength
                guard end - position >= UInt64(length) else { throw .corrupt("a TIFF directory that ends early") }
                guard let bytes = try? window.slice(at: position, count: length) else {
                    // Requests all entries that are left, unless a hostile file claims too many.
                    let rest = min(min(left, TIFFDirectory.maxRequestedEntries) * UInt64(length), end - position)
                    throw .needs(ByteRequest(offset: position, count: Int(rest)))
                }
                stage = .entries(left: left - 1)
                position += UInt64(length)
                return entry(bytes)
            }
        }
    }

    /// Behind the last entry: goes on to the next directory. Returns false behind the last one.
    package mutating func advance(in window: ByteWindow) throws(HeaderStop) -> Bool {
        let field = try window.slice(at: position, count: isBig ? 8 : 4)
        let next = offset(field, at: 0)
        guard next != 0 else { return false }
        let (offset, overflow) = start.addingReportingOverflow(next)
        guard !overflow, offset < end else { throw .corrupt("a TIFF directory outside the file, at byte \(next)") }
        position = offset
        stage = .directory
        return true
    }

    /// The length of an entry in bytes.
    package var entryLength: Int { isBig ? 20 : 12 }

    private func offset(_ bytes: ByteSlice, at index: Int) -> UInt64 {
        isBig ? bytes.integer(UInt64.self, at: index, order) : UInt64(bytes.integer(UInt32.self, at: index, order))
    }

    private mutating func readHeader(in window: ByteWindow) throws(HeaderStop) {
        guard end - start >= 8 else { throw .corrupt("a TIFF structure of \(end - start) bytes") }
        let head = try window.slice(at: start, count: 8)
        if head.starts(with: "II") {
            order = .little
        } else if head.starts(with: "MM") {
            order = .big
        } else {
            throw .corrupt("a TIFF structure without a byte order")
        }
        let directory: UInt64
        switch head.integer(UInt16.self, at: 2, order) {
        case 42:
            directory = UInt64(head.integer(UInt32.self, at: 4, order))
        case 43 where head.integer(UInt16.self, at: 4, order) == 8:
            isBig = true
            directory = try window.slice(at: start, count: 16).integer(UInt64.self, at: 8, order)
        default:
            throw .corrupt("a TIFF structure of an unknown version")
        }
        guard directory >= 8, directory < end - start else {
            throw .corrupt("a TIFF directory outside the file, at byte \(directory)")
        }
        position = start + directory
        stage = .directory
    }

    private mutating func readCount(in window: ByteWindow) throws(HeaderStop) {
        let length = isBig ? 8 : 2
        guard end - position >= UInt64(length) else { throw .corrupt("a TIFF directory that ends early") }
        let bytes = try window.slice(at: position, count: length)
        let count = isBig ? bytes.integer(UInt64.self, at: 0, order) : UInt64(bytes.integer(UInt16.self, at: 0, order))
        position += UInt64(length)
        stage = .entries(left: count)
    }

    private func entry(_ bytes: ByteSlice) -> DirectoryEntry {
        let type = bytes.integer(UInt16.self, at: 2, order)
        let count = offset(bytes, at: 4)
        return DirectoryEntry(
            tag: bytes.integer(UInt16.self, at: 0, order), type: type, count: count,
            value: count == 1 ? value(bytes, at: isBig ? 12 : 8, type: type) : nil)
    }

    /// Where the values of the entry that came last begin, and how many bytes they take; none if their type is unknown.
    package func values(of entry: DirectoryEntry, in window: ByteWindow) throws(HeaderStop) -> (start: UInt64, length: UInt64) {
        let room = isBig ? 8 : 4
        // They stand in the entry's last field if they fit there.
        let field = position - UInt64(room)
        let (length, overflow) = entry.count.multipliedReportingOverflow(by: FieldType.width(of: entry.type))
        guard overflow || length > UInt64(room) else { return (field, length) }
        return (offset(try window.slice(at: field, count: room), at: 0), overflow ? .max : length)
    }

    private func value(_ bytes: ByteSlice, at index: Int, type: UInt16) -> UInt64? {
        switch type {
        case FieldType.byte: UInt64(bytes.integer(UInt8.self, at: index, order))
        case FieldType.short: UInt64(bytes.integer(UInt16.self, at: index, order))
        case FieldType.long: UInt64(bytes.integer(UInt32.self, at: index, order))
        case FieldType.long8 where isBig: bytes.integer(UInt64.self, at: index, order)
        default: nil
        }
    }
}

package struct DirectoryEntry {
    package let tag: UInt16
    package let type: UInt16
    package let count: UInt64
    /// The value, if it is a single unsigned integer.
    let value: UInt64?
}

/// TIFF 6.0 section 2; LONG8 comes from BigTIFF.
package enum FieldType {
    static let byte: UInt16 = 1
    package static let short: UInt16 = 3
    package static let long: UInt16 = 4
    package static let long8: UInt16 = 16

    /// The bytes of a value; 0 for an unknown type.
    package static func width(of type: UInt16) -> UInt64 {
        switch type {
        case 1, 2, 6, 7: 1
        case 3, 8: 2
        case 4, 9, 11, 13: 4
        case 5, 10, 12, 16...18: 8
        default: 0
        }
    }
}

/// Tags of a directory (TIFF 6.0 sections 8, 11 and 15).
package enum Tag {
    static let newSubfileType: UInt16 = 254
    static let imageWidth: UInt16 = 256
    static let imageLength: UInt16 = 257
    static let bitsPerSample: UInt16 = 258
    static let compression: UInt16 = 259
    static let photometric: UInt16 = 262
    package static let stripOffsets: UInt16 = 273
    static let orientation: UInt16 = 274
    package static let stripByteCounts: UInt16 = 279
    package static let tileOffsets: UInt16 = 324
    package static let tileByteCounts: UInt16 = 325
    static let subDirectories: UInt16 = 330
    static let extraSamples: UInt16 = 338
    static let dngVersion: UInt16 = 50706  // Adobe's DNG
    /// The colors of a sensor and the version of TIFF/EP (ISO 12234-2), and directories of makers: of Leaf, of Kodak, and of DNG, which
    /// Pentax, Samsung and Sony have, too. Developed pictures may keep them.
    static let makers: Set<UInt16> = [33421, 33422, 34310, 33424, 37398, 50740]
}

/// Reads the orientation of an Exif block. A damaged block counts as one without an orientation, as in
/// browsers and phones.
struct ExifScan {
    private var directory: TIFFDirectory

    init(at start: UInt64, end: UInt64) {
        directory = TIFFDirectory(at: start, end: end)
    }

    /// Continues with the window. Throws only requests for bytes.
    mutating func orientation(in window: ByteWindow) throws(HeaderStop) -> Orientation {
        do throws(HeaderStop) {
            while let entry = try directory.next(in: window) {
                guard entry.tag == Tag.orientation else { continue }
                guard entry.type == FieldType.short, let value = entry.value else { return .up }
                return Orientation(rawValue: Int(value)) ?? .up
            }
            return .up
        } catch {
            switch error {
            case .needs: throw error
            case .failed: return .up
            }
        }
    }
}

extension Orientation {
    /// Reads an Exif block that is completely in memory.
    init(exif bytes: UnsafeRawBufferPointer) {
        var scan = ExifScan(at: 0, end: UInt64(bytes.count))
        self = (try? scan.orientation(in: ByteWindow(bytes: bytes, offset: 0))) ?? .up
    }
}
