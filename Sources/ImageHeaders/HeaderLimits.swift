/// What a header may cost before it is given up, so that a hostile file costs no more than
/// an honest one.
public struct HeaderLimits: Equatable, Sendable {
    /// A picture with more pixels is refused. A decoder would need 4 bytes for each: the
    /// default of 1e9 already asks 4 GB of a phone.
    public var maxPixels: Int

    /// Bytes that are read, not jumped over, before the size is known. The largest part that
    /// is read whole is the `meta` box of a HEIF file: some 100 bytes a tile, so a megabyte
    /// holds a grid of 10,000 tiles. A JPEG's Exif block is at most 64 KB (two length bytes).
    public var metadataBytes: Int

    /// Places that are jumped to. An extended XMP block or a large ICC profile stands in JPEG
    /// segments of at most 64 KB, each a jump; 256 of them are 16 MB of metadata.
    public var jumps: Int

    /// No format's reader, screen or file API takes a side above 2^31-1.
    static let maxSide = Int(Int32.max)

    public init(maxPixels: Int = 1_000_000_000, metadataBytes: Int = 1 << 20, jumps: Int = 256) {
        self.maxPixels = maxPixels
        self.metadataBytes = metadataBytes
        self.jumps = jumps
    }
}
