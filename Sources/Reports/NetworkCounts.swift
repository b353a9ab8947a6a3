/// What a run has asked of a host, or of all.
public struct NetworkCounts: Equatable, Sendable {
    /// Scheme, name and port.
    public let host: String
    public var requests = 0
    public var connections = 0
    /// Connections with TLS.
    public var handshakes = 0
    public var bytesReceived = 0
    /// Bytes of pictures that did not have to come.
    public var bytesSaved = 0

    public init(
        host: String, requests: Int = 0, connections: Int = 0, handshakes: Int = 0, bytesReceived: Int = 0,
        bytesSaved: Int = 0
    ) {
        self.host = host
        self.requests = requests
        self.connections = connections
        self.handshakes = handshakes
        self.bytesReceived = bytesReceived
        self.bytesSaved = bytesSaved
    }

    public mutating func add(_ other: NetworkCounts) {
        requests += other.requests
        connections += other.connections
        handshakes += other.handshakes
        bytesReceived += other.bytesReceived
        bytesSaved += other.bytesSaved
    }

    /// The counts with the names that programs know them by.
    var counts: [(StaticString, Int)] {
        [
            ("requests", requests), ("connections", connections), ("tlsHandshakes", handshakes),
            ("bytesReceived", bytesReceived), ("bytesSaved", bytesSaved),
        ]
    }

    /// For people.
    var sentence: String {
        let asked = "\(requests) \(requests == 1 ? "request" : "requests")"
        let over = "\(connections) \(connections == 1 ? "connection" : "connections")"
        return "\(asked) over \(over), \(sized(bytesReceived)) received, \(sized(bytesSaved)) saved"
    }
}

/// A size for people.
func sized(_ bytes: Int) -> String {
    let units = ["bytes", "KB", "MB", "GB", "TB"]
    var (size, unit) = (Double(bytes), 0)
    while size >= 1000, unit < units.count - 1 { (size, unit) = (size / 1000, unit + 1) }
    return unit == 0 ? "\(bytes) bytes" : "\((size * 10).rounded() / 10) \(units[unit])"
}
