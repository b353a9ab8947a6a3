/// The form of a picture's address. The number is the length of the scheme, with `://` or without it.
enum AddressForm: Equatable {
    case http(Int), https(Int)
    /// `https:` or `http:` without two slashes behind it.
    case slashless(Int)
    /// `//host/path`, which takes the scheme of the web page that contains it.
    case schemeless
    /// Another scheme and its length, without `://`.
    case foreign(Int)
    case path

    @inline(__always)
    init(_ img: UnsafeBufferPointer<UInt8>) {
        // Schemes are case-insensitive (RFC 3986, 3.1).
        if hasScheme(img, "https://") {
            self = .https(8)
        } else if hasScheme(img, "http://") {
            self = .http(7)
        } else {
            self.init(rare: img)
        }
    }

    private init(rare img: UnsafeBufferPointer<UInt8>) {
        if img.starts(with: "//".utf8) {
            self = .schemeless
            return
        }
        let end = img.firstIndex { !isPartOfScheme($0) } ?? img.count
        // A colon alone does not make a scheme: `3:4.jpg` is a path, and so is `C:\a.jpg` except on Windows.
        let isHierarchic = img[end...].starts(with: "://".utf8)
        let isOpaque = img[end...].first == UInt8(ascii: ":") && opaqueSchemes.contains { hasScheme(img, $0) }
        if hasScheme(img, "https:") || hasScheme(img, "http:") {
            self = .slashless(end + 1)
        } else {
            self = end > 0 && (isHierarchic || isOpaque) ? .foreign(end) : .path
        }
    }

    /// The index of the authority of a URL of http or https. Other addresses are not looked at any closer.
    @inline(__always)
    static func webAuthority(of img: UnsafeBufferPointer<UInt8>) -> Int? {
        hasScheme(img, "https://") ? 8 : hasScheme(img, "http://") ? 7 : nil
    }

    /// The scheme, the authority and the slash of a URL of http or https; empty if another character ends the authority.
    static func start(of img: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
        guard let start = webAuthority(of: img) else { return UnsafeBufferPointer(rebasing: img[..<0]) }
        let end = authorityEnd(of: img, from: start)
        let hasPath = end < img.count && img[end] == UInt8(ascii: "/")
        return UnsafeBufferPointer(rebasing: img[..<(hasPath ? end + 1 : 0)])
    }

    /// Where an authority ends that begins at `start`. Programs take a backslash for a slash.
    @inline(__always)
    static func authorityEnd(of img: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
        img[start...].firstIndex { "/?#\\".utf8.contains($0) } ?? img.count
    }
}

private let opaqueSchemes: [StaticString] = ["data:", "blob:", "javascript:", "file:", "cid:"]

@inline(__always)
private func hasScheme(_ img: UnsafeBufferPointer<UInt8>, _ scheme: StaticString) -> Bool {
    guard img.count >= scheme.utf8CodeUnitCount else { return false }
    for index in 0..<scheme.utf8CodeUnitCount where img[index] | 0x20 != scheme.utf8Start[index] | 0x20 { return false }
    return true
}

private func isPartOfScheme(_ byte: UInt8) -> Bool {
    let letter = byte | 0x20
    return letter >= UInt8(ascii: "a") && letter <= UInt8(ascii: "z") || byte &- UInt8(ascii: "0") < 10
        || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
}
