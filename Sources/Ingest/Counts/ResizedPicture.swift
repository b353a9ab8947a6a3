import ImageHeaders

/// A picture whose size has changed since it was last found, with the first row that names it.
public struct ResizedPicture: Equatable, Sendable {
    public let row: Int
    public let line: Int
    public let img: [UInt8]
    public let size: PixelSize
    public let former: PixelSize

    public init(row: Int, line: Int, img: [UInt8], size: PixelSize, former: PixelSize) {
        self.row = row
        self.line = line
        self.img = img
        self.size = size
        self.former = former
    }
}
