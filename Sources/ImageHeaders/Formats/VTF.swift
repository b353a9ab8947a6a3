extension ImageFormat {
    /// VTF of Source games.
    public static let vtf = ImageFormat(code: 19)
}

extension FormatRow {
    static let vtf = FormatRow(
        .vtf, "vtf", mime: "image/x-vtf", endings: ["vtf"], viewers: .none,
        signatures: [Signature("VTF\0")], read: VTF.header)
}

/// VTF, the textures of Source games: the size, the number of frames and the format of pixels (Valve Texture Format, 7.0 to 7.6).
private enum VTF {
    @Sendable static func header(in window: ByteWindow) throws(HeaderStop) -> ImageHeader {
        let bytes = try window.slice(at: 0, count: 56)
        let version = bytes.integer(UInt32.self, at: 4, .little)
        guard version == 7 else { throw .corrupt("a VTF file of version \(version)") }
        let size = PixelSize(
            width: Int(bytes.integer(UInt16.self, at: 16, .little)), height: Int(bytes.integer(UInt16.self, at: 18, .little)))
        let frames = bytes.integer(UInt16.self, at: 24, .little)
        let pixels = bytes.integer(UInt32.self, at: 52, .little)
        // Blocks of DXT1 have alpha if a flag says so.
        let isMasked = bytes.integer(UInt32.self, at: 20, .little) & oneBitOfAlpha != 0
        return ImageHeader(
            format: .vtf, stored: size,
            traits: PictureTraits(
                colors: grays.contains(pixels) ? .gray : .rgb, hasAlpha: isMasked || formatsWithAlpha.contains(pixels),
                isAnimated: frames > 1))
    }

    private static let oneBitOfAlpha: UInt32 = 0x1000
    /// I8 and IA88.
    private static let grays: [UInt32] = [5, 6]
    /// RGBA8888, ABGR8888, IA88, A8, ARGB8888, BGRA8888, DXT3, DXT5, BGRA4444, BGRA5551, RGBA16161616F and RGBA16161616.
    private static let formatsWithAlpha: [UInt32] = [0, 1, 6, 8, 11, 12, 14, 15, 19, 21, 24, 25]
}
