extension ImageFormat {
    /// TIFF 6.0 and BigTIFF.
    public static let tiff = ImageFormat(code: 6)
}

extension FormatRow {
    static let tiff = FormatRow(
        .tiff, "tiff", mime: "image/tiff", endings: ["tiff", "tif"],
        viewers: Viewers(ios: 0, chrome: .infinity, firefox: .infinity, safari: 1), pixels: .tiff,
        signatures: [
            Signature([0x49, 0x49, 42, 0]), Signature([0x4D, 0x4D, 0, 42]), Signature([0x49, 0x49, 43, 0]), Signature([0x4D, 0x4D, 0, 43]),
        ], makeReader: { TIFFReader() })
}

/// TIFF and BigTIFF: the size is in the first directory, which may be anywhere in the file. A camera's raw
/// file is refused: its first directory holds a preview, or the pixels of the sensor with their margins.
final class TIFFReader: FormatReader {
    /// The largest offset that a file can have.
    private static let fileEnd = UInt64(Int64.max)

    private var directory = TIFFDirectory(at: 0, end: TIFFReader.fileEnd)
    private var fields = DirectoryFields()

    private struct DirectoryFields {
        var width: UInt64?
        var height: UInt64?
        var orientation = Orientation.up
        var isPreview = false
        var hasSubDirectories = false
        var hasMakersTags = false
        var isRaw = false
        var colors: ColorModel?
        var depth: Int?
        var hasAlpha = false
    }

    func begin() {
        directory = TIFFDirectory(at: 0, end: TIFFReader.fileEnd)
        fields = DirectoryFields()
    }

    func read(_ window: ByteWindow) throws(HeaderStop) -> ImageHeader {
        if window.offset == 0 { try refuseMakers(try window.slice(at: 0, count: 16)) }
        while let entry = try directory.next(in: window) { try store(entry) }
        if fields.isRaw || fields.isPreview && (fields.hasSubDirectories || fields.hasMakersTags) {
            throw .unsupported("a camera's raw file (TIFF)")
        }
        guard let width = fields.width, let height = fields.height else {
            throw .corrupt("a TIFF directory without a width and a height")
        }
        guard let size = PixelSize(exactly: width, height) else {
            throw .failed(.init(.tooLarge, "a side above 2^31-1: \(width)x\(height)"))
        }
        return ImageHeader(
            format: .tiff, stored: size, orientation: fields.orientation,
            traits: PictureTraits(colors: fields.colors, depth: fields.depth, hasAlpha: fields.hasAlpha))
    }

    /// Two makers write letters behind the header. No picture is so short that it does not have them.
    private func refuseMakers(_ start: ByteSlice) throws(HeaderStop) {
        if start.starts(with: "\u{10}\0\0\0CR", at: 4) { throw .unsupported("camera raw (CR2) is not read") }
        if start.starts(with: "IIII", at: 8) && start.starts(with: "waR", at: 13) || start.starts(with: "MMMMRaw", at: 8) {
            throw .unsupported("camera raw (IIQ) is not read")
        }
    }

    private func store(_ entry: DirectoryEntry) throws(HeaderStop) {
        switch entry.tag {
        case Tag.imageWidth: fields.width = fields.width ?? entry.value
        case Tag.imageLength: fields.height = fields.height ?? entry.value
        case Tag.orientation: fields.orientation = entry.value.flatMap { Orientation(rawValue: Int(clamping: $0)) } ?? .up
        case Tag.newSubfileType: fields.isPreview = fields.isPreview || (entry.value ?? 0) & 1 != 0
        case Tag.compression: fields.isPreview = fields.isPreview || entry.value == 6  // the JPEG of old cameras
        case Tag.subDirectories: fields.hasSubDirectories = true
        // A filter of colors before the sensor, and what is computed from it (DNG, chapter 3).
        case Tag.photometric where entry.value == 32803 || entry.value == 34892: fields.isRaw = true
        case Tag.photometric: fields.colors = entry.value.flatMap { ColorModel(photometric: $0) }
        // More than one sample has its depths elsewhere in the file.
        case Tag.bitsPerSample: fields.depth = entry.value.map { Int(clamping: $0) }
        case Tag.extraSamples: fields.hasAlpha = entry.value != 0
        case Tag.dngVersion: throw .unsupported("a camera's raw file (DNG)")
        case let tag: if Tag.makers.contains(tag) { fields.hasMakersTags = true }
        }
    }
}

extension ColorModel {
    /// TIFF 6.0 section 8.
    fileprivate init?(photometric: UInt64) {
        switch photometric {
        case 0, 1: self = .gray
        case 2, 6, 8: self = .rgb
        case 3: self = .palette
        case 5: self = .cmyk
        default: return nil
        }
    }
}

extension PixelSize {
    fileprivate init?(exactly width: UInt64, _ height: UInt64) {
        guard width <= UInt64(HeaderLimits.maxSide), height <= UInt64(HeaderLimits.maxSide) else { return nil }
        self.init(width: Int(width), height: Int(height))
    }
}
