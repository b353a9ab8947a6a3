import Glibc
import ImageHeaders
import System

/// The bytes of a picture in a folder, for a browser.
package struct WholePicture: Sendable {
    package let bytes: [UInt8]
    /// The media type of its content.
    package let mime: StaticString

    /// A larger file is no picture of a shop.
    private static let most: Int64 = 256 << 20

    /// Nil for a path that leads out of the root, and for a file whose header is not that of a picture.
    package init?(_ img: [UInt8], below root: PictureRoot) {
        let location = img.withUnsafeBufferPointer { PicturePlace(of: $0, below: root) }
        guard case .file(let path) = location, case .success(let file) = root.open(path[...]) else { return nil }
        defer { close(file) }
        var probe = FileProbe(limits: HeaderLimits())
        guard case .success(let header) = probe.header(ofFile: file) else { return nil }
        let input = InputFile(descriptor: file, name: shown(img))
        guard let length = input.length, length <= Self.most, let bytes = try? input.read(upTo: Int(length)) else { return nil }
        self.bytes = bytes
        mime = header.format.mime
    }
}
