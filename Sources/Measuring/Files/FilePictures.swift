import Base
import Glibc
import ImageHeaders
import Pixels

/// Small pictures of the files that a manifest names.
package struct FilePictures: ~Copyable {
    private let root: PictureRoot
    private var probe = FileProbe(limits: HeaderLimits())
    private var pixels: SmallPictureReader

    package init(below root: PictureRoot) {
        self.root = root
        pixels = SmallPictureReader(limits: .shared(among: 1), separately: DecoderProcess())
    }

    /// The picture with at most `longestSide` pixels on its longer side. Nil for one of the network, and for one that cannot be
    /// read to its end.
    package mutating func smallPicture(of img: UnsafeBufferPointer<UInt8>, longestSide: Int) -> SmallPicture? {
        switch PicturePlace(of: img, below: root) {
        case .url, .nowhere: return nil
        case .inline(let content):
            guard case .success(let header) = probe.header(ofContent: content) else { return nil }
            return try? pixels.smallPicture(of: ContentBytes(bytes: content), header: header, longestSide: longestSide)
        case .file(let path):
            guard case .success(let file) = root.open(path[...]) else { return nil }
            defer { close(file) }
            guard case .success(let header) = probe.header(ofFile: file), let bytes = try? FileBytes(file) else { return nil }
            return try? pixels.smallPicture(of: bytes, header: header, longestSide: longestSide)
        }
    }
}
