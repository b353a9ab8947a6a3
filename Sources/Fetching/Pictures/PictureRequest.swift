/// A request for a picture. It always says `Accept-Encoding: identity`.
struct PictureRequest: Equatable, Sendable {
    /// The first and the last byte; nil requests the whole picture.
    let range: ClosedRange<UInt64>?
    /// The range is wanted only if the picture still has this strong entity tag (RFC 9110, 13.1.5).
    let ifRange: String?
    /// A condition for sending the picture. The request may also have a range, which the server ignores if the picture
    /// is unchanged (RFC 9110, 13.2.2).
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
