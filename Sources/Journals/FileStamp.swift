import Glibc
import WeirBase
import WeirSystem

/// Device, inode, size and time of modification. They distinguish two states of a file without reading it.
public struct FileStamp: Hashable, Sendable {
    /// `st_dev` of the file.
    public let device: UInt64
    /// `st_ino` of the file.
    public let inode: UInt64
    /// In bytes.
    public let size: Int64
    /// The time of the last modification, in Unix seconds.
    public let seconds: Int64
    /// The nanoseconds of that time, below a second.
    public let nanoseconds: Int32

    /// A stamp from the numbers that `stat` gives.
    public init(device: UInt64, inode: UInt64, size: Int64, seconds: Int64, nanoseconds: Int32) {
        self.device = device
        self.inode = inode
        self.size = size
        self.seconds = seconds
        self.nanoseconds = nanoseconds
    }

    /// The stamp of a file by its status, as `stat` or `fstat` returns it.
    public init(_ status: stat) {
        self.init(
            device: UInt64(status.st_dev), inode: UInt64(status.st_ino), size: Int64(status.st_size),
            seconds: Int64(status.st_mtim.tv_sec), nanoseconds: Int32(truncatingIfNeeded: status.st_mtim.tv_nsec))
    }
}

extension FileStamp {
    /// A hash of the stamp in eight bytes. The journal stores only this hash, since stamps are only
    /// compared. Two stamps that differ in one number always have different hashes, since each step is
    /// reversible. Other stamps collide with a probability of 2^-64.
    var fingerprint: Int64 {
        var sum: UInt64 = 0
        sum.mix(device)
        sum.mix(inode)
        sum.mix(UInt64(bitPattern: size))
        sum.mix(UInt64(bitPattern: seconds))
        sum.mix(UInt64(UInt32(bitPattern: nanoseconds)))
        // 0 is reserved for a missing stamp.
        return sum == 0 ? 1 : Int64(bitPattern: sum)
    }
}

/// Resolves the links of a path, so that all names of a file become one. For a missing file, only the
/// folder is resolved. If the folder is missing too, the path is returned unchanged.
func followingLinks(_ path: [UInt8]) -> [UInt8] {
    if let real = realPath(path) { return real }
    guard let realFolder = realPath(folder(of: path)) else { return path }
    let slash = path.lastIndex(of: UInt8(ascii: "/"))
    return realFolder + [UInt8(ascii: "/")] + path[(slash.map { $0 + 1 } ?? 0)...]
}
