/// Pictures that are fetched together.
public final class FetchOrder: Sendable {
    let addresses: [Result<WebAddress, WebAddress.Refusal>]
    /// The pictures that have an address, by hosts, and the indices of the others.
    let runs: [HostRun]
    let refused: [Int]
    /// For each URL, where its picture is stored whole; nil if only headers are wanted.
    let stores: [any PictureStore]?
    /// For each URL, the validators of an earlier run. A picture that is stored is asked for without them.
    let validators: [PictureValidators?]?
    let deliver: @Sendable (Int, FetchOutcome) -> Void

    /// `deliver` is called with the index of each picture and what became of it, on the fetcher's thread. It must not take long.
    public init(
        _ urls: [[UInt8]], into stores: [any PictureStore]? = nil, knowing validators: [PictureValidators?]? = nil,
        deliver: @escaping @Sendable (Int, FetchOutcome) -> Void
    ) {
        precondition(stores.map { $0.count == urls.count } ?? true, "each URL has its store")
        addresses = urls.map { url in Result { () throws(WebAddress.Refusal) in try WebAddress(url) } }
        (runs, refused) = HostRun.all(in: addresses)
        self.stores = stores
        precondition(validators.map { $0.count == urls.count } ?? true, "each URL has its validators")
        self.validators = validators
        self.deliver = deliver
    }
}
