import Base
import ImageHeaders

/// Puts the bodies of a picture's answers into its store, and asks for the header when all of the
/// picture is there.
final class StoringFeed: BodyTaking {
    private let store: any PictureStore
    private var place: BodyPlace?
    /// Where in the picture the next byte stands.
    private var position: UInt64 = 0
    private var failure: Failure?
    private var isRecognised = false

    init(_ store: any PictureStore) { self.store = store }

    /// What is no picture shows in so many bytes, and is not fetched to its end.
    private static let firstLook: UInt64 = 16 << 10

    func begin(_ place: BodyPlace, tag: String?) {
        self.place = place
        position = place.offset
        failure = store.open(at: place.offset, tag: tag, total: place.total)
    }

    func push(_ piece: UnsafeRawBufferPointer) -> BodyReading {
        failure = failure ?? store.append(piece)
        position += UInt64(piece.count)
        if let failure { return reading(.failed(failure)) }
        if left == 0, place?.endsPicture ?? false { return reading(header()) }
        if let failure = firstObjection() { return reading(.failed(failure)) }
        return reading(.more(next))
    }

    func end(isComplete: Bool) -> BodyReading {
        defer { close() }
        if let failure { return reading(.failed(failure)) }
        let isWhole = isComplete && left ?? 0 == 0 && place?.endsPicture ?? false
        return reading(isWhole ? header() : .wants(next))
    }

    /// No body comes any more, whatever became of the last.
    func close() {
        store.close()
        place = nil
    }

    private func header() -> BodyReading.Answer {
        switch store.header() {
        case .success(let header): .found(header, end: position)
        case .failure(let failure): .failed(failure)
        }
    }

    private func firstObjection() -> Failure? {
        guard !isRecognised, position >= StoringFeed.firstLook else { return nil }
        isRecognised = true
        guard case .failure(let failure) = store.header() else { return nil }
        // A header that is not whole yet is another matter.
        return failure.code == .notAnImage || failure.code == .unsupportedFormat ? failure : nil
    }

    private var next: ByteRequest { ByteRequest(offset: position, count: 1) }

    private var left: UInt64? {
        place.flatMap { place in place.length.map { place.offset + $0 - min(place.offset + $0, position) } }
    }

    private func reading(_ answer: BodyReading.Answer) -> BodyReading { BodyReading(answer: answer, left: left) }
}
