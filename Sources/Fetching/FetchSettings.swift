import ImageHeaders

/// The options of fetching.
public struct FetchSettings: Equatable, Sendable {
    /// The largest number of simultaneous transfers, in total and for each host.
    public var concurrency = 64
    public var perHost = 8
    /// The largest number of requests per second to each host; nil means no limit.
    public var rate: Double?
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
    var addresses = AddressRules()
    /// Whether certificates are not verified.
    public var isInsecure = false
    public var userAgent: String
    /// Lines such as `Name: value`, sent only with requests to the host that a row names.
    public var lines: [String] = []
    public var proxy: String?
    /// A file of certificates that are trusted instead of the system's.
    public var certificates: String?

    public init(userAgent: String) { self.userAgent = userAgent }
}
