import Glibc
import Measuring
import WeirBase
import WeirSystem

/// A regular file that an output will replace, and that must be no picture of the command.
package struct ReplacedFile {
    private let status: stat
    /// The name of the file, and that of the file that a link of this name leads to.
    private let names: [[UInt8]]

    /// nil if the output replaces no file.
    package init?(_ path: [UInt8]) {
        guard path != Array("-".utf8), let status = fileStatus(path), status.isRegular else { return nil }
        self.status = status
        names = [path, futurePath(path)].map { Array($0[($0.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0)...]) }
    }

    /// Whether a picture is this file. Of many pictures only those are looked up that have its name.
    package func isPicture(_ img: UnsafeBufferPointer<UInt8>, below root: PictureRoot) -> Bool {
        names.contains { img.suffix($0.count).elementsEqual($0) } && root.has(img, at: status)
    }
}
