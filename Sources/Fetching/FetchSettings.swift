import ImageHeaders

/// The options of fetching.
public struct FetchSettings: Equatable, Sendable {
    /// Transfers at once, in all and for each host.
    public var concurrency = 64
    public var perHost = 8
    /// Requests a second for each host; nil: as fast as it answers.
    public var rate: Double?
    /// Milliseconds for connecting, for one request with its answer, and without a single byte.
    public var connectTimeout = 10_000
    public var timeout = 60_000
    public var stallTimeout = 15_000
    public var limits = FetchLimits()
    public var headers = HeaderLimits()
    public var allowsPrivateHosts: Bool {
        get { addresses.allowsPrivateHosts }
        set { addresses.allowsPrivateHosts = newValue }
    }
    var addresses = AddressRules()
    /// Whether certificates are not verified.
    public var isInsecure = false
    public var userAgent: String
    /// Lines that are sent with each request to the host that a row names, `Name: value`.
    public var lines: [String] = []
    public var proxy: String?
    /// A file of certificates that are trusted instead of the system's.
    public var certificates: String?

    public init(userAgent: String) { self.userAgent = userAgent }
}
