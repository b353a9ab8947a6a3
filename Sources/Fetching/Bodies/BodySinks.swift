import ImageHeaders
import WeirBase

/// Takes the bodies of a picture's answers, from any transfer.
protocol BodySink: AnyObject {
    func begin(_ extent: BodyExtent)
    /// Takes the next bytes of the body.
    func push(_ piece: UnsafeRawBufferPointer) -> BodyReading
    /// The number of bytes of the body up to the last one that was used.
    var used: UInt64 { get }
    /// Called at the end of the body. `isComplete` is false if the transfer failed.
    func end(isComplete: Bool) -> BodyReading
}

/// The range of a picture's bytes that a body has.
struct BodyExtent: Equatable, Sendable {
    /// The offset of the body's first byte in the picture.
    let offset: UInt64
    /// The length of the body; nil if the server does not report it.
    let length: UInt64?
    /// The length of the picture, if known.
    let total: UInt64?
    /// Whether the body reaches the end of the picture.
    let endsPicture: Bool
    /// Whether the body starts the picture, for the first time or again. Bytes read before are dropped.
    let isAtStart: Bool
    /// The picture's version, for a store.
    var version = PictureValidators()
}

extension BodyExtent {
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

/// Puts the bodies of a picture's answers into its store, and asks for the header when all wanted bytes are there.
final class StoreSink: BodySink {
    private let store: any PictureStore
    private var extent: BodyExtent?
    /// The position of the next byte in the picture.
    private var position: UInt64 = 0
    private(set) var used: UInt64 = 0
    private var failure: Failure?
    private var isRecognized = false

    init(_ store: any PictureStore) { self.store = store }

    /// This number of bytes shows whether the body is a picture. If not, the rest is not fetched.
    private static let firstLook: UInt64 = 16 << 10

    func begin(_ extent: BodyExtent) {
        self.extent = extent
        position = extent.offset
        used = 0
        failure = store.open(at: extent.offset, extent.version)
    }

    func push(_ piece: UnsafeRawBufferPointer) -> BodyReading {
        failure = failure ?? store.append(piece)
        position += UInt64(piece.count)
        used += UInt64(piece.count)
        if let failure { return reading(.failed(failure)) }
        if store.wanted == .none || left == 0 && extent?.endsPicture ?? false { return reading(header()) }
        if let failure = firstObjection() { return reading(.failed(failure)) }
        return reading(.ahead(next))
    }

    func end(isComplete: Bool) -> BodyReading {
        defer { close() }
        if let failure { return reading(.failed(failure)) }
        let isWhole = isComplete && left ?? 0 == 0 && extent?.endsPicture ?? false
        return reading(isWhole || store.wanted == .none ? header() : .outside(next))
    }

    /// Closes the store. The next body, if any, opens it again.
    func close() {
        store.close()
        extent = nil
    }

    private func header() -> BodyProgress {
        switch store.header() {
        case .success(let header): .found(header, end: position)
        case .failure(let failure): .failed(failure)
        }
    }

    private func firstObjection() -> Failure? {
        guard !isRecognized, position >= StoreSink.firstLook else { return nil }
        isRecognized = true
        guard case .failure(let failure) = store.header() else { return nil }
        // Other failures may only mean that the header is not complete yet.
        return failure.code == .notAnImage || failure.code == .unsupportedFormat ? failure : nil
    }

    private var next: ByteRequest {
        if case .next(let count) = store.wanted { return ByteRequest(offset: position, count: count) }
        return ByteRequest(offset: position, count: 1)
    }

    private var left: UInt64? { extent?.left(from: position) }

    private func reading(_ progress: BodyProgress) -> BodyReading { BodyReading(progress: progress, left: left) }
}
