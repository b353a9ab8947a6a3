import WeirBase
import WeirSystem

/// The server at which the buckets of a store are asked for, and the right to ask.
package final class BucketStore: Sendable {
    /// The stores, by the schemes of their URLs: Amazon S3 and those like it, Google Cloud Storage, Azure Blob Storage.
    package enum Kind: String, Sendable {
        case s3, gs, az

        /// nil if the text is no URL of a bucket.
        package init?(of url: [UInt8]) {
            guard isBucketURL(url) else { return nil }
            self.init(rawValue: String(decoding: url[..<2], as: UTF8.self).lowercased())
        }
    }

    /// The server of a bucket.
    package enum Server: Sendable {
        /// The names of buckets follow this URL, which has no slash at its end.
        case path(String)
        /// The name of the bucket stands before this name of a host.
        case host(String)

        /// The server at a URL of http or https; nil if it has no host, or anything besides scheme, host, port and path. A password
        /// in it would stand in messages.
        package init?(_ url: String) {
            guard let scheme = ["http://", "https://"].first(where: url.lowercased().hasPrefix) else { return nil }
            let rest = url.dropFirst(scheme.count)
            guard let first = rest.first, first != "/", first != ":", !rest.contains(where: { "@?#".contains($0) || $0.isWhitespace })
            else { return nil }
            var base = url
            while base.hasSuffix("/") { base.removeLast() }
            self = .path(base)
        }
    }

    package enum Right: Sendable {
        case everybody
        case signature(StoreKeys)
        /// A query that the store has signed.
        case token(String)
    }

    let server: Server
    let right: Right
    /// Whether the user has named the server, which may then have any address.
    let isNamedByUser: Bool

    package init(at server: Server, by right: Right, isNamedByUser: Bool) {
        (self.server, self.right, self.isNamedByUser) = (server, right, isNamedByUser)
    }

    /// The URL of a bucket, without a slash at its end. A certificate for all names below a host does not hold for a name
    /// with a dot more, so such a bucket is named in the path.
    package func url(of bucket: String) -> String {
        switch server {
        case .path(let url): "\(url)/\(bucket)"
        case .host(let host): isHostLabel(bucket) ? "https://\(bucket).\(host)" : "https://\(host)/\(bucket)"
        }
    }

    /// Whether the user has named the server of this origin.
    func isNamed(_ origin: String) -> Bool {
        guard isNamedByUser, case .path(let url) = server else { return false }
        return (try? WebAddress(parsing: Array("\(url)/".utf8)))?.origin == origin
    }

    /// The lines of the head that prove the right to send a GET request, and the edition of the keys. `lines` are those of the user.
    func sign(_ url: String, at unixSeconds: Int64, besides lines: [String] = []) -> (lines: [String], edition: Int) {
        keys?.sign(url, at: unixSeconds, besides: lines) ?? ([], 0)
    }

    private var keys: StoreKeys? { if case .signature(let keys) = right { keys } else { nil } }

    /// Whether a picture may be asked for again when the store says that the keys have expired.
    var renewsKeys: Bool { keys?.isRenewed ?? false }

    /// Which keys of the run requests are signed with; nil if there are none.
    package var keyEdition: Int? { keys?.edition }

    /// Whether requests are still signed with the keys of this edition.
    func has(_ edition: Int) -> Bool { keys?.edition == edition }

    /// Has the keys replaced if they are still those of this edition, since the store has said that they have expired.
    func refuse(_ edition: Int) { keys?.refuse(edition) }

    /// A request outside of the fetching loop.
    package func request(_ url: String, atMost most: Int = SmallRequest.usualBytes) -> SmallRequest {
        var request = SmallRequest(sent(url), atMost: most)
        request.lines = sign(url, at: unixSeconds()).lines
        return request
    }

    /// Takes notice of the code with which the store has refused such a request, which was signed with the keys of an edition.
    /// Returns whether the request may be repeated when there are other keys.
    package func mayPass(_ code: String?, signedWith edition: Int?) -> Bool {
        guard code == StoreRefusal.expiredToken, let keys, keys.isRenewed else { return false }
        if let edition { keys.refuse(edition) }
        return true
    }

    /// The URL as it is sent. The token is a secret, so no other text has it.
    func sent(_ url: String) -> String {
        guard case .token(let token) = right else { return url }
        return url + (url.contains("?") ? "&" : "?") + token
    }
}

/// Whether the name may stand before a host (RFC 1123, 2.1).
private func isHostLabel(_ name: String) -> Bool {
    (3...63).contains(name.utf8.count) && name.first != "-" && name.last != "-"
        && name.utf8.allSatisfy { (0x61...0x7A).contains($0) || isDigit($0) || $0 == UInt8(ascii: "-") }
}

/// A picture in an object store: `s3://bucket/key`. The key is taken as it stands, as the stores' own tools take it: a
/// `?`, a `#` or a `%` belongs to the key.
package struct BucketURL: Equatable, Sendable {
    package let kind: BucketStore.Kind
    package let bucket: String
    package let key: [UInt8]

    /// nil if the text is no URL of a bucket.
    package init?(_ url: [UInt8]) {
        guard let kind = BucketStore.Kind(of: url) else { return nil }
        let name = url["s3://".utf8.count...].prefix { $0 != UInt8(ascii: "/") }
        // libcurl would resolve a name `.` or `..`, and ask for another path than the one that was signed.
        guard !name.isEmpty, name.allSatisfy(isBucketByte), !name.elementsEqual(".".utf8), !name.elementsEqual("..".utf8) else {
            return nil
        }
        self.kind = kind
        bucket = String(decoding: name, as: UTF8.self)
        key = Array(url[name.endIndex...].dropFirst())
    }

    /// The key as the path of a request, escaped as signatures demand; nil if no request can have it.
    package var path: String? { BucketURL.hasDots(key[...]) ? nil : "/" + percentEncoded(key, keepsSlashes: true) }

    /// Whether the key has a part `.` or `..`. libcurl would resolve it, and no escape prevents that.
    package static func hasDots(_ key: ArraySlice<UInt8>) -> Bool {
        key.split(separator: UInt8(ascii: "/")).contains { $0.elementsEqual(".".utf8) || $0.elementsEqual("..".utf8) }
    }
}

/// Letters, digits, dots, hyphens and underscores. Names of new buckets have no underscores and no capital letters.
private func isBucketByte(_ byte: UInt8) -> Bool {
    isUnreserved(byte) && byte != UInt8(ascii: "~")
}

/// Reads words of the document with which a store refuses a request, such as `<Error><Code>AccessDenied</Code>…</Error>`.
enum StoreRefusal {
    /// The name for keys that were lent and are no longer valid.
    static let expiredToken = "ExpiredToken"
    /// The number of bytes of a document that are read. The name stands at its start.
    static let mostBytes = 4 << 10
    private static let longestWord = 64

    static func code(in document: [UInt8]) -> String? { word("Code", in: document) }

    /// The region of a bucket that was asked for in another one.
    static func region(in document: [UInt8]) -> String? { word("Region", in: document) }

    /// nil if the document has no such element, or one with other characters than letters, digits, dots and hyphens.
    private static func word(_ element: String, in document: [UInt8]) -> String? {
        guard let start = document.firstRange(of: Array("<\(element)>".utf8))?.upperBound else { return nil }
        let word = document[start...].prefix { $0 != UInt8(ascii: "<") }
        guard (1...longestWord).contains(word.count), document[word.endIndex...].starts(with: Array("</\(element)>".utf8)),
            word.allSatisfy({ isLetterOrDigit($0) || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "-") })
        else { return nil }
        return String(decoding: word, as: UTF8.self)
    }
}
