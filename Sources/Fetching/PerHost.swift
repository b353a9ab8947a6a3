/// The number of requests of one host that may be under way.
package enum PerHost: Equatable, Sendable {
    /// Always so many.
    case fixed(Int)
    /// As many as the host bears, up to `most`; without it, up to what suits the version of HTTP.
    case automatic(most: Int?)

    /// As users write it.
    package var text: String {
        switch self {
        case .fixed(let number): "\(number)"
        case .automatic(let most): "auto" + (most.map { ":\($0)" } ?? "")
        }
    }

    private static let usualMostConnections = 32
    private static let usualMostStreams = 100

    var isFixed: Bool { if case .fixed = self { true } else { false } }

    /// The largest number of connections to a host.
    var mostConnections: Int { most(version: 1) }

    /// The largest number of requests with this major version of HTTP. A connection for each request costs the server
    /// more than streams that share one.
    func most(version: Int) -> Int {
        switch self {
        case .fixed(let number): number
        case .automatic(let number): number ?? (version >= 2 ? PerHost.usualMostStreams : PerHost.usualMostConnections)
        }
    }
}
