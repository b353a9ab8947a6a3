import ImageHeaders
import Testing
import WeirBase

@testable import Fetching

/// The parts of bodies, and texts instead of pictures.
@Suite struct BodySinkTests {
    @Test(
        arguments: [
            (0, 100, 100, 100, true), (0, 100, 101, 100, false), (0, 100, nil, 100, false), (50, 50, 100, 100, true),
            (50, 100, 100, 150, false), (0, nil, nil, nil, true), (0, nil, 100, nil, true), (0, 0, 0, 0, true),
        ] as [(UInt64, UInt64?, UInt64?, UInt64?, Bool)])
    func extents(offset: UInt64, length: UInt64?, total: UInt64?, end: UInt64?, endsPicture: Bool) {
        let extent = BodyExtent(offset: offset, length: length, total: total)
        #expect(extent.end == end && extent.endsPicture == endsPicture)
    }

    /// The bytes behind a position of a body that has the bytes from 50 to 149.
    @Test(arguments: [(0, 150), (50, 100), (149, 1), (150, 0), (151, 0)] as [(UInt64, UInt64)])
    func bytesLeft(position: UInt64, left: UInt64) {
        #expect(BodyExtent(offset: 50, length: 100).left(from: position) == left)
        #expect(BodyExtent(offset: 50, length: nil).left(from: position) == nil)
    }

    /// Parts of a picture, each asked for as bytes 10-19.
    @Test(
        arguments: [
            ("bytes 10-19/100", nil, BodyExtent(offset: 10, length: 10, total: 100)),
            ("bytes 10-18/*", "9", BodyExtent(offset: 10, length: 9, total: nil)),
            ("bytes 10-10/11", "1", BodyExtent(offset: 10, length: 1, total: 11)),
            ("bytes 10-20/100", nil, nil), ("bytes 9-19/100", nil, nil), ("bytes 11-19/100", nil, nil), ("bytes */100", nil, nil),
            ("bytes 10-19/100", "9", nil), ("bytes 10-19/100", "11", nil),
        ] as [(String, String?, BodyExtent?)])
    func parts(range: String, length: String?, extent: BodyExtent?) throws {
        let head = head(["HTTP/1.1 206", "Content-Range: \(range)"] + (length.map { ["Content-Length: \($0)"] } ?? []))
        guard let extent else {
            #expect(throws: Failure.self) { try BodyExtent(head, of: 10...19) }
            return
        }
        #expect(try BodyExtent(head, of: 10...19) == extent)
    }

    @Test(
        arguments: [
            (.ahead(PictureFetch.firstBytes), true), (.outside(PictureFetch.firstBytes), true), (.text([]), false),
            (.failed(Failure(.corrupt)), false), (.found(header, end: 1), false),
        ] as [(BodyReading, Bool)])
    func readings(reading: BodyReading, wantsMore: Bool) { #expect(reading.wantsMore == wantsMore) }

    /// The document of a refusal is read up to 4 KB. Its beginning is enough, and no byte of it is of use for the picture.
    @Test func refusals() {
        let sink = TextSink.refusal()
        let document = [UInt8](repeating: 0x41, count: 4095)
        for isComplete in [true, false] {
            sink.begin(BodyExtent(offset: 0, length: nil))
            #expect(document.withUnsafeBytes { sink.push($0) } == .ahead(ByteRequest(offset: 4095, count: 1)))
            #expect(sink.end(isComplete: isComplete) == .text(document))
        }
        #expect(([0x42, 0x43] as [UInt8]).withUnsafeBytes { sink.push($0) } == .text(document + [0x42]))
        #expect(sink.used == 0)
    }

    /// A robots.txt that breaks off is read again.
    @Test func robots() {
        let sink = TextSink.robots()
        sink.begin(BodyExtent(offset: 0, length: nil))
        _ = [UInt8](repeating: 0x41, count: 7).withUnsafeBytes { sink.push($0) }
        #expect(sink.used == 7)
        #expect(sink.end(isComplete: true) == .text([UInt8](repeating: 0x41, count: 7)))
        #expect(sink.end(isComplete: false) == .outside(ByteRequest(offset: 7, count: 1)))
    }
}
