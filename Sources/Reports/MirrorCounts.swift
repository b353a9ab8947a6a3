/// What a run has put into its mirror.
public struct MirrorCounts: Equatable, Sendable {
    /// Pictures that are there whole.
    public var pictures = 0
    /// Those of them whose content was not there before, and their bytes.
    public var added = 0
    public var addedBytes = 0

    public init() {}

    /// The counts with the names that programs know them by.
    var counts: [(StaticString, Int)] {
        [("mirrored", pictures), ("mirroredNew", added), ("mirroredBytes", addedBytes)]
    }

    /// For people.
    var sentence: String { "\(pictures) mirrored, \(added) of them new with \(sized(addedBytes))" }
}
