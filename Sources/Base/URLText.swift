/// A text in which the users and passwords of its URLs are replaced, with the `@` behind each, so that it may be shown.
package func withoutCredentials(_ text: [UInt8], shownAs mark: String = "***@") -> [UInt8] {
    let hidden = text.withUnsafeBufferPointer { credentials(in: $0) }
    var (shown, end): ([UInt8], Int) = ([], 0)
    for range in hidden {
        shown += text[end..<range.lowerBound] + mark.utf8
        end = range.upperBound + 1
    }
    return end == 0 ? text : shown + text[end...]
}

/// The URL without its query, so that it may be shown: an address to which a server redirects may be signed there.
package func withoutQuery(_ url: [UInt8]) -> [UInt8] {
    guard let mark = url.firstIndex(of: UInt8(ascii: "?")) else { return url }
    return url[...mark] + Array("***".utf8)
}

/// The URL that identifies a picture in a store. The fragment is removed since it is not sent to servers, and users and
/// passwords since they must not be stored (RFC 3986, 3.5 and 3.2.1). A short hash of them becomes the fragment, because
/// a server may send every user another picture. No bucket has an `@` in its name, so a user stands before it.
package func urlForStorage(_ url: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    let mark = UInt8(ascii: "#")
    guard !isBucketURL(url) || url.dropFirst(5).prefix(while: { $0 != UInt8(ascii: "/") }).contains(UInt8(ascii: "@")) else {
        return Array(url)
    }
    var (open, hidden, end): ([UInt8], [[UInt8]], Int) = ([], [], 0)
    var isUser = true
    for range in credentials(in: url) where !url[end..<range.lowerBound].contains(mark) {
        open += url[end..<range.lowerBound]
        if !range.isEmpty { hidden.append(Array(url[range])) }
        isUser = isUser && range.lowerBound == authorityStart(of: url) && !url[range].contains { "/?#".utf8.contains($0) }
        end = range.upperBound + 1
    }
    open += url[end...].prefix { $0 != mark }
    guard !hidden.isEmpty else { return open }
    let hash = Array(hidden.joined(separator: "@".utf8)).withUnsafeBytes { SHA256.hexDigest(of: $0) }
    // 32 bits distinguish some users, and are too few to find a long password by trying all. What only may be a user is perhaps the name of
    // a picture.
    return open + "#user-".utf8 + hash.prefix(isUser && hidden.count == 1 ? 8 : 16).utf8
}

package func urlForStorage(_ url: [UInt8]) -> [UInt8] { url.withUnsafeBufferPointer { urlForStorage($0) } }

/// Where the users and passwords of the URLs in a text are, each without the `@` behind it.
///
/// As for libcurl, a backslash does not end the server. Broken URLs may have credentials too, and a text may hold several URLs.
public func credentials(in text: UnsafeBufferPointer<UInt8>) -> [Range<Int>] {
    // Every name of a picture is looked at, and few have the sign.
    guard let last = text.lastIndex(of: UInt8(ascii: "@")) else { return [] }
    var found: [Range<Int>] = []
    var start = 0
    while start <= last {
        let range = ServerSign(in: text, before: start).flatMap { credentials(in: text, from: start, $0) }
        if let range { found.append(range) }
        start = (range?.upperBound ?? start) + 1
    }
    return found
}

/// How surely a server begins at an index of a text.
private enum ServerSign {
    case url
    /// There are slashes, which may stand in a path too. A user alone is none there.
    case slashes

    init?(in text: UnsafeBufferPointer<UInt8>, before start: Int) {
        let (slash, colon) = (UInt8(ascii: "/"), UInt8(ascii: ":"))
        guard start > 0, isSlash(text[start - 1]) || text[start - 1] == colon, !isSlash(text[start]) else { return nil }
        let before = text[..<start].reversed().drop(while: isSlash)
        let (count, isBehindColon) = (start - before.count, before.first == colon)
        if isBehindColon, let scheme = webScheme(in: text, before: before.count - 1) {
            // An address of the web may have any number of slashes behind its scheme.
            self = count > 0 || text[..<scheme].allSatisfy { $0 <= 0x20 } ? .url : .slashes
        } else if count == 2, text[start - 2] == slash, text[start - 1] == slash, before.isEmpty || isBehindColon {
            self = .url
        } else if text[start - 1] == slash, count > 1 || isBehindColon {
            self = .slashes
        } else {
            return nil
        }
    }
}

private func isSlash(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "/") || byte == UInt8(ascii: "\\") }

/// Where the scheme of the web begins that ends before an index.
private func webScheme(in text: UnsafeBufferPointer<UInt8>, before end: Int) -> Int? {
    for scheme in ["https", "http"] where text[..<end].suffix(scheme.utf8.count).lazy.map({ $0 | 0x20 }).elementsEqual(scheme.utf8) {
        return end - scheme.utf8.count
    }
    return nil
}

private func credentials(in text: UnsafeBufferPointer<UInt8>, from start: Int, _ sign: ServerSign) -> Range<Int>? {
    let (colon, at) = (UInt8(ascii: ":"), UInt8(ascii: "@"))
    let server = serverText(of: text, from: start).prefix(longestServer)
    if let at = server.lastIndex(of: at) { return sign == .url || server[..<at].contains(colon) ? start..<at : nil }
    // If what follows the last colon is no port, it is rather the beginning of a password with a slash in it.
    guard sign == .url, server.first != UInt8(ascii: "["), let port = server.lastIndex(of: colon) else { return nil }
    let (host, digits) = (server[..<port], server[(port + 1)...].prefix { $0 != UInt8(ascii: "\\") })
    let isPort = (1...5).contains(digits.count) && digits.allSatisfy { isDigit($0) } && !host.contains(colon)
    guard !isPort, !host.contains(UInt8(ascii: " ")) else { return nil }
    // The next URL has credentials of its own.
    let most = min(text.count, port + longestServer)
    let end = (port..<most).first { text[$0...].starts(with: "://".utf8) } ?? most
    return text[port..<end].lastIndex(of: at).map { start..<$0 }
}

/// No user and password are longer. Of a longer text each part could be looked at many times.
private let longestServer = 4096

/// The host of a URL, or the bucket, with its port; nil of a text that is no URL.
package func hostText(of url: [UInt8]) -> [UInt8]? {
    guard let start = authorityStart(of: url) else { return nil }
    let hidden = url.withUnsafeBufferPointer { credentials(in: $0) }.first { $0.lowerBound == start }
    let server = serverText(of: url, from: hidden.map { $0.upperBound + 1 } ?? start)
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
