import Base
import System

/// Where the buckets of a store are asked for, and by what right.
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
    package enum Place: Sendable {
        /// The names of buckets follow this URL, which has no slash at its end.
        case path(String)
        /// The name of the bucket stands before this name of a host.
        case host(String)

        /// The server at a URL of http or https; nil if it has no host, or anything besides scheme, host, port and path. A password
        /// in it would stand in messages.
        package init?(server url: String) {
            guard let scheme = ["http://", "https://"].first(where: url.lowercased().hasPrefix) else { return nil }
            let rest = url.dropFirst(scheme.count)
            guard let first = rest.first, first != "/", first != ":", !rest.contains(where: { "@?#".contains($0) || $0.isWhitespace }) else { return nil }
            var server = url
            while server.hasSuffix("/") { server.removeLast() }
            self = .path(server)
        }
    }

    package enum Right: Sendable {
        case everybody
        case signature(SigningKeys, region: String)
        /// A query that the store has signed.
        case token(String)
    }

    let place: Place
    let right: Right
    /// Whether the user has named the server, which may then have any address.
    let isNamedByUser: Bool
    /// The last second in which a request was signed.
    private let moment = Locked<SigningMoment?>(nil)

    package init(at place: Place, by right: Right, isNamedByUser: Bool) {
        (self.place, self.right, self.isNamedByUser) = (place, right, isNamedByUser)
    }

    /// The URL of a bucket, without a slash at its end. A certificate for all names below a host does not hold for a name
    /// with a dot more, so such a bucket is named in the path.
    package func url(of bucket: String) -> String {
        switch place {
        case .path(let url): "\(url)/\(bucket)"
        case .host(let host): isHostLabel(bucket) ? "https://\(bucket).\(host)" : "https://\(host)/\(bucket)"
        }
    }

    /// The lines of the head that prove the right to send a GET request. `lines` are those of the user.
    func lines(for url: String, at unixSeconds: Int64, besides lines: [String] = []) -> [String] {
        guard case .signature(let keys, let region) = right else { return [] }
        // The lock covers the signing, too: the hash of a key serves one thread at a time.
        return moment.change { last in
            let now: SigningMoment
            if let last, last.unixSeconds == unixSeconds { now = last } else { now = SigningMoment(at: unixSeconds, by: keys, in: region, after: last) }
            last = now
            return now.lines(for: url, besides: lines)
        }
    }

    /// A request outside of the fetching loop.
    package func request(_ url: String, atMost most: Int = SmallRequest.usualBytes) -> SmallRequest {
        var request = SmallRequest(sent(url), atMost: most)
        request.lines = lines(for: url, at: unixSeconds())
        return request
    }

    /// The URL as it is sent. The token is a secret, so no other place has it.
    func sent(_ url: String) -> String {
        guard case .token(let token) = right else { return url }
        return url + (url.contains("?") ? "&" : "?") + token
    }
}

/// Whether the name may stand before a host (RFC 1123, 2.1).
private func isHostLabel(_ name: String) -> Bool {
    (3...63).contains(name.utf8.count) && name.first != "-" && name.last != "-"
        && name.utf8.allSatisfy { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == UInt8(ascii: "-") }
}

/// The keys with which requests are signed. No message, report or journal has them.
package struct SigningKeys: Equatable, Sendable {
    package let name: String
    package let secret: String
    /// Belongs to keys that are lent for some hours.
    package let session: String?
    /// The Unix time after which they are no longer valid.
    package let expiry: Int64?

    package init(name: String, secret: String, session: String? = nil, expiry: Int64? = nil) {
        (self.name, self.secret, self.session, self.expiry) = (name, secret, session, expiry)
    }

    /// Whether the keys are words. The end of a line, as a file from Windows has it, would begin another line of the request.
    package var canBeSent: Bool {
        [name, secret, session ?? ""].allSatisfy { $0.utf8.allSatisfy { (0x21...0x7E).contains($0) } }
    }
}
