extension ImageFormat {
    /// Icons and cursors of Windows.
    public static let ico = ImageFormat(code: 10)
}

extension FormatRow {
    static let ico = FormatRow(
        .ico, "ico", mime: "image/vnd.microsoft.icon", endings: ["ico", "cur"],
        viewers: Viewers(ios: 0, chrome: 1, firefox: 1), pixels: .ico,
        signatures: [Signature([0, 0, 1, 0, nil, 0]), Signature([0, 0, 2, 0, nil, 0])], firstBytes: ICO.firstBytes, read: ICO.header)
}

/// ICO and CUR: the largest picture of the directory, as browsers choose it. The directory's sides count, also for a PNG
/// inside: browsers refuse one that has others. The stored size is then the PNG's.
private enum ICO {
    /// The sides of a PNG behind these bytes are not looked at: they would take a second request.
    static let firstBytes = ImageHeaderReader.firstBlock

    @Sendable static func header(in window: ByteWindow) throws(HeaderStop) -> ImageHeader {
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
        return ImageHeader(
            format: .ico, displayed: largest, stored: try Self.sizeOfPNG(at: start, in: window) ?? largest, orientation: .up,
            traits: PictureTraits(isAnimated: false))
    }

    /// The signature and the head of IHDR (PNG, 5.2 and 11.2.1). Nil for a bitmap, and for a PNG whose sides no directory has.
    private static func sizeOfPNG(at start: Int, in window: ByteWindow) throws(HeaderStop) -> PixelSize? {
        guard start + 24 <= firstBytes else { return nil }
        let isPNG = try window.slice(at: UInt64(start), count: 8).integer(UInt64.self, at: 0, .big) == 0x8950_4E47_0D0A_1A0A
        guard isPNG else { return nil }
        let head = try window.slice(at: UInt64(start), count: 24)
        let size = PixelSize(
            width: Int(head.integer(UInt32.self, at: 16, .big)), height: Int(head.integer(UInt32.self, at: 20, .big)))
        return size.width > 0 && size.height > 0 ? size : nil
    }

    private static let entryLength = 16

    private static func side(_ entry: ByteSlice, at offset: Int) -> Int {
        let side = Int(entry.integer(UInt8.self, at: offset, .little))
        return side == 0 ? 256 : side
    }
}
