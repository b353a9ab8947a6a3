import Base
import ImageHeaders

/// The place of a body in its picture.
struct BodyPlace: Equatable, Sendable {
    /// The place of the body's first byte.
    let offset: UInt64
    /// nil: the body is over when it ends.
    let length: UInt64?
    /// Bytes of the picture, if known.
    let total: UInt64?
    /// Whether no byte of the picture follows behind the body.
    let endsPicture: Bool
    /// Whether another picture begins, or the same from its start: what was read before is dropped.
    let isFresh: Bool
    /// The picture's strong entity tag, for a store.
    var tag: String?
}

extension BodyPlace {
    /// Where the body ends, if that is known.
    var end: UInt64? { length.map { offset + $0 } }

    /// Bytes of the body behind a position in the picture; nil if its length is open.
    func left(from position: UInt64) -> UInt64? { end.map { $0 - min($0, position) } }
}

/// The result of reading bytes of a body.
struct BodyReading: Equatable, Sendable {
    let progress: BodyProgress
    /// Bytes of the body that have not come yet; nil if its length is open.
    let left: UInt64?
}

enum BodyProgress: Equatable, Sendable {
    /// The header, and where in the picture the bytes end that told it, or a little behind.
    case found(ImageHeader, end: UInt64)
    case failed(Failure)
    /// These bytes are missing and have to be asked for: the body does not hold them, or is over.
    case outside(ByteRequest)
    /// These bytes are missing and lie ahead in the body.
    case ahead(ByteRequest)
}
