import Base
import Fetching
import ImageHeaders

/// What a row says of a picture of the network that was asked for before. It stands in for the record of a journal.
package struct GivenPicture: Sendable {
    package let size: PixelSize
    /// The validators that the server sent with the size; nil if there are none that may be sent.
    let validators: PictureValidators?
    /// The time of that request, in Unix seconds.
    let askedAt: Int64?

    package init(size: PixelSize, etag: [UInt8]?, lastModified: [UInt8]?, askedAt: Int64?) {
        self.size = size
        validators = PictureValidators(etag: etag, lastModified: lastModified)
        self.askedAt = askedAt
    }

    /// Whether the size is trusted without a request. A time in the future comes from a wrong clock.
    package func isFresh(at now: Int64, maxAge: Int64) -> Bool {
        guard let askedAt, (0...now).contains(askedAt) else { return false }
        return now - askedAt < maxAge
    }
}
