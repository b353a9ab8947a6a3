import Base

/// GIF: every block is there to its end, at least one of them a picture, up to the trailer
/// (GIF89a, 12 to 27). The pixels are not decoded.
func checkGIF(_ picture: some PictureBytes) throws(Failure) {
    var cursor = ByteCursor(picture)
    try cursor.skip(10, "in the screen's description")
    try skipColours(&cursor, behind: 2)
    var pictures = 0
    while true {
        switch try cursor.integer(UInt8.self, "before the trailer, behind picture \(pictures)") {
        case 0x21:
            try cursor.skip(1, "in an extension")
            try skipBlocks(&cursor, "in an extension")
        case 0x2C:
            pictures += 1
            try cursor.skip(8, "in picture \(pictures)")
            try skipColours(&cursor, behind: 0)
            try cursor.skip(1, "in picture \(pictures)")
            try skipBlocks(&cursor, "in picture \(pictures)")
        case 0x3B:
            guard pictures > 0 else { throw Failure(.corrupt, "a GIF without a picture") }
            return
        case let kind: throw Failure(.corrupt, "a block of the unknown kind \(kind) behind picture \(pictures)")
        }
    }
}

/// The flags tell the length of the table behind them, and behind `count` bytes more.
private func skipColours<Picture: PictureBytes>(_ cursor: inout ByteCursor<Picture>, behind count: UInt64) throws(Failure) {
    let flags = try cursor.integer(UInt8.self, "before a table of colours")
    let colours: UInt64 = flags & 0x80 != 0 ? 3 << (UInt64(flags & 7) + 1) : 0
    try cursor.skip(count + colours, "in a table of colours")
}

/// Blocks of up to 255 bytes; an empty one is the last.
private func skipBlocks<Picture: PictureBytes>(_ cursor: inout ByteCursor<Picture>, _ place: String) throws(Failure) {
    while true {
        let count = try cursor.integer(UInt8.self, place)
        if count == 0 { return }
        try cursor.skip(UInt64(count), place)
    }
}
