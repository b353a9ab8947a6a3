import Base
import CWebP

extension SmallPicture {
    /// The picture with at most 16 pixels on its longer side, as the `data:` URL of a WebP, which an app blurs.
    package var blurDataURL: String { shrunk(toLongest: 16).dataURL(quality: 60) }

    /// The picture as the `data:` URL of a WebP. `quality` is at most 100.
    package func dataURL(quality: Float) -> String {
        var file: UnsafeMutablePointer<UInt8>?
        defer { CWebP_release(file) }
        let count = CWebP_encode(pixels, Int32(size.width), Int32(size.height), quality, &file)
        return "data:image/webp;base64," + base64(Array(UnsafeBufferPointer(start: file, count: count)))
    }

    /// The picture as the `data:` URL of a PNG, without losses. It is written for a reader in this process, so it is hardly
    /// compressed. Nil if there is no memory.
    package var losslessDataURL: String? {
        guard let encoder = PNGEncoder(size, hasAlpha: true, level: 1), pixels.withUnsafeBufferPointer({ encoder.add($0) }), encoder.end()
        else { return nil }
        var file = ByteBuffer()
        encoder.takeBytes(to: &file)
        return "data:image/png;base64," + base64(file.bytes)
    }

    /// The picture in front of white.
    package var onWhite: SmallPicture {
        guard !isOpaque else { return self }
        var mixed = pixels
        for start in stride(from: 0, to: pixels.count, by: 4) {
            let alpha = Int(pixels[start + 3])
            for lane in start..<start + 3 { mixed[lane] = UInt8((Int(pixels[lane]) * alpha + 255 * (255 - alpha) + 127) / 255) }
            mixed[start + 3] = 255
        }
        return SmallPicture(size: size, pixels: mixed)
    }
}
