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
