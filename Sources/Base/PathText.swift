/// The folder that contains the file of a path.
package func folder(of path: [UInt8]) -> [UInt8] {
    let slash = UInt8(ascii: "/")
    guard let last = path.lastIndex(of: slash) else { return Array(".".utf8) }
    return last == 0 ? [slash] : Array(path[..<last])
}

/// The path of a name in a folder. A name in the current folder stays as it is.
package func joined(_ folder: [UInt8], _ name: [UInt8]) -> [UInt8] {
    if folder.isEmpty || folder == [UInt8(ascii: ".")] { return name }
    return folder + (folder.last == UInt8(ascii: "/") ? [] : [UInt8(ascii: "/")]) + name
}

/// The path without the slashes at its end, which ask for a folder. The root keeps its own.
package func withoutEndSlashes(_ path: [UInt8]) -> [UInt8] {
    var path = path
    while path.count > 1, path.last == UInt8(ascii: "/") { path.removeLast() }
    return path
}

/// The path without `.` and without empty names, which leads to the same file; nil if it has none. `..` stays, since
/// the name before it may be a link.
package func withoutEmptyNames(_ path: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
    let (slash, dot) = (UInt8(ascii: "/"), UInt8(ascii: "."))
    func isEmptyName(at start: Int) -> Bool {
        start < path.count && (path[start] == slash || path[start] == dot && start + 1 < path.count && path[start + 1] == slash)
    }
    let isAbsolute = path.first == slash
    var start = isAbsolute ? 1 : 0
    while !isEmptyName(at: start) {
        guard let end = path[start...].firstIndex(of: slash) else { return nil }
        start = end + 1
    }
    var names = path.split(separator: slash).filter { !$0.elementsEqual(CollectionOfOne(dot)) }[...]
    var plain: [UInt8] = isAbsolute ? [slash] : []
    guard let name = names.popFirst() else { return plain.isEmpty ? [dot] : plain }
    plain += name
    for name in names { plain += [slash] + name }
    // The slash at the end asks for a folder.
    return path.last == slash && plain.last != slash ? plain + [slash] : plain
}

/// The components of a path, without `.` and empty ones. `..` remains only at the beginning of a relative
/// path. Links are not followed: `a/../b` is `b`.
package func pathNames(of path: String) -> [Substring] { resolved(path.split(separator: "/"), isAbsolute: path.hasPrefix("/")) }

/// The components from the root on of a path that is relative to an absolute folder.
package func pathNames(of path: String, seenFrom folder: [Substring]) -> [Substring] {
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
