import CCurl
import ImageHeaders
import System

/// The options of fetching.
public struct FetchSettings: Equatable, Sendable {
    /// The largest number of simultaneous transfers, in total and for each host.
    public var concurrency = 512
    public var perHost = PerHost.automatic(most: nil)
    /// The number of connections that stay open for later requests, over all hosts. Hosts take turns, and a connection that
    /// was closed meanwhile costs its handshakes again.
    var keptConnections = 1024
    /// The largest number of requests per second to each host; nil means no limit.
    public var rate: Double?
    /// The paces that hosts bear, by scheme, name and port, as earlier runs have learned.
    public var paces: [String: LearnedPace] = [:]
    /// The milliseconds that the outages of a host may take in a run. Its pictures fail after that.
    public var hostPatience: Int64 = 120_000
    /// Whether robots.txt is obeyed.
    public var obeysRobots = false
    /// The robots.txt of hosts, by scheme, name and port, as earlier runs have read them a day ago at most.
    public var robots: [String: RobotsText] = [:]
    /// Time limits in milliseconds: for connecting, for a whole request, and without any byte.
    public var connectTimeout = 10_000
    public var timeout = 60_000
    public var stallTimeout = 15_000
    public var limits = FetchLimits()
    public var headers = HeaderLimits()
    public var allowsPrivateHosts: Bool {
        get { addresses.allowsPrivateHosts }
        set { addresses.allowsPrivateHosts = newValue }
    }
    public var allowedHosts: [AllowedHost] {
        get { addresses.allowedHosts }
        set { addresses.allowedHosts = newValue }
    }
    var addresses = AddressRules()
    /// Whether certificates are not verified.
    public var isInsecure = false
    public var userAgent: String
    /// Lines such as `Name: value`, sent only with requests to the host that a row names.
    public var lines: [String] = []
    public var hosts: [HostPattern: HostSettings] = [:]
    public var proxy: String?
    /// The path of a file of certificates that are trusted instead of the system's.
    public var certificates: [UInt8]?

    /// The URL of a server that has the buckets of `s3:` URLs; nil means the one that the environment names, or Amazon's.
    public var s3Endpoint: String?
    /// Whether such buckets are asked for what everybody may read.
    public var isS3Unsigned = false

    public init(userAgent: String) { self.userAgent = userAgent }

    /// Lowers the number of transfers and of connections that are kept, so that no more files are open than the limit.
    /// Returns whether at least one transfer may run.
    public mutating func fit(intoFiles limit: Int) -> Bool {
        // A transfer has a socket and, while the host's name is resolved, a pair to wait for the resolver and the resolver's
        // own file. All else that a run opens is less than 32 files.
        let files = limit - 32
        concurrency = min(concurrency, files / 4)
        keptConnections = max(concurrency, min(keptConnections, files - 3 * concurrency))
        return concurrency > 0
    }

    /// Whether a proxy can be used: its scheme is known, and it names a host.
    public static func isProxy(_ url: String) -> Bool { CCurl_reads_proxy(url) }

    /// Whether the file has certificates.
    public static func hasCertificates(_ file: [UInt8]) -> Bool { withPath(file) { CCurl_reads_certificates($0) } }
}
