/// A request as the server received it, and its result.
public struct ReceivedRequest: Sendable, CustomStringConvertible {
    public struct Header: Hashable, Sendable {
        public let name: String
        public let value: String
    }

    public enum Ending: Hashable, Sendable {
        /// All bytes of the exchange were sent.
        case complete
        /// The client closed the connection early.
        case clientWent
        case reset
        /// A flood reached its limit, or the server was stopped.
        case cut
    }

    public let method: String
    /// The path and the query, as they were sent.
    public let target: String
    public let version: String
    public let headers: [Header]
    /// The number of the connection, from 1 on.
    public internal(set) var connection = 0
    /// The number of the request on its connection, from 1 on.
    public internal(set) var numberOnConnection = 0
    /// The bytes of head and body that the client's system has accepted. The client may have read fewer, since the
    /// buffers between both hold some bytes.
    public internal(set) var bytesSent = 0
    /// nil until the exchange ends.
    public internal(set) var ending: Ending?

    /// nil if the head is no request of HTTP/1.
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
