/// A URL as it may be shown: without the user and the password that can stand before its host
/// (RFC 3986, 3.2.1). What has none is answered as it is.
public func withoutCredentials(_ url: [UInt8]) -> [UInt8] {
    guard url.contains(UInt8(ascii: "@")) else { return url }
    guard let colon = url.firstIndex(of: UInt8(ascii: ":")), url[colon...].starts(with: Array("://".utf8)) else { return url }
    let start = colon + 3
    let end = url[start...].firstIndex { "/?#\\".utf8.contains($0) } ?? url.count
    guard let at = url[start..<end].lastIndex(of: UInt8(ascii: "@")) else { return url }
    return url[..<start] + Array("***".utf8) + url[at...]
}
