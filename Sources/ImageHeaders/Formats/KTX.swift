extension ImageFormat {
    /// KTX and KTX 2.
    public static let ktx = ImageFormat(code: 18)
}

extension FormatRow {
    static let ktx = FormatRow(
        .ktx, "ktx", mime: "image/ktx", endings: ["ktx", "ktx2"], viewers: .none,
        signatures: [
            Signature([0xAB, 0x4B, 0x54, 0x58, 0x20, 0x31, 0x31, 0xBB, 0x0D, 0x0A, 0x1A, 0x0A]),
            Signature([0xAB, 0x4B, 0x54, 0x58, 0x20, 0x32, 0x30, 0xBB, 0x0D, 0x0A, 0x1A, 0x0A]),
        ],
        read: KTX.header)
}

/// KTX 1 and 2: textures of OpenGL and Vulkan (KTX File Format Specification, versions 1.0 and 2.0).
private enum KTX {
    @Sendable static func header(in window: ByteWindow) throws(HeaderStop) -> ImageHeader {
        let isFirst = try window.slice(at: 0, count: 12).starts(with: "11", at: 5)
        return isFirst ? try firstHeader(window.slice(at: 0, count: 64)) : secondHeader(try window.slice(at: 0, count: 80))
    }

    private static func firstHeader(_ bytes: ByteSlice) throws(HeaderStop) -> ImageHeader {
        let order: ByteOrder
        switch bytes.integer(UInt32.self, at: 12, .little) {
        case 0x0403_0201: order = .little
        case 0x0102_0304: order = .big
        case let mark: throw .corrupt("a KTX file with a byte order of \(mark)")
        }
        return header(bytes, at: 36, order, firstTraits(baseFormat: bytes.integer(UInt32.self, at: 32, order)))
    }

    /// The second version is always little-endian. The number of its pixels' format has no parts that could be read here.
    private static func secondHeader(_ bytes: ByteSlice) -> ImageHeader {
        header(bytes, at: 20, .little, PictureTraits(isAnimated: false))
    }

    private static func header(_ bytes: ByteSlice, at offset: Int, _ order: ByteOrder, _ traits: PictureTraits) -> ImageHeader {
        let height = Int(bytes.integer(UInt32.self, at: offset + 4, order))
        // A texture of one dimension has a height of 0.
        let size = PixelSize(width: Int(bytes.integer(UInt32.self, at: offset, order)), height: max(height, 1))
        return ImageHeader(format: .ktx, stored: size, traits: traits)
    }

    /// By the base formats of OpenGL: GL_RGB and its kin.
    private static func firstTraits(baseFormat: UInt32) -> PictureTraits {
        switch baseFormat {
        case 0x1907: PictureTraits(colors: .rgb, hasAlpha: false, isAnimated: false)
        case 0x1908: PictureTraits(colors: .rgb, hasAlpha: true, isAnimated: false)
        case 0x1909: PictureTraits(colors: .gray, hasAlpha: false, isAnimated: false)
        case 0x190A: PictureTraits(colors: .gray, hasAlpha: true, isAnimated: false)
        default: PictureTraits(isAnimated: false)
        }
    }
}
