import WeirBase

extension ImageFormat {
    /// TGA (Truevision TGA File Format Specification 2.0).
    public static let tga = ImageFormat(code: 14)
}

extension FormatRow {
    static let tga = FormatRow(
        .tga, "tga", mime: "image/x-tga", endings: ["tga"], viewers: Viewers(ios: 0),
        // Without a color map, the five bytes of a TGA that describe one are 0. A cursor has its count of pictures in two of them,
        // so the other three do not count in true color.
        signatures: [
            Signature([0, 0, 2, 0, 0, 0]), Signature([0, 0, 3, 0, 0, 0, 0, 0]), Signature([0, 0, 10, 0, 0, 0, 0, 0]),
            Signature([0, 0, 11, 0, 0, 0, 0, 0]), Signature([0, 1, 1, 0, 0]), Signature([0, 1, 9, 0, 0]),
        ],
        looksRight: TGA.looksRight, read: TGA.header)
}

/// TGA: 18 bytes of header (Truevision TGA File Format Specification 2.0). There is no signature, and the footer of the second
/// version stands at the end, which a reader of headers does not know. So all fields must have values that they can have.
private enum TGA {
    @Sendable static func header(in window: ByteWindow) throws(HeaderStop) -> ImageHeader {
        guard let header = TGAHeader(try window.slice(at: 0, count: TGAHeader.length)) else {
            throw .failed(Failure(.notAnImage))
        }
        return ImageHeader(format: .tga, stored: header.size, traits: header.traits)
    }

    /// Whether a sample begins with a whole header.
    @Sendable static func looksRight(_ sample: UnsafeRawBufferPointer) -> Bool {
        guard sample.count >= TGAHeader.length else { return false }
        let header = TGAHeader(ByteSlice(UnsafeRawBufferPointer(rebasing: sample[..<TGAHeader.length])))
        return header?.describesNoAbsentTable ?? false
    }
}

private struct TGAHeader {
    static let length = 18

    let size: PixelSize
    /// Whether the fields of a table are 0 if there is none. Some writers leave other values in them.
    let describesNoAbsentTable: Bool
    private let colors: ColorModel
    private let depth: Int
    private let alphaBits: Int

    /// nil if a field has a value that it cannot have.
    init?(_ bytes: ByteSlice) {
        let hasTable = bytes.integer(UInt8.self, at: 1, .little) == 1
        let tableLength = bytes.integer(UInt16.self, at: 5, .little)
        let tableDepth = bytes.integer(UInt8.self, at: 7, .little)
        depth = Int(bytes.integer(UInt8.self, at: 16, .little))
        let descriptor = bytes.integer(UInt8.self, at: 17, .little)
        alphaBits = Int(descriptor & 15)
        let depths: [Int]
        // Run lengths add 8 to the type.
        switch bytes.integer(UInt8.self, at: 2, .little) {
        case 1, 9: (colors, depths) = (.palette, [8, 16])
        case 2, 10: (colors, depths) = (.rgb, [15, 16, 24, 32])
        case 3, 11: (colors, depths) = (.gray, [8, 16])
        default: return nil
        }
        guard bytes.integer(UInt8.self, at: 1, .little) <= 1, depths.contains(depth), descriptor & 0xC0 == 0, alphaBits <= 8 else {
            return nil
        }
        guard hasTable ? tableLength > 0 && [15, 16, 24, 32].contains(tableDepth) : colors != .palette else { return nil }
        describesNoAbsentTable = hasTable || bytes.integer(UInt32.self, at: 3, .little) == 0 && tableDepth == 0
        size = PixelSize(
            width: Int(bytes.integer(UInt16.self, at: 12, .little)), height: Int(bytes.integer(UInt16.self, at: 14, .little)))
        guard size.width > 0, size.height > 0 else { return nil }
    }

    var traits: PictureTraits {
        // 15 and 16 bits have five for each channel.
        let channel = colors == .rgb ? (depth >= 24 ? 8 : 5) : depth
        return PictureTraits(colors: colors, depth: channel, hasAlpha: alphaBits > 0, isAnimated: false)
    }
}
