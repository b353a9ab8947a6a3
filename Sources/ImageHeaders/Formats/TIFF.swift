extension ImageFormat {
    /// TIFF 6.0 and BigTIFF.
    public static let tiff = ImageFormat(code: 6)
}

extension FormatRow {
    static let tiff = FormatRow(
        .tiff, "tiff", mime: "image/tiff", endings: ["tiff", "tif"], viewers: Viewers(ios: 0), pixels: .tiff,
        signatures: [
            Signature([0x49, 0x49, 42, 0]), Signature([0x4D, 0x4D, 0, 42]), Signature([0x49, 0x49, 43, 0]), Signature([0x4D, 0x4D, 0, 43]),
        ], makeReader: { TIFFReader() })
}

/// TIFF and BigTIFF: the size is in the first directory, which may be anywhere in the file. A camera's raw
/// file is refused: its first directory holds a preview, whose size would be wrong.
final class TIFFReader: FormatReader {
    /// The largest offset that a file can have.
    private static let fileEnd = UInt64(Int64.max)

    private var directory = TIFFDirectory(at: 0, end: TIFFReader.fileEnd)
    private var fields = DirectoryFields()

    private struct DirectoryFields {
        var width: UInt64?
        var height: UInt64?
        var orientation = Orientation.up
        var isReduced = false
        var hasSubDirectories = false
        var colors: ColorModel?
        var depth: Int?
        var hasAlpha = false
    }

    func begin() {
        directory = TIFFDirectory(at: 0, end: TIFFReader.fileEnd)
        fields = DirectoryFields()
    }

    func read(_ window: ByteWindow) throws(HeaderStop) -> ImageHeader {
        while let entry = try directory.next(in: window) { try store(entry) }
        if fields.isReduced && fields.hasSubDirectories { throw .unsupported("a camera's raw file (TIFF)") }
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

    private func store(_ entry: DirectoryEntry) throws(HeaderStop) {
        switch entry.tag {
        case Tag.imageWidth: fields.width = fields.width ?? entry.value
        case Tag.imageLength: fields.height = fields.height ?? entry.value
        case Tag.orientation: fields.orientation = entry.value.flatMap { Orientation(rawValue: Int(clamping: $0)) } ?? .up
        case Tag.newSubfileType: fields.isReduced = (entry.value ?? 0) & 1 != 0
        case Tag.subDirectories: fields.hasSubDirectories = true
        case Tag.photometric: fields.colors = entry.value.flatMap { ColorModel(photometric: $0) }
        // More than one sample has its depths elsewhere in the file.
        case Tag.bitsPerSample: fields.depth = entry.value.map { Int(clamping: $0) }
        case Tag.extraSamples: fields.hasAlpha = entry.value != 0
        case Tag.dngVersion: throw .unsupported("a camera's raw file (DNG)")
        default: break
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
