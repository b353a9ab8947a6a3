/// A URL as it may be shown: without the user and the password that can stand before its host
/// (RFC 3986, 3.2.1). What has none is answered as it is.
public func withoutCredentials(_ url: [UInt8]) -> [UInt8] {
    // Pages write a URL without its scheme, too.
    let start = url.starts(with: "//".utf8) ? 2 : authorityStart(of: url)
    guard let start, let at = credentialsEnd(of: url, from: start) else { return url }
    return url[..<start] + Array("***".utf8) + url[at...]
}

/// A URL by which a picture is known: without the user and the password before its host, which are
/// nobody's to keep, and without its fragment, which no server is sent (RFC 3986, 3.2.1 and 3.5).
public func withoutCredentialsAndFragment(_ url: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    let end = url.firstIndex(of: UInt8(ascii: "#")) ?? url.count
    let bare = UnsafeBufferPointer(rebasing: url[..<end])
    guard let start = authorityStart(of: bare), let at = credentialsEnd(of: bare, from: start) else { return Array(bare) }
    return bare[..<start] + Array(bare[(at + 1)...])
}

/// Where the authority of a URL begins, behind its scheme.
private func authorityStart<URL: RandomAccessCollection<UInt8>>(of url: URL) -> Int? where URL.Index == Int {
    guard let colon = url.firstIndex(of: UInt8(ascii: ":")), url[colon...].starts(with: "://".utf8) else { return nil }
    return colon + 3
}

/// The sign behind the user and the password of an authority that has them.
private func credentialsEnd<URL: RandomAccessCollection<UInt8>>(of url: URL, from start: Int) -> Int? where URL.Index == Int {
    guard url.contains(UInt8(ascii: "@")) else { return nil }
    let end = url[start...].firstIndex { "/?#\\".utf8.contains($0) } ?? url.endIndex
    return url[start..<end].lastIndex(of: UInt8(ascii: "@"))
}

/// Whether a URL may have credentials or a fragment; most have none, and a run has a million.
public func mayHaveCredentialsOrFragment(_ url: UnsafeBufferPointer<UInt8>) -> Bool {
    // Without a way out in its midst, the loop takes many bytes at once.
    var found: UInt8 = 0
    for byte in url { found |= (byte == UInt8(ascii: "@") ? 1 : 0) | (byte == UInt8(ascii: "#") ? 1 : 0) }
    return found != 0
}
