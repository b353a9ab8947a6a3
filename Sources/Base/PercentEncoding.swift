extension ByteBuffer {
    /// Appends a path in the form of a URL path (RFC 3986, 3.3). Slashes and pchar characters are kept;
    /// every other byte becomes `%XX`. A percent sign is encoded too, since the path is not a URL yet.
    package mutating func append(percentEncodedPath path: UnsafeBufferPointer<UInt8>) {
        for byte in path { if isPathCharacter(byte) { append(byte) } else { append(percentEncoding: byte) } }
    }

    /// Appends `%XX`.
    public mutating func append(percentEncoding byte: UInt8) {
        append("%")
        append(upperHexDigit(byte >> 4))
        append(upperHexDigit(byte & 15))
    }
}

/// The text with every byte escaped that is not unreserved (RFC 3986, 2.3).
public func percentEncoded(_ text: some Sequence<UInt8>, keepsSlashes: Bool = false) -> String {
    var encoded = ByteBuffer()
    for byte in text {
        if isUnreserved(byte) || keepsSlashes && byte == UInt8(ascii: "/") {
            encoded.append(byte)
        } else {
            encoded.append(percentEncoding: byte)
        }
    }
    return encoded.withBytes { String(decoding: $0, as: UTF8.self) }
}

/// Whether the byte stands for itself everywhere in a URL (RFC 3986, 2.3).
public func isUnreserved(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"): true
    default: isLetterOrDigit(byte)
    }
}

/// Decodes a percent-encoded text; nil if two hexadecimal digits do not follow a percent sign.
public func percentDecoded(_ text: some Sequence<UInt8>) -> [UInt8]? {
    var bytes: [UInt8] = []
    var rest = text.makeIterator()
    while let byte = rest.next() {
        guard byte == UInt8(ascii: "%") else {
            bytes.append(byte)
            continue
        }
        guard let high = rest.next().flatMap(hexValue), let low = rest.next().flatMap(hexValue) else { return nil }
        bytes.append(high << 4 | low)
    }
    return bytes
}

private func isPathCharacter(_ byte: UInt8) -> Bool { isLetterOrDigit(byte) || pathMarks.utf8.contains(byte) }

/// The unreserved marks, the sub-delims, colon, at sign and slash.
private let pathMarks = "-._~!$&'()*+,;=:@/"

private func upperHexDigit(_ digit: UInt8) -> UInt8 {
    digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "A") + digit - 10
}

/// The value of a hexadecimal digit; nil for any other byte.
public func hexValue(_ digit: UInt8) -> UInt8? {
    switch digit {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
    case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
    case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
    default: nil
    }
}
