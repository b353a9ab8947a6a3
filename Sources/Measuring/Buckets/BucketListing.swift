import Fetching
import Glibc
import WeirBase
import WeirRecords
import WeirSystem

/// The keys below a prefix of a bucket, a page at a time, in the order of their bytes.
struct BucketListing {
    private let folder: BucketURL
    private let stores: BucketStores
    private var next: String?
    private var isAtEnd = false
    /// The names of all pages so far. A store that repeats one would never end.
    private var asked: Set<String> = []

    init(of folder: BucketURL, in stores: BucketStores) { (self.folder, self.stores) = (folder, stores) }

    /// The beginning of all keys.
    var prefix: [UInt8] { folder.key }

    /// The next objects; nil at the end.
    mutating func page() throws(MachineFailure) -> ObjectPage? {
        guard !isAtEnd else { return nil }
        let page = try stores.ask(folder.kind, failure: failure) { [folder, next] store in
            var query = ["encoding-type=url", "list-type=2", "prefix=" + percentEncoded(folder.key)]
            if let next { query.insert("continuation-token=" + percentEncoded(next.utf8), at: 0) }
            return store.request(store.url(of: folder.bucket) + "/?" + query.joined(separator: "&"))
        } read: { answer in
            answer.status == 200 ? ObjectPage(answer.body).flatMap { $0.refusal == nil ? $0 : nil } : nil
        }
        guard page.next.map({ asked.insert($0).inserted }) ?? (page.isTruncated != true) else {
            throw failure("the server does not say where the next page begins")
        }
        next = page.next
        isAtEnd = page.next == nil
        return page
    }

    private func failure(_ reason: String) -> MachineFailure {
        .input("\(folder.kind.rawValue)://\(folder.bucket)/\(shown(folder.key)) cannot be listed: \(reason)")
    }
}

extension BucketStores {
    /// What `read` finds in a store's answer. The store is asked again, as for a picture, where it finds nothing and the reason may pass.
    fileprivate func ask<Wanted>(
        _ kind: BucketStore.Kind, failure: (String) -> MachineFailure, for request: (BucketStore) -> SmallRequest,
        read: (SmallRequest.Answer) -> Wanted?
    ) throws(MachineFailure) -> Wanted {
        var attempt = 0
        while true {
            let store = try store(kind)
            let keys = store.keyEdition
            var (reason, mayPass, areExpired) = ("", true, false)
            do throws(SmallRequest.Fault) {
                let asked = request(store)
                let answer = try asked.send(options) { [self] in isWanted }
                if let wanted = read(answer) { return wanted }
                let page = ObjectPage(answer.body)
                areExpired = store.mayPass(page?.refusal?.code, signedWith: keys)
                mayPass = [200, 429].contains(answer.status) || answer.status >= 500 || areExpired
                reason =
                    page == nil && answer.status == 200
                    ? "the answer is no listing"
                    : "the server answered \(answer.status)" + (page?.refusalText.map { ", \(asked.hidingSecrets(in: $0))" } ?? "")
            } catch {
                (reason, mayPass) = (error.message, !error.isCancelled)
            }
            try check()
            guard mayPass, attempt < options.limits.retries else { throw failure(reason) }
            attempt += 1
            try pause(seconds: 1 << min(attempt, 5), forOther: areExpired ? keys : nil, of: store)
        }
    }

    /// Throws if the run ends. For other keys the pause is as long as it takes to get them, within bounds.
    private func pause(seconds: Int, forOther keys: Int?, of store: BucketStore) throws(MachineFailure) {
        let end = monotonicSeconds() + (keys == nil ? Double(seconds) : BucketStores.longestWaitForKeys)
        while isWanted, monotonicSeconds() < end, keys == nil || store.keyEdition == keys { usleep(50_000) }
        try check()
    }

    private static let longestWaitForKeys = 60.0
}

/// Replaces each folder of a bucket among the paths, such as `s3://bucket/shop/`, by the pictures below it, in the order of
/// the store. Names are skipped as in folders of files.
package struct BucketWalk: PathSource {
    private var source: any PathSource
    private let filter: PathFilter
    private let stores: BucketStores
    /// The paths that were read but not yet listed, in reverse order.
    private var waiting: [(path: [UInt8], isStandardInput: Bool)] = []
    private var listing: (folder: [UInt8], pages: BucketListing)?

    /// Of the pictures in folders, only those that the filter chooses are returned.
    package init(_ source: any PathSource, choosing filter: PathFilter = PathFilter(), in stores: BucketStores) {
        (self.source, self.filter, self.stores) = (source, filter, stores)
    }

    /// The content of the object with this name in a folder; nil if there is none. `mayBeForbidden` says whether a 403 means that, too.
    package func content(
        of name: [UInt8], in folder: [UInt8], atMost most: Int, mayBeForbidden: Bool = false
    ) throws(MachineFailure) -> [UInt8]? {
        let url = BucketWalk.withSlash(folder) + name
        guard let object = BucketURL(url), let path = object.path else { return nil }
        let failure = { (reason: String) in MachineFailure.input("\(shown(url)) cannot be read: \(reason)") }
        return try stores.ask(object.kind, failure: failure) { store in
            store.request(store.url(of: object.bucket) + path, atMost: most)
        } read: { answer -> [UInt8]?? in
            switch answer.status {
            case 200: return .some(answer.body)
            case 404: return .some(nil)
            // Keys that are wrong or too old get a 403 with another code.
            case 403 where mayBeForbidden && (answer.body.isEmpty || ObjectPage(answer.body)?.refusal?.code == "AccessDenied"):
                return .some(nil)
            default: return nil
            }
        }
    }

    package mutating func next() throws(MachineFailure) -> PathBatch? {
        var batch = PathBatch()
        while !batch.isFull {
            if listing != nil {
                if let page = try listing?.pages.page() { append(page, to: &batch) } else { listing = nil }
            } else if let (path, isStandardInput) = waiting.popLast() {
                if let folder = BucketWalk.folder(path) {
                    listing = (BucketWalk.withSlash(path), BucketListing(of: folder, in: stores))
                } else {
                    batch.append(path, isStandardInput: isStandardInput)
                }
            } else if batch.count > 0 {
                return batch
            } else if let given = try source.next() {
                given.forEach { waiting.append((Array($0), waiting.count == given.standardInput)) }
                waiting.reverse()
            } else {
                return nil
            }
        }
        return batch
    }

    private func append(_ page: ObjectPage, to batch: inout PathBatch) {
        guard let listing else { return }
        let prefix = listing.pages.prefix
        for (key, version) in zip(page.keys, page.versions) where key.starts(with: listing.pages.prefix) {
            let name = key.dropFirst(prefix.count)
            guard Self.takes(name, filter) else { continue }
            batch.append(listing.folder + name, version: version)
        }
    }

    /// Whether the object with this name below a folder is a picture that the filter chooses. One with a part `.` or `..` is not hidden:
    /// it cannot be requested, and fails.
    package static func takes(_ name: ArraySlice<UInt8>, _ filter: PathFilter) -> Bool {
        !name.isEmpty && name.last != UInt8(ascii: "/") && (FolderWalk.takes(name) || BucketURL.hasDots(name)) && filter.chooses(name)
    }

    package static func isURL(_ name: [UInt8]) -> Bool { isBucketURL(name) }

    /// The folder that a URL names: a bucket, or a prefix with a slash at its end.
    package static func folder(_ url: [UInt8]) -> BucketURL? {
        guard let folder = BucketURL(url), folder.key.isEmpty || folder.key.last == UInt8(ascii: "/") else { return nil }
        return folder
    }

    package static func withSlash(_ url: [UInt8]) -> [UInt8] { url.last == UInt8(ascii: "/") ? url : url + [UInt8(ascii: "/")] }
}
