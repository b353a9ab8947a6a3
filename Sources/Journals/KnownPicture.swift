import ImageHeaders

/// What a run needs of a picture to leave it alone, in few bytes. The rest is in its record.
public struct KnownPicture: Equatable, Sendable {
    let shape: PackedShape
    /// When the picture was last asked for, in Unix seconds.
    public let asked: Int64
    /// From when on a picture that failed is asked for again; nil where it did not.
    public let retryAt: Int64?
    /// Of a file, whether it is as it was when it was measured, as far as its stamp can tell;
    /// always true of a URL.
    public let isSameFile: Bool
    let isFile: Bool

    /// The last true size as displayed.
    public var size: PixelSize? { shape.size }
    public var format: ImageFormat? { shape.format }
    public var orientation: Orientation? { shape.orientation }
    /// The length of the picture in bytes.
    public var bytes: Int64? { shape.bytes }

    /// Whether the last that was heard of the picture is a failure.
    public var isFailing: Bool { retryAt != nil }

    /// Whether the size is trusted unasked: of a file, when it is the same file; of a URL, when
    /// it was asked for less than `maxAge` seconds ago. A time that lies ahead was told by a clock
    /// that went wrong, then or now, and vouches for nothing.
    public func isFresh(at now: Int64, maxAge: Int64) -> Bool {
        guard shape.size != nil, !isFailing, asked <= now else { return false }
        return isFile ? isSameFile : now - asked < maxAge
    }

    /// Whether a picture that failed is asked for again: when its pause is over, or when the file is
    /// another one.
    public func isDue(at now: Int64, _ policy: RetryPolicy = RetryPolicy()) -> Bool {
        guard let retryAt else { return false }
        return !isSameFile || policy.isOver(retryAt: retryAt, asked: asked, at: now)
    }
}
