/// What a server said earlier to tell states of a picture apart (RFC 9110, 8.8). With it one asks
/// whether the picture is still the same, and is spared the bytes if it is.
public struct PictureValidators: Equatable, Sendable {
    let etag: String?
    let lastModified: String?
    /// How many bytes the picture had then; nil where that is not known.
    let length: Int64?

    /// nil where there is nothing that may be sent: a journal is a file, and whoever wrote to it may
    /// not put lines into requests.
    public init?(etag: [UInt8]?, lastModified: [UInt8]?, length: Int64? = nil) {
        self.etag = etag.flatMap(visibleText)
        self.lastModified = lastModified.flatMap(visibleText)
        self.length = length
        guard self.etag != nil || self.lastModified != nil else { return nil }
    }

    /// A tag tells more than a date with its seconds, and a server that is sent both goes by the
    /// tag alone (RFC 9110, 13.1.3).
    var condition: PictureRequest.Condition? {
        etag.map { .noneMatch($0) } ?? lastModified.map { .modifiedSince($0) }
    }
}

private func visibleText(_ bytes: [UInt8]) -> String? {
    bytes.isEmpty || !bytes.allSatisfy { (0x20...0x7E).contains($0) } ? nil : String(decoding: bytes, as: UTF8.self)
}
