import TestSupport
import Testing

@testable import Fetching

@Suite struct TransferCountTests {
    enum Event {
        /// A round of answers that came after so many milliseconds, with requests that waited or without.
        case round(Double, version: Int = 1, isFull: Bool = true)
        case refused(isClear: Bool)
    }

    @Test(
        arguments: [
            (.automatic(most: nil), [.round(100), .round(100), .round(100)], [16, 32, 32]),
            (
                .automatic(most: nil),
                [.round(100, version: 2), .round(100, version: 2), .round(100, version: 2), .round(100, version: 2)], [16, 32, 64, 100]
            ),
            (.automatic(most: 20), [.round(100, version: 2), .round(100, version: 2)], [16, 20]),
            (.automatic(most: 3), [.round(100), .refused(isClear: true)], [3, 1]),
            (.fixed(8), [.round(100), .round(900), .refused(isClear: true)], [8, 8, 8]),
            // Nothing waits: the host need not bear more.
            (.automatic(most: nil), [.round(100, isFull: false)], [8]),
            // A line at the host: first the count stays, then it falls, but not below the few.
            (.automatic(most: nil), [.round(100), .round(140), .round(100), .round(200), .round(9000)], [16, 16, 18, 11, 8]),
            // The host has become slower for good: its own time is learned anew as soon as few are under way.
            (.automatic(most: nil), [.round(100), .round(900), .round(900), .round(900)], [16, 8, 9, 10]),
            // The last answer that shows room, the first that does not, and the same for a line.
            (.automatic(most: nil), [.round(100), .round(130), .round(100)], [16, 32, 32]),
            (.automatic(most: nil), [.round(100), .round(131), .round(100)], [16, 16, 18]),
            (.automatic(most: nil), [.round(100), .round(155), .round(156)], [16, 16, 12]),
            (.automatic(most: 1), [.refused(isClear: true), .round(100)], [1, 1]),
            // Few milliseconds are no line.
            (.automatic(most: nil), [.round(0.2), .round(3)], [16, 32]),
            (.automatic(most: nil), [.round(100), .round(100), .refused(isClear: true), .refused(isClear: true)], [16, 32, 16, 8]),
            (
                .automatic(most: nil),
                [.refused(isClear: false), .refused(isClear: false), .refused(isClear: false), .refused(isClear: false)], [8, 8, 8, 4]
            ),
        ] as [(PerHost, [Event], [Int])])
    func counts(_ perHost: PerHost, events: [Event], counts: [Int]) {
        var transfers = TransferCount(perHost)
        var seen: [Int] = []
        for (now, event) in events.enumerated().map({ (Int64($0) * 1000, $1) }) {
            switch event {
            case .round(let time, let version, let isFull):
                transfers.started(isFull ? transfers.count : 1)
                for _ in 0..<max(8, transfers.count) {
                    transfers.answered(after: time, begun: now + 1, version: version, at: now + 2)
                }
            case .refused(let isClear): transfers.failed(begun: now + 1, isClear: isClear, at: now + 2)
            }
            seen.append(transfers.count)
        }
        #expect(seen == counts)
    }

    /// Requests that were under way when the host refused are one event.
    @Test func oneEventCountsOnce() {
        var transfers = TransferCount(.automatic(most: nil))
        for _ in 0..<8 { transfers.failed(begun: 1, isClear: true, at: 5) }
        #expect(transfers.count == 4)
    }

    /// A request from before a change says nothing of the new number, and one behind it does.
    @Test func requestsAroundAChange() {
        var transfers = TransferCount(.automatic(most: nil))
        transfers.failed(begun: 1, isClear: true, at: 5)
        #expect(transfers.count == 4)
        transfers.failed(begun: 5, isClear: true, at: 6)
        #expect(transfers.count == 4)
        for begun in [5, 6] as [Int64] {
            transfers.started(4)
            for _ in 0..<8 { transfers.answered(after: 100, begun: begun, version: 1, at: 7) }
            #expect(transfers.count == (begun == 5 ? 4 : 5))
        }
        transfers.failed(begun: 8, isClear: true, at: 9)
        #expect(transfers.count == 2)
    }

    /// Some answers of an uneven host are late at any count.
    @Test func unevenAnswersAreNoLine() {
        var seed = Seed.announced(for: "uneven answers")
        var transfers = TransferCount(.automatic(most: 64))
        for now in 1...4000 {
            transfers.started(transfers.count)
            transfers.answered(after: Double.random(in: 50...100, using: &seed), begun: Int64(now), version: 1, at: Int64(now))
        }
        #expect(transfers.count == 64)
    }
}
