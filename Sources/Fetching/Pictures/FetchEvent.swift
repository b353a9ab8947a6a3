import Base

/// An event in the fetch of a picture.
enum FetchEvent: Equatable, Sendable {
    case begin
    /// The head of an answer has come; interim heads are left out.
    indirect case head(ResponseHead)
    /// Bytes of the body were read.
    case body(BodyReading)
    /// The transfer is over, well or not. The reading is that of the body's end, and means nothing if no body was read.
    case ended(TransferFault?, BodyReading)
    /// The location of a redirect has become an address, or has none because of that.
    case redirected(WebAddress.Refusal?)
    /// A pause is over.
    case woken
    /// The loop gives the picture up: the run is stopped, or the host suspended.
    case abandoned(Failure)
}
