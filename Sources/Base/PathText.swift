/// The folder that contains the file of a path.
public func folder(of path: [UInt8]) -> [UInt8] {
    let slash = UInt8(ascii: "/")
    guard let last = path.lastIndex(of: slash) else { return Array(".".utf8) }
    return last == 0 ? [slash] : Array(path[..<last])
}

/// The components of a path, without `.` and empty ones. `..` remains only at the beginning of a relative
/// path. Links are not followed: `a/../b` is `b`.
public func pathNames(of path: String) -> [Substring] { resolved(path.split(separator: "/"), isAbsolute: path.hasPrefix("/")) }

/// The components from the root on of a path that is relative to an absolute folder.
public func pathNames(of path: String, seenFrom folder: [Substring]) -> [Substring] {
    resolved(folder + path.split(separator: "/"), isAbsolute: true)
}

/// At the root, `..` is dropped, since the root has no parent.
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
