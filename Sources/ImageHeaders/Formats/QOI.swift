extension ImageFormat {
    /// QOI (qoiformat.org).
    public static let qoi = ImageFormat(code: 11)
}

extension FormatRow {
    static let qoi = FormatRow(
        .qoi, "qoi", mime: "image/qoi", endings: ["qoi"], viewers: .none, pixels: .qoi,
        // The sides of a picture that fits into a memory are below 2^24.
        signatures: [Signature([0x71, 0x6F, 0x69, 0x66, 0, nil, nil, nil, 0])], read: QOI.header)
}

/// QOI: 14 bytes of header, with the size in the first of them (qoiformat.org).
private enum QOI {
    @Sendable static func header(in window: ByteWindow) throws(HeaderStop) -> ImageHeader {
        let bytes = try window.slice(at: 0, count: 14)
        let channels = bytes.integer(UInt8.self, at: 12, .big)
        guard channels == 3 || channels == 4 else { throw .corrupt("a QOI with \(channels) channels") }
        let size = PixelSize(
            width: Int(bytes.integer(UInt32.self, at: 4, .big)), height: Int(bytes.integer(UInt32.self, at: 8, .big)))
        let traits = PictureTraits(colors: .rgb, depth: 8, hasAlpha: channels == 4, isAnimated: false)
        return ImageHeader(format: .qoi, stored: size, traits: traits)
    }
}
