import Base
import ImageHeaders

/// Where in its picture a body lies.
struct BodyPlace: Equatable, Sendable {
    /// The place of the body's first byte.
    let offset: UInt64
    /// nil: the body is over when it ends.
    let length: UInt64?
    /// Bytes of the picture, if known.
    let total: UInt64?
    /// Whether no byte of the picture follows behind the body.
    let endsPicture: Bool
    /// Whether another picture begins, or the same from its start: what was read is forgotten.
    let isFresh: Bool
}

/// What the bytes of a body led to.
struct BodyReading: Equatable, Sendable {
    enum Answer: Equatable, Sendable {
        /// The header, and where in the picture the bytes end that told it, or a little behind.
        case found(ImageHeader, end: UInt64)
        case failed(Failure)
        /// These bytes must be asked for: they are not in this body, or it is over.
        case wants(ByteRequest)
        /// These bytes are missing, and lie ahead in this body.
        case more(ByteRequest)
    }

    let answer: Answer
    /// Bytes of the body that have not come yet; nil where its length is open.
    let left: UInt64?
}
