/// The first ranges that a run has learned of a host, and the reasons for them.
public struct LearnedRanges: Equatable, Sendable {
    /// The milliseconds to the first byte of an answer.
    public let roundTrip: Double
    /// The bytes that come in a millisecond.
    public let speed: Double
    /// The bytes that a request is worth.
    public let requestPrice: Int
    /// By kind of picture.
    public let ranges: [LearnedRange]
}

/// The first range of one kind of pictures.
public struct LearnedRange: Equatable, Sendable {
    /// The kind by the ending of the URL's path: `jpeg`, or `other`.
    public let kind: String
    public let bytes: Int
    /// The share of the last pictures whose header is in the range.
    public let share: Double
}
