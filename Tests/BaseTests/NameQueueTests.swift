import TestSupport
import Testing

@testable import WeirBase

@Suite struct NameQueueTests {
    /// Each name comes out once, from the front, from the back or in blocks, as from an array.
    @Test(arguments: 0..<20)
    func asAnArray(round: Int) {
        var seed = Seed.announced(for: "NameQueueTests.asAnArray \(round)")
        var queue = NameQueue()
        var expected: [(number: Int32, name: [UInt8])] = []
        var next: Int32 = 0
        for _ in 0..<400 {
            switch Int.random(in: 0..<5, using: &seed) {
            case 0, 1:
                let isBlock = Bool.random(using: &seed)
                var block = NameBlock()
                for _ in 0..<Int.random(in: 1...300, using: &seed) {
                    let name = (0..<Int.random(in: 0...9, using: &seed)).map { _ in UInt8.random(in: .min ... .max, using: &seed) }
                    name.withUnsafeBufferPointer { if isBlock { block.append(next, $0) } else { queue.append(next, $0) } }
                    expected.append((next, name))
                    next += 1
                }
                queue.append(block)
            case 2:
                let item = queue.popFirst()
                let first = expected.isEmpty ? nil : expected.removeFirst()
                #expect(item?.number == first?.number && item?.name == first?.name, "\(seed)")
            case 3:
                let item = queue.popLast()
                let last = expected.popLast()
                #expect(item?.number == last?.number && item?.name == last?.name, "\(seed)")
            default:
                let most = Int.random(in: 1...400, using: &seed)
                let block = queue.popFirst(atMost: most)
                #expect((block == nil) == expected.isEmpty && block?.count ?? 1 <= most && block?.count ?? 1 > 0, "\(seed)")
                var names: [(Int32, [UInt8])] = []
                block?.forEach { names.append(($0, Array($1))) }
                #expect(names.elementsEqual(expected.prefix(names.count)) { $0.0 == $1.number && $0.1 == $1.name }, "\(seed)")
                expected.removeFirst(names.count)
            }
            #expect(queue.count == expected.count && queue.isEmpty == expected.isEmpty, "\(seed)")
        }
    }

    /// The names of two kinds, each in their order.
    @Test(arguments: [("", "", ""), ("ab", "ab", ""), ("12", "", "12"), ("a1b2c", "abc", "12")])
    func divided(names: String, such: String, others: String) {
        var block = NameBlock()
        for (number, name) in names.utf8.enumerated() { [name].withUnsafeBufferPointer { block.append(Int32(number), $0) } }
        func text(_ block: NameBlock) -> String {
            var text = ""
            block.forEach { number, name in
                #expect(name.elementsEqual([Array(names.utf8)[Int(number)]]))
                text += String(decoding: name, as: UTF8.self)
            }
            return text
        }
        let (one, two) = block.divided { $0[0] >= UInt8(ascii: "a") }
        #expect(text(one) == such && text(two) == others)
    }
}
