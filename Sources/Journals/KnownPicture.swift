import ImageHeaders

/// The part of a record that decides whether a run requests the picture again.
public struct KnownPicture: Equatable, Sendable {
    let header: PackedHeader
    /// The time of the last request, in Unix seconds.
    public let asked: Int64
    /// The time from which a failed picture is requested again; nil if the picture did not fail.
    public let retryAt: Int64?
    /// Whether the stamp of a file is the same as when the file was measured; always true for a URL.
    public let isSameFile: Bool
    let isFile: Bool

    /// The last true size, as displayed.
    public var size: PixelSize? { header.size }
    /// Nil if no size is known.
    public var format: ImageFormat? { header.format }
    /// Nil if no size is known.
    public var orientation: Orientation? { header.orientation }
    /// The facts of the header besides the size; all unknown without a size.
    public var traits: PictureTraits { header.traits }
    /// The length of the picture in bytes.
    public var bytes: Int64? { header.bytes }

    /// Whether the last request for the picture failed.
    public var isFailing: Bool { retryAt != nil }

    /// Whether the size can be used without reading the picture. A file must be unchanged. A URL must have
    /// been requested less than `maxAge` seconds ago; a time in the future is not trusted, since it comes
    /// from a wrong clock.
    public func isFresh(at now: Int64, maxAge: Int64) -> Bool {
        guard header.size != nil, !isFailing, asked <= now else { return false }
        return isFile ? isSameFile : now - asked < maxAge
    }

    /// Whether a failed picture is requested again, because its pause is over or the file has changed.
    public func isDue(at now: Int64, _ policy: RetryPolicy = RetryPolicy()) -> Bool {
        guard let retryAt else { return false }
        return !isSameFile || policy.isOver(retryAt: retryAt, asked: asked, at: now)
    }
}
