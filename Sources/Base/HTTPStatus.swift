/// The status of an HTTP response (RFC 9110, 15). All rules that depend on a status are here.
package struct HTTPStatus: Equatable, Sendable, ExpressibleByIntegerLiteral {
    /// Three digits, as libcurl 7 demands, or more; 0 if the server sent something else.
    package let code: Int

    package init(_ code: Int) { self.code = code }
    package init(integerLiteral code: Int) { self.init(code) }

    /// A proxy refuses the one who asks, so it refuses all requests (RFC 9110, 15.5.8).
    package static let proxyRefusesAsker: HTTPStatus = 407

    /// The meaning of a status in the response to a request for a picture.
    package enum Meaning: Equatable, Sendable {
        /// The head of the final response follows.
        case interim
        /// The body is the whole picture.
        case whole
        /// The body is one part of the picture.
        case part
        /// The stored copy of the picture is still current.
        case unchanged
        /// The picture is at another address.
        case redirect
        /// The picture has no bytes in the requested range.
        case rangeNotSatisfiable
        /// The same request may succeed later.
        case tryLater
        /// The same request would get the same response.
        case refused
    }

    package var meaning: Meaning {
        switch code {
        case ..<200: .interim
        // 203 is a 200 that a proxy has changed (15.3.4).
        case 200, 203: .whole
        case 206: .part
        case 304: .unchanged
        case 301, 302, 303, 307, 308: .redirect
        case 416: .rangeNotSatisfiable
        // The statuses 501 (method not implemented) and 505 (version not supported) are permanent.
        case 408, 425, 429, 500, 502...504, 506...599: .tryLater
        default: .refused
        }
    }

    /// Whether the response has no body, whatever length the head declares (RFC 9112, 6.3).
    package var excludesBody: Bool { code == 204 || code == 304 }

    /// Whether the picture has moved for good, and not only for this request.
    package var isPermanentRedirect: Bool { code == 301 || code == 308 }

    /// Whether the failure is the server's and not the request's.
    package var isServerError: Bool { (500..<600).contains(code) }

    /// Whether the server has too much to do. This concerns the whole host and not only one picture.
    package var isBusy: Bool { code == 429 || code == 503 }

    /// Whether the server refuses the client and not the picture (RFC 6585, 4).
    package var isForClient: Bool { code == 429 }

    /// Whether a store refuses with it those whose keys it does not know, or whose keys lack a right.
    package var mayConcernAsker: Bool { [400, 401, 403].contains(code) }

    /// Whether a later run may get another response for the same URL.
    package var mayPass: Bool { meaning == .tryLater || code >= 500 }
}
