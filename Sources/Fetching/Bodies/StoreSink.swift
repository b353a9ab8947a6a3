import Base
import ImageHeaders

/// Puts the bodies of a picture's answers into its store, and asks for the header when all wanted bytes are there.
final class StoreSink: BodySink {
    private let store: any PictureStore
    private var place: BodyPlace?
    /// The position of the next byte in the picture.
    private var position: UInt64 = 0
    private(set) var used: UInt64 = 0
    private var failure: Failure?
    private var isRecognised = false

    init(_ store: any PictureStore) { self.store = store }

    /// This number of bytes shows whether the body is a picture. If not, the rest is not fetched.
    private static let firstLook: UInt64 = 16 << 10

    func begin(_ place: BodyPlace) {
        self.place = place
        position = place.offset
        used = 0
        failure = store.open(at: place.offset, place.version)
    }

    func push(_ piece: UnsafeRawBufferPointer) -> BodyReading {
        failure = failure ?? store.append(piece)
        position += UInt64(piece.count)
        used += UInt64(piece.count)
        if let failure { return reading(.failed(failure)) }
        if store.wanted == .none || left == 0 && place?.endsPicture ?? false { return reading(header()) }
        if let failure = firstObjection() { return reading(.failed(failure)) }
        return reading(.ahead(next))
    }

    func end(isComplete: Bool) -> BodyReading {
        defer { close() }
        if let failure { return reading(.failed(failure)) }
        let isWhole = isComplete && left ?? 0 == 0 && place?.endsPicture ?? false
        return reading(isWhole || store.wanted == .none ? header() : .outside(next))
    }

    /// Closes the store. The next body, if any, opens it again.
    func close() {
        store.close()
        place = nil
    }

    private func header() -> BodyProgress {
        switch store.header() {
        case .success(let header): .found(header, end: position)
        case .failure(let failure): .failed(failure)
        }
    }

    private func firstObjection() -> Failure? {
        guard !isRecognised, position >= StoreSink.firstLook else { return nil }
        isRecognised = true
        guard case .failure(let failure) = store.header() else { return nil }
        // Other failures may only mean that the header is not complete yet.
        return failure.code == .notAnImage || failure.code == .unsupportedFormat ? failure : nil
    }

    private var next: ByteRequest {
        if case .next(let count) = store.wanted { return ByteRequest(offset: position, count: count) }
        return ByteRequest(offset: position, count: 1)
    }

    private var left: UInt64? { place?.left(from: position) }

    private func reading(_ progress: BodyProgress) -> BodyReading { BodyReading(progress: progress, left: left) }
}
