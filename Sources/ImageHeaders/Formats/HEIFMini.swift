/// The `mini` box of a HEIF file, which describes its one picture in a few bits in place of items (ISO/IEC 23008-12,
/// MinimizedImageBox).
enum HEIFMini {
    /// No more bytes are needed than those up to the coding: 55 bits, the colours in 24 and the two names in 64.
    private static let mostBytes = 18

    /// `version` is that of the major brand; it names the coding if the box does not.
    static func header(in box: ISOBox, codedAs version: UInt32, _ window: ByteWindow) throws(HeaderStop) -> ImageHeader {
        var bits = BitList(try window.content(of: box, count: min(box.length ?? mostBytes, mostBytes)))
        guard try bits.take(2) == 0 else { throw .unsupported("HEIF with a mini box of another version is not read") }
        let namesCoding = try bits.take(1) == 1
        let isFloat = try bits.take(1) == 1
        _ = try bits.take(1)  // full range
        let hasAlpha = try bits.take(1) == 1
        let namesColours = try bits.take(1) == 1
        _ = try bits.take(4)  // high dynamic range, profile, Exif, XMP
        let subsampling = try bits.take(2)
        let orientation = Orientation(rawValue: Int(try bits.take(3)) + 1) ?? .up
        let sideBits = try bits.take(1) == 1 ? 15 : 7
        let width = Int(try bits.take(sideBits)) + 1
        let stored = PixelSize(width: width, height: Int(try bits.take(sideBits)) + 1)
        // Where samples of half the colours lie, across and down.
        _ = try bits.take(subsampling == 1 ? 2 : subsampling == 2 ? 1 : 0)
        let depth = isFloat ? 16 << Int(try bits.take(2)) : try bits.take(1) == 1 ? 9 + Int(try bits.take(3)) : 8
        if hasAlpha { _ = try bits.take(1) }  // premultiplied
        if namesColours { _ = try bits.take(subsampling == 0 ? 16 : 24) }
        let coding = namesCoding ? try bits.take(32) : version
        let traits = PictureTraits(colours: subsampling == 0 ? .gray : .rgb, depth: depth, hasAlpha: hasAlpha, isAnimated: false)
        return ImageHeader(format: try format(of: coding), stored: stored, orientation: orientation, traits: traits)
    }

    /// The type of an item, or the brand that stands for it.
    private static func format(of coding: UInt32) throws(HeaderStop) -> ImageFormat {
        switch coding {
        case fourCC("av01"), fourCC("avif"): return .avif
        case fourCC("hvc1"), fourCC("heic"), fourCC("heix"): return .heic
        default: throw .unsupported("HEIF with pictures other than HEVC and AV1 is not read")
        }
    }
}

/// Takes bits from the front of bytes, the highest of each byte first.
private struct BitList {
    private let bytes: ByteSlice
    private var position = 0

    init(_ bytes: ByteSlice) { self.bytes = bytes }

    mutating func take(_ count: Int) throws(HeaderStop) -> UInt32 {
        guard position + count <= 8 * bytes.count else { throw .corrupt("a HEIF box that ends too early (mini)") }
        defer { position += count }
        return (position..<position + count).reduce(0) { value, place in
            value << 1 | UInt32(bytes.base[place / 8] >> UInt8(7 - place % 8) & 1)
        }
    }
}
