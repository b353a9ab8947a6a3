/// Pictures that are fetched together.
public final class FetchOrder: Sendable {
    let addresses: [Result<WebAddress, WebAddress.Refusal>]
    /// The pictures with a valid address, by host, and the indices of the others.
    let runs: [HostRun]
    let refused: [Int]
    /// The store of each URL's picture; nil if only headers are wanted.
    let stores: [any PictureStore]?
    /// The validators of each URL from an earlier run. They are not used for a picture with a store.
    let validators: [PictureValidators?]?
    let deliver: @Sendable (Int, FetchOutcome) -> Void

    /// `deliver` is called on the fetcher's thread with each picture's index and outcome. It must return quickly.
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
