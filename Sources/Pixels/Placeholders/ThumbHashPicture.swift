import ImageHeaders
import WeirApp

extension SmallPicture {
    /// The picture that a ThumbHash stands for, as an app shows it. Nil if the bytes are no ThumbHash.
    public init?(thumbHash: [UInt8]) {
        guard let picture = Placeholder(thumbhash: thumbHash) else { return nil }
        self.init(size: PixelSize(width: picture.width, height: picture.height), pixels: picture.pixels)
    }
}
