import Measuring

/// The pictures that a run has put into its mirror.
package struct MirrorCounts: Equatable, Sendable {
    /// All whole pictures.
    package var pictures = 0
    /// The pictures whose content was new to the mirror, and their bytes.
    package var added = 0
    package var addedBytes = 0

    package init() {}

    mutating func add(_ picture: MirroredPicture) {
        pictures += 1
        added += picture.isNew ? 1 : 0
        addedBytes += picture.isNew ? Int(clamping: picture.bytes) : 0
    }
}
