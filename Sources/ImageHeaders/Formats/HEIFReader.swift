import Base

/// HEIC and AVIF: the size of the primary item, read from the `meta` box (ISO/IEC 23008-12).
///
/// libheif is not used: it needs every top-level box and the Exif item of the file, and it loads four
/// video codecs into the process. The `meta` box alone is enough.
final class HEIFReader: FormatReader {
    private var position: UInt64 = 0
    private var isRecognised = false

    func begin() {
        position = 0
        isRecognised = false
    }

    func read(_ window: ByteWindow) throws(HeaderStop) -> ImageHeader {
        if !isRecognised { try readFileType(window) }
        while true {
            let box = try readBox(at: position, in: window)
            if box.type == BoxType.meta {
                guard let length = box.length else { return try header(inOpenMeta: box, window) }
                return try HEIFMeta(try content(of: box, length: length, in: window)).header()
            }
            guard let length = box.length else { throw .corrupt("an ISO media file without a meta box") }
            position = box.content + UInt64(length)
            guard position <= UInt64(Int64.max) else { throw .corrupt("a box that ends behind every file") }
        }
    }

    /// Finds a picture's brand, which may be anywhere among the file's brands.
    private func readFileType(_ window: ByteWindow) throws(HeaderStop) {
        let box = try readBox(at: 0, in: window)
        guard let length = box.length, length >= 8, length <= HEIFReader.maxFileTypeLength else {
            throw .corrupt("an ISO media file without its brands")
        }
        let brands = try content(of: box, length: length, in: window)
        // The four bytes behind the major brand are its version.
        let offsets = [0] + stride(from: 8, through: length - 4, by: 4)
        guard offsets.contains(where: { Brand.isPicture(brands.integer(UInt32.self, at: $0, .big)) }) else {
            let major = printable(brands.name(at: 0, count: 4))
            if major == "crx " { throw .unsupported("camera raw (CR3) is not read") }
            throw .failed(Failure(.notAnImage, "the content is a video or another ISO media file (\(major))"))
        }
        position = box.content + UInt64(length)
        isRecognised = true
    }

    /// Brands have four bytes each, and no writer lists a thousand of them.
    private static let maxFileTypeLength = 4096

    private struct FileBox {
        let start: UInt64
        let type: UInt32
        let content: UInt64
        /// nil if the box reaches to the end of the file.
        let length: Int?
    }

    private func readBox(at position: UInt64, in window: ByteWindow) throws(HeaderStop) -> FileBox {
        let head = try window.slice(at: position, count: 8)
        let type = head.integer(UInt32.self, at: 4, .big)
        switch head.integer(UInt32.self, at: 0, .big) {
        case 0: return FileBox(start: position, type: type, content: position + 8, length: nil)
        case 1:
            let size = try window.slice(at: position, count: 16).integer(UInt64.self, at: 8, .big)
            guard size >= 16, size <= UInt64(Int64.max) else { throw .corrupt("a box of \(size) bytes") }
            return FileBox(start: position, type: type, content: position + 16, length: Int(size - 16))
        case let size where size >= 8: return FileBox(start: position, type: type, content: position + 8, length: Int(size - 8))
        case let size: throw .corrupt("a box of \(size) bytes")
        }
    }

    /// Requests a box together with its header, so that reading continues at the header.
    private func content(of box: FileBox, length: Int, in window: ByteWindow) throws(HeaderStop) -> ByteSlice {
        let header = Int(box.content - box.start)
        let whole = try window.slice(at: box.start, count: header + length)
        return whole[header..<header + length]
    }

    /// Reads a `meta` box that reaches to the end of the file, as far as its bytes are here.
    private func header(inOpenMeta box: FileBox, _ window: ByteWindow) throws(HeaderStop) -> ImageHeader {
        let bytes = try window.tail(from: box.start, atLeast: 8)
        do throws(HeaderStop) {
            return try HEIFMeta(ByteSlice(bytes)[8..<bytes.count]).header()
        } catch {
            // More bytes may complete it. Each attempt starts over, so twice as many are requested.
            throw .needs(ByteRequest(offset: box.start, count: bytes.count * 2))
        }
    }

    private func printable(_ name: String) -> String {
        name.unicodeScalars.allSatisfy { $0.isASCII && $0.value >= 0x20 } ? name : "unknown"
    }
}

private enum Brand {
    private static let pictures: [StaticString] = [
        "mif1", "mif2", "mif3", "msf1", "miaf", "heic", "heix", "heim", "heis", "hevc", "hevx", "hevm", "hevs", "avif", "avis",
    ]
    private static let codes = Set(pictures.map(fourCC))

    static func isPicture(_ brand: UInt32) -> Bool { codes.contains(brand) }
}

/// A four-character code as the integer in the file.
func fourCC(_ name: StaticString) -> UInt32 {
    precondition(name.utf8CodeUnitCount == 4)
    return name.withUTF8Buffer { $0.reduce(0) { $0 << 8 | UInt32($1) } }
}

enum BoxType {
    static let meta = fourCC("meta")
    static let primaryItem = fourCC("pitm")
    static let itemInfo = fourCC("iinf")
    static let itemInfoEntry = fourCC("infe")
    static let itemProperties = fourCC("iprp")
    static let propertyContainer = fourCC("ipco")
    static let propertyAssociation = fourCC("ipma")
    static let spatialExtents = fourCC("ispe")
    static let cleanAperture = fourCC("clap")
    static let rotation = fourCC("irot")
    static let mirror = fourCC("imir")
}
