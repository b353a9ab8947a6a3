import Foundation

/// A line of nginx's access log: one request that has ended.
public struct AccessRecord: Hashable, Sendable {
    /// The number of the connection, in the order in which connections were opened.
    public let connection: Int
    /// The number of the request on its connection, from 1 on.
    public let numberOnConnection: Int
    /// `HTTP/1.1` or `HTTP/2.0`.
    public let version: String
    public let method: String
    /// The path and the query, as they were sent.
    public let target: String
    public let range: String?
    public let status: Int
    /// The bytes of head and body.
    public let bytesSent: Int
    public let bodyBytesSent: Int

    /// The format of nginx's log. Numbers are text: a status may be 000, which is no number in JSON.
    static let format =
        "{" + variables.sorted { $0.key < $1.key }.map { #""\#($0)":"$\#($1)""# }.joined(separator: ",") + "}"

    private static let variables = [
        "connection": "connection", "number": "connection_requests", "version": "server_protocol",
        "method": "request_method", "target": "request_uri", "range": "http_range", "status": "status",
        "bytes": "bytes_sent", "body": "body_bytes_sent",
    ]

    init(line: some Collection<UInt8>) throws {
        let fields = try JSONDecoder().decode([String: String].self, from: Data(line))
        func text(_ name: String) -> String { fields[name, default: ""] }
        func number(_ name: String) -> Int { Int(text(name)) ?? 0 }
        connection = number("connection")
        numberOnConnection = number("number")
        version = text("version")
        method = text("method")
        target = text("target")
        range = text("range").isEmpty ? nil : text("range")
        status = number("status")
        bytesSent = number("bytes")
        bodyBytesSent = number("body")
    }
}
