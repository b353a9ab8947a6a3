import ImageHeaders
import Journals

/// What a manifest can tell of a picture.
public struct PictureFacts: Equatable, Sendable {
    public let size: PixelSize
    public let orientation: Orientation
    public let format: ImageFormat
    /// The length of the picture; 0 where it is not known.
    public let bytes: Int64
}

extension PictureFacts {
    init(_ header: ImageHeader, bytes: Int64) {
        self.init(size: header.displayed, orientation: header.orientation, format: header.format, bytes: bytes)
    }

    /// nil where no size is known.
    init?(_ known: KnownPicture) {
        guard let size = known.size, let orientation = known.orientation, let format = known.format else { return nil }
        self.init(size: size, orientation: orientation, format: format, bytes: known.bytes ?? 0)
    }

    init?(_ record: PictureRecord) {
        guard let header = record.header else { return nil }
        self.init(header, bytes: record.bytes ?? 0)
    }
}
