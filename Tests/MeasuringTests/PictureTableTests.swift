import ImageHeaders
import Pixels
import TestSupport
import Testing
import WeirBase

@testable import Journals
@testable import Measuring

/// Each distinct name has one slot, and a slot has one result.
@Suite struct PictureTableTests {
    private func withNames<Result>(_ names: [String], _ body: ([UnsafeBufferPointer<UInt8>]) -> Result) -> Result {
        let buffers = names.map { name in
            let buffer = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: name.utf8.count)
            _ = buffer.update(fromContentsOf: Array(name.utf8))
            return UnsafeBufferPointer(buffer)
        }
        defer { for buffer in buffers { buffer.deallocate() } }
        return body(buffers)
    }

    private static func header(width: Int) -> ImageHeader {
        let size = PixelSize(width: width, height: 7)
        return ImageHeader(format: .png, displayed: size, stored: size, orientation: .up)
    }

    /// Slots are numbered in the order in which names come first, in any batches.
    @Test(arguments: 0..<20)
    func agreesWithADictionary(round: Int) {
        var seed = Seed.announced(for: "PictureTableTests.agreesWithADictionary \(round)")
        let table = PictureTable()
        var expected: [String: Int32] = [:]
        for _ in 0..<30 {
            let names = (0..<Int.random(in: 0...40, using: &seed)).map { _ in
                ["https://shop.example/", "", "data:,", "a/"].randomElement(using: &seed)! + "\(Int.random(in: 0...99, using: &seed))"
            }
            let known = withNames(names) { table.find($0) }
            #expect(known == names.map { expected[$0].map { Int($0) } }, "\(seed)")
            let (slots, new) = withNames(names) { table.add($0) }
            var first: [Int] = []
            for (index, name) in names.enumerated() where expected[name] == nil {
                expected[name] = Int32(expected.count)
                first.append(index)
            }
            #expect(slots == names.map { expected[$0] }, "\(seed)")
            #expect(new == first, "\(seed)")
        }
        #expect(table.count == expected.count, "\(seed)")
    }

    /// A name with another byte at any position is another picture, here, in the journal and in the mirror. The journal and the mirror
    /// leave out what stands behind a `#`.
    @Test(arguments: [
        "https://img.shop.example:8080/a/b.jpg?w=300&h=200&v=1#top", "http://user:pass@shop.example/a%20b/c.jpg", "//shop.example/a;b=c",
        "s3://bucket/key with blank.jpg", "products/red hat (1).jpg", "/srv/pictures/a=b&c.jpg", "data:image/png;base64,AAAA",
    ])
    func anotherByte(name: String) {
        var seed = Seed.announced(for: "PictureTableTests.anotherByte \(name)")
        let table = PictureTable()
        let bytes = Array(name.utf8)
        var names = [bytes]
        for index in bytes.indices {
            // A path without an empty name or a dot is the same path, and `#` and `@` change what is before them.
            let others = (1...255).filter { UInt8($0) != bytes[index] && !"./#@".utf8.contains(UInt8($0)) }
            for other in others.shuffled(using: &seed).prefix(9) where !"./".utf8.contains(bytes[index]) {
                names.append(bytes[..<index] + [UInt8(other)] + bytes[(index + 1)...])
            }
        }
        names = Array(Set(names)).sorted { $0.lexicographicallyPrecedes($1) }
        let slots = names.map { name in name.withUnsafeBufferPointer { table.add([$0]).slots[0] } }
        #expect(Set(slots).count == names.count, "\(seed)")
        let sent = Set(names.map { $0.prefix { $0 != UInt8(ascii: "#") } }).count
        #expect(Set(names.map { PictureKey.url(urlForStorage($0)).hash }).count == sent, "\(seed)")
        #expect(Set(names.map { PartialPicture.name(of: urlForStorage($0)) }).count == sent, "\(seed)")
    }

    /// All spellings of a path are one picture.
    @Test func spellings() {
        let table = PictureTable()
        #expect(
            withNames(["a/b.jpg", "a//b.jpg", "./a/b.jpg", "https://a/b", "https://a//b"]) { table.add($0).slots }.suffix(2) == [1, 2])
    }

    /// Results are stored in any order.
    @Test func resultsInTheirSlots() {
        var seed = Seed.announced(for: "PictureTableTests.resultsInTheirSlots")
        let table = PictureTable(placeholders: [.thumbhash, .dominantColor])
        var expected: [Int: String] = [:]
        for slot in (0..<10_000).shuffled(using: &seed).prefix(7000) {
            var result: PictureResult
            if Bool.random(using: &seed) {
                result = PictureResult(Int32(slot), Self.header(width: slot + 1), bytes: 5)
                result.note { $0.placeholders = .complete(Placeholders([.thumbhash], [.thumbhash: "t\(slot)"]), isDecoded: true) }
                expected[slot] = "\(slot + 1) t\(slot)"
            } else {
                result = PictureResult(Failure(.notFound, "gone \(slot)"), of: Picture(Int32(slot), []))
                expected[slot] = "gone \(slot)"
            }
            table.store([result])
        }
        table.read { results in
            for slot in 0..<12_000 {
                var found: String?
                if let facts = results.facts(of: slot) {
                    results.withPlaceholders(of: slot) { found = "\(facts.size.width) " + String(decoding: $0[.thumbhash]!, as: UTF8.self) }
                } else if let failure = results.failure(of: slot) {
                    found = failure.failure.message
                }
                #expect(found == expected[slot], "\(seed)")
                #expect(results.isEmpty(slot) == (found == nil), "\(seed)")
            }
        }
    }
}
