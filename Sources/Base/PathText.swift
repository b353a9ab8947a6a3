/// The path of the folder that a path lies in.
public func folder(of path: [UInt8]) -> [UInt8] {
    let slash = UInt8(ascii: "/")
    guard let last = path.lastIndex(of: slash) else { return Array(".".utf8) }
    return last == 0 ? [slash] : Array(path[..<last])
}

/// The names of a path, of which none is `.` or empty, and `..` only where a relative path leads out
/// of its folder. Links are not followed: `a/../b` is `b`.
public func pathNames(of path: String) -> [Substring] { resolved(path.split(separator: "/"), isAbsolute: path.hasPrefix("/")) }

/// The names of a relative path from the root on, seen from an absolute folder.
public func pathNames(of path: String, seenFrom folder: [Substring]) -> [Substring] {
    resolved(folder + path.split(separator: "/"), isAbsolute: true)
}

/// Nothing stands above the root: there `..` is dropped.
private func resolved(_ names: [Substring], isAbsolute: Bool) -> [Substring] {
    var resolved: [Substring] = []
    for name in names where name != "." {
        if name != ".." {
            resolved.append(name)
        } else if let last = resolved.last, last != ".." {
            resolved.removeLast()
        } else if !isAbsolute {
            resolved.append(name)
        }
    }
    return resolved
}
