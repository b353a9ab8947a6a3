/// The first ranges that a run has learned of a host, and the reasons for them.
package struct LearnedRanges: Equatable, Sendable {
    /// The milliseconds to the first byte of an answer.
    package let roundTrip: Double
    /// The bytes that come in a millisecond.
    package let speed: Double
    /// The bytes that a request is worth.
    package let requestPrice: Int
    /// By kind of picture.
    package let ranges: [LearnedRange]
}

/// The first range of one kind of pictures.
package struct LearnedRange: Equatable, Sendable {
    /// The kind by the ending of the URL's path: `jpeg`, or `other`.
    package let kind: String
    package let bytes: Int
    /// The share of the last pictures whose header is in the range.
    package let share: Double
}
