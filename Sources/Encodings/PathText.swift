/// The path of the folder that a path lies in.
public func folder(of path: [UInt8]) -> [UInt8] {
    let slash = UInt8(ascii: "/")
    guard let last = path.lastIndex(of: slash) else { return Array(".".utf8) }
    return last == 0 ? [slash] : Array(path[..<last])
}
