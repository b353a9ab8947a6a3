import Layouts
import Measuring

/// The pictures of a drawing, as `data:` URLs.
struct EmbeddedPictures: ~Copyable {
    private var files: FilePictures

    /// The screens of phones have two or three pixels for a point.
    private static let pixelsOfPoint = 2.0
    private static let longestSide = 1024.0
    private static let quality: Float = 75

    init(below root: PictureRoot) { files = FilePictures(below: root) }

    /// The picture, scaled to its place in the drawing; nil if it cannot be had.
    mutating func dataURL(of img: UnsafeBufferPointer<UInt8>, _ place: Size) -> String? {
        let longest = min(Self.longestSide, (max(place.width, place.height) * Self.pixelsOfPoint).rounded(.up))
        guard longest >= 1 else { return nil }
        return files.smallPicture(of: img, longestSide: Int(longest))?.dataURL(quality: Self.quality)
    }
}
