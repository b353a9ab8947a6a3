import Base

/// What is to be done for a picture now.
struct FetchAction: Equatable, Sendable {
    /// How to part with the transfer that runs. No event of it is wanted any more, not even its
    /// end. nil: it goes on, or none runs.
    let leaving: Leaving?
    let next: Next

    enum Leaving: Equatable, Sendable {
        /// The rest is read and thrown away, so that the connection can serve again.
        case drain
        /// The rest is not worth it: the connection, or with HTTP/2 the stream, is given up.
        case reset
    }

    enum Next: Equatable, Sendable {
        /// Nothing, until something happens.
        case wait
        /// Ask the address that was last followed, or the picture's own.
        case request(PictureRequest)
        /// The body is the picture's; its bytes go to the reader.
        case read(BodyPlace)
        /// Milliseconds of the clock that only goes forward.
        case pause(until: Int64)
        /// A location as it stands in a head, relative or not.
        case follow(String)
        case finish(Result<FetchAnswer, Failure>)
    }
}

/// A request for a picture. It always says `Accept-Encoding: identity`.
struct PictureRequest: Equatable, Sendable {
    /// First and last byte; nil asks for the whole picture.
    let range: ClosedRange<UInt64>?
    /// The strong entity tag under which alone the range is wanted (RFC 9110, 13.1.5).
    let ifRange: String?
    /// Under which alone the picture is wanted at all. A range may go along: a server that finds the
    /// picture unchanged does not look at it (RFC 9110, 13.2.2).
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
