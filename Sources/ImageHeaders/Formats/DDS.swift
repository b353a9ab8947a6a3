extension ImageFormat {
    /// DDS of DirectX.
    public static let dds = ImageFormat(code: 17)
}

extension FormatRow {
    static let dds = FormatRow(
        .dds, "dds", mime: "image/vnd-ms.dds", endings: ["dds"], viewers: .none,
        signatures: [Signature("DDS |\0\0\0")], read: DDS.header)
}

/// DDS: 124 bytes of header behind the name, with the size first and the pixel format last (DDS_HEADER of DirectX).
private enum DDS {
    @Sendable static func header(in window: ByteWindow) throws(HeaderStop) -> ImageHeader {
        let bytes = try window.slice(at: 0, count: 128)
        let size = PixelSize(
            width: Int(bytes.integer(UInt32.self, at: 16, .little)), height: Int(bytes.integer(UInt32.self, at: 12, .little)))
        let pixels = PixelFlags(rawValue: bytes.integer(UInt32.self, at: 80, .little))
        let colors: ColorModel? =
            pixels.contains(.rgb) ? .rgb : pixels.contains(.luminance) ? .gray : pixels.contains(.palette) ? .palette : nil
        // Blocks of DXT2 to DXT5 have alpha, those of DXT1 may have it, and a newer header may follow.
        let blocks = bytes[84..<88]
        let isBlockWithAlpha = ["DXT2", "DXT3", "DXT4", "DXT5"].contains { blocks.starts(with: $0) }
        let hasAlpha: Bool? = pixels.contains(.alpha) || isBlockWithAlpha ? true : pixels.contains(.blocks) ? nil : false
        return ImageHeader(
            format: .dds, stored: size,
            traits: PictureTraits(colors: isBlockWithAlpha ? .rgb : colors, hasAlpha: hasAlpha, isAnimated: false))
    }

    /// The flags of DDS_PIXELFORMAT.
    private struct PixelFlags: OptionSet {
        let rawValue: UInt32

        static let alpha = PixelFlags(rawValue: 0x1)
        static let blocks = PixelFlags(rawValue: 0x4)
        static let palette = PixelFlags(rawValue: 0x20)
        static let rgb = PixelFlags(rawValue: 0x40)
        static let luminance = PixelFlags(rawValue: 0x20000)
    }
}
