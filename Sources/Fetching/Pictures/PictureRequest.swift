/// A request for a picture. It always says `Accept-Encoding: identity`.
struct PictureRequest: Equatable, Sendable {
    /// First and last byte; nil asks for the whole picture.
    let range: ClosedRange<UInt64>?
    /// The strong entity tag under which alone the range is wanted (RFC 9110, 13.1.5).
    let ifRange: String?
    /// A condition for sending the picture at all. A range may go along: a server that finds the picture unchanged does not
    /// look at it (RFC 9110, 13.2.2).
    var condition: Condition?

    enum Condition: Equatable, Sendable {
        case noneMatch(String)
        case modifiedSince(String)

        /// The line of the head (RFC 9110, 13.1.2 and 13.1.3).
        var line: String {
            switch self {
            case .noneMatch(let tag): "If-None-Match: \(tag)"
            case .modifiedSince(let date): "If-Modified-Since: \(date)"
            }
        }
    }
}
