/// A decision of a picture's fetch: an instruction to the loop.
struct FetchAction: Equatable, Sendable {
    /// How to let go of the running transfer, whose later events are ignored. nil: it goes on, or none runs.
    let release: TransferRelease?
    let step: FetchStep
}

/// How a transfer ends before its body does.
enum TransferRelease: Equatable, Sendable {
    /// The rest is read and thrown away, so that the connection can be used again.
    case drain
    /// The connection is closed; with HTTP/2 only the stream is.
    case reset
}

/// The next step of a picture.
enum FetchStep: Equatable, Sendable {
    /// Nothing, until something happens.
    case wait
    /// Send the request to the address that was last followed, or to the picture's own.
    case request(PictureRequest)
    /// Give the body to the picture's sink.
    case read(BodyPlace)
    /// Do nothing until that millisecond of the clock that only goes forward.
    case pause(until: Int64)
    /// Resolve a location as it stands in a head, relative or not.
    case follow(String)
    /// Deliver the outcome.
    case finish(FetchOutcome)
}
