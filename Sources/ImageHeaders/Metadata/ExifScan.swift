/// The orientation in an Exif block. Damage is no failure here: a block that cannot be read
/// turns nothing, as in browsers and phones.
struct ExifScan {
    private var directory: DirectoryScan

    init(at start: UInt64, end: UInt64) {
        directory = DirectoryScan(at: start, end: end)
    }

    /// Goes on with the window; throws only to ask for bytes.
    mutating func orientation(in window: ByteWindow) throws(Interruption) -> Orientation {
        do throws(Interruption) {
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
    /// The orientation told by a whole Exif block.
    init(exif bytes: UnsafeRawBufferPointer) {
        var scan = ExifScan(at: 0, end: UInt64(bytes.count))
        self = (try? scan.orientation(in: ByteWindow(bytes: bytes, offset: 0))) ?? .up
    }
}
