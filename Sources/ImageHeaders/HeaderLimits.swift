/// Limits for reading a header, so that a hostile file costs no more than an honest one.
public struct HeaderLimits: Equatable, Sendable {
    /// A picture with more pixels is refused. Decoders need 4 bytes for each, so the default of 1e9 would
    /// already take 4 GB of a phone's memory.
    public var maxPixels: Int

    /// How many bytes may be read, not jumped over, before the size is known. The largest part that is
    /// read whole is the list of a HEIF file's items: some 20 bytes a tile, so a megabyte holds a grid
    /// of 50,000 tiles. A JPEG's Exif block has at most 64 KB.
    public var metadataBytes: Int

    /// How many jumps there may be. Extended XMP and large ICC profiles are split into JPEG segments of at
    /// most 64 KB, each of which takes a jump; 256 of them are 16 MB of metadata.
    public var jumps: Int

    /// No decoder, screen or file API supports a side above 2^31-1.
    static let maxSide = Int(Int32.max)

    /// The reason for each default stands at its limit.
    public init(maxPixels: Int = 1_000_000_000, metadataBytes: Int = 1 << 20, jumps: Int = 256) {
        self.maxPixels = maxPixels
        self.metadataBytes = metadataBytes
        self.jumps = jumps
    }
}
