import Base
import System

/// Resolves the links of a path, so that all names of a file become one. For a missing file, only the
/// folder is resolved. If the folder is missing too, the path is returned unchanged.
func followingLinks(_ path: [UInt8]) -> [UInt8] {
    if let real = realPath(path) { return real }
    guard let place = realPath(folder(of: path)) else { return path }
    let slash = path.lastIndex(of: UInt8(ascii: "/"))
    return place + [UInt8(ascii: "/")] + path[(slash.map { $0 + 1 } ?? 0)...]
}
