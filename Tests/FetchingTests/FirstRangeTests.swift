@testable import Fetching
import TestSupport
import Testing

@Suite struct FirstRangeTests {
    @Test(arguments: [
        (1, 1024), (1023, 1024), (1024, 1024), (1025, 2048), (30_000, 30_720), (65_536, 65_536),
        // No first range would have been enough, so nothing is learned.
        (65_537, 16_384), (UInt64.max, 16_384),
    ] as [(UInt64, Int)])
    func picturesThatAreAlike(_ end: UInt64, _ bytes: Int) {
        var range = FirstRange()
        #expect(range.bytes == 16_384)
        for _ in 0..<8 { range.learn(headerEnd: end) }
        #expect(range.bytes == bytes)
    }

    @Test func oldPicturesAreForgotten() {
        var range = FirstRange()
        for _ in 0..<1000 { range.learn(headerEnd: 60_000) }
        for _ in 0..<64 { range.learn(headerEnd: 700) }
        #expect(range.bytes == 1024)
    }

    /// Half of the shop's pictures are photographs. Of 100 of them, 72 have their size in 16 KB, 88 in 32 KB and 96 in
    /// 64 KB. The other pictures have their size at the start.
    @Test func requestsAndBytesOfAShop() {
        var seed = Seed.announced(for: "first ranges")
        var host = HostState()
        var (requests, bytes) = (0, 0)
        let count = 20_000
        for index in 0..<count {
            let kind = index % 2 == 0 ? PictureKind.photograph : .other
            let chance = Int.random(in: 0..<100, using: &seed)
            let end: UInt64 = switch kind {
            case .other: .random(in: 30...1024, using: &seed)
            case .photograph where chance < 72: .random(in: 200...16_384, using: &seed)
            case .photograph where chance < 88: .random(in: 16_385...32_768, using: &seed)
            case .photograph where chance < 96: .random(in: 32_769...65_536, using: &seed)
            case .photograph: 300_000
            }
            let first = host.firstRange(for: kind)
            requests += Int(end) <= first ? 1 : 2
            bytes += Int(end) <= first ? first : first + 4096
            host.learn(headerEnd: end, of: kind)
        }
        #expect(Double(requests) / Double(count) < 1.15, "\(seed)")
        #expect(Double(bytes) / Double(count) < 25_000, "\(seed)")
    }

    @Test(arguments: [
        ("/a/b.jpg", .photograph), ("/a/b.JPEG", .photograph), ("/a/b", .photograph), ("", .photograph),
        ("/a/b.png", .other), ("/a/b.PNG?x=1", .other), ("/a/b.webp#c", .other), ("/a/b.avif", .other),
        ("/a.png/b", .photograph), ("/a?file=b.png", .photograph), (".png", .photograph), ("/.gif", .other),
    ] as [(String, PictureKind)])
    func kinds(_ path: String, _ kind: PictureKind) {
        #expect(withBytes(of: path) { PictureKind(path: $0) } == kind)
    }
}
