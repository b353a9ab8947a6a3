import Base

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

    /// The header of OS/2 1.x has sides of 16 bits, nothing behind the depth, and colours of three bytes.
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
