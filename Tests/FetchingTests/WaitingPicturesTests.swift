@testable import Fetching
import TestSupport
import Testing

@Suite struct WaitingPicturesTests {
    private static func order(_ urls: [String]) -> FetchOrder { FetchOrder(urls.map { Array($0.utf8) }) { _, _ in } }

    /// The hosts of an order's URLs, with - for a URL that is refused, and the runs that they make.
    @Test(arguments: [
        ("", [], []), ("a", ["http://a:80 [0]"], []), ("a a a", ["http://a:80 [0, 1, 2]"], []),
        ("a b b a", ["http://a:80 [0, 3]", "http://b:80 [1, 2]"], []),
        ("- a - a a -", ["http://a:80 [1, 3, 4]"], [0, 2, 5]), ("b a b", ["http://b:80 [0, 2]", "http://a:80 [1]"], []),
        ("- -", [], [0, 1]),
    ] as [(String, [String], [Int])])
    func runsOfAnOrder(_ hosts: String, _ runs: [String], _ refused: [Int]) {
        let order = Self.order(hosts.split(separator: " ").map { $0 == "-" ? "ftp://a/" : "http://\($0)/p.jpg" })
        #expect(order.runs.map { "\($0.origin) \($0.indices)" } == runs)
        #expect(order.refused == refused)
    }

    /// Each picture comes out once, from the front or from the back.
    @Test func asAQueue() {
        var seed = Seed.announced(for: "waiting pictures")
        let orders = (0..<3).map { _ in Self.order([]) }
        for round in 0..<300 {
            var waiting = WaitingPictures()
            var expected: [(index: Int, order: FetchOrder)] = []
            for _ in 0..<Int.random(in: 1...200, using: &seed) {
                if Bool.random(using: &seed) {
                    let first = Int32.random(in: 0..<100, using: &seed)
                    let indices = Array(first..<first + .random(in: 1...4, using: &seed))
                    guard let order = orders.randomElement(using: &seed) else { continue }
                    waiting.append(indices, of: order)
                    expected += indices.map { (Int($0), order) }
                } else {
                    let takesLast = Bool.random(using: &seed)
                    let picture = takesLast ? waiting.popLast() : waiting.popFirst()
                    let next = expected.isEmpty ? nil : takesLast ? expected.removeLast() : expected.removeFirst()
                    #expect(picture?.index == next?.index && picture?.order === next?.order, "round \(round), \(seed)")
                }
                #expect(waiting.isEmpty == expected.isEmpty, "round \(round), \(seed)")
            }
        }
    }

    /// An order without waiting pictures is released while others wait, however many they are.
    @Test(arguments: [1, 5]) func usedOrdersAreReleased(others: Int) {
        var waiting = WaitingPictures()
        weak var first: FetchOrder?
        do {
            let order = Self.order([])
            first = order
            waiting.append([0, 1], of: order)
        }
        for _ in 0..<others { waiting.append([0, 1], of: Self.order([])) }
        #expect(first != nil)
        for _ in 0..<2 { _ = waiting.popFirst() }
        #expect(first == nil)
        #expect(waiting.popFirst()?.index == 0)
    }
}
