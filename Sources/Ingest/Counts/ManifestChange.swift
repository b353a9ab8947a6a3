/// The differences between a manifest and the one that it replaces. Entries are matched by their `img`.
package struct ManifestChange: Equatable, Sendable {
    package var added = 0
    package var removed = 0
    /// Entries whose size has changed, true or not.
    package var resized = 0

    package init() {}
}
