import ImageHeaders
import WeirBase

/// The result of fetching one picture, and its cost.
package struct FetchOutcome: Equatable, Sendable {
    /// The header of the picture; nil if the picture still has the validators that the server was asked with.
    package let result: Result<ImageHeader?, Failure>
    /// The end of the bytes that contain the header, as a position in the picture, or a little more.
    package internal(set) var headerEnd: UInt64 = 0
    /// A later run uses these validators to ask whether the picture has changed.
    package internal(set) var validators = PictureValidators()
    /// The seconds for which phones show the picture without asking for it again; nil if the server does not say.
    package internal(set) var maxAge: Int64?
    /// The greatest Age of the answers in seconds (RFC 9111, 5.1); 0 if all are the server's own.
    package internal(set) var age: Int64 = 0
    package internal(set) var cost: FetchCost
    /// The status of the last answer, if that status is the failure.
    package let status: Int?
    /// The URL to which permanent redirects led from the picture's; nil if there were none.
    package internal(set) var movedTo: [UInt8]?

    init(_ result: Result<ImageHeader?, Failure>, _ cost: FetchCost, status: Int? = nil) {
        (self.result, self.cost, self.status) = (result, cost, status)
    }

    /// A failure before any server was asked.
    package init(_ failure: Failure) { self.init(.failure(failure), FetchCost()) }

    package var failure: Failure? { if case .failure(let failure) = result { failure } else { nil } }
}

/// The number of requests for one picture, and the reasons for more than one.
package struct FetchCost: Equatable, Sendable {
    package internal(set) var requests = 0
    package internal(set) var retries = 0
    package internal(set) var redirects = 0
    package internal(set) var restarts = 0

    mutating func add(_ other: FetchCost) {
        requests += other.requests
        retries += other.retries
        redirects += other.redirects
        restarts += other.restarts
    }
}

/// The length, entity tag and date of one version of a picture (RFC 9110, 8.8). They show whether the picture has
/// changed since a previous run, and whether two answers belong to the same version.
package struct PictureValidators: Equatable, Sendable {
    /// The length of the whole picture in bytes.
    package internal(set) var length: UInt64?
    /// The entity tag as the server sent it, weak or strong.
    package internal(set) var etag: String?
    package internal(set) var lastModified: String?
    /// The address that has sent them: `ownAddress`, or a hash of the one to which redirects led; nil if unknown. They say nothing of
    /// what another address sends.
    package internal(set) var giver: Int64?

    /// nil for the picture's own address too.
    package var otherGiver: Int64? { giver == PictureValidators.ownAddress ? nil : giver }

    /// Stands for the picture's own address.
    package static let ownAddress: Int64 = 0

    init(length: UInt64? = nil, etag: String? = nil, lastModified: String? = nil, giver: Int64? = nil) {
        (self.length, self.etag, self.lastModified, self.giver) = (length, etag, lastModified, giver)
    }

    /// Takes validators from a file, without those that may not be sent: a change to a file must not put lines into requests.
    package init(recorded etag: [UInt8]?, lastModified: [UInt8]?, length: UInt64?, giver: Int64?) {
        self.init(
            length: length, etag: etag.flatMap { $0.withUnsafeBytes(visibleText) },
            lastModified: lastModified.flatMap { $0.withUnsafeBytes(visibleText) }, giver: giver)
    }

    /// Takes validators from a journal; nil if none of them may be sent.
    package init?(etag: [UInt8]?, lastModified: [UInt8]?, length: Int64? = nil, giver: Int64? = nil) {
        self.init(recorded: etag, lastModified: lastModified, length: length.flatMap(UInt64.init(exactly:)), giver: giver)
        guard self.etag != nil || self.lastModified != nil else { return nil }
    }

    /// The tag if it guarantees equal bytes (8.8.1), as If-Range requires.
    package var strongETag: String? { etag.flatMap { $0.utf8.first == UInt8(ascii: "W") ? nil : $0 } }

    /// The line of a head that has the picture sent only if it has changed (13.1.2 and 13.1.3). A tag is more exact than a date in
    /// seconds, and a server that gets both ignores the date.
    var condition: String? {
        etag.map { "If-None-Match: \($0)" } ?? lastModified.map { "If-Modified-Since: \($0)" }
    }

    /// Whether the other validators certainly belong to another version. A missing validator proves nothing, because
    /// servers behind one name send different validators.
    func contradict(_ others: PictureValidators) -> Bool {
        if let length, let other = others.length, length != other { return true }
        if let giver, let other = others.giver, giver != other { return true }
        if let tag = strongETag, let other = others.strongETag { return tag != other }
        // The date comes last, because servers behind one name may set different dates.
        if let lastModified, let other = others.lastModified { return lastModified != other }
        return false
    }

    /// Fills in missing values from the others.
    mutating func merge(_ others: PictureValidators) {
        length = length ?? others.length
        etag = etag ?? others.etag
        lastModified = lastModified ?? others.lastModified
        giver = giver ?? others.giver
    }
}
