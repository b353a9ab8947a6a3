import Fetching
import Glibc
import WeirBase
import WeirSystem

/// The object stores of a run. A store is looked for when a URL first names it, so a run without buckets needs no keys. It stays
/// the same for the whole run, and its keys are renewed in the background if they expire. The run ends if no others can be had.
package final class BucketStores: Sendable {
    private struct State {
        var stores: [BucketStore.Kind: BucketStore] = [:]
        var renewer: KeyRenewer?
    }

    let options: FetchOptions
    private let cancellation: Cancellation
    private let state = Locked(State())
    /// Not in `state`, which is locked while keys are asked for.
    private let isClosed = Locked(false)

    package init(_ options: FetchOptions, _ cancellation: Cancellation) { (self.options, self.cancellation) = (options, cancellation) }

    /// Throws once the run has ended.
    func check() throws(MachineFailure) { try cancellation.check() }

    /// Whether the answers of services and commands are still of use.
    var isWanted: Bool { cancellation.reason == nil && !isClosed.value }

    /// Ends the renewal of keys, and the commands that are asked for them.
    package func close() {
        isClosed.change { $0 = true }
        let renewer = state.change { $0.renewer.take() }
        renewer?.end()
    }

    /// The stores of those URLs that name buckets.
    func stores(of pictures: NameBlock) throws(MachineFailure) -> [BucketStore.Kind: BucketStore] {
        var kinds: Set<BucketStore.Kind> = []
        pictures.forEach { _, name in
            guard isBucketURL(name), let kind = BucketStore.Kind(of: Array(name)), BucketURL(Array(name)) != nil else { return }
            kinds.insert(kind)
        }
        var stores: [BucketStore.Kind: BucketStore] = [:]
        for kind in kinds { stores[kind] = try store(kind) }
        return stores
    }

    func store(_ kind: BucketStore.Kind) throws(MachineFailure) -> BucketStore {
        try state.change { state throws(MachineFailure) in
            if let store = state.stores[kind] { return store }
            let store =
                switch kind {
                case .s3: try amazon(&state)
                case .gs: try google()
                case .az: try azure()
                }
            state.stores[kind] = store
            return store
        }
    }

    private func amazon(_ state: inout State) throws(MachineFailure) -> BucketStore {
        let chain = AWSKeychain(options: options) { [self] in isWanted }
        let region = try chain.region()
        let domain = region.hasPrefix("cn-") ? "amazonaws.com.cn" : "amazonaws.com"
        let endpoint = try chain.endpoint()
        var server = BucketStore.Server.host("s3.\(region).\(domain)")
        if let endpoint { server = try namedServer(endpoint.url, of: endpoint.source) }
        var right = BucketStore.Right.everybody
        if !options.isS3Unsigned {
            let keys = StoreKeys(try newKeys(), region: region)
            right = .signature(keys)
            if keys.isRenewed { state.renewer = try renewer(of: keys) }
        }
        return BucketStore(at: server, by: right, isNamedByUser: endpoint != nil)
    }

    /// The keys of AWS as they are now.
    private func newKeys() throws(MachineFailure) -> SigningKeys {
        do throws(MachineFailure) {
            return try checked(AWSKeychain(options: options) { [self] in isWanted }.keys(), for: .s3)
        } catch {
            // A run that was asked to end has no other failure.
            try check()
            throw error
        }
    }

    private func renewer(of keys: StoreKeys) throws(MachineFailure) -> KeyRenewer {
        let renewer = KeyRenewer(
            of: keys, renew: { [self] () throws(MachineFailure) in try newKeys() },
            fail: { [self] in if isWanted { cancellation.cancel($0) } })
        guard let renewer else { throw .machine("the system has no thread to renew keys with: \(errorText(errno))") }
        return renewer
    }

    /// Google's store takes signatures in the form of AWS, by keys that a user makes for that.
    private func google() throws(MachineFailure) -> BucketStore {
        let endpoint = environment("STORAGE_EMULATOR_HOST").map { $0.contains("://") ? $0 : "http://\($0)" }
        var right = BucketStore.Right.everybody
        if let name = environment("GS_ACCESS_KEY_ID"), let secret = environment("GS_SECRET_ACCESS_KEY") {
            right = .signature(StoreKeys(try checked(SigningKeys(name: name, secret: secret), for: .gs), region: "auto"))
        }
        let server = try namedServer(endpoint ?? "https://storage.googleapis.com", of: "STORAGE_EMULATOR_HOST")
        return BucketStore(at: server, by: right, isNamedByUser: endpoint != nil)
    }

    private func azure() throws(MachineFailure) -> BucketStore {
        let endpoint = environment("AZURE_STORAGE_SERVICE_ENDPOINT")
        let server: BucketStore.Server
        if let endpoint {
            server = try namedServer(endpoint, of: "AZURE_STORAGE_SERVICE_ENDPOINT")
        } else if let account = environment("AZURE_STORAGE_ACCOUNT") {
            guard account.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber) }) else {
                throw .input("AZURE_STORAGE_ACCOUNT has characters that no account has")
            }
            server = .path("https://\(account).blob.core.windows.net")
        } else {
            throw .input("AZURE_STORAGE_ACCOUNT is not set, so nobody knows whose containers az: URLs name")
        }
        let token = environment("AZURE_STORAGE_SAS_TOKEN").map { $0.hasPrefix("?") ? String($0.dropFirst()) : $0 }
        return BucketStore(at: server, by: token.map { .token($0) } ?? .everybody, isNamedByUser: endpoint != nil)
    }

    private func checked(_ keys: SigningKeys, for kind: BucketStore.Kind) throws(MachineFailure) -> SigningKeys {
        guard keys.canBeSent else {
            throw .input("the keys for \(kind.rawValue): have characters that no key has, such as a blank or the end of a line")
        }
        return keys
    }

    /// The text may have a password, so it is not shown.
    private func namedServer(_ url: String, of source: String) throws(MachineFailure) -> BucketStore.Server {
        guard let server = BucketStore.Server(url) else {
            throw .input(
                "\(source) does not name a server: it needs http:// or https:// and a host; a port and a path may follow, and nothing else")
        }
        return server
    }
}
