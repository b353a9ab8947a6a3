extension ImageFormat {
    /// Icons and cursors of Windows.
    public static let ico = ImageFormat(code: 10)
}

extension FormatRow {
    static let ico = ico(ICO.header)
    static let icoOfPNG = ico(ICO.headerOfPNG)

    private static func ico(_ read: @escaping @Sendable (ByteWindow) throws(HeaderStop) -> ImageHeader) -> FormatRow {
        FormatRow(
            .ico, "ico", mime: "image/vnd.microsoft.icon", endings: ["ico", "cur"],
            viewers: Viewers(ios: 0, chrome: 1, firefox: 1), pixels: .ico,
            signatures: [Signature([0, 0, 1, 0, nil, 0]), Signature([0, 0, 2, 0, nil, 0])], read: read)
    }
}

/// ICO and CUR: the largest picture of the directory, as browsers choose it. The directory's sides count, also for a PNG
/// inside. For one that has others, Chromium keeps a place of the directory's size empty.
private enum ICO {
    @Sendable static func header(in window: ByteWindow) throws(HeaderStop) -> ImageHeader {
        ImageHeader(format: .ico, stored: try largest(in: window).size, traits: PictureTraits(isAnimated: false))
    }

    /// The size of the PNG (5.2 and 11.2.1 of its standard), or that of the directory for a bitmap.
    @Sendable static func headerOfPNG(in window: ByteWindow) throws(HeaderStop) -> ImageHeader {
        let (size, start) = try largest(in: window)
        // From the first byte on, since the directory is read again when the bytes are there.
        let isPNG = try window.slice(at: 0, count: start + 8).integer(UInt64.self, at: start, .big) == 0x8950_4E47_0D0A_1A0A
        guard isPNG else { return ImageHeader(format: .ico, stored: size) }
        let picture = try window.slice(at: 0, count: start + 24)[start..<start + 24]
        let (width, height) = (picture.integer(UInt32.self, at: 16, .big), picture.integer(UInt32.self, at: 20, .big))
        return ImageHeader(format: .ico, stored: PixelSize(width: Int(width), height: Int(height)))
    }

    /// The largest picture of the directory, and where its bytes begin.
    private static func largest(in window: ByteWindow) throws(HeaderStop) -> (size: PixelSize, start: Int) {
        let count = Int(try window.slice(at: 4, count: 2).integer(UInt16.self, at: 0, .little))
        guard count > 0 else { throw .corrupt("an icon without pictures") }
        let length = count * ICO.entryLength
        let directory = try window.slice(at: 4, count: 2 + length)[2..<2 + length]
        var (largest, start) = (PixelSize(width: 0, height: 0), 0)
        for index in 0..<count {
            let entry = directory[index * ICO.entryLength..<(index + 1) * ICO.entryLength]
            let offset = Int(entry.integer(UInt32.self, at: 12, .little))
            guard offset >= 6 + directory.count else { throw .corrupt("an icon with a picture inside its directory") }
            let size = PixelSize(width: side(entry, at: 0), height: side(entry, at: 1))
            if size.width * size.height > largest.width * largest.height { (largest, start) = (size, offset) }
        }
        return (largest, start)
    }

    private static let entryLength = 16

    private static func side(_ entry: ByteSlice, at offset: Int) -> Int {
        let side = Int(entry.integer(UInt8.self, at: offset, .little))
        return side == 0 ? 256 : side
    }
}
