/// Removes the user and the password before the host (RFC 3986, 3.2.1), so that the URL may be shown. A URL
/// without them is returned unchanged.
public func withoutCredentials(_ url: [UInt8]) -> [UInt8] {
    // Web pages also contain URLs without a scheme.
    let start = url.starts(with: "//".utf8) ? 2 : authorityStart(of: url)
    guard let start, let at = credentialsEnd(of: url, from: start) else { return url }
    return url[..<start] + Array("***".utf8) + url[at...]
}

/// The URL that identifies a picture. The user and the password are removed since they must not be stored,
/// and the fragment since it is not sent to servers (RFC 3986, 3.2.1 and 3.5).
public func withoutCredentialsAndFragment(_ url: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    let end = url.firstIndex(of: UInt8(ascii: "#")) ?? url.count
    let bare = UnsafeBufferPointer(rebasing: url[..<end])
    guard let start = authorityStart(of: bare), let at = credentialsEnd(of: bare, from: start) else { return Array(bare) }
    return bare[..<start] + Array(bare[(at + 1)...])
}

/// The index of the authority of a URL, after the scheme.
private func authorityStart<URL: RandomAccessCollection<UInt8>>(of url: URL) -> Int? where URL.Index == Int {
    guard let colon = url.firstIndex(of: UInt8(ascii: ":")), url[colon...].starts(with: "://".utf8) else { return nil }
    return colon + 3
}

/// The index of the `@` after the user and the password; nil if there is none.
private func credentialsEnd<URL: RandomAccessCollection<UInt8>>(of url: URL, from start: Int) -> Int? where URL.Index == Int {
    guard url.contains(UInt8(ascii: "@")) else { return nil }
    let end = url[start...].firstIndex { "/?#\\".utf8.contains($0) } ?? url.endIndex
    return url[start..<end].lastIndex(of: UInt8(ascii: "@"))
}

/// A fast check whether a URL may have credentials or a fragment. Most have neither, and a run has a
/// million URLs.
public func mayHaveCredentialsOrFragment(_ url: UnsafeBufferPointer<UInt8>) -> Bool {
    // The loop has no early exit, so the compiler can vectorise it.
    var found: UInt8 = 0
    for byte in url { found |= (byte == UInt8(ascii: "@") ? 1 : 0) | (byte == UInt8(ascii: "#") ? 1 : 0) }
    return found != 0
}
