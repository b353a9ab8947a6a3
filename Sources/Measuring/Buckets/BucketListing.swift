import Base
import Fetching
import Glibc
import Records
import System

/// The keys below a prefix of a bucket, a page at a time, in the order of their bytes.
struct BucketListing {
    private let folder: BucketURL
    private let stores: BucketStores
    private var next: String?
    private var isAtEnd = false

    init(of folder: BucketURL, in stores: BucketStores) { (self.folder, self.stores) = (folder, stores) }

    /// The beginning of all keys.
    var prefix: [UInt8] { folder.key }

    /// The next keys; nil at the end.
    mutating func page() throws(MachineFailure) -> [[UInt8]]? {
        guard !isAtEnd else { return nil }
        var attempt = 0
        while true {
            let fault: String
            switch try ask() {
            case .success(let page):
                next = page.next
                isAtEnd = page.next == nil
                return page.keys
            case .failure(let refusal):
                guard refusal.mayPass, attempt < stores.settings.limits.retries else { throw failure(refusal.message) }
                fault = refusal.message
            }
            attempt += 1
            guard try pause(seconds: 1 << min(attempt, 5)) else { throw failure(fault) }
        }
    }

    private struct Refusal: Error {
        let message: String
        let mayPass: Bool
    }

    /// The keys that the store has refused, since they have expired.
    private var refusedKeys: Int?

    private mutating func ask() throws(MachineFailure) -> Result<ObjectPage, Refusal> {
        let store = try stores.store(folder.kind)
        var query = ["encoding-type=url", "list-type=2", "prefix=" + percentEncoded(folder.key)]
        if let next { query.insert("continuation-token=" + percentEncoded(next.utf8), at: 0) }
        let url = store.url(of: folder.bucket) + "/?" + query.joined(separator: "&")
        let keys = store.keyEdition
        let request = store.request(url)
        let answer: SmallRequest.Answer
        do throws(SmallRequest.Fault) {
            answer = try request.send(stores.settings, while: { [stores] in stores.isWanted })
        } catch {
            return .failure(Refusal(message: error.message, mayPass: !error.isCancelled))
        }
        let page = ObjectPage(answer.body)
        guard let page, answer.status == 200 else {
            let refusal = page?.refusalText.map { ", \($0)" } ?? ""
            let areExpired = store.mayPass(page?.refusal?.code)
            refusedKeys = areExpired ? keys : nil
            let mayPass = answer.status == 429 || answer.status >= 500 || areExpired
            return .failure(Refusal(message: "the server answered \(answer.status)\(refusal)", mayPass: mayPass))
        }
        return .success(page)
    }

    /// Returns whether the run goes on. For other keys the pause is as long as it takes to get them, within bounds.
    private func pause(seconds: Int) throws(MachineFailure) -> Bool {
        let end = monotonicSeconds() + (refusedKeys == nil ? Double(seconds) : BucketListing.longestWaitForKeys)
        let store = try stores.store(folder.kind)
        while stores.isWanted, monotonicSeconds() < end, refusedKeys == nil || store.keyEdition == refusedKeys { usleep(50_000) }
        return stores.isWanted
    }

    private static let longestWaitForKeys = 60.0

    private func failure(_ reason: String) -> MachineFailure {
        .input("\(folder.kind.rawValue)://\(folder.bucket)/\(shown(folder.key)) cannot be listed: \(reason)")
    }
}
