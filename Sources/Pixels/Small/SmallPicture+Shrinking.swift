import ImageHeaders

extension SmallPicture {
    /// The picture with at most `longest` pixels on its longer side.
    func shrunk(toLongest longest: Int) -> SmallPicture {
        let target = size.scaled(toLongest: longest)
        guard target != size, var box = BoxAverage(from: size, to: target, .transparent) else { return self }
        pixels.withUnsafeBufferPointer { pixels in
            for row in 0..<size.height {
                box.add(UnsafeBufferPointer(rebasing: pixels[row * 4 * size.width..<(row + 1) * 4 * size.width]), row: row)
            }
        }
        return SmallPicture(size: target, pixels: box.pixels)
    }
}
