import WeirBase

extension ImageFormat {
    /// AVIF (AV1 Image File Format).
    public static let avif = ImageFormat(code: 7)
}

extension FormatRow {
    static let avif = FormatRow(
        .avif, "avif", mime: "image/avif", endings: ["avif"], viewers: Viewers(ios: 16, android: 12, chrome: 85, firefox: 93, safari: 16.4),
        pixels: .heif,
        // It has the container of HEIC, whose row recognizes it.
        signatures: [], makeReader: { HEIFReader() })
}

extension ImageFormat {
    /// HEIF with pictures of HEVC (ISO/IEC 23008-12).
    public static let heic = ImageFormat(code: 8)
}

extension FormatRow {
    static let heic = heic { HEIFReader() }

    private static func heic(makeReader: @escaping @Sendable () -> HEIFReader) -> FormatRow {
        FormatRow(
            .heic, "heic", mime: "image/heic", endings: ["heic", "heif"],
            viewers: Viewers(ios: 11, android: 8, chrome: .infinity, firefox: .infinity, safari: 17), pixels: .heif,
            // The box's length, in front of its name, is far below 64 KB.
            signatures: [Signature([0, 0, nil, nil, 0x66, 0x74, 0x79, 0x70])], makeReader: makeReader)
    }

    /// HEIC and AVIF, as some apps read them: a picture without a turn of its own has that of its Exif block.
    static let heicTurnedByExif = heic { HEIFReader(turnsByExif: true) }
}

/// HEIC and AVIF: the size of the primary item, read from the `meta` box (ISO/IEC 23008-12). An image sequence may have
/// none; then the size is that of its video track. A file of one small picture may have a `mini` box in its place.
///
/// libheif is not used: it needs every top-level box and the Exif item of the file, and it loads four
/// video codecs into the process. The `meta` box alone is enough.
final class HEIFReader: FormatReader {
    private var position: UInt64 = 0
    private var isRecognized = false
    /// Whether a brand promises a sequence of pictures.
    private var isSequence = false
    /// The version of the major brand, which names the coding of a file without items.
    private var version: UInt32 = 0
    private var meta: HEIFMeta?
    private var track: HEIFTrack?
    private let turnsByExif: Bool
    /// A header for which only the Exif block is missing.
    private var unturned: (header: ImageHeader, exif: HEIFExif)?

    init(turnsByExif: Bool = false) { self.turnsByExif = turnsByExif }

    func begin() {
        unturned = nil
        position = 0
        isRecognized = false
        isSequence = false
        meta = nil
        track = nil
    }

    func read(_ window: ByteWindow) throws(HeaderStop) -> ImageHeader {
        if !isRecognized { try readFileType(window) }
        while true {
            if let header = unturned?.header, let turn = try unturned?.exif.orientation(in: window) {
                return ImageHeader(
                    format: header.format, displayed: header.displayed.turned(by: turn), stored: header.stored, orientation: turn,
                    traits: header.traits)
            }
            if let header = try track?.header(in: window) { return header }
            if meta != nil {
                if let header = try meta?.header(in: window, isAnimated: isSequence) {
                    guard turnsByExif, header.orientation == .up, let exif = meta?.exif else { return header }
                    unturned = (header, exif)
                    continue
                }
                guard isSequence else { throw .corrupt("a HEIF file without a primary item") }
                meta = nil
            }
            let box = try window.box(at: position)
            if box.type == BoxType.minimized { return try HEIFMini.header(in: box, codedAs: version, window) }
            if box.type == BoxType.meta {
                // All of it at once takes one request.
                if let length = box.length, length <= HEIFReader.wholeLength { _ = try window.content(of: box, count: length) }
                meta = HEIFMeta(box)
                position = box.end ?? .max
                continue
            }
            guard let next = box.end else { throw .corrupt("an ISO media file without a meta box") }
            guard next <= UInt64(Int64.max) else { throw .corrupt("a box that ends behind every file") }
            if isSequence, box.type == BoxType.movie { track = HEIFTrack(from: box.content, to: next) }
            position = next
        }
    }

    /// A longer `meta` box has more in it than items: a color profile, or pixels.
    private static let wholeLength = 16 << 10

    /// Finds a picture's brand, which may be anywhere among the file's brands.
    private func readFileType(_ window: ByteWindow) throws(HeaderStop) {
        let box = try window.box(at: 0)
        guard let length = box.length, length >= 8, length <= HEIFReader.maxFileTypeLength else {
            throw .corrupt("an ISO media file without its brands")
        }
        let brands = try window.content(of: box, count: length)
        // The four bytes behind the major brand are its version.
        let offsets = [0] + stride(from: 8, through: length - 4, by: 4)
        guard offsets.contains(where: { Brand.isPicture(brands.integer(UInt32.self, at: $0, .big)) }) else {
            let major = printable(brands.name(at: 0, count: 4))
            if major == "crx " { throw .unsupported("camera raw (CR3) is not read") }
            throw .failed(Failure(.notAnImage, "the content is a video or another ISO media file (\(major))"))
        }
        version = brands.integer(UInt32.self, at: 4, .big)
        isSequence = offsets.contains { Brand.isSequence(brands.integer(UInt32.self, at: $0, .big)) }
        position = box.content + UInt64(length)
        isRecognized = true
    }

    /// Brands have four bytes each, and no writer lists a thousand of them.
    private static let maxFileTypeLength = 4096

    private func printable(_ name: String) -> String {
        name.unicodeScalars.allSatisfy { $0.isASCII && $0.value >= 0x20 } ? name : "unknown"
    }
}

private enum Brand {
    private static let pictures: [StaticString] = [
        "mif1", "mif2", "mif3", "msf1", "miaf", "heic", "heix", "heim", "heis", "hevc", "hevx", "hevm", "hevs", "avif", "avis",
    ]
    private static let sequences: [StaticString] = ["msf1", "hevc", "hevx", "hevm", "hevs", "avis"]
    private static let codes = Set(pictures.map(fourCC))
    private static let sequenceCodes = Set(sequences.map(fourCC))

    static func isPicture(_ brand: UInt32) -> Bool { codes.contains(brand) }
    static func isSequence(_ brand: UInt32) -> Bool { sequenceCodes.contains(brand) }
}

enum BoxType {
    static let meta = fourCC("meta")
    static let minimized = fourCC("mini")
    static let itemData = fourCC("idat")
    static let itemLocation = fourCC("iloc")
    static let movie = fourCC("moov")
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
    static let pixelInformation = fourCC("pixi")
    static let auxiliary = fourCC("auxC")
}

/// The `mini` box of a HEIF file, which describes its one picture in a few bits in place of items (ISO/IEC 23008-12,
/// MinimizedImageBox).
enum HEIFMini {
    /// No more bytes are needed than those up to the coding: 55 bits, the colors in 24 and the two names in 64.
    private static let mostBytes = 18

    /// `version` is that of the major brand; it names the coding if the box does not.
    static func header(in box: ISOBox, codedAs version: UInt32, _ window: ByteWindow) throws(HeaderStop) -> ImageHeader {
        var bits = BitList(try window.content(of: box, count: min(box.length ?? mostBytes, mostBytes)))
        guard try bits.take(2) == 0 else { throw .unsupported("HEIF with a mini box of another version is not read") }
        let namesCoding = try bits.take(1) == 1
        let isFloat = try bits.take(1) == 1
        _ = try bits.take(1)  // full range
        let hasAlpha = try bits.take(1) == 1
        let namesColors = try bits.take(1) == 1
        _ = try bits.take(4)  // high dynamic range, profile, Exif, XMP
        let subsampling = try bits.take(2)
        let orientation = Orientation(rawValue: Int(try bits.take(3)) + 1) ?? .up
        let sideBits = try bits.take(1) == 1 ? 15 : 7
        let width = Int(try bits.take(sideBits)) + 1
        let stored = PixelSize(width: width, height: Int(try bits.take(sideBits)) + 1)
        // Where samples of half the colors lie, across and down.
        _ = try bits.take(subsampling == 1 ? 2 : subsampling == 2 ? 1 : 0)
        let depth = isFloat ? 16 << Int(try bits.take(2)) : try bits.take(1) == 1 ? 9 + Int(try bits.take(3)) : 8
        if hasAlpha { _ = try bits.take(1) }  // premultiplied
        if namesColors { _ = try bits.take(subsampling == 0 ? 16 : 24) }
        let coding = namesCoding ? try bits.take(32) : version
        let traits = PictureTraits(colors: subsampling == 0 ? .gray : .rgb, depth: depth, hasAlpha: hasAlpha, isAnimated: false)
        return ImageHeader(format: try format(of: coding), stored: stored, orientation: orientation, traits: traits)
    }

    /// The type of an item, or the brand that stands for it.
    private static func format(of coding: UInt32) throws(HeaderStop) -> ImageFormat {
        switch coding {
        case fourCC("av01"), fourCC("avif"): return .avif
        case fourCC("hvc1"), fourCC("heic"), fourCC("heix"): return .heic
        default: throw .unsupported("HEIF with pictures other than HEVC and AV1 is not read")
        }
    }
}

/// Takes bits from the front of bytes, the highest of each byte first.
private struct BitList {
    private let bytes: ByteSlice
    private var position = 0

    init(_ bytes: ByteSlice) { self.bytes = bytes }

    mutating func take(_ count: Int) throws(HeaderStop) -> UInt32 {
        guard position + count <= 8 * bytes.count else { throw .corrupt("a HEIF box that ends too early (mini)") }
        defer { position += count }
        return (position..<position + count).reduce(0) { (value: UInt32, bit: Int) in
            value << 1 | UInt32(bytes.base[bit / 8] >> UInt8(7 - bit % 8) & 1)
        }
    }
}
