import Base
import ImageHeaders

/// Takes the bodies of a picture's answers, from any transfer.
protocol BodySink: AnyObject {
    func begin(_ place: BodyPlace)
    /// Takes the next bytes of the body.
    func push(_ piece: UnsafeRawBufferPointer) -> BodyReading
    /// The number of bytes of the body up to the last one that was used.
    var used: UInt64 { get }
    /// Called at the end of the body. `isComplete` is false if the transfer failed.
    func end(isComplete: Bool) -> BodyReading
}

/// The place of a body in its picture.
struct BodyPlace: Equatable, Sendable {
    /// The position of the body's first byte in the picture.
    let offset: UInt64
    /// The length of the body; nil if the server does not report it.
    let length: UInt64?
    /// The length of the picture, if known.
    let total: UInt64?
    /// Whether the body reaches the end of the picture.
    let endsPicture: Bool
    /// Whether the body starts the picture, for the first time or again. Bytes read before are dropped.
    let isFresh: Bool
    /// The picture's version, for a store.
    var version = PictureValidators()
}

extension BodyPlace {
    /// The end of the body in the picture, if known.
    var end: UInt64? { length.map { offset + $0 } }

    /// The number of the body's bytes behind a position in the picture; nil if unknown.
    func left(from position: UInt64) -> UInt64? { end.map { $0 - min($0, position) } }
}

/// The result of reading bytes of a body.
struct BodyReading: Equatable, Sendable {
    let progress: BodyProgress
    /// The number of bytes that the body still has; nil if unknown.
    let left: UInt64?

    /// Whether the body was to have bytes that are still missing.
    var isShort: Bool {
        switch progress {
        case .outside, .ahead: left ?? 0 > 0
        case .found, .failed, .complete: false
        }
    }
}

enum BodyProgress: Equatable, Sendable {
    /// The header, and the end of the bytes that contain it, or a position a little behind that end.
    case found(ImageHeader, end: UInt64)
    case failed(Failure)
    /// A text that is no picture is complete.
    case complete
    /// The missing bytes need another request. The body does not contain them, or it is over.
    case outside(ByteRequest)
    /// The missing bytes lie ahead in the body.
    case ahead(ByteRequest)
}
