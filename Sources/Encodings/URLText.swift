/// A URL as it may be shown: without the user and the password that can stand before its host
/// (RFC 3986, 3.2.1). What has none is answered as it is.
public func withoutCredentials(_ url: [UInt8]) -> [UInt8] {
    guard url.contains(UInt8(ascii: "@")) else { return url }
    // Behind a scheme, or without one as pages write it.
    let colon = url.starts(with: Array("//".utf8)) ? -1 : url.firstIndex(of: UInt8(ascii: ":"))
    guard let colon, url[(colon + 1)...].starts(with: Array("//".utf8)) else { return url }
    let start = colon + 3
    let end = url[start...].firstIndex { "/?#\\".utf8.contains($0) } ?? url.count
    guard let at = url[start..<end].lastIndex(of: UInt8(ascii: "@")) else { return url }
    return url[..<start] + Array("***".utf8) + url[at...]
}

/// A URL by which a picture is known: without the user and the password before its host, which are
/// nobody's to keep, and without its fragment, which no server is sent (RFC 3986, 3.2.1 and 3.5).
public func withoutCredentialsAndFragment(_ url: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    let end = url.firstIndex(of: UInt8(ascii: "#")) ?? url.count
    let bare = UnsafeBufferPointer(rebasing: url[..<end])
    guard bare.contains(UInt8(ascii: "@")), let colon = bare.firstIndex(of: UInt8(ascii: ":")),
        bare[colon...].starts(with: Array("://".utf8))
    else { return Array(bare) }
    let start = colon + 3
    let hostEnd = bare[start...].firstIndex { "/?\\".utf8.contains($0) } ?? bare.count
    guard let at = bare[start..<hostEnd].lastIndex(of: UInt8(ascii: "@")) else { return Array(bare) }
    return bare[..<start] + Array(bare[(at + 1)...])
}

/// Whether a URL may have credentials or a fragment; most have none, and a run has a million.
public func mayHaveCredentialsOrFragment(_ url: UnsafeBufferPointer<UInt8>) -> Bool {
    // Without a way out in its midst, the loop takes many bytes at once.
    var found: UInt8 = 0
    for byte in url { found |= (byte == UInt8(ascii: "@") ? 1 : 0) | (byte == UInt8(ascii: "#") ? 1 : 0) }
    return found != 0
}
