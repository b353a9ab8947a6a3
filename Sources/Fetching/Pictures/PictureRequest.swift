import WeirBase

/// A request for a picture. It always says `Accept-Encoding: identity`.
struct PictureRequest: Equatable, Sendable {
    /// The first and the last byte; nil requests the whole picture.
    let range: ClosedRange<UInt64>?
    /// The range is wanted only if the picture still has this strong entity tag (RFC 9110, 13.1.5).
    let ifRange: String?
    /// The line of the head with a condition for sending the picture. The request may also have a range, which the server ignores if the
    /// picture is unchanged (RFC 9110, 13.2.2).
    var condition: String?
}

/// The purpose of a picture's bodies.
enum FetchGoal: Equatable, Sendable {
    /// Only the header.
    case header
    /// All bytes, or as many as their store wants.
    case wholePicture
    /// No picture, but the text of a robots.txt.
    case text
}

/// An event in the fetch of a picture.
enum FetchEvent: Equatable, Sendable {
    case begin
    /// The head of an answer has come; interim heads are left out. The blame is for a server error.
    indirect case head(ResponseHead, CircuitBreaker.Blame = .picture)
    /// Bytes of the body were read. `left` is the number of bytes that the body still has; nil if unknown.
    case body(BodyReading, left: UInt64?)
    /// The transfer has ended, with a fault or without. If no body was read, the reading has no meaning.
    case ended(TransferFault?, BodyReading, CircuitBreaker.Blame = .picture)
    /// The program was suspended while the transfer made its connection, so that its time ran out.
    case lostTime
    /// The location of a redirect was resolved, or was refused for this reason.
    case redirected(WebAddress.Refusal?)
    /// A pause is over, or other keys have come.
    case woken
    /// The loop gives the picture up, after its transfer if it has one: the run is stopped, or the host suspended. `isUnsent` says that
    /// the request which was decided last has not been sent.
    case abandoned(Failure, isUnsent: Bool = false)
}

/// The next step of a picture, which the loop carries out.
enum FetchStep: Equatable, Sendable {
    /// Wait for the next event.
    case wait
    /// Give the body to the picture's sink.
    case read(BodyExtent)
    /// Read the document with which a store refuses the request, or its beginning.
    case readRefusal
    /// End the transfer, and report its end. The fetch then has another step.
    case release(TransferRelease)
    /// Send the request to the picture's address, or to the address of the last redirect.
    case request(PictureRequest)
    /// Do nothing until this millisecond of the monotonic clock.
    case pause(until: Int64)
    /// Do nothing until requests to the store are signed with other keys than the last one was.
    case awaitKeys
    /// Resolve the location of a redirect, which may be relative.
    case follow(String, isPermanent: Bool)
    /// Deliver the outcome. Indirect, because the value is passed on many times.
    indirect case finish(FetchOutcome)
    /// Take the text of a robots.txt.
    case takeText([UInt8])

    /// Whether the transfer of an answer goes on.
    var keepsTransfer: Bool {
        switch self {
        case .wait, .read, .readRefusal: true
        case .release, .request, .pause, .awaitKeys, .follow, .finish, .takeText: false
        }
    }
}

/// The ways to end a transfer before its body ends.
enum TransferRelease: Equatable, Sendable {
    /// The rest is read and thrown away, so that the connection can be used again.
    case drain
    /// The connection is closed; with HTTP/2 only the stream is closed.
    case reset
}
