import Base
import ImageHeaders

/// A picture that is not as it was when it was last asked for, or whose pixels cannot be decoded, with the first row that names it.
public struct ChangedPicture: Equatable, Sendable {
    public let row: Int
    public let line: Int
    public let img: [UInt8]
    public let change: Change

    public enum Change: Equatable, Sendable {
        case resized(PixelSize, former: PixelSize)
        /// It had failed.
        case recovered
        /// It has a size, and none of the placeholders that are missing.
        case undecoded(Failure)
    }
}
