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
    case read(BodyPlace)
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
