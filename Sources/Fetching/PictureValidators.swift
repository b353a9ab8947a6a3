/// The length, entity tag and date of one version of a picture (RFC 9110, 8.8). They show whether the picture has
/// changed since an earlier run, and whether two answers belong to the same version.
package struct PictureValidators: Equatable, Sendable {
    /// The length of the whole picture in bytes.
    package internal(set) var length: UInt64?
    /// The entity tag as the server sent it, weak or strong.
    package internal(set) var etag: String?
    package internal(set) var lastModified: String?

    init(length: UInt64? = nil, etag: String? = nil, lastModified: String? = nil) {
        (self.length, self.etag, self.lastModified) = (length, etag, lastModified)
    }

    /// Takes validators from a journal; nil if none of them may be sent. A journal is a file, and a change to it must
    /// not put lines into requests.
    package init?(etag: [UInt8]?, lastModified: [UInt8]?, length: Int64? = nil) {
        self.init(
            length: length.flatMap(UInt64.init(exactly:)), etag: etag.flatMap { $0.withUnsafeBytes(visibleText) },
            lastModified: lastModified.flatMap { $0.withUnsafeBytes(visibleText) })
        guard self.etag != nil || self.lastModified != nil else { return nil }
    }

    /// The tag if it guarantees equal bytes (8.8.1), as If-Range requires.
    package var strongETag: String? { etag.flatMap { $0.utf8.first == UInt8(ascii: "W") ? nil : $0 } }

    /// The condition for sending the picture only if it has changed. A tag is more exact than a date in seconds, and a
    /// server that gets both ignores the date (13.1.3).
    var condition: PictureRequest.Condition? {
        etag.map { .noneMatch($0) } ?? lastModified.map { .modifiedSince($0) }
    }

    /// Whether the other validators certainly belong to another version. A missing validator proves nothing, because
    /// servers behind one name send different validators.
    func contradict(_ others: PictureValidators) -> Bool {
        if let length, let other = others.length, length != other { return true }
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
    }
}
