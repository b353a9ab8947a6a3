import ImageHeaders

/// Pictures with fewer pixels across or down than a hash has waves. The encoders would take waves for others, and a picture of one
/// white pixel would come out black in places. With each pixel repeated, the picture shows the same and has enough of them.
extension SmallPicture {
    private static let fewest = 5

    /// The picture for ThumbHash, which keeps the ratio of the sides in steps of a seventh.
    var repeatedForThumbHash: SmallPicture {
        guard min(size.width, size.height) < Self.fewest else { return self }
        let factor = Self.longestSide / max(size.width, size.height)
        // A side that is still too short is a small part of a step, and remains one.
        let missing = (Self.fewest - 1) / (factor * min(size.width, size.height)) + 1
        return repeated(size.width < size.height ? factor * missing : factor, size.height < size.width ? factor * missing : factor)
    }

    /// The picture for BlurHash, which has no ratio.
    var repeatedForBlurHash: SmallPicture {
        func factor(_ side: Int) -> Int { side < Self.fewest ? Self.longestSide / side : 1 }
        return repeated(factor(size.width), factor(size.height))
    }

    private func repeated(_ across: Int, _ down: Int) -> SmallPicture {
        guard across > 1 || down > 1 else { return self }
        var repeated: [UInt8] = []
        for y in 0..<size.height {
            let row = (0..<size.width).flatMap { x in
                let start = 4 * (y * size.width + x)
                return (0..<across).flatMap { _ in pixels[start..<start + 4] }
            }
            for _ in 0..<down { repeated += row }
        }
        return SmallPicture(size: PixelSize(width: size.width * across, height: size.height * down), pixels: repeated)
    }
}
