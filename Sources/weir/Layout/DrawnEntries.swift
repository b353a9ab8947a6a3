import Drawings
import Layouts
import Manifests
import Measuring
import Pixels
import WeirBase
import WeirSystem

/// The entries of a manifest as a drawing shows them.
struct DrawnEntries: ~Copyable {
    private let entries: ManifestDocument
    /// For a PNG, which is drawn in this process; nil for an SVG.
    private let pixelsOfPoint: Int?
    /// nil if the drawing shows no pictures.
    private var files: FilePictures?
    private let root: [UInt8]
    /// Pictures below this URL are files below the root.
    private let baseURL: [UInt8]?
    /// Whether a picture was looked for in vain, and whether one was found.
    private var hasMissed = false
    private var hasShown = false

    /// An SVG is for all screens. Those of phones have two or three pixels for a point.
    private static let pixelsOfPointInSVG = 2
    private static let longestSideInSVG = 1024.0
    private static let longestSideInPNG = 2048.0
    private static let quality: Float = 75

    init(
        _ entries: ManifestDocument, pixelsOfPoint: Int?, below root: [UInt8]?, baseURL: [UInt8]?
    ) throws(MachineFailure) {
        (self.entries, self.pixelsOfPoint, self.root, self.baseURL) = (entries, pixelsOfPoint, root ?? [], baseURL)
        files = try root.map { root throws(MachineFailure) in FilePictures(below: try PictureRoot(root)) }
    }

    mutating func withCaption(of item: Int, in view: LayoutView, _ body: (Caption) -> Void) {
        let entries = entries
        let isPlaceholder = entries.isPlaceholder(item)
        entries.withTexts(of: item) { img, price in
            let picture = isPlaceholder ? nil : picture(img, view.pictureSize(of: item))
            body(Caption(img: img, price: price, isPlaceholder: isPlaceholder, picture: picture))
        }
    }

    /// Reports a drawing without pictures: mostly the folder is wrong.
    func reportIfNoneIsShown() {
        guard hasMissed, !hasShown else { return }
        StandardStream.error.report(
            """
            weir: warning: no picture is shown: files are looked for below \(Argument(root).shown), and --root names another folder; \
            pictures of the network are not fetched, and --base-url finds the files of their URLs
            """)
    }

    /// The picture as a `data:` URL, scaled to its size in the drawing; nil if it cannot be had.
    private mutating func picture(_ img: UnsafeBufferPointer<UInt8>, _ size: Size) -> String? {
        guard files != nil else { return nil }
        let most = pixelsOfPoint == nil ? Self.longestSideInSVG : Self.longestSideInPNG
        let side = max(size.width, size.height) * Double(pixelsOfPoint ?? Self.pixelsOfPointInSVG)
        let longest = min(most, side.rounded(.up))
        guard longest >= 1 else { return nil }
        let path = baseURL.flatMap { localPath(of: Array(img), below: $0) } ?? Array(img)
        let small = path.withUnsafeBufferPointer { files?.smallPicture(of: $0, longestSide: Int(longest)) }
        if small == nil { hasMissed = true } else { hasShown = true }
        return pixelsOfPoint == nil ? small?.dataURL(quality: Self.quality) : small?.losslessDataURL
    }
}
