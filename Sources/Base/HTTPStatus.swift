/// The status of an HTTP answer (RFC 9110, 15). All that depends on its number is told here.
public struct HTTPStatus: Equatable, Sendable, ExpressibleByIntegerLiteral {
    /// Three digits; 0 where a server sent something else.
    public let code: Int

    public init(_ code: Int) { self.code = code }
    public init(integerLiteral code: Int) { self.init(code) }

    /// What an answer with this status means for a request of a picture.
    public enum Meaning: Equatable, Sendable {
        /// The head of another answer follows.
        case interim
        /// The body is the whole picture.
        case whole
        /// The body is a part of the picture.
        case part
        /// The picture is the one that the request named.
        case unchanged
        /// The picture is at another address.
        case redirect
        /// The picture has no byte in the range that was asked for.
        case rangeNotSatisfiable
        /// The same request may succeed a moment later.
        case tryLater
        /// The same request would be answered alike.
        case refused
    }

    public var meaning: Meaning {
        switch code {
        case ..<200: .interim
        // 203 is a 200 that a proxy has changed (15.3.4).
        case 200, 203: .whole
        case 206: .part
        case 304: .unchanged
        case 301, 302, 303, 307, 308: .redirect
        case 416: .rangeNotSatisfiable
        // A method that is not implemented (501) and a version that is not supported (505) do not pass.
        case 408, 425, 429, 500, 502...504, 506...599: .tryLater
        default: .refused
        }
    }

    /// Whether no body follows, whatever length the head names (RFC 9112, 6.3).
    public var excludesBody: Bool { code == 204 || code == 304 }

    /// Whether the server failed, and not the request.
    public var isServerError: Bool { (500..<600).contains(code) }

    public var isTooManyRequests: Bool { code == 429 }

    /// Whether its `Retry-After` holds for the whole host and not only for one picture.
    public var pausesHost: Bool { code == 429 || code == 503 }

    /// Whether a later run may be answered otherwise without anybody changing the picture's address.
    public var mayPass: Bool { meaning == .tryLater || code >= 500 }
}
