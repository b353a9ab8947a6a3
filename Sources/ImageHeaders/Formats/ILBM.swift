extension ImageFormat {
    /// ILBM and PBM of the Amiga.
    public static let ilbm = ImageFormat(code: 25)
}

extension FormatRow {
    static let ilbm = FormatRow(
        .ilbm, "ilbm", mime: "image/x-ilbm", endings: ["ilbm", "lbm", "iff"], viewers: .none,
        signatures: [Signature("FORM????ILBM"), Signature("FORM????PBM ")], makeReader: { ILBMReader() })
}

/// ILBM and PBM of the Amiga: the BMHD chunk (EA IFF 85, ILBM).
final class ILBMReader: FormatReader {
    /// The next chunk.
    private var position = ILBMReader.start

    /// Behind the name of the file's form.
    private static let start: UInt64 = 12

    func begin() { position = Self.start }

    func read(_ window: ByteWindow) throws(HeaderStop) -> ImageHeader {
        while true {
            let chunk = try window.slice(at: position, count: 8)
            let length = UInt64(chunk.integer(UInt32.self, at: 4, .big))
            if chunk.starts(with: "BMHD") {
                guard length >= 20 else { throw .corrupt("an ILBM file with a header of \(length) bytes") }
                return header(try window.slice(at: position, count: 8 + 20)[8..<28])
            }
            guard !chunk.starts(with: "BODY") else { throw .corrupt("an ILBM file without a header") }
            // Chunks have even lengths.
            position += 8 + length + length % 2
        }
    }

    private func header(_ bytes: ByteSlice) -> ImageHeader {
        let size = PixelSize(
            width: Int(bytes.integer(UInt16.self, at: 0, .big)), height: Int(bytes.integer(UInt16.self, at: 2, .big)))
        let planes = Int(bytes.integer(UInt8.self, at: 8, .big))
        let hasMask = bytes.integer(UInt8.self, at: 9, .big) != 0
        let isDeep = planes >= 24
        let traits = PictureTraits(
            colors: isDeep ? .rgb : .palette, depth: isDeep ? 8 : planes, hasAlpha: hasMask || planes == 32, isAnimated: false)
        return ImageHeader(format: .ilbm, stored: size, traits: traits)
    }
}
