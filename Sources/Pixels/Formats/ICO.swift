import ImageHeaders
import WeirBase

/// ICO and CUR: the picture that browsers show. It is a PNG, or a BMP without its first fourteen bytes and with a mask.
func readICO(_ picture: some PictureBytes, _ limits: DecodingLimits, into pixels: DecodedPixels) throws(Failure) {
    let part = try shownPart(of: picture, limits)
    var cursor = ByteCursor(part)
    if Array(try cursor.bytes(8, "in the icon's picture")) == [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] {
        try readPNG(part, limits, into: pixels)
    } else {
        try readIconBitmap(part.bytes, limits, into: pixels)
    }
}

private func shownPart(of picture: some PictureBytes, _ limits: DecodingLimits) throws(Failure) -> ContentBytes {
    var cursor = ByteCursor(picture)
    let shown = try cursor.parse("in its directory") { window throws(HeaderStop) in try IconPicture(in: window) }
    guard shown.length <= limits.memory / 8 else { throw .needsMoreMemory(limits) }
    cursor.position = UInt64(shown.start)
    return ContentBytes(bytes: Array(try cursor.bytes(shown.length, "in the icon's picture")))
}

/// The header's height counts the mask too: a bit for each pixel, which is set where the icon is transparent. Pixels of 32 bits
/// have alpha of their own, unless all of it is 0.
private func readIconBitmap(_ part: [UInt8], _ limits: DecodingLimits, into pixels: DecodedPixels) throws(Failure) {
    var bitmap = [0x42, 0x4D] + [UInt8](repeating: 0, count: 12) + part
    var cursor = ByteCursor(ContentBytes(bytes: bitmap))
    let header = try BMPHeader(&cursor)
    guard header.size >= 40, header.size <= 1 << 10, [1, 4, 8, 24, 32].contains(header.depth), header.compression == 0 else {
        throw Failure(.unsupportedFormat, "the pixels of this kind of icon are not decoded")
    }
    let size = PixelSize(width: Int(header.width), height: Int(header.height / 2))
    guard size.width > 0, size.height > 0, size.width <= 1 << 12, size.height <= 1 << 12 else {
        throw Failure(.corrupt, "an icon of \(size.width) x \(size.height) pixels")
    }
    cursor.position = 46
    let named = UInt64(try cursor.integer(UInt32.self, "in the icon's picture"))
    let colors = header.depth > 8 ? 0 : named == 0 ? 1 << header.depth : min(named, 1 << header.depth)
    var start = 14 + Int(header.size) + 4 * Int(colors)
    let length = (size.width * Int(header.depth) + 31) / 32 * 4 * size.height
    guard bitmap.count >= start + length else { throw .truncated(at: UInt64(part.count), "in the pixels of the icon") }
    let mask = bitmap[(start + length)...]
    let hasAlpha = header.depth == 32 && stride(from: start + 3, to: start + length, by: 4).contains { bitmap[$0] != 0 }
    bitmap.set(22, UInt32(size.height))
    if hasAlpha {
        // As in a BMP with masks for each color, which stand behind a header of 40 bytes.
        bitmap.set(30, 6)
        bitmap.replaceSubrange(54..<start, with: [0, 0, 0xFF, 0, 0, 0xFF, 0, 0, 0xFF, 0, 0, 0, 0, 0, 0, 0xFF])
        start = 70
    }
    bitmap.set(10, UInt32(start))
    let whole = DecodedPixels(size, longestSide: max(size.width, size.height))
    try readBMP(ContentBytes(bytes: bitmap), limits, into: whole)
    var color = whole.box?.pixels ?? []
    if !hasAlpha { color.hide(mask, size) }
    pixels.begin(size, .transparent)
    color.withUnsafeBufferPointer { color in
        for row in 0..<size.height {
            pixels.add(UnsafeBufferPointer(rebasing: color[4 * size.width * row..<4 * size.width * (row + 1)]), row: row)
        }
    }
}

extension [UInt8] {
    fileprivate mutating func set(_ offset: Int, _ number: UInt32) {
        for byte in 0..<4 { self[offset + byte] = UInt8(truncatingIfNeeded: number >> UInt32(8 * byte)) }
    }

    /// Makes pixels transparent where a bit of the mask is set. Its rows begin with the last one. A mask may be missing.
    fileprivate mutating func hide(_ mask: ArraySlice<UInt8>, _ size: PixelSize) {
        let length = (size.width + 31) / 32 * 4
        guard mask.count >= length * size.height else { return }
        for row in 0..<size.height {
            let start = mask.startIndex + length * (size.height - 1 - row)
            for x in 0..<size.width where mask[start + x / 8] >> UInt8(7 - x % 8) & 1 == 1 { self[4 * (row * size.width + x) + 3] = 0 }
        }
    }
}

/// ICO and CUR: checks that the directory's pictures are complete. The pixels are not decoded.
func checkICO(_ picture: some PictureBytes) throws(Failure) {
    var cursor = ByteCursor(picture)
    let context = "in its directory"
    try cursor.skip(4, context)
    for index in 0..<(try cursor.integer(UInt16.self, context)) {
        cursor.position = 6 + 16 * UInt64(index) + 8
        let length = UInt64(try cursor.integer(UInt32.self, context))
        cursor.position = UInt64(try cursor.integer(UInt32.self, context))
        try cursor.skip(length, "in picture \(index + 1) of its directory")
    }
}

/// QOI: checks the eight bytes that end the pixels. The pixels are not decoded.
func checkQOI(_ picture: some PictureBytes) throws(Failure) {
    var cursor = ByteCursor(picture)
    guard picture.count >= 22 else { throw .truncated(at: picture.count, "before its end mark") }
    cursor.position = picture.count - 8
    guard try cursor.integer(UInt64.self, order: .big, "in its end mark") == 1 else {
        throw .truncated(at: picture.count, "before its end mark")
    }
}
