import ImageHeaders
import WeirBase

/// The header of a BMP: what its pixels take to be found and understood.
struct BMPHeader {
    /// The offset of the pixels.
    let pixels: UInt64
    /// The length of the header behind the file's fourteen bytes.
    let size: UInt64
    let width: UInt64
    let height: UInt64
    /// Whether the first row is the top one.
    let isFromTop: Bool
    /// Bits per pixel.
    let depth: UInt64
    let compression: UInt32
    /// The length of the pixels in bytes; may be 0 if they are not compressed.
    let length: UInt64

    /// The header of OS/2 1.x has sides of 16 bits, nothing behind the depth, and colors of three bytes.
    var isOfOS2: Bool { size == 12 }

    init<Picture: PictureBytes>(_ cursor: inout ByteCursor<Picture>) throws(Failure) {
        let context = "in the header"
        try cursor.skip(10, context)
        pixels = UInt64(try cursor.integer(UInt32.self, context))
        size = UInt64(try cursor.integer(UInt32.self, context))
        if size == 12 {
            width = UInt64(try cursor.integer(UInt16.self, context))
            height = UInt64(try cursor.integer(UInt16.self, context))
            isFromTop = false
        } else {
            width = UInt64(Int32(bitPattern: try cursor.integer(UInt32.self, context)).magnitude)
            let signedHeight = Int32(bitPattern: try cursor.integer(UInt32.self, context))
            height = UInt64(signedHeight.magnitude)
            isFromTop = signedHeight < 0
        }
        try cursor.skip(2, context)
        depth = UInt64(try cursor.integer(UInt16.self, context))
        // The shortest headers of OS/2 2.x end before or behind the compression.
        compression = size >= 20 ? try cursor.integer(UInt32.self, context) : 0
        length = size >= 24 ? UInt64(try cursor.integer(UInt32.self, context)) : 0
    }
}

/// BMP: checks that there are as many bytes as the size needs. Run-length encoded pixels are followed to
/// their end mark. The pixels are not decoded.
func checkBMP(_ picture: some PictureBytes) throws(Failure) {
    var cursor = ByteCursor(picture)
    let header = try BMPHeader(&cursor)
    switch header.compression {
    // Run lengths for 8 bits a pixel and for 4. OS/2 uses some of the numbers in another way.
    case 1, 2:
        cursor.position = header.pixels
        try followRuns(&cursor, isNarrow: header.compression == 2)
    // Not compressed, with or without color masks.
    case 0, 3, 6:
        let (length, overflow) = ((header.width * header.depth + 31) / 32 * 4).multipliedReportingOverflow(by: header.height)
        try check(picture, header, overflow ? .max : length)
    // Another compression, whose length the header gives.
    default: try check(picture, header, header.length)
    }
}

private func check(_ picture: some PictureBytes, _ header: BMPHeader, _ length: UInt64) throws(Failure) {
    let (sum, overflow) = header.pixels.addingReportingOverflow(length)
    let end = overflow ? .max : sum
    guard end <= picture.count else { throw .truncated(at: picture.count, "before the \(end) that its pixels take") }
}

/// Reads pairs of bytes. A pair is a run of equal pixels; if the first byte is 0, the second one means the
/// end of a row (0), the end of the picture (1), a step (2), or the number of literal pixels that follow.
private func followRuns<Picture: PictureBytes>(_ cursor: inout ByteCursor<Picture>, isNarrow: Bool) throws(Failure) {
    let context = "before the mark that ends its pixels"
    while true {
        let pair = Array(try cursor.bytes(2, context))
        guard pair[0] == 0 else { continue }
        switch pair[1] {
        case 0: continue
        case 1: return
        case 2: try cursor.skip(2, context)
        case let pixels:
            let bytes = isNarrow ? (UInt64(pixels) + 1) / 2 : UInt64(pixels)
            try cursor.skip(bytes + bytes % 2, context)
        }
    }
}

/// BMP: rows of palette indices, of colors or of runs. Nothing but a row is in memory.
func readBMP(_ picture: some PictureBytes, _ limits: DecodingLimits, into pixels: DecodedPixels) throws(Failure) {
    var cursor = ByteCursor(picture)
    let header = try BMPHeader(&cursor)
    let size = PixelSize(width: Int(header.width), height: Int(header.height))
    guard size.width > 0, size.height > 0, size.width <= limits.memory / 24 else { throw .needsMoreMemory(limits) }
    let rows = BMPRowOrder(header)
    switch (header.compression, header.depth) {
    case (0, 1), (0, 2), (0, 4), (0, 8):
        let palette = try BMPPalette(header, &cursor)
        pixels.begin(size, .transparent)
        try readRows(header, rows, &cursor, into: pixels) { palette.color(Int($0)) }
    case (1, 8), (2, 4):
        let palette = try BMPPalette(header, &cursor)
        pixels.begin(size, .transparent)
        try readRuns(header, rows, palette, &cursor, into: pixels)
    case (0, 16), (0, 24), (0, 32), (3, 16), (3, 32), (6, 16), (6, 32):
        let masks = try BMPMasks(header, &cursor)
        pixels.begin(size, .transparent)
        try readRows(header, rows, &cursor, into: pixels) { masks.color($0) }
    default: throw Failure(.unsupportedFormat, "the pixels of this kind of BMP are not decoded")
    }
}

/// Which row of the picture each row of the file is.
private struct BMPRowOrder {
    let height: Int
    let isFromTop: Bool

    init(_ header: BMPHeader) { (height, isFromTop) = (Int(header.height), header.isFromTop) }

    func row(_ index: Int) -> Int { isFromTop ? index : height - 1 - index }
}

/// Rows that are not compressed; each begins at a multiple of four bytes.
private func readRows<Picture: PictureBytes>(
    _ header: BMPHeader, _ rows: BMPRowOrder, _ cursor: inout ByteCursor<Picture>, into pixels: DecodedPixels,
    _ color: (UInt32) -> SIMD4<UInt8>
) throws(Failure) {
    let (width, depth) = (Int(header.width), Int(header.depth))
    let length = (width * depth + 31) / 32 * 4
    var line = [UInt8](repeating: 0, count: 4 * width)
    cursor.position = header.pixels
    for index in 0..<rows.height {
        let bytes = try cursor.bytes(length, "in row \(index)")
        let start = bytes.startIndex
        for x in 0..<width {
            let pixel: UInt32
            if depth < 8 {
                let bit = x * depth
                pixel = UInt32(bytes[start + bit / 8]) >> UInt32(8 - depth - bit % 8) & (1 << UInt32(depth) - 1)
            } else {
                let first = start + x * depth / 8
                pixel = (0..<depth / 8).reduce(0) { $0 | UInt32(bytes[first + $1]) << UInt32(8 * $1) }
            }
            line.set(x, color(pixel))
        }
        line.withUnsafeBufferPointer { pixels.add($0, row: rows.row(index)) }
    }
}

/// Pairs of bytes as in `followRuns`. Pixels that a step leaves out are transparent.
private func readRuns<Picture: PictureBytes>(
    _ header: BMPHeader, _ rows: BMPRowOrder, _ palette: BMPPalette, _ cursor: inout ByteCursor<Picture>, into pixels: DecodedPixels
) throws(Failure) {
    let context = "before the mark that ends its pixels"
    let (width, isNarrow) = (Int(header.width), header.compression == 2)
    let empty = [UInt8](repeating: 0, count: 4 * width)
    var (line, x, index) = (empty, 0, 0)
    func endRow() {
        if index < rows.height { line.withUnsafeBufferPointer { pixels.add($0, row: rows.row(index)) } }
        (line, x, index) = (empty, 0, index + 1)
    }
    func put(_ byte: UInt8, _ position: Int) {
        guard x < width else { return }
        line.set(x, palette.color(isNarrow ? Int(position % 2 == 0 ? byte >> 4 : byte & 15) : Int(byte)))
        x += 1
    }
    cursor.position = header.pixels
    while index < rows.height {
        let pair = Array(try cursor.bytes(2, context))
        guard pair[0] == 0 else {
            for position in 0..<Int(pair[0]) { put(pair[1], position) }
            continue
        }
        switch pair[1] {
        case 0: endRow()
        case 1:
            endRow()
            return
        case 2:
            let step = Array(try cursor.bytes(2, context))
            let column = x + Int(step[0])
            for _ in 0..<min(Int(step[1]), rows.height - index) { endRow() }
            x = min(column, width)
        case let count:
            let length = isNarrow ? (Int(count) + 1) / 2 : Int(count)
            let bytes = Array(try cursor.bytes(length + length % 2, context))
            for position in 0..<Int(count) { put(bytes[isNarrow ? position / 2 : position], position) }
        }
    }
}

extension [UInt8] {
    fileprivate mutating func set(_ x: Int, _ color: SIMD4<UInt8>) {
        for lane in 0..<4 { self[4 * x + lane] = color[lane] }
    }
}

/// The colors that the pixels of a BMP number.
struct BMPPalette {
    private var colors: [SIMD4<UInt8>] = []

    init<Picture: PictureBytes>(_ header: BMPHeader, _ cursor: inout ByteCursor<Picture>) throws(Failure) {
        cursor.position = 14 + header.size
        let length = header.isOfOS2 ? 3 : 4
        // The list may be shorter than the depth allows, and then the pixels begin behind it.
        let room = Int(clamping: header.pixels > cursor.position ? (header.pixels - cursor.position) / UInt64(length) : 0)
        for _ in 0..<min(1 << Int(header.depth), room) {
            let entry = Array(try cursor.bytes(length, "in the palette"))
            colors.append(SIMD4(entry[2], entry[1], entry[0], 255))
        }
    }

    /// Black for a number that has no color.
    func color(_ number: Int) -> SIMD4<UInt8> { number < colors.count ? colors[number] : SIMD4(0, 0, 0, 255) }
}

/// Which bits of a pixel are red, green, blue and alpha.
struct BMPMasks {
    private let masks: SIMD4<UInt32>

    init<Picture: PictureBytes>(_ header: BMPHeader, _ cursor: inout ByteCursor<Picture>) throws(Failure) {
        guard header.compression != 0 else {
            masks = header.depth == 16 ? SIMD4(0x7C00, 0x03E0, 0x001F, 0) : SIMD4(0xFF_0000, 0x00_FF00, 0x00_00FF, 0)
            return
        }
        // The masks stand in the header, or behind the shortest header that has a compression.
        cursor.position = 54
        var read = SIMD4<UInt32>.zero
        let count = header.compression == 6 || header.size >= 56 ? 4 : 3
        for lane in 0..<count { read[lane] = try cursor.integer(UInt32.self, "in the masks") }
        masks = read
    }

    func color(_ pixel: UInt32) -> SIMD4<UInt8> {
        SIMD4(
            value(pixel, masks.x), value(pixel, masks.y), value(pixel, masks.z), masks.w == 0 ? 255 : value(pixel, masks.w))
    }

    /// The bits of a mask, scaled to eight.
    private func value(_ pixel: UInt32, _ mask: UInt32) -> UInt8 {
        guard mask != 0 else { return 0 }
        let shift = UInt64(mask.trailingZeroBitCount)
        let (most, bits) = (UInt64(mask) >> shift, UInt64(pixel & mask) >> shift)
        return UInt8(truncatingIfNeeded: (bits * 255 + most / 2) / most)
    }
}
