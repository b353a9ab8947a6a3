import ImageHeaders

/// The few facts of a record by which a run decides whether it asks for the picture again.
public struct KnownPicture: Equatable, Sendable {
    let header: PackedHeader
    /// When the picture was last asked for, in Unix seconds.
    public let asked: Int64
    /// From when on a picture that failed is asked for again; nil where it did not fail.
    public let retryAt: Int64?
    /// Of a file, whether it is as it was when it was measured, as far as its stamp can tell;
    /// always true of a URL.
    public let isSameFile: Bool
    let isFile: Bool

    /// The last true size as displayed.
    public var size: PixelSize? { header.size }
    public var format: ImageFormat? { header.format }
    public var orientation: Orientation? { header.orientation }
    /// The length of the picture in bytes.
    public var bytes: Int64? { header.bytes }

    /// Whether the picture failed when it was last asked for.
    public var isFailing: Bool { retryAt != nil }

    /// Whether the size is trusted without a look at the picture: of a file, when it is the same file; of a
    /// URL, when it was asked for less than `maxAge` seconds ago. A time in the future was told by a
    /// clock that went wrong, so it is not trusted.
    public func isFresh(at now: Int64, maxAge: Int64) -> Bool {
        guard header.size != nil, !isFailing, asked <= now else { return false }
        return isFile ? isSameFile : now - asked < maxAge
    }

    /// Whether a picture that failed is asked for again: its pause is over, or the file is another one.
    public func isDue(at now: Int64, _ policy: RetryPolicy = RetryPolicy()) -> Bool {
        guard let retryAt else { return false }
        return !isSameFile || policy.isOver(retryAt: retryAt, asked: asked, at: now)
    }
}
