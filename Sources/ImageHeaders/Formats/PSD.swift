extension ImageFormat {
    /// PSD and PSB of Photoshop.
    public static let psd = ImageFormat(code: 13)
}

extension FormatRow {
    static let psd = FormatRow(
        .psd, "psd", mime: "image/vnd.adobe.photoshop", endings: ["psd", "psb"], viewers: Viewers(ios: 0),
        signatures: [Signature("8BPS")], read: PSD.header)
}

/// PSD and PSB: 26 bytes of header (Adobe Photoshop File Formats Specification).
private enum PSD {
    @Sendable static func header(in window: ByteWindow) throws(HeaderStop) -> ImageHeader {
        let bytes = try window.slice(at: 0, count: 26)
        let version = bytes.integer(UInt16.self, at: 4, .big)
        guard version == 1 || version == 2 else { throw .corrupt("a PSD of version \(version)") }
        let size = PixelSize(
            width: Int(bytes.integer(UInt32.self, at: 18, .big)), height: Int(bytes.integer(UInt32.self, at: 14, .big)))
        let traits = PictureTraits(
            colors: colors(bytes.integer(UInt16.self, at: 24, .big)), depth: Int(bytes.integer(UInt16.self, at: 22, .big)),
            isAnimated: false)
        return ImageHeader(format: .psd, stored: size, traits: traits)
    }

    private static func colors(_ mode: UInt16) -> ColorModel? {
        switch mode {
        case 0, 1, 8: .gray
        case 2: .palette
        case 3: .rgb
        case 4: .cmyk
        default: nil
        }
    }
}
