/// How many requests of a host may be under way now. The number grows while answers come as fast as before, and falls
/// when they come late, are refused or break off.
///
/// A server with room answers each request in the same time, however many are under way. Beyond its room requests wait
/// in line, and more of them only make the line longer. So the time to the first byte is compared, round by round, with
/// the time that the host took when few were under way.
struct TransferCount: Equatable, Sendable {
    private(set) var count: Int
    /// The number at which the host's own time is learned. Late answers alone do not lower the count further.
    private let few: Int
    private let perHost: PerHost
    private var most: Int

    /// Whether the count doubles, since no limit of the host has been seen.
    private var isStarting = true
    /// Whether as many requests as the count allows were under way in this round.
    private var wasFull = false
    /// Milliseconds to the first byte of the requests of this round, which began after the count has changed.
    private var times: [Double] = []
    private var changedAt = Int64.min
    /// The time of an answer while few requests are under way.
    private var ownTime = Double.infinity
    /// The last answers, one bit each: whether the request was refused or broke off.
    private var troubles: UInt64 = 0

    private static let usualFew = 8
    /// Shares of the host's own time. Up to the first the host has room, beyond the second there is a line. Between them
    /// the count stays, which keeps it from swinging.
    private static let room = 1.25
    private static let line = 1.5
    /// Milliseconds that are added to both, since machines and networks are never quite even.
    private static let slack = 5.0
    /// Troubles among the last 64 answers that lower the count. Fewer may concern single pictures.
    private static let fewestTroubles = 4

    init(_ perHost: PerHost) {
        self.perHost = perHost
        most = perHost.most(version: 1)
        few = min(TransferCount.usualFew, most)
        count = few
        if isFixed { count = most }
    }

    private var isFixed: Bool { if case .fixed = perHost { true } else { false } }

    /// Called for each request, with the number that is under way by then.
    mutating func started(_ running: Int) { wasFull = wasFull || running >= count }

    /// Called for the head of an answer that is no refusal, to a request that began at `begun`.
    mutating func answered(after milliseconds: Double, begun: Int64, version: Int, at now: Int64) {
        guard !isFixed else { return }
        troubles <<= 1
        most = perHost.most(version: version)
        guard begun > changedAt else { return }
        times.append(milliseconds)
        if times.count >= max(TransferCount.usualFew, count) { endRound(at: now) }
    }

    /// Called for a request that was refused or broke off. The trouble is clear if it is the host's and not one picture's.
    mutating func failed(begun: Int64, isClear: Bool, at now: Int64) {
        // Requests that were under way when the count fell are part of the same event.
        guard !isFixed, begun > changedAt else { return }
        troubles = troubles << 1 | 1
        guard isClear || troubles.nonzeroBitCount >= TransferCount.fewestTroubles else { return }
        troubles = 0
        isStarting = false
        change(to: max(1, count / 2), at: now)
        newRound()
    }

    private mutating func endRound(at now: Int64) {
        // A line delays every request, and an uneven server only some of them.
        let time = times.sorted()[times.count / 4]
        ownTime = count <= few ? time : min(ownTime, time)
        if time <= ownTime * TransferCount.room + TransferCount.slack {
            if wasFull { change(to: min(most, isStarting ? count * 2 : count + max(1, count / 8)), at: now) }
        } else {
            isStarting = false
            if time > ownTime * TransferCount.line + TransferCount.slack {
                change(to: max(few, Int(Double(count) * ownTime * TransferCount.room / time)), at: now)
            }
        }
        newRound()
    }

    private mutating func change(to number: Int, at now: Int64) {
        guard number != count else { return }
        count = number
        changedAt = now
    }

    private mutating func newRound() {
        times.removeAll(keepingCapacity: true)
        wasFull = false
    }
}
