extension ImageFormat {
    /// JPEG 2000 (ISO/IEC 15444).
    public static let jp2 = ImageFormat(code: 16)
}

extension FormatRow {
    static let jp2 = FormatRow(
        .jp2, "jp2", mime: "image/jp2", endings: ["jp2", "jpx", "jph", "j2k", "j2c"],
        viewers: Viewers(ios: 0, chrome: .infinity, firefox: .infinity, safari: .infinity), pixels: .jp2,
        signatures: [Signature([0, 0, 0, 12, 0x6A, 0x50, 0x20, 0x20]), Signature([0xFF, 0x4F, 0xFF, 0x51])], makeReader: { JP2Reader() })
}

/// JPEG 2000: the image header of a JP2 or JPH file (ISO/IEC 15444-1, annex I), or the SIZ marker of a codestream (annex A).
final class JP2Reader: FormatReader {
    private var position: UInt64 = 0
    /// The end of the header box, once it is found.
    private var headerEnd: UInt64?
    private var size: PixelSize?
    private var depth: Int?
    private var colors: ColorModel?
    private var channels: UInt16 = 0
    private var hasOpacity = false

    func begin() {
        position = 0
        headerEnd = nil
        size = nil
        depth = nil
        colors = nil
        channels = 0
        hasOpacity = false
    }

    func read(_ window: ByteWindow) throws(HeaderStop) -> ImageHeader {
        if position == 0, try window.slice(at: 0, count: 4).integer(UInt32.self, at: 0, .big) == JP2Reader.codestream {
            return try codestreamHeader(in: window)
        }
        while true {
            if let headerEnd, position >= headerEnd {
                guard let size else { throw .corrupt("a JPEG 2000 file without an image header") }
                let traits = PictureTraits(colors: colors, depth: depth, hasAlpha: hasAlpha, isAnimated: false)
                return ImageHeader(format: .jp2, stored: size, traits: traits)
            }
            let box = try window.box(at: position)
            if headerEnd == nil {
                position = try findHeader(box, in: window)
            } else {
                position = try readPart(box, in: window)
            }
        }
    }

    /// SOC, and then SIZ.
    private static let codestream: UInt32 = 0xFF4F_FF51

    /// Returns where to go on.
    private func findHeader(_ box: ISOBox, in window: ByteWindow) throws(HeaderStop) -> UInt64 {
        guard let end = box.end else { throw .corrupt("a JPEG 2000 file without an image header") }
        switch box.type {
        case BoxType.fileType:
            let brand = try window.content(of: box, count: 4).integer(UInt32.self, at: 0, .big)
            if brand == Brand.motion { throw .unsupported("Motion JPEG 2000 is not read") }
            if brand == Brand.compound { throw .unsupported("JPEG 2000 with several pages (JPM) is not read") }
            return end
        case BoxType.header:
            headerEnd = end
            return box.content
        default: return end
        }
    }

    /// Reads a box inside the header box.
    private func readPart(_ box: ISOBox, in window: ByteWindow) throws(HeaderStop) -> UInt64 {
        guard let end = box.end, let length = box.length else { throw .corrupt("a JPEG 2000 box without an end") }
        switch box.type {
        case BoxType.imageHeader where length >= 14 && size == nil:
            let bytes = try window.content(of: box, count: 14)
            size = PixelSize(
                width: Int(bytes.integer(UInt32.self, at: 4, .big)), height: Int(bytes.integer(UInt32.self, at: 0, .big)))
            channels = bytes.integer(UInt16.self, at: 8, .big)
            depth = JP2Reader.depth(bytes.integer(UInt8.self, at: 10, .big))
        case BoxType.palette: colors = .palette
        case BoxType.colors where length >= 7 && colors == nil:
            let bytes = try window.content(of: box, count: 7)
            // A profile names its colors elsewhere.
            if bytes.integer(UInt8.self, at: 0, .big) == 1 { colors = ColorModel(jp2: bytes.integer(UInt32.self, at: 3, .big)) }
        case BoxType.channels where length >= 2: hasOpacity = try listsOpacity(box, length, in: window)
        default: break
        }
        return end
    }

    /// Each channel has its number, its kind and what it belongs to. The first kinds behind colors are opacities.
    private func listsOpacity(_ box: ISOBox, _ length: Int, in window: ByteWindow) throws(HeaderStop) -> Bool {
        let count = Int(try window.content(of: box, count: 2).integer(UInt16.self, at: 0, .big))
        guard count * 6 <= length - 2 else { throw .corrupt("a list of channels that overruns its box") }
        let channels = try window.content(of: box, count: 2 + count * 6)
        return (0..<count).contains { [1, 2].contains(channels.integer(UInt16.self, at: 2 + $0 * 6 + 2, .big)) }
    }

    /// Some encoders write a channel more than the colors need, and no list that says what it is.
    private var hasAlpha: Bool? {
        if hasOpacity { return true }
        switch (colors, channels) {
        case (.gray, 1), (.rgb, 3), (.cmyk, 4), (.palette, 1): return false
        default: return nil
        }
    }

    private func codestreamHeader(in window: ByteWindow) throws(HeaderStop) -> ImageHeader {
        let bytes = try window.slice(at: 0, count: 43)
        func side(_ offset: Int) -> Int {
            Int(bytes.integer(UInt32.self, at: offset, .big)) - Int(bytes.integer(UInt32.self, at: offset + 8, .big))
        }
        let size = PixelSize(width: max(0, side(8)), height: max(0, side(12)))
        let colors: ColorModel? =
            switch bytes.integer(UInt16.self, at: 40, .big) {
            case 1: .gray
            case 3: .rgb
            default: nil
            }
        let traits = PictureTraits(colors: colors, depth: JP2Reader.depth(bytes.integer(UInt8.self, at: 42, .big)), isAnimated: false)
        return ImageHeader(format: .jp2, stored: size, traits: traits)
    }

    /// The highest bit means that the numbers have signs; 255, that the channels differ.
    private static func depth(_ byte: UInt8) -> Int? { byte == 255 ? nil : Int(byte & 0x7F) + 1 }

    private enum BoxType {
        static let fileType = fourCC("ftyp")
        static let header = fourCC("jp2h")
        static let imageHeader = fourCC("ihdr")
        static let palette = fourCC("pclr")
        static let colors = fourCC("colr")
        static let channels = fourCC("cdef")
    }

    private enum Brand {
        static let motion = fourCC("mjp2")
        static let compound = fourCC("jpm ")
    }
}

extension ColorModel {
    /// ISO/IEC 15444-1, I.5.3.3, and 15444-2.
    fileprivate init?(jp2: UInt32) {
        switch jp2 {
        case 12: self = .cmyk
        case 16, 18, 20, 21: self = .rgb
        case 17: self = .gray
        default: return nil
        }
    }
}
