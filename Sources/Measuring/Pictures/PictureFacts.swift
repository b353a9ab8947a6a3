import ImageHeaders
import Journals

/// Size, length, orientation, format and traits of a picture in a compact form.
package struct PictureFacts: Equatable, Sendable {
    private let width: Int32
    private let height: Int32
    /// The length of the picture in bytes; 0 if it is unknown.
    package let bytes: Int64
    package let orientation: Orientation
    package let format: ImageFormat
    package let traits: PictureTraits

    init(size: PixelSize, orientation: Orientation, format: ImageFormat, traits: PictureTraits, bytes: Int64) {
        width = Int32(size.width)
        height = Int32(size.height)
        self.bytes = bytes
        self.orientation = orientation
        self.format = format
        self.traits = traits
    }

    package var size: PixelSize { PixelSize(width: Int(width), height: Int(height)) }
}

extension PictureFacts {
    init(_ header: ImageHeader, bytes: Int64) {
        self.init(
            size: header.displayed, orientation: header.orientation, format: header.format, traits: header.traits,
            bytes: bytes)
    }

    /// nil if no size is known.
    init?(_ known: KnownPicture) {
        guard let size = known.size, let orientation = known.orientation, let format = known.format else { return nil }
        self.init(size: size, orientation: orientation, format: format, traits: known.traits, bytes: known.bytes ?? 0)
    }

    init?(_ record: PictureRecord) {
        guard let header = record.header else { return nil }
        self.init(header, bytes: record.bytes ?? 0)
    }
}
