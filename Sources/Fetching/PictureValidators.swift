/// Length, entity tag and date, which tell one version of a picture from another (RFC 9110, 8.8). With those of an earlier run a
/// server is asked whether the picture is still the same; those of two answers show whether both are of one picture.
public struct PictureValidators: Equatable, Sendable {
    /// Bytes of the whole picture.
    public internal(set) var length: UInt64?
    /// As the server sent it, weak or strong.
    public internal(set) var etag: String?
    public internal(set) var lastModified: String?

    init(length: UInt64? = nil, etag: String? = nil, lastModified: String? = nil) {
        (self.length, self.etag, self.lastModified) = (length, etag, lastModified)
    }

    /// Validators out of a journal; nil if there are none that may be sent. A journal is a file, and a
    /// change to it must not put lines into requests.
    public init?(etag: [UInt8]?, lastModified: [UInt8]?, length: Int64? = nil) {
        self.init(
            length: length.flatMap(UInt64.init(exactly:)), etag: etag.flatMap { $0.withUnsafeBytes(visibleText) },
            lastModified: lastModified.flatMap { $0.withUnsafeBytes(visibleText) })
        guard self.etag != nil || self.lastModified != nil else { return nil }
    }

    /// The tag, if it promises that the bytes are the same (8.8.1), as If-Range needs.
    var strongETag: String? { etag.flatMap { $0.utf8.first == UInt8(ascii: "W") ? nil : $0 } }

    /// The condition under which a picture of other validators is sent. A tag tells more than a date with its seconds, and a
    /// server that gets both goes by the tag alone (13.1.3).
    var condition: PictureRequest.Condition? {
        etag.map { .noneMatch($0) } ?? lastModified.map { .modifiedSince($0) }
    }

    /// Whether the others are certainly those of another picture. Servers behind one name differ in what they send, so a
    /// validator that is missing proves nothing.
    func contradict(_ others: PictureValidators) -> Bool {
        if let length, let other = others.length, length != other { return true }
        if let tag = strongETag, let other = others.strongETag { return tag != other }
        // A date comes last: servers that share a name set it each by itself.
        if let lastModified, let other = others.lastModified { return lastModified != other }
        return false
    }

    /// Takes over what was missing.
    mutating func merge(_ others: PictureValidators) {
        length = length ?? others.length
        etag = etag ?? others.etag
        lastModified = lastModified ?? others.lastModified
    }
}
