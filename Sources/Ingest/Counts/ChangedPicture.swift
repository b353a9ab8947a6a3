import Base
import ImageHeaders

/// A picture that is not as it was when it was last asked for, or whose pixels cannot be decoded, with the first row that names it.
package struct ChangedPicture: Equatable, Sendable {
    package let row: Int
    package let line: Int
    package let img: [UInt8]
    package let change: Change

    package enum Change: Equatable, Sendable {
        case resized(PixelSize, previous: PixelSize)
        /// It had failed.
        case recovered
        /// It has a size, and none of the placeholders that are missing.
        case undecoded(Failure)
    }
}
