/// How a manifest differs from the one that it replaces. Entries are matched by their `img`.
public struct ManifestChange: Equatable, Sendable {
    public var added = 0
    public var removed = 0
    /// Entries with another size, true or not.
    public var resized = 0

    public init() {}
}
