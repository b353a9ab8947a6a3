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
    /// The length of the body; nil if the server does not report it. Such a body reaches the end of the picture.
    let length: UInt64?
    /// The length of the picture, if known.
    var total: UInt64?
    /// Whether the body starts the picture, for the first time or again. Bytes read before are dropped.
    var isAtStart = true
    /// The picture's version, for a store.
    var version = PictureValidators()
}

extension BodyExtent {
    init(whole length: UInt64?) { self.init(offset: 0, length: length, total: length) }

    /// The part of a picture that a server sends (RFC 9110, 15.3.7). The part must begin where the requested range begins, and must
    /// not extend beyond the range.
    init(_ head: ResponseHead, of asked: ClosedRange<UInt64>?) throws(Failure) {
        guard let asked else { throw Failure(.contentMismatch, "the server sent a part where the whole was asked for") }
        guard case .bytes(let first, let last, let total) = head.contentRange else {
            throw Failure(.contentMismatch, "the server sent a part and does not say which")
        }
        guard first == asked.lowerBound, last <= asked.upperBound else {
            let message = "the server sent bytes \(first)-\(last) for \(asked.lowerBound)-\(asked.upperBound)"
            throw Failure(.contentMismatch, message)
        }
        self.init(offset: first, length: last - first + 1, total: total)
        guard head.contentLength.bytes.map({ $0 == length }) ?? true else {
            throw Failure(.contentMismatch, "the server's Content-Length is not that of its Content-Range")
        }
    }

    /// The end of the body in the picture, if known.
    var end: UInt64? { length.map { offset + $0 } }

    /// Whether the body reaches the end of the picture.
    var endsPicture: Bool { length == nil || end == total }

    /// The number of the body's bytes behind a position in the picture; nil if unknown.
    func left(from position: UInt64) -> UInt64? { end.map { $0 - min($0, position) } }
}

/// The result of reading bytes of a body.
enum BodyReading: Equatable, Sendable {
    /// The header, and the end of the bytes that contain it, or a position a little behind that end.
    case found(ImageHeader, end: UInt64)
    case failed(Failure)
    /// The bytes are no picture, but a text, as far as it is of use.
    case text([UInt8])
    /// The missing bytes need another request. The body does not contain them, or it is over.
    case outside(ByteRequest)
    /// The missing bytes lie ahead in the body.
    case ahead(ByteRequest)

    var wantsMore: Bool {
        switch self {
        case .outside, .ahead: true
        case .found, .failed, .text: false
        }
    }
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
        if let failure { return .failed(failure) }
        if store.wanted == 0 || left == 0 && extent?.endsPicture ?? false { return header() }
        if let failure = firstObjection() { return .failed(failure) }
        return .ahead(next)
    }

    func end(isComplete: Bool) -> BodyReading {
        defer { close() }
        if let failure { return .failed(failure) }
        let isWhole = isComplete && left ?? 0 == 0 && extent?.endsPicture ?? false
        return isWhole || store.wanted == 0 ? header() : .outside(next)
    }

    /// Closes the store. The next body, if any, opens it again.
    func close() {
        store.close()
        extent = nil
    }

    private func header() -> BodyReading {
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

    private var next: ByteRequest { ByteRequest(offset: position, count: store.wanted == .max ? 1 : store.wanted) }

    private var left: UInt64? { extent?.left(from: position) }
}

/// Keeps a text that a server sends instead of a picture.
final class TextSink: BodySink {
    private let most: Int
    /// Whether the text is the document with which a store refuses a request. Its beginning is enough, and no byte is of use for the
    /// picture.
    private let isRefusal: Bool
    private var text: [UInt8] = []

    private init(upTo most: Int, isRefusal: Bool) { (self.most, self.isRefusal) = (most, isRefusal) }

    static func robots() -> TextSink { TextSink(upTo: RobotsRules.mostBytes, isRefusal: false) }
    static func refusal() -> TextSink { TextSink(upTo: StoreRefusal.mostBytes, isRefusal: true) }

    func begin(_ extent: BodyExtent) { text = [] }

    func push(_ piece: UnsafeRawBufferPointer) -> BodyReading {
        text += piece.prefix(most - text.count)
        return text.count == most ? .text(text) : .ahead(next)
    }

    var used: UInt64 { isRefusal ? 0 : UInt64(text.count) }

    func end(isComplete: Bool) -> BodyReading { isComplete || isRefusal ? .text(text) : .outside(next) }

    private var next: ByteRequest { ByteRequest(offset: UInt64(text.count), count: 1) }
}
