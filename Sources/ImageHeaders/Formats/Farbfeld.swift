extension ImageFormat {
    /// farbfeld(5).
    public static let farbfeld = ImageFormat(code: 23)
}

extension FormatRow {
    static let farbfeld = FormatRow(
        .farbfeld, "farbfeld", mime: "image/x-farbfeld", endings: ["ff"], viewers: .none,
        signatures: [Signature("farbfeld")], read: Farbfeld.header)
}

/// Farbfeld: the name and the size (farbfeld(5)). All pixels have four channels of 16 bits.
private enum Farbfeld {
    @Sendable static func header(in window: ByteWindow) throws(HeaderStop) -> ImageHeader {
        let bytes = try window.slice(at: 0, count: 16)
        let size = PixelSize(
            width: Int(bytes.integer(UInt32.self, at: 8, .big)), height: Int(bytes.integer(UInt32.self, at: 12, .big)))
        let traits = PictureTraits(colors: .rgb, depth: 16, hasAlpha: true, isAnimated: false)
        return ImageHeader(format: .farbfeld, stored: size, traits: traits)
    }
}
