import Glibc
import CCurl

/// A URL that can be fetched, as libcurl understands it.
struct WebAddress {
    /// The URL as it is asked for: without a fragment, with what must be escaped escaped.
    let text: [CChar]
    /// Scheme, host and port: what limits and habits hang on.
    let origin: String

    enum Refusal: Error, Equatable {
        case badURL, forbiddenScheme
    }

    init(_ url: [UInt8]) throws(Refusal) {
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
