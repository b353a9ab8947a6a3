import TestSupport
import Testing

@testable import Fetching

@Suite struct FirstRangeTests {
    private static let usual = 16_384

    @Test(
        arguments: [
            (1, 1024), (1023, 1024), (1024, 1024), (1025, 2048), (30_000, 30_720), (65_536, 65_536),
            // No first range is enough, so the shortest one costs least.
            (65_537, 1024), (UInt64.max, 1024),
        ] as [(UInt64, Int)])
    func picturesThatAreAlike(_ end: UInt64, _ bytes: Int) {
        var range = FirstRange(atFirst: Self.usual)
        #expect(range.bytes == Self.usual)
        for _ in 0..<8 { range.learn(headerEnd: end, price: 256 << 10) }
        #expect(range.bytes == bytes)
        #expect(range.share == (end <= 65_536 ? 1 : 0))
    }

    @Test func oldPicturesAreForgotten() {
        var range = FirstRange(atFirst: Self.usual)
        for _ in 0..<1000 { range.learn(headerEnd: 60_000, price: 64 << 10) }
        for _ in 0..<64 { range.learn(headerEnd: 700, price: 64 << 10) }
        #expect(range.bytes == 1024)
        #expect(range.share == 1)
    }

    /// One picture in four needs 32 KB, and the others 2 KB. The longer range costs 30 KB for each, and spares a quarter of a
    /// second request, which brings 4 KB besides.
    @Test(arguments: [(4 << 10, 2048), (100 << 10, 2048), (120 << 10, 32_768), (256 << 10, 32_768)] as [(Int, Int)])
    func aRequestIsWorthItsPrice(price: Int, bytes: Int) {
        var range = FirstRange(atFirst: Self.usual)
        for number in 0..<64 { range.learn(headerEnd: number % 4 == 0 ? 32_768 : 2048, price: price) }
        #expect(range.bytes == bytes)
        #expect(range.share == (bytes == 2048 ? 0.75 : 1))
    }

    /// Where two ranges cost nearly the same, the choice may change with each eight pictures. That costs little beside the range that
    /// would have been the best one for all pictures.
    @Test(arguments: 0..<40)
    func changesCostLittle(_ number: Int) {
        var seed = Seed.announced(for: "FirstRangeTests.changesCostLittle \(number)")
        let price = Int.random(in: 32...256, using: &seed) << 10
        let (short, share, least) = (
            Int.random(in: 1...4, using: &seed), Int.random(in: 0...100, using: &seed), Int.random(in: 2...64, using: &seed)
        )
        let longest = Int.random(in: least...66, using: &seed)
        let needs = (0..<6000).map { _ in
            Int.random(in: 0..<100, using: &seed) < share
                ? Int.random(in: least...longest, using: &seed) : Int.random(in: 1...short, using: &seed)
        }
        func cost(_ need: Int, of bytes: Int) -> Int { bytes + (need << 10 > bytes ? price + PictureFetch.laterRange : 0) }
        var range = FirstRange(atFirst: Self.usual)
        var sum = 0
        for need in needs {
            sum += cost(need, of: range.bytes)
            range.learn(headerEnd: UInt64(need) << 10, price: price)
        }
        let best = (1...64).map { blocks in needs.reduce(0) { $0 + cost($1, of: blocks << 10) } }.min() ?? 0
        #expect(Double(sum) < 1.2 * Double(best), "\(seed)")
    }

    /// A host of pictures: of 100, so many have their header in 16 KB, in 48 KB and in more than 64 KB.
    struct Shop: Sendable {
        let near: Int
        let middle: Int

        func headerEnd(using seed: inout Seed) -> UInt64 {
            switch Int.random(in: 0..<100, using: &seed) {
            case ..<near: .random(in: 12_000...16_384, using: &seed)
            case ..<(near + middle): .random(in: 16_385...49_152, using: &seed)
            default: 300_000
            }
        }

        /// The requests and the bytes for each picture with the first ranges of the host, or with a fixed one.
        func cost(_ host: inout FirstRanges, fixed: Int? = nil, using seed: inout Seed) -> (requests: Double, bytes: Double) {
            var (requests, bytes) = (0, 0)
            let count = 20_000
            for _ in 0..<count {
                let end = headerEnd(using: &seed)
                let first = fixed ?? host.bytes(for: .jpeg)
                requests += Int(end) <= first ? 1 : 2
                bytes += Int(end) <= first ? first : first + PictureFetch.laterRange
                host.learn(headerEnd: end, of: .jpeg)
            }
            return (Double(requests) / Double(count), Double(bytes) / Double(count))
        }
    }

    /// Where 41 of 100 pictures need more than 16 KB and nearly all of these more than any first range, 16 KB are asked for, near
    /// and far. Where a longer range has most of them, it is asked for if a request takes long.
    @Test(
        arguments: [
            (Shop(near: 59, middle: 3), 1.0, 16_384), (Shop(near: 59, middle: 3), 100, 16_384),
            (Shop(near: 59, middle: 41), 1, 16_384), (Shop(near: 59, middle: 41), 100, 49_152),
        ] as [(Shop, Double, Int)])
    func nearTheBestFixedRange(shop: Shop, roundTrip: Double, best: Int) {
        var seed = Seed.announced(for: "first ranges")
        var host = FirstRanges()
        var other = FirstRanges()
        // 10 MB a second and transfer.
        for _ in 0..<10 { host.learn(firstByte: roundTrip, body: 16_384, in: 1.6) }
        let learned = shop.cost(&host, using: &seed)
        let fixed = shop.cost(&other, fixed: best, using: &seed)
        #expect(learned.requests < fixed.requests * 1.05, "\(learned), \(fixed), \(seed)")
        #expect(learned.bytes < fixed.bytes * 1.1, "\(learned), \(fixed), \(seed)")
    }

    @Test func theReasons() throws {
        var host = FirstRanges()
        let unasked = host.learned
        for _ in 0..<8 { host.learn(headerEnd: 500, of: .png) }
        let untimed = host.learned
        #expect(unasked == nil && untimed == nil)
        host.learn(firstByte: 100, body: 20_000, in: 10)
        host.learn(headerEnd: 30_000, of: .jpeg)
        let ranges = host.learned
        let learned = try #require(ranges)
        #expect((learned.roundTrip, learned.speed, learned.requestPrice) == (100, 2000, 200_000))
        #expect(learned.ranges == [LearnedRange(kind: "jpeg", bytes: 16_384, share: 0), LearnedRange(kind: "png", bytes: 1024, share: 1)])
    }

    @Test(
        arguments: [
            ("/a/b.jpg", .jpeg), ("/a/b.JPEG", .jpeg), ("/a/b", .other), ("", .other), ("/a/b.png", .png), ("/a/b.PNG?x=1", .png),
            ("/a/b.webp#c", .webp), ("/a/b.avif", .avif), ("/a.png/b", .other), ("/a?file=b.png", .other), (".png", .other),
            ("/.gif", .gif), ("/a.tif", .tiff), ("/a.heif", .heic), ("/a.html", .other),
        ] as [(String, PictureKind)])
    func kinds(_ path: String, _ kind: PictureKind) {
        #expect(withBytes(of: path) { PictureKind(path: $0) } == kind)
    }
}

@Suite struct RequestPriceTests {
    /// Answers of one host: milliseconds to the first byte, bytes, and milliseconds from the first to the last.
    typealias Answer = (firstByte: Double, body: Int, time: Double)

    @Test(
        arguments: [
            ([], 64 << 10),
            ([(100, 0, 0)], 64 << 10),
            ([(100, 10_000, 10)], 100_000),
            ([(100, 40_000, 100)], 40_000),
            ([(20, 10_000, 2), (20, 0, 50)], 100_000),
            // Bodies that come with their heads, and a server without a line.
            ([(100, 10_000, 0)], 256 << 10), ([(0.1, 10_000, 10)], 32 << 10),
            ([(100, 10_000, 10), (0, 10_000, 10), (-3, 10_000, 10)], 100_000),
            // An answer that waited for the bytes of others is no slow round trip.
            ([(10, 100_000, 10), (400, 100_000, 10)], 102_040),
        ] as [([Answer], Int)])
    func prices(answers: [Answer], bytes: Int) {
        var price = RequestPrice()
        for answer in answers { price.learn(firstByte: answer.firstByte, body: answer.body, in: answer.time) }
        #expect(price.bytes == bytes)
    }

    /// A line that becomes slower is noticed within some hundred answers.
    @Test func aSlowerLine() {
        var price = RequestPrice()
        for _ in 0..<1000 { price.learn(firstByte: 10, body: 10_000, in: 0.5) }
        #expect((199_000...201_000).contains(price.bytes))
        for _ in 0..<300 { price.learn(firstByte: 200, body: 10_000, in: 25) }
        #expect((79_000...83_000).contains(price.bytes))
    }
}
