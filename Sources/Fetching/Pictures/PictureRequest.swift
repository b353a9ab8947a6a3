import WeirBase

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

/// The part of a picture that is wanted.
enum FetchGoal: Equatable, Sendable {
    /// Only the header; the first request asks for `firstRange` bytes. With `validators`, the server sends
    /// bytes only if they have changed.
    case header(firstRange: Int, validators: PictureValidators?)
    /// All bytes, or none if the picture still has the `validators`. `kept` describes the bytes that an earlier
    /// transfer has stored.
    /// With a `firstRange` the first request asks for so many bytes, because the rest may not be wanted.
    case wholePicture(kept: StoredPart?, validators: PictureValidators?, firstRange: Int? = nil)
    /// No picture, but the text of a robots.txt.
    case text
}

/// An event in the fetch of a picture.
enum FetchEvent: Equatable, Sendable {
    case begin
    /// The head of an answer has come; interim heads are left out. The blame is for a server error.
    indirect case head(ResponseHead, CircuitBreaker.Blame = .picture)
    /// Bytes of the body were read.
    case body(BodyReading)
    /// The document with which a store refuses the request was read to its end, or as far as it is of use.
    case refused([UInt8])
    /// The transfer has ended, with a fault or without. If no body was read, the reading has no meaning.
    case ended(TransferFault?, BodyReading, CircuitBreaker.Blame = .picture)
    /// The location of a redirect was resolved, or was refused for this reason.
    case redirected(WebAddress.Refusal?)
    /// A pause is over, or other keys have come.
    case woken
    /// The loop gives the picture up: the run is stopped, or the host suspended. `isUnsent` says that the request which was decided
    /// last has not been sent.
    case abandoned(Failure, isUnsent: Bool = false)
}

/// A decision of a picture's fetch, which the loop carries out.
struct FetchAction: Equatable, Sendable {
    /// How to end the running transfer; nil if it continues or none runs.
    let release: TransferRelease?
    let step: FetchStep
}

/// The ways to end a transfer before its body ends.
enum TransferRelease: Equatable, Sendable {
    /// The rest is read and thrown away, so that the connection can be used again.
    case drain
    /// The connection is closed; with HTTP/2 only the stream is closed.
    case reset
}

/// The next step of a picture.
enum FetchStep: Equatable, Sendable {
    /// Wait for the next event.
    case wait
    /// Send the request to the picture's address, or to the address of the last redirect.
    case request(PictureRequest)
    /// Give the body to the picture's sink.
    case read(BodyExtent)
    /// Read the document with which a store refuses the request, or its beginning.
    case readRefusal
    /// Do nothing until this millisecond of the monotonic clock.
    case pause(until: Int64)
    /// Do nothing until requests to the store are signed with other keys than the last one was.
    case awaitKeys
    /// Resolve the location of a redirect, which may be relative.
    case follow(String, isPermanent: Bool)
    /// Deliver the outcome.
    case finish(FetchOutcome)
    /// Take the text, which is complete, from the sink.
    case takeText
}
