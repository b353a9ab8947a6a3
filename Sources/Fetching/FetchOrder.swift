/// Pictures that are fetched together.
package final class FetchOrder: Sendable {
    package typealias Validators = @Sendable (Int) -> PictureValidators?

    /// The addresses at which the pictures are asked for: their own, or those to which they have moved.
    let addresses: [Result<WebAddress, WebAddress.Refusal>]
    /// The own addresses of the pictures that have moved, by their indices.
    private let homes: [Int: WebAddress]
    /// The pictures with a valid address, by host, and the indices of the others.
    let runs: [HostRun]
    let refused: [Int]
    /// The store of each URL's picture; nil if only headers are wanted.
    let stores: [any PictureStore]?
    /// The validators of a URL from an earlier run, by its index. A picture that still has them is not sent. They are made when they
    /// are needed, since thousands of pictures wait.
    let validators: Validators
    let deliver: @Sendable (Int, FetchOutcome) -> Void

    /// `moves` has the URLs to which the pictures have moved, as an earlier run has found. A picture that fails there is
    /// asked for at its own URL. `buckets` has the stores of pictures in buckets. `deliver` is called on the fetcher's thread
    /// with each picture's index and outcome. It must return quickly.
    package convenience init(
        _ urls: [[UInt8]], at moves: [[UInt8]?]? = nil, in buckets: [BucketStore.Kind: BucketStore] = [:],
        into stores: [any PictureStore]? = nil, knowing validators: @escaping Validators = { _ in nil },
        deliver: @escaping @Sendable (Int, FetchOutcome) -> Void
    ) {
        var addresses = urls.map { url in Result { () throws(WebAddress.Refusal) in try WebAddress(url, in: buckets) } }
        var homes: [Int: WebAddress] = [:]
        for (index, move) in (moves ?? []).enumerated() {
            guard let move, case .success(let home) = addresses[index], !home.hasCredentials else { continue }
            // The journal is a file, and another program may have changed it.
            guard let address = try? WebAddress(move), !address.hasCredentials, address != home else { continue }
            homes[index] = home
            addresses[index] = .success(address)
        }
        self.init(addresses, homes, into: stores, knowing: validators, deliver: deliver)
    }

    private init(
        _ addresses: [Result<WebAddress, WebAddress.Refusal>], _ homes: [Int: WebAddress], into stores: [any PictureStore]?,
        knowing validators: @escaping Validators, deliver: @escaping @Sendable (Int, FetchOutcome) -> Void
    ) {
        precondition(stores.map { $0.count == addresses.count } ?? true, "each URL has its store")
        var addresses = addresses
        (runs, refused) = HostRun.all(in: &addresses)
        (self.addresses, self.homes) = (addresses, homes)
        self.stores = stores
        self.validators = validators
        self.deliver = deliver
    }

    /// The picture's own address, if it is asked for at another one.
    func home(of index: Int) -> WebAddress? { homes[index] }

    /// An order for a picture that has moved, at its own address.
    func orderForHome(of index: Int) -> FetchOrder? {
        guard let home = homes[index] else { return nil }
        return FetchOrder([.success(home)], [:], into: stores.map { [$0[index]] }, knowing: { [validators] _ in validators(index) }) { [deliver] in
            deliver(index, $1)
        }
    }
}
