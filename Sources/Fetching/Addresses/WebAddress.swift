import CWeirCurl
import Glibc
import WeirBase

/// A URL that can be fetched, as libcurl understands it.
struct WebAddress: Sendable {
    /// The URL for requests: without a fragment, with the escapes that are needed, and with a zero byte at the end.
    let text: [CChar]
    /// Scheme, host and port. The host has the form in which it is resolved.
    var origin: String
    let kind: PictureKind
    /// The store of a bucket's picture. Redirects lead out of it.
    private(set) var store: BucketStore?
    /// Whether the user has named the server, which may then have any address. Redirects lead away from it.
    var isNamedByUser = false

    enum Refusal: Error, Equatable {
        case badURL, forbiddenScheme, wholeBucket
    }

    /// `stores` has the stores whose buckets may be asked for.
    init(_ url: [UInt8], in stores: [BucketStore.Kind: BucketStore] = [:]) throws(Refusal) {
        if let plain = WebAddress(plain: url) {
            self = plain
        } else if isBucketURL(url) {
            guard let url = BucketURL(url), let path = url.path else { throw .badURL }
            guard !url.key.isEmpty else { throw .wholeBucket }
            guard let store = stores[url.kind] else { throw .forbiddenScheme }
            let sent = Array((store.url(of: url.bucket) + path).utf8)
            if let plain = WebAddress(plain: sent) { self = plain } else { try self.init(parsing: sent) }
            self.store = store
            isNamedByUser = store.isNamedByUser
        } else {
            try self.init(parsing: url)
        }
    }

    init(parsing url: [UInt8]) throws(Refusal) {
        guard !url.contains(0) else { throw .badURL }
        self = try WebAddress.parse(url.map { CChar(bitPattern: $0) } + [0], from: nil)
    }

    /// The address in a server's `Location` field (RFC 9110, 10.2.2). Within the origin, the user and the password stay, as
    /// a relative `Location` keeps them.
    func following(_ location: String) throws(Refusal) -> WebAddress {
        let target = try WebAddress.parse(Array(location.utf8CString), from: text)
        guard target.origin == origin, target.credentials.isEmpty, !credentials.isEmpty else { return target }
        let start = credentials.startIndex
        return try WebAddress.parse(Array(target.text[..<start] + credentials + target.text[start...]), from: nil)
    }

    /// The URL without the zero byte.
    var bytes: [UInt8] { text.dropLast().map { UInt8(bitPattern: $0) } }

    /// The URL as it is sent.
    var sentText: [CChar] {
        guard let store else { return text }
        return Array(store.sent(String(decoding: bytes, as: UTF8.self)).utf8CString)
    }

    var pathAndQuery: ArraySlice<UInt8> {
        let bytes = bytes
        let server = isSecure ? 8 : 7
        return bytes[(bytes[server...].firstIndex(of: UInt8(ascii: "/")) ?? bytes.endIndex)...]
    }

    var isSecure: Bool { origin.hasPrefix("https:") }

    var hasCredentials: Bool { !credentials.isEmpty }

    /// Whether journals may have the address of a picture that has moved here from another one. A query that is not that of the
    /// row may be a signature.
    func isOpen(besides original: WebAddress) -> Bool {
        guard !hasCredentials else { return false }
        let mark = UInt8(ascii: "?")
        let query = pathAndQuery.drop { $0 != mark }
        return query.isEmpty || query == original.pathAndQuery.drop { $0 != mark }
    }

    /// The user and the password with the `@` behind them. They begin at the same index in all texts of an origin.
    private var credentials: ArraySlice<CChar> {
        let server = text[(isSecure ? 8 : 7)...].prefix { $0 != CChar(bitPattern: UInt8(ascii: "/")) }
        return server[...(server.lastIndex(of: CChar(bitPattern: UInt8(ascii: "@"))) ?? server.startIndex - 1)]
    }

    /// The host's name or address, as in the origin.
    var host: String { WebAddress.host(in: origin) }

    /// The scheme, user, host and port of a URL as they are written, or the bucket; nil if the URL names none.
    static func server(of url: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8>? {
        guard let scheme = url.firstIndex(of: UInt8(ascii: ":")), url[scheme...].starts(with: "://".utf8) else { return nil }
        let server = url[(scheme + 3)...].prefix { $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
        return server.isEmpty ? nil : UnsafeBufferPointer(rebasing: url[..<server.endIndex])
    }

    static func host(in origin: String) -> String {
        let server = origin.drop { $0 != ":" }.dropFirst(3)
        return String(server[..<(server.lastIndex(of: ":") ?? server.endIndex)])
    }

    private init(_ parsed: CCurl_url) {
        text = Array(UnsafeBufferPointer(start: parsed.text, count: strlen(parsed.text) + 1))
        origin = String(cString: parsed.origin)
        kind = text.dropLast().withUnsafeBytes { PictureKind(path: $0) }
    }

    private static func parse(_ url: [CChar], from base: [CChar]?) throws(Refusal) -> WebAddress {
        var parsed = CCurl_url()
        defer { CCurl_free_url(&parsed) }
        guard CCurl_parse_url(base, url, &parsed) else { throw .badURL }
        guard parsed.is_fetchable else { throw .forbiddenScheme }
        let address = WebAddress(parsed)
        // libcurl parses a blank there, and requests no such URL.
        guard !address.credentials.contains(CChar(bitPattern: UInt8(ascii: " "))) else { throw .badURL }
        return address
    }
}

extension WebAddress: Equatable {
    static func == (left: WebAddress, right: WebAddress) -> Bool { left.text == right.text && left.store === right.store }
}

/// Most URLs are plain: nothing in them must be escaped, resolved or hidden. libcurl's parser would take longer for a
/// plain URL than the reading of its answer takes.
extension WebAddress {
    init?(plain url: [UInt8]) {
        guard let server = url.withUnsafeBytes({ PlainServer(of: $0) }) else { return nil }
        text = Array(unsafeUninitializedCapacity: url.count + 1) { text, count in
            UnsafeMutableRawBufferPointer(text).copyBytes(from: url)
            text[url.count] = 0
            count = url.count + 1
        }
        let named = String(decoding: url[..<server.end], as: UTF8.self)
        origin = server.impliedPort.map { named + $0 } ?? named
        kind = url.withUnsafeBytes { PictureKind(path: $0) }
    }
}

/// The scheme, host and port of a plain URL.
private struct PlainServer {
    let end: Int
    /// nil if the URL names a port.
    let impliedPort: String?

    init?(of url: UnsafeRawBufferPointer) {
        let isSecure = url.starts(with: "https://")
        guard isSecure || url.starts(with: "http://") else { return nil }
        let host = url[(isSecure ? 8 : 7)...].prefix(while: isHostByte)
        guard !host.isEmpty else { return nil }
        var rest = url[host.endIndex...]
        if rest.first == UInt8(ascii: ":") {
            let port = rest.dropFirst().prefix(while: isDigit)
            guard let number = decimalNumber(UnsafeRawBufferPointer(rebasing: port)), number <= 65535, port.first != UInt8(ascii: "0")
            else { return nil }
            rest = url[port.endIndex...]
            impliedPort = nil
        } else {
            impliedPort = isSecure ? ":443" : ":80"
        }
        end = rest.startIndex
        guard rest.first == UInt8(ascii: "/") else { return nil }
        var previous = UInt8(ascii: "/")
        for byte in rest {
            // A dot behind a slash may begin a segment that must be resolved (RFC 3986, 5.2.4).
            let isDotSegment = byte == UInt8(ascii: ".") && previous == UInt8(ascii: "/")
            guard isPlain(byte), !isDotSegment else { return nil }
            previous = byte
        }
    }
}

extension UnsafeRawBufferPointer {
    fileprivate func starts(with text: StaticString) -> Bool {
        count >= text.utf8CodeUnitCount && baseAddress.map { memcmp($0, text.utf8Start, text.utf8CodeUnitCount) == 0 } ?? false
    }
}

/// Whether a name in small letters or an IPv4 address may contain the byte. Other hosts are left to libcurl.
private func isHostByte(_ byte: UInt8) -> Bool {
    (0x61...0x7A).contains(byte) || isDigit(byte) || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
}

/// Whether the byte needs no escaping in a path or a query.
private func isPlain(_ byte: UInt8) -> Bool {
    if isLetterOrDigit(byte) { return true }
    switch byte {
    case UInt8(ascii: "/"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."), UInt8(ascii: "~"),
        UInt8(ascii: "?"), UInt8(ascii: "="), UInt8(ascii: "&"), UInt8(ascii: "+"), UInt8(ascii: ","), UInt8(ascii: "%"):
        return true
    default: return false
    }
}
