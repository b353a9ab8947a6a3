import Base
import Fetching
import System

/// The object stores of a run. A store is looked for when a URL first names it, so a run without buckets needs no keys.
package final class BucketStores: Sendable {
    private struct Found {
        let store: BucketStore
        let expiry: Int64?
    }

    private let settings: FetchSettings
    private let environment = BucketEnvironment()
    private let signals: TerminationSignals?
    private let found = Locked<[BucketStore.Kind: Found]>([:])

    /// Pictures wait for their turn with the keys of their order, so keys are replaced so many seconds before they expire.
    private static let margin: Int64 = 15 * 60

    package init(_ settings: FetchSettings, _ signals: TerminationSignals? = nil) { (self.settings, self.signals) = (settings, signals) }

    /// Whether nobody has asked the run to end.
    var isWanted: Bool {
        guard let signals else { return true }
        do throws(MachineFailure) { try signals.check() } catch { return false }
        return true
    }

    /// The stores of those URLs that name buckets.
    func stores(of urls: some Sequence<UnsafeBufferPointer<UInt8>>) throws(MachineFailure) -> [BucketStore.Kind: BucketStore] {
        var stores: [BucketStore.Kind: BucketStore] = [:]
        for name in urls where isBucketURL(name) {
            let url = Array(name)
            guard let kind = BucketStore.Kind(of: url), stores[kind] == nil, BucketURL(url) != nil else { continue }
            stores[kind] = try store(kind)
        }
        return stores
    }

    func store(_ kind: BucketStore.Kind) throws(MachineFailure) -> BucketStore {
        try found.change { found throws(MachineFailure) in
            if let known = found[kind], known.expiry.map({ $0 - unixSeconds() > BucketStores.margin }) ?? true { return known.store }
            let new = switch kind {
            case .s3: try amazon()
            case .gs: try google()
            case .az: try azure()
            }
            found[kind] = new
            return new.store
        }
    }

    private func amazon() throws(MachineFailure) -> Found {
        let chain = AWSKeychain(environment: environment, settings: settings) { [self] in isWanted }
        let region = try chain.region()
        let domain = region.hasPrefix("cn-") ? "amazonaws.com.cn" : "amazonaws.com"
        var endpoint = settings.s3Endpoint.map { (url: $0, source: "--s3-endpoint") }
        if endpoint == nil { endpoint = try chain.endpoint() }
        var place = BucketStore.Place.host("s3.\(region).\(domain)")
        if let endpoint { place = try server(endpoint.url, of: endpoint.source) }
        let keys = settings.isS3Unsigned ? nil : try checked(chain.keys(), for: .s3)
        let right = keys.map { BucketStore.Right.signature($0, region: region) } ?? .everybody
        return Found(store: BucketStore(at: place, by: right, isNamedByUser: endpoint != nil), expiry: keys?.expiry)
    }

    /// Google's store takes signatures in the form of AWS, by keys that a user makes for that.
    private func google() throws(MachineFailure) -> Found {
        let endpoint = environment["STORAGE_EMULATOR_HOST"].map { $0.contains("://") ? $0 : "http://\($0)" }
        var right = BucketStore.Right.everybody
        if let name = environment["GS_ACCESS_KEY_ID"], let secret = environment["GS_SECRET_ACCESS_KEY"] {
            right = .signature(try checked(SigningKeys(name: name, secret: secret), for: .gs), region: "auto")
        }
        let place = try server(endpoint ?? "https://storage.googleapis.com", of: "STORAGE_EMULATOR_HOST")
        return Found(store: BucketStore(at: place, by: right, isNamedByUser: endpoint != nil), expiry: nil)
    }

    private func azure() throws(MachineFailure) -> Found {
        let endpoint = environment["AZURE_STORAGE_SERVICE_ENDPOINT"]
        let place: BucketStore.Place
        if let endpoint {
            place = try server(endpoint, of: "AZURE_STORAGE_SERVICE_ENDPOINT")
        } else if let account = environment["AZURE_STORAGE_ACCOUNT"] {
            guard account.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber) }) else {
                throw .input("AZURE_STORAGE_ACCOUNT has characters that no account has")
            }
            place = .path("https://\(account).blob.core.windows.net")
        } else {
            throw .input("AZURE_STORAGE_ACCOUNT is not set, so nobody knows whose containers az: URLs name")
        }
        let token = environment["AZURE_STORAGE_SAS_TOKEN"].map { $0.hasPrefix("?") ? String($0.dropFirst()) : $0 }
        return Found(
            store: BucketStore(at: place, by: token.map { .token($0) } ?? .everybody, isNamedByUser: endpoint != nil),
            expiry: nil)
    }

    private func checked(_ keys: SigningKeys, for kind: BucketStore.Kind) throws(MachineFailure) -> SigningKeys {
        guard keys.canBeSent else {
            throw .input("the keys for \(kind.rawValue): have characters that no key has, such as a blank or the end of a line")
        }
        return keys
    }

    /// The text may have a password, so it is not shown.
    private func server(_ url: String, of source: String) throws(MachineFailure) -> BucketStore.Place {
        guard let place = BucketStore.Place(server: url) else {
            throw .input("\(source) does not name a server: it needs http:// or https:// and a host; a port and a path may follow, and nothing else")
        }
        return place
    }
}
