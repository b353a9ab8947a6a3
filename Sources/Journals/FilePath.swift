import Base
import System

/// Where a path leads, so that two names of one file are one; a file that is not there yet keeps
/// its own name, and what leads nowhere its path.
func followingLinks(_ path: [UInt8]) -> [UInt8] {
    if let real = realPath(path) { return real }
    guard let place = realPath(folder(of: path)) else { return path }
    let slash = path.lastIndex(of: UInt8(ascii: "/"))
    return place + [UInt8(ascii: "/")] + path[(slash.map { $0 + 1 } ?? 0)...]
}
