/// By what a picture is known from one answer to the next, so that the parts of two pictures are
/// not taken for one.
struct PictureIdentity: Equatable, Sendable {
    private(set) var total: UInt64?
    private(set) var etag: String?
    private(set) var lastModified: String?

    /// The tag that If-Range may name.
    var strongETag: String? { etag.flatMap { $0.utf8.first == UInt8(ascii: "W") ? nil : $0 } }

    /// Whether the head is certainly that of another picture. What one of both does not tell
    /// proves nothing: servers behind one name differ in what they send.
    func contradicts(_ head: ResponseHead, total: UInt64?) -> Bool {
        if let known = self.total, let total, known != total { return true }
        if let known = strongETag, let tag = head.strongETag { return known != tag }
        // A date is asked last: servers that share a name set it each by itself.
        if let known = lastModified, let date = head.lastModified { return known != date }
        return false
    }

    mutating func learn(_ head: ResponseHead, total: UInt64?) {
        self.total = self.total ?? total
        etag = etag ?? head.etag
        lastModified = lastModified ?? head.lastModified
    }
}
