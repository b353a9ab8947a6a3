@testable import Fetching

/// A server of a simulation: its delays, and a limit of requests, outages, pictures that it can never send or refusals at random.
struct DrawnServer {
    enum Outage: CaseIterable {
        /// Connections are refused, and those under way are reset.
        case refuses, resets
        /// Nothing is answered.
        case isSilent
        /// Every answer is 500, 503 or 429.
        case errs, isBusy, asksForPatience
    }

    enum Answer: Equatable {
        case fault(TransferFault)
        case status(Int)
        /// A status with the server's Retry-After.
        case refusal(Int)
    }

    let pictures: Int
    let transfers: PerHost
    let delay: ClosedRange<Int64>
    /// Requests a second, and how many more the server takes at once; nil without a limit.
    let limit: (perSecond: Double, burst: Double)?
    let limitStatus: Int
    /// The share of requests that are refused (503) at any rate. No picture is refused twice.
    let refusedShare: Double
    /// The seconds that its refusals ask for; 0 if they name no time.
    let retryAfter: Int
    let outages: [(time: Range<Int64>, kind: Outage)]
    let broken: Set<Int>
    let brokenAnswer: Answer
    /// The requests that are left until a broken picture is sent; nil for one that never is.
    private var mended: [Int: Int] = [:]
    private var refused: Set<Int> = []
    private var tokens = 0.0
    private var tokensAt: Int64 = 0

    init(using random: inout some RandomNumberGenerator) {
        pictures = Int.random(in: 1...1500, using: &random)
        transfers = [.automatic(most: nil), .fixed(1), .fixed(8), .fixed(32), .fixed(100)].randomElement(using: &random) ?? .fixed(8)
        let least = Int64.random(in: 1...150, using: &random)
        delay = least...least + Int64.random(in: 0...100, using: &random)
        limitStatus = Bool.random(using: &random) ? 429 : 503
        if Int.random(in: 0..<3, using: &random) == 0 {
            // A limit that 503 tells is learned from several refusals, which a slow one spreads over a long time.
            let perSecond = Double.random(in: (limitStatus == 429 ? 5 : 20)...400, using: &random)
            limit = (perSecond, Double.random(in: 0...max(1, perSecond / 2), using: &random))
        } else {
            limit = nil
        }
        retryAfter = [0, 0, 1, 5].randomElement(using: &random) ?? 0
        var outages: [(time: Range<Int64>, kind: Outage)] = []
        var end: Int64 = 0
        let isReliable = Bool.random(using: &random)
        let refusesAtRandom = limit == nil && Int.random(in: 0..<3, using: &random) == 0
        refusedShare = refusesAtRandom ? Double.random(in: 0.01...(isReliable ? 0.15 : 0.05), using: &random) : 0
        for _ in 0..<(isReliable ? 0 : Int.random(in: 1...3, using: &random)) {
            // The first answer must come before a stranger's patience ends, and all outages within that of a run. Pictures pay for
            // the failures of a stranger, and are left few retries for refusals at random.
            let before: Int64 = !outages.isEmpty ? 12_000 : refusesAtRandom ? 3000 : 0
            let start = end + before + Int64.random(in: 1...8000, using: &random)
            end = start + Int64.random(in: 1...(outages.isEmpty ? 9000 : 20_000), using: &random)
            outages.append((start..<end, Outage.allCases.randomElement(using: &random) ?? .resets))
        }
        self.outages = outages
        let first = Int.random(in: 0..<pictures, using: &random)
        let count = isReliable && refusedShare == 0 ? [0, 1, 8, 30].randomElement(using: &random) ?? 0 : 0
        broken = Set((first..<min(pictures, first + count)).filter { $0 > 0 })
        // 503 for single pictures looks like a limit, which a limit beside it must not hide.
        let errors: [Answer] = limit == nil ? [.status(500), .status(503)] : [.status(500)]
        brokenAnswer = (errors + [.fault(.reset), .fault(.shortBody), .fault(.stalled)]).randomElement(using: &random) ?? .status(500)
    }

    /// A server that was well and is out for six to nine seconds while some of its few pictures are fetched.
    init(outOnceUsing random: inout some RandomNumberGenerator) {
        pictures = Int.random(in: 2...120, using: &random)
        transfers = Bool.random(using: &random) ? .automatic(most: nil) : .fixed(Int.random(in: 1...32, using: &random))
        let least = Int64.random(in: 1...150, using: &random)
        delay = least...least + Int64.random(in: 0...100, using: &random)
        (limit, limitStatus, refusedShare, retryAfter) = (nil, 503, 0, [0, 1, 5].randomElement(using: &random) ?? 0)
        (broken, brokenAnswer) = ([], .status(500))
        // The first request is answered before the outage, and the last one is sent in it or later.
        let (first, last) = (
            HostSimulation.begin + delay.upperBound + 1, HostSimulation.begin + Int64(pictures / 32 + 1) * delay.lowerBound
        )
        let start = Int64.random(in: first...max(first, last), using: &random)
        outages = [
            (start..<start + Int64.random(in: 6000...9000, using: &random), Outage.allCases.randomElement(using: &random) ?? .resets)
        ]
    }

    /// A server that sends eight pictures at once, in a tenth of a second.
    init(pictures: Int, outage: (time: Range<Int64>, kind: Outage)) {
        (self.pictures, transfers, delay) = (pictures, .fixed(8), 100...100)
        (limit, limitStatus, refusedShare, retryAfter) = (nil, 503, 0, 0)
        (broken, brokenAnswer) = ([], .status(500))
        outages = [outage]
    }

    /// A server whose last pictures are answered with 503 twice.
    init(pictures: Int, slowToComeAt last: Int) {
        (self.pictures, transfers, delay) = (pictures, .automatic(most: nil), 20...40)
        (limit, limitStatus, refusedShare, retryAfter) = (nil, 503, 0, 0)
        (broken, brokenAnswer, outages) = (Set(pictures - last..<pictures), .status(503), [])
        mended = Dictionary(uniqueKeysWithValues: broken.map { ($0, 2) })
    }

    /// A server near by that permits so many requests a second and a few more at once, as nginx does with `limit_req`.
    init(pictures: Int, limit: (perSecond: Double, burst: Double), status: Int, retryAfter: Int) {
        (self.pictures, transfers, delay) = (pictures, .automatic(most: nil), 1...2)
        (self.limit, limitStatus, self.retryAfter, refusedShare) = (limit, status, retryAfter, 0)
        (broken, brokenAnswer, outages) = ([], .status(500), [])
    }

    /// The milliseconds that a client needs which asks for every picture once, and twice for each that stalls, one after the other.
    var leastTime: Int64 {
        let connections = transfers.isFixed ? Int64(transfers.mostConnections) : 8
        let answers = Int64(pictures) * delay.upperBound / connections
        let paced = limit.map { Int64(Double(pictures) * 1000 / $0.perSecond) } ?? 0
        let stalled = brokenAnswer == .fault(.stalled) ? 2 * Int64(broken.count) * DrawnServer.stall : 0
        return max(answers, paced) + stalled + outages.reduce(0) { $0 + Int64($1.time.count) }
    }

    /// The milliseconds after which a picture that stalls is given up.
    private static let stall: Int64 = 15_000

    /// The answer to a request at `now`, and the time at which it comes.
    mutating func answer(
        to picture: Int, at now: Int64, using random: inout some RandomNumberGenerator
    ) -> (time: Int64, answer: Answer) {
        let late = now + Int64.random(in: delay, using: &random)
        if let outage = outages.first(where: { $0.time.contains(now) }) {
            switch outage.kind {
            case .refuses: return (now + 1, .fault(.connect))
            case .resets: return (late, .fault(.reset))
            case .isSilent: return (now + 10_000, .fault(.timeout))
            case .errs: return (late, .status(500))
            case .isBusy: return (late, .refusal(503))
            case .asksForPatience: return (late, .refusal(429))
            }
        }
        if isRefused(at: now) { return (now + delay.lowerBound, .refusal(limitStatus)) }
        if Double.random(in: 0..<1, using: &random) < refusedShare, refused.insert(picture).inserted { return (late, .refusal(503)) }
        if let left = mended[picture] {
            mended[picture] = max(0, left - 1)
            return (late, left > 0 ? brokenAnswer : .status(206))
        }
        if broken.contains(picture) {
            return brokenAnswer == .fault(.stalled) ? (now + DrawnServer.stall, brokenAnswer) : (late, brokenAnswer)
        }
        if let outage = outages.first(where: { now < $0.time.lowerBound && $0.time.lowerBound < late }),
            outage.kind == .refuses || outage.kind == .resets
        {
            return (outage.time.lowerBound, .fault(.reset))
        }
        return (late, .status(206))
    }

    /// A bucket of tokens, as `limit_req` has it.
    private mutating func isRefused(at now: Int64) -> Bool {
        guard let limit else { return false }
        tokens = min(limit.burst + 1, tokens + Double(now - tokensAt) * limit.perSecond / 1000)
        tokensAt = now
        guard tokens >= 1 else { return true }
        tokens -= 1
        return false
    }
}
