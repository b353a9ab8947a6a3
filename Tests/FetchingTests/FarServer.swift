/// A server of a simulation that is far away: the round trip, its unevenness, and what it bears.
struct FarServer {
    var roundTrip = 100.0
    /// The largest delay in milliseconds that an answer may have besides.
    var jitter = 0.0
    /// Answers a second. Requests beyond it wait in line.
    var capacity = 2000.0
    /// Requests a second, and how many more the server takes at once; the others get 429. nil without a limit.
    var limit: (perSecond: Double, burst: Double)?
    /// The number of requests beyond which the server takes longer for each; nil if it never does.
    var room: Int?
    var version = 1
    private var freeAt = 0.0
    private var underWay = 0
    private var tokens = 0.0
    private var tokensAt = 0.0

    init(_ change: (inout FarServer) -> Void = { _ in }) { change(&self) }

    /// The time at which the answer to a request of `now` comes, and whether it is a refusal.
    mutating func answer(at now: Double, using random: inout some RandomNumberGenerator) -> (time: Double, isRefusal: Bool) {
        underWay += 1
        let arrival = now + roundTrip / 2
        if let limit {
            tokens = min(limit.burst + 1, tokens + (arrival - tokensAt) * limit.perSecond / 1000)
            tokensAt = arrival
            guard tokens >= 1 else { return (now + roundTrip, true) }
            tokens -= 1
        }
        let load = room.map { Double(max(underWay, $0)) / Double($0) } ?? 1
        freeAt = max(freeAt, arrival) + 1000 / capacity * load
        return (freeAt + roundTrip / 2 + Double.random(in: 0...jitter, using: &random), false)
    }

    mutating func answered() { underWay -= 1 }
}
