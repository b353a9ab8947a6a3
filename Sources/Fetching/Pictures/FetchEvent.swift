import Base

/// An event in the fetch of a picture.
enum FetchEvent: Equatable, Sendable {
    case begin
    /// The head of an answer has come; interim heads are left out. The blame is for a server error.
    indirect case head(ResponseHead, HostJudgement.Blame = .picture)
    /// Bytes of the body were read.
    case body(BodyReading)
    /// The document with which a store refuses the request was read to its end, or as far as it is of use.
    case refused([UInt8])
    /// The transfer has ended, with a fault or without. If no body was read, the reading has no meaning.
    case ended(TransferFault?, BodyReading, HostJudgement.Blame = .picture)
    /// The location of a redirect was resolved, or was refused for this reason.
    case redirected(WebAddress.Refusal?)
    /// A pause is over, or other keys have come.
    case woken
    /// The loop gives the picture up: the run is stopped, or the host suspended.
    case abandoned(Failure)
}
