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

private enum ICO {
    @Sendable static func header(in window: ByteWindow) throws(HeaderStop) -> ImageHeader {
        ImageHeader(format: .ico, stored: try IconPicture(in: window).size, traits: PictureTraits(isAnimated: false))
    }

    /// The size of the PNG (5.2 and 11.2.1 of its standard), or that of the directory for a bitmap.
    @Sendable static func headerOfPNG(in window: ByteWindow) throws(HeaderStop) -> ImageHeader {
        let shown = try IconPicture(in: window)
        // From the first byte on, since the directory is read again when the bytes are there.
        let isPNG = try window.slice(at: 0, count: shown.start + 8).integer(UInt64.self, at: shown.start, .big) == 0x8950_4E47_0D0A_1A0A
        guard isPNG else { return ImageHeader(format: .ico, stored: shown.size) }
        let picture = try window.slice(at: 0, count: shown.start + 24)[shown.start..<shown.start + 24]
        let (width, height) = (picture.integer(UInt32.self, at: 16, .big), picture.integer(UInt32.self, at: 20, .big))
        return ImageHeader(format: .ico, stored: PixelSize(width: Int(width), height: Int(height)))
    }
}

/// The picture of an ICO or CUR that browsers show: the largest of the directory, and of several the deepest. The directory's sides and
/// bits count, also for a PNG inside. For one that has others, Chromium keeps a place of the directory's size empty.
package struct IconPicture {
    package private(set) var size = PixelSize(width: 0, height: 0)
    /// Where its bytes begin, and how many they are.
    package private(set) var start = 0
    package private(set) var length = 0

    package init(in window: ByteWindow) throws(HeaderStop) {
        // Both slices begin at byte 2, since a reader may drop the bytes before those that were asked for last.
        let head = try window.slice(at: 2, count: 4)
        let isCursor = head.integer(UInt16.self, at: 0, .little) == 2
        let count = Int(head.integer(UInt16.self, at: 2, .little))
        guard count > 0 else { throw .corrupt("an icon without pictures") }
        let end = 6 + count * IconPicture.entryLength
        let directory = try window.slice(at: 2, count: end - 2)[4..<end - 2]
        var deepest = 0
        for index in 0..<count {
            let entry = directory[index * IconPicture.entryLength..<(index + 1) * IconPicture.entryLength]
            let offset = Int(entry.integer(UInt32.self, at: 12, .little))
            guard offset >= end else { throw .corrupt("an icon with a picture inside its directory") }
            let size = PixelSize(width: upTo256(entry, at: 0), height: upTo256(entry, at: 1))
            let depth = colorDepth(entry, isCursor)
            guard (size.width * size.height, depth) > (self.size.width * self.size.height, deepest) else { continue }
            (self.size, deepest, start, length) = (size, depth, offset, Int(entry.integer(UInt32.self, at: 8, .little)))
        }
    }

    private static let entryLength = 16
}

/// A byte in which 0 is 256.
private func upTo256(_ entry: ByteSlice, at offset: Int) -> Int { Int(entry.integer(UInt8.self, at: offset, .little) &- 1) + 1 }

/// The bits of a pixel. A cursor has the position of its tip there; for it, and without bits, the number of colors counts.
private func colorDepth(_ entry: ByteSlice, _ isCursor: Bool) -> Int {
    let bits = isCursor ? 0 : Int(entry.integer(UInt16.self, at: 6, .little))
    let lastColor = upTo256(entry, at: 2) - 1
    return bits > 0 ? bits : Int.bitWidth - lastColor.leadingZeroBitCount
}
