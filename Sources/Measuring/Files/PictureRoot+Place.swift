import Base
import Glibc

extension PictureRoot {
    /// Whether a picture's name leads to a file of which the status is known.
    package func has(_ img: UnsafeBufferPointer<UInt8>, at place: stat) -> Bool {
        guard case .file(let path) = PicturePlace(of: img, below: self), case .success(let file) = open(path[...]) else {
            return false
        }
        defer { close(file) }
        var status = stat()
        return fstat(file, &status) == 0 && status.st_dev == place.st_dev && status.st_ino == place.st_ino
    }
}
