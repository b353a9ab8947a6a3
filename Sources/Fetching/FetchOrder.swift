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
