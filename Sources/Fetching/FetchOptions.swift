import CWeirCurl
import ImageHeaders
import WeirBase
import WeirSystem

/// The options of fetching.
package struct FetchOptions: Equatable, Sendable {
    /// The largest number of simultaneous transfers, in total and for each host.
    package var concurrency = 512
    package var perHost = PerHost.automatic(most: nil)
    /// The number of connections that stay open for later requests, over all hosts. Hosts take turns, and a connection that
    /// was closed meanwhile costs its handshakes again.
    var keptConnections = 1024
    /// The largest number of requests per second to each host; nil means no limit.
    package var rate: Double?
    /// The paces that hosts bear, by scheme, name and port, as previous runs have learned.
    package var paces: [String: HostPace] = [:]
    /// The milliseconds that the outages of a host may take in a run. Its pictures fail after that.
    package var hostPatience: Int64 = 120_000
    /// Whether robots.txt is obeyed.
    package var obeysRobots = false
    /// The robots.txt of hosts, by scheme, name and port, as previous runs have read them a day ago at most.
    package var robots: [String: RobotsText] = [:]
    /// Time limits in milliseconds: for connecting, for a whole request, and without any byte.
    package var connectTimeout = 10_000
    package var timeout = 60_000
    package var stallTimeout = 15_000
    package var limits = FetchLimits()
    package var headers = HeaderLimits()
    package var addresses = AddressRules()
    package var userAgent: String
    /// Lines such as `Name: value`, sent only with requests to the host that a row names.
    package var lines: [String] = []
    package var hosts: [HostPattern: HostLimits] = [:]
    package var proxy: String?
    /// The path of a file of certificates that are trusted instead of the system's.
    package var certificates: [UInt8]?

    /// Whether the buckets of `s3:` URLs are asked for what everybody may read.
    package var isS3Unsigned = false

    package init(userAgent: String) { self.userAgent = userAgent }

    /// Lowers the number of transfers and of connections that are kept, so that no more files are open than the limit.
    /// Returns whether at least one transfer may run.
    package mutating func fit(intoFiles limit: Int) -> Bool {
        // A transfer has a socket and, while the host's name is resolved, a pair to wait for the resolver and the resolver's
        // own file. All else that a run opens is less than 32 files.
        let files = limit - 32
        concurrency = min(concurrency, files / 4)
        keptConnections = max(concurrency, min(keptConnections, files - 3 * concurrency))
        return concurrency > 0
    }

    /// Whether a proxy can be used: its scheme is known, and it names a host.
    package static func isProxy(_ url: String) -> Bool { CCurl_reads_proxy(url) }

    /// Whether the file has certificates.
    package static func hasCertificates(_ file: [UInt8]) -> Bool { withPath(file) { CCurl_reads_certificates($0) } }
}

/// The options of fetching from some hosts, which replace those for all hosts.
package struct HostLimits: Equatable, Sendable {
    package var perHost: PerHost?
    package var rate: Double?
    /// Lines such as `Name: value`, besides those for all hosts with other names.
    package var lines: [String] = []

    package init() {}
}

extension FetchOptions {
    /// The limits of a host by its name or address: those of the most exact pattern alone.
    func hostLimits(of host: String) -> HostLimits {
        hosts.isEmpty ? HostLimits() : HostPattern.all(matching: host).lazy.compactMap { hosts[$0] }.first ?? HostLimits()
    }

    /// The largest number of connections to any host.
    var mostConnectionsPerHost: Int {
        hosts.values.compactMap { $0.perHost?.mostConnections }.reduce(perHost.mostConnections, max)
    }
}

/// The number of requests of one host that may be under way.
package enum PerHost: Equatable, Sendable {
    /// Always so many.
    case fixed(Int)
    /// As many as the host bears, up to `most`; without it, up to what suits the version of HTTP.
    case automatic(most: Int?)

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

/// Limits for one picture.
package struct FetchLimits: Equatable, Sendable {
    /// The largest number of bytes in all bodies of the picture.
    package var maxBytes: UInt64
    package var maxRedirects: Int
    /// The number of retries after failures that may be temporary.
    package var retries: Int
    /// The longest wait in seconds that a server may ask for. A row fails if its server asks for more, so that one host
    /// does not delay the run.
    package var longestRetryAfter: Int64 = 60
    /// The largest number of ranges after the first, so that a picture made of jumps ends. Later ranges are longer, so
    /// this is enough to jump over 40 MB of metadata.
    package var laterRanges = 48
    /// The number of requests without an answer, on connections that had served others, that are repeated at once and do
    /// not count as retries. Behind the last of them the picture has new connections.
    package var lostConnections = 2
    /// The number of retries after transfers that took as long as their limits permit. Each occupies a transfer all the time.
    package var slowFaults = 1
    /// The largest number of restarts of a picture that changes while it is read.
    package var restarts = 2

    package init(maxBytes: UInt64 = 64 << 20, maxRedirects: Int = 5, retries: Int = 3) {
        self.maxBytes = maxBytes
        self.maxRedirects = maxRedirects
        self.retries = retries
    }
}
