import Measuring

/// The pictures that a run has put into its mirror.
public struct MirrorCounts: Equatable, Sendable {
    /// All whole pictures.
    public var pictures = 0
    /// The pictures whose content was new to the mirror, and their bytes.
    public var added = 0
    public var addedBytes = 0

    public init() {}

    mutating func add(_ picture: MirroredPicture) {
        pictures += 1
        added += picture.isNew ? 1 : 0
        addedBytes += picture.isNew ? Int(clamping: picture.bytes) : 0
    }
}
