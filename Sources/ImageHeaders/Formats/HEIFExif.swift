import WeirBase

/// Finds the Exif block of a HEIF file: an item like a picture (ISO/IEC 14496-12, 8.11.3; ISO/IEC 23008-12, A.2.1).
struct HEIFExif {
    private var position: UInt64
    private let end: UInt64
    private var item: UInt32?
    private var locations: [UInt32: Location] = [:]
    /// Where the content of the `idat` box begins.
    private var data: UInt64?
    private var scan: ExifScan?

    /// The bytes of an item in the file, or in the `idat` box.
    private struct Location {
        let isInData: Bool
        let bytes: Range<UInt64>
    }

    /// The boxes in a `meta` box.
    init(from start: UInt64, to end: UInt64) { (position, self.end) = (start, end) }

    /// The turn that the block asks for; none if there is no sound block.
    mutating func orientation(in window: ByteWindow) throws(HeaderStop) -> Orientation {
        do throws(HeaderStop) {
            try walk(window)
            if scan == nil, let block {
                let header = UInt64(try window.slice(at: block.lowerBound, count: 4).integer(UInt32.self, at: 0, .big))
                scan = ExifScan(at: min(block.lowerBound + 4 + header, block.upperBound), end: block.upperBound)
            }
            return try scan?.orientation(in: window) ?? .up
        } catch {
            switch error {
            case .needs: throw error
            case .failed: return .up
            }
        }
    }

    private var block: Range<UInt64>? {
        guard let location = item.flatMap({ locations[$0] }), location.bytes.count >= 4 else { return nil }
        let start = location.isInData ? data : 0
        return start.map { location.bytes.lowerBound + $0..<location.bytes.upperBound + $0 }
    }

    private mutating func walk(_ window: ByteWindow) throws(HeaderStop) {
        while position + 8 <= end, block == nil {
            let box = try window.box(at: position, within: end)
            guard let next = box.end, let length = box.length else { break }
            switch box.type {
            case BoxType.itemInfo:
                item = try HEIFMeta.itemTypes(in: box, length: length, window).filter { $0.value == fourCC("Exif") }.keys.min()
            case BoxType.itemLocation: locations = try Self.locations(try window.content(of: box, count: length))
            case BoxType.itemData: data = box.content
            default: break
            }
            position = next
        }
    }

    /// The items of one piece. An Exif block in several is not looked for.
    private static func locations(_ content: ByteSlice) throws(HeaderStop) -> [UInt32: Location] {
        var (version, _, rest) = try content.fullBoxContent()
        let widths = try rest.take(UInt16.self)
        let (offset, length, base) = (widths >> 12, widths >> 8 & 15, widths >> 4 & 15)
        let index = version == 0 ? 0 : widths & 15
        // Else a piece takes no bytes, and a hostile list has billions.
        guard length > 0 else { throw .corrupt("a HEIF file whose items have no lengths") }
        func number(_ width: UInt16) throws(HeaderStop) -> UInt64 {
            switch width {
            case 0: return 0
            case 4: return UInt64(try rest.take(UInt32.self))
            case 8: return min(try rest.take(UInt64.self), UInt64(Int64.max) / 4)
            default: throw .corrupt("a HEIF file with numbers of \(width) bytes")
            }
        }
        func identifier() throws(HeaderStop) -> UInt32 {
            version < 2 ? UInt32(try rest.take(UInt16.self)) : try rest.take(UInt32.self)
        }
        var locations: [UInt32: Location] = [:]
        for _ in 0..<(try identifier()) {
            let item = try identifier()
            let method = version == 0 ? 0 : try rest.take(UInt16.self) & 15
            let isInFile = try rest.take(UInt16.self) == 0
            let start = try number(base)
            let count = try rest.take(UInt16.self)
            for _ in 0..<count {
                _ = try number(index)
                let first = start + (try number(offset))
                let bytes = first..<first + (try number(length))
                if count == 1, isInFile, method < 2 { locations[item] = Location(isInData: method == 1, bytes: bytes) }
            }
        }
        return locations
    }
}
