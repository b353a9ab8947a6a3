/// The differences between a manifest and the one that it replaces. Entries are matched by their `img`.
public struct ManifestChange: Equatable, Sendable {
    public var added = 0
    public var removed = 0
    /// Entries whose size has changed, true or not.
    public var resized = 0

    public init() {}
}
