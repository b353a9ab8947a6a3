import Base

/// What happens to a picture that is fetched.
enum FetchEvent: Equatable, Sendable {
    case begin
    /// The head of an answer has come; interim heads are not told.
    indirect case head(ResponseHead)
    /// Bytes of the body were read.
    case reading(BodyReading)
    /// The transfer is over, well or not. The reading is what the body's end led to, and means
    /// nothing where no body was read.
    case ended(TransferFault?, BodyReading)
    /// The location that was to be followed has been made an address, or not.
    case redirected(Redirection)
    /// A pause is over.
    case woken
    /// Somebody else gives the picture up: the run is stopped, or the host suspended.
    case abandoned(Failure)

    enum Redirection: Equatable, Sendable {
        case resolved, badURL, forbiddenScheme
    }
}
