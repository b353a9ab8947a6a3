/// A request as a server saw it, and what became of it.
public struct ReceivedRequest: Sendable, CustomStringConvertible {
    public struct Header: Hashable, Sendable {
        public let name: String
        public let value: String
    }

    public enum Ending: Hashable, Sendable {
        /// All that the exchange says was sent.
        case complete
        /// The client went before.
        case clientWent
        case reset
        /// A flood that came to its bound, or a server that was stopped.
        case cut
    }

    public let method: String
    /// With the query, as it was sent.
    public let target: String
    public let version: String
    public let headers: [Header]
    /// The first connection is 1.
    public internal(set) var connection = 0
    /// The first request of its connection is 1.
    public internal(set) var numberOnConnection = 0
    /// Head and body, as far as the client's system took them: a client may have read less, by
    /// what the buffers between the two hold.
    public internal(set) var bytesSent = 0
    /// nil while the exchange goes on.
    public internal(set) var ending: Ending?

    /// nil for what is no request of HTTP/1.
    init?(_ head: some Collection<UInt8>) {
        let lines = String(decoding: head, as: UTF8.self).split(separator: "\r\n")
        guard let words = lines.first?.split(separator: " "), words.count == 3, words[2].hasPrefix("HTTP/1.") else {
            return nil
        }
        (method, target, version) = (String(words[0]), String(words[1]), String(words[2]))
        headers = lines.dropFirst().map { line in
            let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            return Header(name: String(parts[0]), value: String(parts.last!.drop { $0 == " " }))
        }
    }

    public var path: String { String(target.prefix { $0 != "?" }) }
    public var range: String? { self["Range"] }
    public var description: String { "\(method) \(target) on \(connection)" }

    public subscript(name: String) -> String? {
        headers.first { $0.name.lowercased() == name.lowercased() }?.value
    }

    var wantsClose: Bool {
        let connection = self["Connection"]?.lowercased()
        return version == "HTTP/1.0" ? connection != "keep-alive" : connection == "close"
    }
}
