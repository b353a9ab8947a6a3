import CCurl
import Glibc

/// A URL that can be fetched, as libcurl understands it.
struct WebAddress: Equatable, Sendable {
    /// The URL as it is asked for: without a fragment, with what must be escaped escaped.
    let text: [CChar]
    /// Scheme, host and port: what limits and habits hang on.
    let origin: String

    enum Refusal: Error, Equatable {
        case badURL, forbiddenScheme
    }

    init(_ url: [UInt8]) throws(Refusal) {
        if let plain = WebAddress(plain: url) {
            self = plain
        } else {
            try self.init(parsing: url)
        }
    }

    init(parsing url: [UInt8]) throws(Refusal) {
        guard !url.contains(0) else { throw .badURL }
        self = try WebAddress.parse(url.map { CChar(bitPattern: $0) } + [0], from: nil)
    }

    /// Where a server's `Location` leads (RFC 9110, 10.2.2).
    func following(_ location: String) throws(Refusal) -> WebAddress {
        try WebAddress.parse(Array(location.utf8CString), from: text)
    }

    private init(_ parsed: CCurl_url) {
        text = Array(UnsafeBufferPointer(start: parsed.text, count: strlen(parsed.text) + 1))
        origin = String(cString: parsed.origin)
    }

    private static func parse(_ url: [CChar], from base: [CChar]?) throws(Refusal) -> WebAddress {
        var parsed = CCurl_url()
        defer { CCurl_free_url(&parsed) }
        guard CCurl_parse_url(base, url, &parsed) else { throw .badURL }
        guard parsed.is_fetchable else { throw .forbiddenScheme }
        return WebAddress(parsed)
    }
}

/// Most URLs have nothing that must be escaped, resolved or hidden: they are asked for as they are.
/// libcurl's own parser would take longer for them than their answers take to be read.
extension WebAddress {
    init?(plain url: [UInt8]) {
        let scheme = url.starts(with: "https://".utf8) ? 8 : url.starts(with: "http://".utf8) ? 7 : 0
        guard scheme > 0, let slash = url[scheme...].firstIndex(of: UInt8(ascii: "/")) else { return nil }
        let authority = url[scheme..<slash].split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        guard let host = authority.first, !host.isEmpty, host.allSatisfy(isHostByte), authority.count <= 2 else { return nil }
        var port = scheme == 8 ? "443" : "80"
        if authority.count == 2 {
            port = String(decoding: authority[1], as: UTF8.self)
            guard let number = Int(port), (1...65535).contains(number), "\(number)" == port else { return nil }
        }
        var previous = UInt8(ascii: "/")
        for byte in url[slash...] {
            // A dot behind a slash may be one of the segments that are resolved (RFC 3986, 5.2.4).
            let isDotSegment = byte == UInt8(ascii: ".") && previous == UInt8(ascii: "/")
            guard isPlain(byte), !isDotSegment else { return nil }
            previous = byte
        }
        text = url.map { CChar(bitPattern: $0) } + [0]
        let end = host.endIndex
        origin = String(decoding: url[..<end], as: UTF8.self) + ":" + port
    }
}

private func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

/// Names in small letters; numbers mean addresses in ways that libcurl knows.
private func isHostByte(_ byte: UInt8) -> Bool {
    (0x61...0x7A).contains(byte) || isDigit(byte) || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
}

/// Letters, digits and the marks that stand for themselves in every path and query.
private func isPlain(_ byte: UInt8) -> Bool {
    if (0x61...0x7A).contains(byte | 0x20) || isDigit(byte) { return true }
    switch byte {
    case UInt8(ascii: "/"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."), UInt8(ascii: "~"),
        UInt8(ascii: "?"), UInt8(ascii: "="), UInt8(ascii: "&"), UInt8(ascii: "+"), UInt8(ascii: ","), UInt8(ascii: "%"):
        return true
    default: return false
    }
}
