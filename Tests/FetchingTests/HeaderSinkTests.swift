import ImageHeaders
import TestSupport
import Testing
import WeirBase

@testable import Fetching

/// Bodies in pieces of every length lead to the same header.
@Suite struct HeaderFeedTests {
    private static let pictures: [Bytes] = [
        .jpeg(width: 300, height: 200), .jpeg(width: 300, height: 200, behind: 30_000),
        .jpeg(width: 300, height: 200, behind: 150_000) + Bytes(zeros: 5000), .avif(width: 640, height: 480),
        .avif(width: 640, height: 480, padding: 40_000) + Bytes(zeros: 3000),
        .tiff([.entry(256, type: 3, value: 7), .entry(257, type: 3, value: 5)]),
    ]

    @Test(arguments: pictures, [1, 2, 7, 100, 1023, 1024, 1025, 16_384, 1 << 20])
    func aWholeBody(_ picture: Bytes, _ length: Int) {
        let expected = readHeader(of: picture.all[...], .whole).result
        for isLengthKnown in [true, false] {
            let sink = HeaderSink(limits: HeaderLimits())
            let reading = sink.readWhole(picture, pieces: length, isLengthKnown: isLengthKnown)
            #expect(reading.result == expected)
        }
    }

    /// Ranges of any length, each cut into pieces, some of which break off.
    @Test func rangesThatBreak() {
        var seed = Seed.announced(for: "broken ranges")
        let sink = HeaderSink(limits: HeaderLimits())
        for round in 0..<2000 {
            guard let picture = Self.pictures.randomElement(using: &seed) else { return }
            let expected = readHeader(of: picture.all[...], .whole).result
            var progress = BodyReading.outside(PictureFetch.firstBytes)
            var isAtStart = true
            while case .outside(let request) = progress {
                let first = Int(request.offset)
                let end = min(picture.count, first + request.count + Int.random(in: 0...20_000, using: &seed))
                let isTotalKnown = Bool.random(using: &seed)
                sink.begin(
                    BodyExtent(
                        offset: request.offset, length: UInt64(end - first),
                        total: isTotalKnown ? UInt64(picture.count) : nil, isAtStart: isAtStart))
                isAtStart = false
                let cut = Bool.random(using: &seed) ? end : Int.random(in: first...end, using: &seed)
                progress = sink.read(picture, first..<cut, pieces: Int.random(in: 1...3000, using: &seed))
                if case .ahead = progress { progress = sink.end(isComplete: cut == end) }
            }
            #expect(progress.result == expected, "round \(round), \(seed)")
        }
    }

    /// A picture that is cut off leads to the same failure as a file that is.
    @Test(arguments: pictures) func truncatedBodies(_ picture: Bytes) {
        for length in [0, 1, 2, 11, 64, 1023, 1024, picture.count / 2, picture.count - 1] where length < picture.count {
            let cut = Bytes(Array(picture.all[..<length]))
            let expected = readHeader(of: cut.all[...], .whole).result
            for isLengthKnown in [true, false] {
                let sink = HeaderSink(limits: HeaderLimits())
                let reading = sink.readWhole(cut, pieces: 500, isLengthKnown: isLengthKnown)
                #expect(reading.result != nil)
                #expect(reading.result?.code == expected.code, "cut to \(length)")
            }
        }
    }

    @Test func bytesAhead() {
        let sink = HeaderSink(limits: HeaderLimits())
        let picture = Bytes.jpeg(width: 3, height: 2, behind: 30_000)
        sink.begin(.whole(length: UInt64(picture.count)))
        let reading = sink.read(picture, 0..<2000, pieces: 2000)
        guard case .ahead(let request) = reading else { return #expect(Bool(false), "\(reading)") }
        #expect(request.offset >= 30_000)
    }

    /// Bytes count up to the last one that the reader has seen, and those before a range not at all.
    @Test func usedBytes() {
        let sink = HeaderSink(limits: HeaderLimits())
        let picture = Bytes.jpeg(width: 3, height: 2, behind: 30_000)
        sink.begin(BodyExtent(offset: 0, length: 16_384, total: UInt64(picture.count), isAtStart: true))
        #expect(sink.used == 0)
        guard case .outside(let request) = sink.read(picture, 0..<16_384, pieces: 5000) else {
            return #expect(Bool(false), "the size is behind the first range")
        }
        #expect(sink.used == 1024)
        let first = Int(request.offset)
        sink.begin(BodyExtent(offset: request.offset, length: nil, total: nil, isAtStart: false))
        #expect(sink.read(picture + Bytes(zeros: 9000), first..<picture.count + 5000, pieces: 9000).result != nil)
        #expect((UInt64(picture.count - first)...1024).contains(sink.used))
    }

    /// A range whose last bytes are those that the reader wants is enough.
    @Test(arguments: [0, 1, 5000], [1000, 40_000]) func theLastBytesOfARange(more: Int, pieces: Int) {
        let picture = Bytes.jpeg(width: 3, height: 2, behind: 30_000) + Bytes(zeros: 9000)
        let sink = HeaderSink(limits: HeaderLimits())
        sink.begin(BodyExtent(offset: 0, length: 1024, total: UInt64(picture.count), isAtStart: true))
        guard case .outside(let request) = sink.read(picture, 0..<1024, pieces: 1024) else {
            return #expect(Bool(false), "the size is behind the first bytes")
        }
        let end = Int(request.offset) + request.count
        for (length, isFound) in [(end + more, true), (end - 1, false)] {
            let sink = HeaderSink(limits: HeaderLimits())
            sink.begin(BodyExtent(offset: 0, length: UInt64(length), total: UInt64(picture.count), isAtStart: true))
            let reading = sink.read(picture, 0..<length, pieces: pieces)
            #expect((reading.result != nil) == isFound, "\(reading)")
        }
    }

    /// A body without a length that breaks off is continued by the next request.
    @Test(arguments: [(2, ByteRequest(offset: 2, count: 14)), (700, ByteRequest(offset: 30_002, count: 64))])
    func aBodyWithoutALengthThatBreaksOff(length: Int, next: ByteRequest) {
        let sink = HeaderSink(limits: HeaderLimits())
        sink.begin(.whole(length: nil))
        _ = sink.read(.jpeg(width: 3, height: 2, behind: 30_000), 0..<length, pieces: length)
        #expect(sink.end(isComplete: false) == .outside(next))
    }

    @Test func bytesOutside() {
        let sink = HeaderSink(limits: HeaderLimits())
        let picture = Bytes.jpeg(width: 3, height: 2, behind: 30_000)
        sink.begin(BodyExtent(offset: 0, length: 1024, total: UInt64(picture.count), isAtStart: true))
        let reading = sink.read(picture, 0..<1024, pieces: 1024)
        guard case .outside(let request) = reading else { return #expect(Bool(false), "\(reading)") }
        #expect(request.offset >= 30_000)
    }

    @Test func bytesBehindTheAnnouncedLengthAreNotRead() {
        let sink = HeaderSink(limits: HeaderLimits())
        let picture = Bytes.jpeg(width: 3, height: 2)
        sink.begin(.whole(length: 10))
        let reading = sink.read(picture, 0..<picture.count, pieces: picture.count)
        #expect(reading == .failed(Failure(.truncated, "the bytes end at 10, before the size")))
    }

    /// A header counts even if the body breaks off behind it.
    @Test func aHeaderBeforeTheBreakCounts() {
        let sink = HeaderSink(limits: HeaderLimits())
        let picture = Bytes.jpeg(width: 3, height: 2) + .segment(0xDA, [1, 1, 0, 0, 63, 0])
        sink.begin(.whole(length: 5000))
        let reading = sink.read(picture, 0..<picture.count, pieces: 9)
        guard case .ahead = reading else { return #expect(Bool(false), "\(reading)") }
        #expect(sink.end(isComplete: false).result == readHeader(of: picture.all[...], .whole).result)
    }

    @Test func aHeaderBeyondTheLimitIsTooLarge() {
        let sink = HeaderSink(limits: HeaderLimits(metadataBytes: 10_000))
        let reading = sink.readWhole(.avif(width: 3, height: 2, padding: 20_000), pieces: 700, isLengthKnown: true)
        guard case .failed(let failure) = reading else { return #expect(Bool(false), "\(reading)") }
        #expect(failure.code == .tooLarge)
    }

    @Test func bytesWithoutABodyChangeNothing() {
        let sink = HeaderSink(limits: HeaderLimits())
        #expect(sink.end(isComplete: true) == .outside(PictureFetch.firstBytes))
        sink.begin(.whole(length: nil))
        #expect(sink.push(UnsafeRawBufferPointer(start: nil, count: 0)) == .ahead(PictureFetch.firstBytes))
        #expect(sink.end(isComplete: true) == .failed(Failure(.empty)))
    }
}

extension BodyExtent {
    /// All of a picture, from its start.
    static func whole(length: UInt64?) -> BodyExtent {
        BodyExtent(offset: 0, length: length, total: length, isAtStart: true)
    }
}

extension HeaderSink {
    func readWhole(_ picture: Bytes, pieces: Int, isLengthKnown: Bool) -> BodyReading {
        begin(.whole(length: isLengthKnown ? UInt64(picture.count) : nil))
        let reading = read(picture, 0..<picture.count, pieces: pieces)
        if case .ahead = reading { return end(isComplete: true) }
        return reading
    }

    /// Pushes bytes of a picture until the result is no longer `ahead`. Each piece is in memory of exactly its size.
    func read(_ picture: Bytes, _ range: Range<Int>, pieces length: Int) -> BodyReading {
        var reading = BodyReading.ahead(PictureFetch.firstBytes)
        for start in stride(from: range.lowerBound, to: range.upperBound, by: length) {
            let piece = UnsafeMutableRawBufferPointer.allocate(
                byteCount: min(length, range.upperBound - start), alignment: 1)
            defer { piece.deallocate() }
            piece.copyBytes(from: picture.all[start..<start + piece.count])
            reading = push(UnsafeRawBufferPointer(piece))
            guard case .ahead = reading else { return reading }
        }
        return reading
    }
}

extension BodyReading {
    var result: Result<ImageHeader, Failure>? {
        switch self {
        case .found(let header, _): .success(header)
        case .failed(let failure): .failure(failure)
        case .outside, .ahead, .text: nil
        }
    }
}

extension Result<ImageHeader, Failure> {
    /// nil for a header.
    var code: Failure.Code? {
        if case .failure(let failure) = self { failure.code } else { nil }
    }
}
