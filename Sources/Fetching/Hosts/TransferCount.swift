import WeirBase

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

    /// Whether the count doubles, since no limit of the host has been seen.
    private var isStarting = true
    /// Whether as many requests as the count allows were under way in this round.
    private var wasFull = false
    /// Milliseconds to the first byte of the requests of this round, which began after the count has changed.
    private var times: [Double] = []
    private var changedAt = Int64.min
    /// The time of an answer while few requests are under way.
    private var ownTime = Double.infinity
    /// Requests that were refused or broke off.
    private var troubles = RecentTroubles()

    private static let usualFew = 8
    /// Shares of the host's own time. Up to the first the host has room, beyond the second there is a line. Between them
    /// the count stays, which keeps it from swinging.
    private static let room = 1.25
    private static let line = 1.5
    /// Milliseconds that are added to both, since machines and networks are never quite even.
    private static let slack = 5.0

    init(_ perHost: PerHost) {
        self.perHost = perHost
        few = min(TransferCount.usualFew, perHost.mostConnections)
        count = perHost.isFixed ? perHost.mostConnections : few
    }

    /// Called for each request, with the number that is under way by then.
    mutating func started(_ running: Int) { wasFull = wasFull || running >= count }

    /// Called for the head of an answer that is no refusal, to a request that began at `begun`.
    mutating func answered(after milliseconds: Double, begun: Int64, version: Int, at now: Int64) {
        guard !perHost.isFixed else { return }
        troubles.addGoodAnswer()
        guard begun > changedAt else { return }
        times.append(milliseconds)
        if times.count >= max(TransferCount.usualFew, count) { endRound(upTo: perHost.most(version: version), at: now) }
    }

    /// Called for a request that was refused or broke off. The trouble is clear if it is the host's and not one picture's.
    mutating func failed(begun: Int64, isClear: Bool, at now: Int64) {
        // Requests that were under way when the count fell are part of the same event.
        guard !perHost.isFixed, begun > changedAt, troubles.addTrouble(isClear: isClear) else { return }
        isStarting = false
        change(to: max(1, count / 2), at: now)
        newRound()
    }

    private mutating func endRound(upTo most: Int, at now: Int64) {
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
