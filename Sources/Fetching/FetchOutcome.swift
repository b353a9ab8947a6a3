import Failures

/// What became of a picture that was to be fetched.
public struct FetchOutcome: Sendable {
    public let result: Result<FetchAnswer, Failure>
    public let cost: FetchCost
    /// What the server answered last, where the failure is that answer.
    public let status: Int?

    init(result: Result<FetchAnswer, Failure>, cost: FetchCost, status: Int?) {
        self.result = result
        self.cost = cost
        self.status = status
    }

    /// A picture that nobody was asked for.
    public init(_ failure: Failure) { self.init(result: .failure(failure), cost: FetchCost(), status: nil) }
}

/// Pictures that are fetched together, and who is told of each, by its index. That happens on the
/// fetcher's thread, and must not take long.
public final class FetchOrder: Sendable {
    let addresses: [Result<WebAddress, WebAddress.Refusal>]
    /// The addresses that can be asked for, and where the others stand.
    let stretches: [HostStretch]
    let refused: [Int]
    /// For each URL, where its picture is stored whole; nil: only headers are wanted.
    let stores: [any PictureStore]?
    /// For each URL, what tells whether its picture is still the one that is known; a picture that is
    /// wanted whole is asked for without.
    let validators: [PictureValidators?]?
    let deliver: @Sendable (Int, FetchOutcome) -> Void

    public init(
        _ urls: [[UInt8]], into stores: [any PictureStore]? = nil, knowing validators: [PictureValidators?]? = nil,
        deliver: @escaping @Sendable (Int, FetchOutcome) -> Void
    ) {
        precondition(stores.map { $0.count == urls.count } ?? true, "each URL has its store")
        addresses = urls.map { url in Result { () throws(WebAddress.Refusal) in try WebAddress(url) } }
        (stretches, refused) = HostStretch.all(in: addresses)
        self.stores = stores
        precondition(validators.map { $0.count == urls.count } ?? true, "each URL has its validators")
        self.validators = validators
        self.deliver = deliver
    }
}

/// What a run has asked of the network, or of one of its hosts.
public struct FetchStatistics: Equatable, Sendable {
    public var requests = 0
    /// Connections that were opened, and how many of them with TLS.
    public var connections = 0
    public var handshakes = 0
    /// Heads and bodies.
    public var bytesReceived = 0
    /// Bytes of the pictures that were found and did not have to come.
    public var bytesSaved = 0

    public init() {}

    public mutating func add(_ other: FetchStatistics) {
        requests += other.requests
        connections += other.connections
        handshakes += other.handshakes
        bytesReceived += other.bytesReceived
        bytesSaved += other.bytesSaved
    }
}
