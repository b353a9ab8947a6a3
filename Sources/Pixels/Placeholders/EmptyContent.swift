/// Why a picture that decodes well shows nothing.
package enum EmptyContent: String, CaseIterable, Sendable {
    /// It has one color, but for differences that nobody sees.
    case blank
    case transparent
    /// Its lower part is gray, which decoders put where a JPEG's data have ended.
    case cut

    /// A pixel whose red, green and blue differ by no more from the mean of the others, of 255, is not seen among them.
    private static let unseenDifference = 4
    /// The same for alpha.
    private static let unseenAlpha = 16
    /// One pixel of so many may be seen: dust, or the edge of a frame. A product of a half percent of the picture has five.
    private static let pixelsOfOneSeen = 1000

    /// Nil if the picture shows something.
    init?(of picture: SmallPicture) {
        let pixels = picture.pixels
        let most = pixels.count / 4 / Self.pixelsOfOneSeen
        func seen(_ isSeen: (Int) -> Bool) -> Bool {
            var count = 0
            for start in stride(from: 0, to: pixels.count, by: 4) where isSeen(start) {
                count += 1
                if count > most { return true }
            }
            return false
        }
        guard seen({ Int(pixels[$0 + 3]) > Self.unseenAlpha }), let colors = AverageColors(picture) else {
            self = .transparent
            return
        }
        let dominant = [16, 8, 0].map { Int(colors.dominant >> UInt32($0) & 255) }
        // A shape of one color on a transparent ground differs from the mean in alpha.
        let alpha = stride(from: 3, to: pixels.count, by: 4).reduce(0) { $0 + Int(pixels[$1]) } / (pixels.count / 4)
        let isBlank = !seen { start in
            abs(Int(pixels[start + 3]) - alpha) > Self.unseenAlpha
                || (0..<3).contains { abs(Int(pixels[start + $0]) - dominant[$0]) > Self.unseenDifference }
        }
        if isBlank {
            self = .blank
        } else if picture.isCut {
            self = .cut
        } else {
            return nil
        }
    }
}

extension SmallPicture {
    /// Whether at least an eighth of the rows, at the bottom, have the gray of missing data from edge to edge, and no row above begins
    /// with it, as those of a gray background would.
    fileprivate var isCut: Bool {
        func isGray(_ column: Int, _ row: Int) -> Bool {
            let start = 4 * (row * size.width + column)
            return pixels[start..<start + 3].allSatisfy { (126...130).contains($0) }
        }
        guard size.height > 8, size.width > 8 else { return false }
        let end = (0..<size.height).last { row in (0..<size.width).contains { !isGray($0, row) } } ?? -1
        // The row at the edge may be a mixture.
        return end > 0 && (size.height - 1 - end) * 8 >= size.height && !(0..<end).contains { isGray(0, $0) && isGray(1, $0) }
    }
}
