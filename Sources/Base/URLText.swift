/// Removes the user and the password before the host (RFC 3986, 3.2.1), so that the URL may be shown. A URL
/// without them is returned unchanged. A name may have several URLs in it, or one whose scheme cannot be read.
package func withoutCredentials(_ url: [UInt8]) -> [UInt8] {
    guard url.contains(UInt8(ascii: "@")) else { return url }
    var shown: [UInt8] = []
    var rest = url[...]
    func hide(_ hidden: Range<Int>) {
        shown += rest[..<hidden.lowerBound] + "***".utf8
        rest = rest[hidden.upperBound...]
    }
    if let hidden = rangeOfCredentials(in: rest) { hide(hidden) }
    while let hidden = nextCredentials(in: rest) { hide(hidden) }
    return shown + rest
}

/// The credentials behind the next two slashes, or a colon and a slash. Two slashes without a scheme may stand in a path, so there
/// a user alone is none.
private func nextCredentials(in text: ArraySlice<UInt8>) -> Range<Int>? {
    let (slash, colon) = (UInt8(ascii: "/"), UInt8(ascii: ":"))
    for index in text.indices.dropFirst() where text[index] == slash && [slash, colon].contains(text[index - 1]) {
        let server = serverText(of: text, from: index + 1)
        guard let at = server.lastIndex(of: UInt8(ascii: "@")) else { continue }
        let hasScheme = text[index - 1] == slash && index - 2 >= text.startIndex && text[index - 2] == colon
        if hasScheme || server[..<at].contains(colon) { return index + 1..<at }
    }
    return nil
}

/// The URL without its query, so that it may be shown: an address to which a server redirects may be signed there.
package func withoutQuery(_ url: [UInt8]) -> [UInt8] {
    guard let mark = url.firstIndex(of: UInt8(ascii: "?")) else { return url }
    return url[...mark] + Array("***".utf8)
}

/// The URL that identifies a picture in a store. The fragment is removed since it is not sent to servers, and the user and
/// the password since they must not be stored (RFC 3986, 3.5 and 3.2.1). A short hash of the two becomes the fragment, because
/// a server may send every user another picture. No bucket has an `@` in its name, so a user stands before it.
package func urlForStorage(_ url: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    guard !isBucketURL(url) || url.dropFirst(5).prefix(while: { $0 != UInt8(ascii: "/") }).contains(UInt8(ascii: "@")) else {
        return Array(url)
    }
    guard let credentials = credentials(in: url) else { return Array(url.prefix { $0 != UInt8(ascii: "#") }) }
    let host = url[(credentials.upperBound + 1)...].prefix { $0 != UInt8(ascii: "#") }
    let open = url[..<credentials.lowerBound] + Array(host)
    guard !credentials.isEmpty else { return open }
    let hash = hashOfCredentials(UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: url[credentials])))
    return open + "#user-".utf8 + hash.utf8
}

package func urlForStorage(_ url: [UInt8]) -> [UInt8] { url.withUnsafeBufferPointer { urlForStorage($0) } }

/// 32 bits distinguish some users, and are too few to find a long password by trying all.
private func hashOfCredentials(_ text: UnsafeRawBufferPointer) -> Substring { SHA256.hexDigest(of: text).prefix(8) }

/// Where the user and the password are, without the `@` after them; nil if there are none.
///
/// As for libcurl, a backslash does not end the server. A broken URL may have credentials too. An address of the web may have any
/// number of slashes behind its scheme. If the text before the path has a port that is no number, it is rather the beginning of a
/// password with a slash in it.
@inlinable
public func credentials<URL: RandomAccessCollection<UInt8>>(in url: URL) -> Range<Int>? where URL.Index == Int {
    // Every name of a picture is looked at, and few have the sign.
    url.contains(UInt8(ascii: "@")) ? rangeOfCredentials(in: url) : nil
}

@usableFromInline
func rangeOfCredentials<URL: RandomAccessCollection<UInt8>>(in url: URL) -> Range<Int>? where URL.Index == Int {
    guard let last = url.lastIndex(of: UInt8(ascii: "@")), let start = authorityStart(of: url), start <= last else { return nil }
    let server = serverText(of: url, from: start)
    if let at = server.lastIndex(of: UInt8(ascii: "@")) { return start..<at }
    let host = server.prefix { $0 != UInt8(ascii: "\\") }
    guard let port = host.lastIndex(of: UInt8(ascii: ":")), !host.contains(UInt8(ascii: "[")) else { return nil }
    return host[(port + 1)...].allSatisfy { isDigit($0) } ? nil : start..<last
}

/// The host of a URL, or the bucket, with its port; nil of a text that is no URL.
package func hostText(of url: [UInt8]) -> [UInt8]? {
    guard let start = authorityStart(of: url) else { return nil }
    let server = serverText(of: url, from: credentials(in: url).map { $0.upperBound + 1 } ?? start)
    // Browsers end a host without a user at a backslash.
    return Array(server.prefix { $0 != UInt8(ascii: "\\") })
}

/// The path that `weir ingest --base-url` has made a URL of; nil if the picture has another URL. What follows the path, such as a
/// version in the query, names no file.
package func localPath(of img: [UInt8], below base: [UInt8]) -> [UInt8]? {
    let slash = UInt8(ascii: "/")
    let prefix = base.last == slash ? base : base + [slash]
    guard img.starts(with: prefix) else { return nil }
    let encoded = img.dropFirst(prefix.count).prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
    let path = percentDecoded(encoded).flatMap { $0.contains(0) ? nil : $0 } ?? Array(encoded)
    // A name such as `http:a.jpg` is a path here.
    return Array("./".utf8) + path
}

/// The server in a URL, with a user and a port.
private func serverText<URL: RandomAccessCollection<UInt8>>(of url: URL, from start: Int) -> URL.SubSequence where URL.Index == Int {
    url[start...].prefix { !"/?#".utf8.contains($0) }
}

/// The index of the server in a URL, after the scheme.
private func authorityStart<URL: RandomAccessCollection<UInt8>>(of url: URL) -> Int? where URL.Index == Int {
    // Web pages also contain URLs without a scheme.
    if url.starts(with: "//".utf8) { return url.startIndex + 2 }
    guard let colon = url.firstIndex(of: UInt8(ascii: ":")) else { return nil }
    let scheme = url[..<colon].drop { $0 <= 0x20 }.lazy.map { $0 | 0x20 }
    let isWeb = ["http", "https"].contains { $0.utf8.elementsEqual(scheme) }
    guard isWeb || url[colon...].starts(with: "://".utf8) else { return nil }
    return isWeb ? url[(colon + 1)...].firstIndex { !"/\\".utf8.contains($0) } : colon + 3
}

/// Whether the URL names a picture in an object store, as `s3://bucket/key`. All that follows the bucket is the key, so
/// such a URL has no user, no query and no fragment.
package func isBucketURL(_ url: UnsafeBufferPointer<UInt8>) -> Bool {
    guard url.count >= 5, url[2] == UInt8(ascii: ":"), url[3] == UInt8(ascii: "/"), url[4] == UInt8(ascii: "/") else { return false }
    // Setting this bit makes a letter small. A digit has it already.
    switch (url[0] | 0x20, url[1] | 0x20) {
    case (UInt8(ascii: "s"), UInt8(ascii: "3")), (UInt8(ascii: "g"), UInt8(ascii: "s")), (UInt8(ascii: "a"), UInt8(ascii: "z")): return true
    default: return false
    }
}

package func isBucketURL(_ url: [UInt8]) -> Bool { url.withUnsafeBufferPointer { isBucketURL($0) } }

/// The content of a `data:` URL (RFC 2397). `url` begins with `data:`, in letters of any case.
package func dataURLContent(_ url: UnsafeBufferPointer<UInt8>) -> Result<[UInt8], Failure> {
    guard let comma = url.firstIndex(of: UInt8(ascii: ",")) else {
        return .failure(Failure(.badURL, "a data: URL has a comma before its content, and this one has none"))
    }
    // A fragment is no part of the content.
    let text = url[(comma + 1)...].prefix { $0 != UInt8(ascii: "#") }
    guard let content = percentDecoded(text) else {
        return .failure(Failure(.badURL, "in the data: URL a % is not followed by two hexadecimal digits"))
    }
    let ending = url[..<comma].suffix(isBase64.utf8.count)
    guard ending.map({ (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }) == Array(isBase64.utf8) else { return .success(content) }
    guard let bytes = base64Decoded(content) else {
        return .failure(Failure(.badURL, "the content of the data: URL is not base64"))
    }
    return .success(bytes)
}

/// The name of a picture for messages. A `data:` URL is the whole picture, so only its beginning and its length are
/// shown; other names are returned as they are.
package func shownPictureName(_ name: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    guard isDataURL(name), name.count > shownLength else { return Array(name) }
    return name[..<shownLength] + Array("... (\(name.count) bytes)".utf8)
}

/// Whether the name begins with `data:`.
public func isDataURL(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
    // Most names end here, and each row has one.
    guard name.count >= 5, name[0] | 0x20 == UInt8(ascii: "d") else { return false }
    return zip(name, "data:".utf8).allSatisfy { $0 == $1 || $0 | 0x20 == $1 && $1 != UInt8(ascii: ":") }
}

private let shownLength = 48
private let isBase64 = ";base64"
