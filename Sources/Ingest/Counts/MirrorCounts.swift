import Measuring

/// What a run has put into its mirror.
public struct MirrorCounts: Equatable, Sendable {
    /// Whole pictures in it.
    public var pictures = 0
    /// Those of them whose content was not there before, and their bytes.
    public var added = 0
    public var addedBytes = 0

    public init() {}

    mutating func add(_ picture: MirroredPicture) {
        pictures += 1
        added += picture.isNew ? 1 : 0
        addedBytes += picture.isNew ? Int(clamping: picture.bytes) : 0
    }
}
