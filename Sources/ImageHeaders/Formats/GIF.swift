extension ImageFormat {
    /// GIF87a and GIF89a.
    public static let gif = ImageFormat(code: 4)
}

extension FormatRow {
    static let gif = FormatRow(
        .gif, "gif", mime: "image/gif", endings: ["gif"], viewers: .all, pixels: .gif,
        signatures: [Signature("GIF87a"), Signature("GIF89a")], firstBytes: GIF.firstBytes, read: GIF.header)
}

/// GIF: the size of the logical screen, the canvas of an animation (GIF89a, 18). Browsers enlarge it to hold all of the first
/// frame, and of no other.
private enum GIF {
    /// A first frame behind these bytes, such as behind a long comment, is not looked for: it would take a second request.
    static let firstBytes = ImageHeaderReader.firstBlock

    @Sendable static func header(in window: ByteWindow) throws(HeaderStop) -> ImageHeader {
        let screen = try window.slice(at: 0, count: 13)
        let (screenWidth, screenHeight) = (Self.number(screen, at: 6), Self.number(screen, at: 8))
        var (width, height) = (screenWidth, screenHeight)
        if let frame = try Self.firstFrame(in: window, behind: screen) {
            width = max(width, Self.number(frame, at: 1) + Self.number(frame, at: 5))
            height = max(height, Self.number(frame, at: 3) + Self.number(frame, at: 7))
        }
        return ImageHeader(
            format: .gif, displayed: PixelSize(width: width, height: height),
            stored: PixelSize(width: screenWidth > 0 ? screenWidth : width, height: screenHeight > 0 ? screenHeight : height),
            orientation: .up, traits: PictureTraits(colors: .palette))
    }

    /// The descriptor of the first frame (GIF89a, 20), behind a table of colors and extensions (19, 23 to 26).
    private static func firstFrame(in window: ByteWindow, behind screen: ByteSlice) throws(HeaderStop) -> ByteSlice? {
        let flags = screen.integer(UInt8.self, at: 10, .little)
        var position = screen.count + (flags & 0x80 == 0 ? 0 : 3 << (Int(flags & 7) + 1))
        func byte() throws(HeaderStop) -> UInt8 { try window.slice(at: UInt64(position), count: 1).integer(UInt8.self, at: 0, .little) }
        while position + 10 <= firstBytes {
            switch try byte() {
            case 0x2C: return try window.slice(at: UInt64(position), count: 10)
            case 0x21:
                // Blocks follow the kind, each behind its length. The last one is empty.
                position += 2
                while position < firstBytes, case let length = try byte() {
                    position += 1 + Int(length)
                    if length == 0 { break }
                }
            default: return nil
            }
        }
        return nil
    }

    private static func number(_ bytes: ByteSlice, at offset: Int) -> Int { Int(bytes.integer(UInt16.self, at: offset, .little)) }
}
