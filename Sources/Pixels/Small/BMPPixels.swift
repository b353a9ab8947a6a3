import Base
import ImageHeaders

/// BMP: rows of palette indices, of colours or of runs. Nothing but a row is in memory.
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
        try readRows(header, rows, &cursor, into: pixels) { palette.colour(Int($0)) }
    case (1, 8), (2, 4):
        let palette = try BMPPalette(header, &cursor)
        pixels.begin(size, .transparent)
        try readRuns(header, rows, palette, &cursor, into: pixels)
    case (0, 16), (0, 24), (0, 32), (3, 16), (3, 32), (6, 16), (6, 32):
        let masks = try BMPMasks(header, &cursor)
        pixels.begin(size, .transparent)
        try readRows(header, rows, &cursor, into: pixels) { masks.colour($0) }
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
    _ colour: (UInt32) -> SIMD4<UInt8>
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
            line.set(x, colour(pixel))
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
        line.set(x, palette.colour(isNarrow ? Int(position % 2 == 0 ? byte >> 4 : byte & 15) : Int(byte)))
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
    fileprivate mutating func set(_ x: Int, _ colour: SIMD4<UInt8>) {
        for lane in 0..<4 { self[4 * x + lane] = colour[lane] }
    }
}
