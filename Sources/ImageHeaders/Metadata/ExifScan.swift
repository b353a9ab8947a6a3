/// Reads the orientation of an Exif block. A damaged block counts as one without an orientation, as in
/// browsers and phones.
struct ExifScan {
    private var directory: DirectoryScan

    init(at start: UInt64, end: UInt64) {
        directory = DirectoryScan(at: start, end: end)
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
