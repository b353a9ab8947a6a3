import ImageHeaders
import TestSupport
import Testing
import WeirBase

@testable import Fetching

/// The storing of bodies.
@Suite struct StoreFeedTests {
    private let store = MemoryStore()
    private let picture = [UInt8]((0..<50_000).map { UInt8(truncatingIfNeeded: $0 &* 7) })

    private func push(_ range: Range<Int>, _ sink: StoreSink) -> BodyReading {
        picture[range].withUnsafeBytes { sink.push($0) }
    }

    private func whole(length: UInt64?) -> BodyExtent {
        BodyExtent(offset: 0, length: length, total: length, isAtStart: true)
    }

    /// All bytes are stored at their offsets, in pieces of any length and with any breaks.
    @Test func piecesAndBreaks() throws {
        var seed = Seed.announced(for: "pieces and breaks")
        for _ in 0..<100 {
            let store = MemoryStore()
            let sink = StoreSink(store)
            var position = 0
            while position < picture.count {
                let left = UInt64(picture.count - position)
                sink.begin(
                    BodyExtent(
                        offset: UInt64(position), length: left, total: UInt64(picture.count),
                        isAtStart: position == 0, version: PictureValidators(etag: "\"a\"")))
                let end = Bool.random(using: &seed) ? picture.count : Int.random(in: position...picture.count, using: &seed)
                while position < end {
                    let next = Int.random(in: position + 1...end, using: &seed)
                    let reading = push(position..<next, sink)
                    position = next
                    let isWhole = position == picture.count
                    #expect(
                        reading
                            == (isWhole ? .found(header, end: 50_000) : .ahead(ByteRequest(offset: UInt64(position), count: 1))), "\(seed)")
                }
                let reading = sink.end(isComplete: position == picture.count)
                if position < picture.count {
                    #expect(reading == .outside(ByteRequest(offset: UInt64(position), count: 1)), "\(seed)")
                }
                #expect(!store.isOpen, "\(seed)")
            }
            #expect(store.bytes == picture, "\(seed)")
            #expect(store.tag == "\"a\"", "\(seed)")
        }
    }

    @Test func aBodyWithoutALengthIsWholeAtItsEnd() {
        let sink = StoreSink(store)
        sink.begin(whole(length: nil))
        #expect(push(0..<100, sink) == .ahead(ByteRequest(offset: 100, count: 1)))
        #expect(sink.end(isComplete: true) == .found(header, end: 100))
        sink.begin(whole(length: nil))
        _ = push(0..<100, sink)
        #expect(sink.end(isComplete: false) == .outside(ByteRequest(offset: 100, count: 1)))
    }

    /// If the first bytes are no picture, the fetch ends. Other failures may mean that the header is not complete yet.
    @Test(
        arguments: [
            (.notAnImage, true), (.unsupportedFormat, true), (.truncated, false), (.corrupt, false), (.tooLarge, false),
        ] as [(Failure.Code, Bool)])
    func theFirstLook(code: Failure.Code, ends: Bool) {
        store.result = .failure(Failure(code))
        let sink = StoreSink(store)
        sink.begin(whole(length: 50_000))
        #expect(push(0..<10_000, sink) == .ahead(ByteRequest(offset: 10_000, count: 1)))
        #expect(store.looks == 0)
        let more = BodyReading.ahead(ByteRequest(offset: 20_000, count: 1))
        #expect(push(10_000..<20_000, sink) == (ends ? .failed(Failure(code)) : more))
        #expect(store.looks == 1)
        guard !ends else { return }
        _ = push(20_000..<30_000, sink)
        #expect(store.looks == 1)
    }

    /// The first look is at the first 16 KB.
    @Test(arguments: [(16_383, 0), (16_384, 1), (16_385, 1)])
    func theBytesOfTheFirstLook(count: Int, looks: Int) {
        let sink = StoreSink(store)
        sink.begin(whole(length: 50_000))
        _ = push(0..<count, sink)
        #expect(store.looks == looks && sink.used == UInt64(count))
    }

    /// A body of this length, of which so many bytes come, and the readings of its last byte and of its end.
    @Test(
        arguments: [
            (100, 100, nil, 100, .found(header, end: 100), .found(header, end: 100), .outside(ByteRequest(offset: 100, count: 1))),
            (100, 100, nil, 99, .ahead(ByteRequest(offset: 99, count: 1)), .outside(ByteRequest(offset: 99, count: 1)), nil),
            (100, 200, nil, 100, .ahead(ByteRequest(offset: 100, count: 1)), .outside(ByteRequest(offset: 100, count: 1)), nil),
            (100, nil, nil, 100, .ahead(ByteRequest(offset: 100, count: 1)), .outside(ByteRequest(offset: 100, count: 1)), nil),
            (100, 200, 101, 100, .ahead(ByteRequest(offset: 100, count: 77)), .outside(ByteRequest(offset: 100, count: 77)), nil),
            (100, 200, 100, 100, .found(header, end: 100), .found(header, end: 100), nil),
            (100, 200, 90, 90, .found(header, end: 90), .found(header, end: 90), nil),
            (nil, nil, 90, 90, .found(header, end: 90), .found(header, end: 90), nil),
            (
                nil, nil, nil, 100, .ahead(ByteRequest(offset: 100, count: 1)), .found(header, end: 100),
                .outside(ByteRequest(offset: 100, count: 1))
            ),
        ] as [(UInt64?, UInt64?, Int?, Int, BodyReading, BodyReading, BodyReading?)])
    func ends(
        length: UInt64?, total: UInt64?, enough: Int?, count: Int, pushed: BodyReading, complete: BodyReading, broken: BodyReading?
    ) {
        for (isComplete, reading) in [(true, complete), (false, broken ?? complete)] {
            let store = MemoryStore()
            store.enough = enough
            let sink = StoreSink(store)
            sink.begin(BodyExtent(offset: 0, length: length, total: total))
            #expect(push(0..<count, sink) == pushed)
            #expect(sink.end(isComplete: isComplete) == reading)
            #expect(sink.used == UInt64(count) && !store.isOpen)
        }
    }

    /// A failure ends with its body, and so do the bytes that were used of it.
    @Test func eachBodyBeginsAnew() {
        store.room = 150
        let sink = StoreSink(store)
        for _ in 0..<2 {
            sink.begin(whole(length: 300))
            #expect(sink.used == 0)
            #expect(push(0..<100, sink) == .ahead(ByteRequest(offset: 100, count: 1)))
            #expect(push(100..<200, sink) == .failed(MemoryStore.isFull))
        }
    }

    @Test func aHeaderThatIsDamaged() {
        store.result = .failure(Failure(.corrupt))
        let sink = StoreSink(store)
        sink.begin(whole(length: 100))
        #expect(push(0..<100, sink) == .failed(Failure(.corrupt)))
    }

    /// A store that has enough ends its picture before the body does, and one that wants a part asks for it behind the body.
    @Test func aStoreThatWantsLess() {
        store.enough = 250
        let sink = StoreSink(store)
        let part = { (offset: UInt64) in
            BodyExtent(offset: offset, length: 100, total: 50_000, isAtStart: offset == 0)
        }
        sink.begin(part(0))
        #expect(push(0..<100, sink) == .ahead(ByteRequest(offset: 100, count: 77)))
        #expect(sink.end(isComplete: true) == .outside(ByteRequest(offset: 100, count: 77)))
        sink.begin(whole(length: 50_000))
        _ = push(0..<240, sink)
        #expect(push(240..<260, sink) == .found(header, end: 260))
        #expect(sink.end(isComplete: false) == .found(header, end: 260))
    }

    @Test(arguments: [0, 150]) func aStoreThatTakesNoMore(room: Int) {
        store.room = room
        let sink = StoreSink(store)
        sink.begin(whole(length: 300))
        if room > 0 { #expect(push(0..<100, sink) == .ahead(ByteRequest(offset: 100, count: 1))) }
        #expect(push(100..<200, sink) == .failed(MemoryStore.isFull))
        #expect(push(200..<300, sink) == .failed(MemoryStore.isFull))
        #expect(sink.end(isComplete: true) == .failed(MemoryStore.isFull))
        #expect(!store.isOpen)
    }
}

/// A store in memory, used on one thread.
private final class MemoryStore: PictureStore, @unchecked Sendable {
    var kept: PictureValidators? { nil }
    var count: UInt64 { UInt64(bytes.count) }
    private(set) var bytes: [UInt8] = []
    private(set) var tag: String?
    private(set) var isOpen = false
    private(set) var looks = 0
    var room = Int.max
    /// With so many bytes it wants no more, and before that a part.
    var enough: Int?
    var wanted: Int { enough.map { bytes.count < $0 ? 77 : 0 } ?? .max }
    var result = Result<ImageHeader, Failure>.success(FetchingTests.header)
    static let isFull = Failure(.cancelled, "it is full")

    func open(at offset: UInt64, _ version: PictureValidators) -> Failure? {
        if room == 0 { return MemoryStore.isFull }
        if offset == 0 { bytes = [] }
        precondition(Int(offset) == bytes.count)
        tag = version.etag
        isOpen = true
        return nil
    }

    func append(_ piece: UnsafeRawBufferPointer) -> Failure? {
        guard bytes.count + piece.count <= room else { return MemoryStore.isFull }
        bytes += piece
        return nil
    }

    func header() -> Result<ImageHeader, Failure> {
        looks += 1
        return result
    }

    func close() { isOpen = false }
}
