import WeirBase

// How often a host is asked: so many requests a second (`RequestPace`), and so many at once (`TransferCount`).

/// The pace of requests to a host, spread evenly over time: a token bucket of one token, so that no second has more
/// requests than the rate. The rate falls when the host refuses requests (429, 503), and rises again later. A later run goes
/// on with it.
struct RequestPace: Equatable, Sendable {
    /// Requests a second; nil means no limit.
    private(set) var rate: Double?
    /// The user's limit.
    private let most: Double?
    /// Microseconds of the clock before which no request may be made.
    private var next: Int64 = .min
    private var refusals = RecentTroubles()
    private var randomRefusals = RandomRefusals()
    /// Whether slowing down did not help, so that refusals concern their pictures. It ends when there are twice as many.
    private(set) var refusesAtRandom = false
    private var served = RecentAnswers()
    /// The rate at which the host answered when it refused last; nil if too little was seen of it.
    private var servedRate: Double?
    private var calm = RequestPace.calm
    private var slowedAt = Int64.min
    /// The time of the last refusal that slowed the host down, in Unix seconds; nil if there was none.
    private var refusedAt: Int64?
    private var nextGrowth: Int64 = 0
    /// Whether the rate has grown since the host was slowed down, and the rate before that.
    private var hasGrown = true
    private var rateBefore: Double?

    /// The share of the served rate with which the host is asked after a refusal. The host may have counted refused
    /// requests too.
    private static let step = 0.7
    /// The same if the host refuses at the rate at which it refused before, which is then known to be its limit.
    private static let knownStep = 0.9
    /// Milliseconds after a refusal without a change of the rate. They double with each refusal at a known limit, since
    /// every attempt to find a higher one costs refusals.
    private static let calm: Int64 = 5000
    private static let longestCalm: Int64 = 80_000
    /// The slowest rate, and the rate at which the clock of milliseconds cannot space requests any more.
    private static let slowest = 1.0
    private static let fastest = 1000.0

    /// `learned` is the pace at the end of a previous run.
    init(perSecond most: Double?, after learned: HostPace? = nil) {
        self.most = most.flatMap { $0 > 0 ? $0 : nil }
        rate = self.most
        guard let learned else { return }
        rate = min(self.most ?? .infinity, max(RequestPace.slowest, learned.rate))
        (servedRate, refusedAt) = (learned.servedRate, learned.refusedAt)
    }

    /// The pace for a later run; nil if the host has not refused requests, or bears any number by now.
    var learned: HostPace? {
        guard let refusedAt, let rate, rate < RequestPace.fastest else { return nil }
        return HostPace(rate: rate, servedRate: servedRate, refusedAt: refusedAt)
    }

    /// The first millisecond in which a request may be made.
    func earliest(at now: ClockReading) -> Int64 {
        rate == nil || next <= now.milliseconds * 1000 ? now.milliseconds : (next + 999) / 1000
    }

    /// Called for each request. Unused time does not permit more requests later.
    mutating func requested(at now: ClockReading) {
        guard let rate else { return }
        let interval = Int64(min(1e12, (1e6 / rate).rounded(.up)))
        // The clock counts whole milliseconds, so up to 999 µs since `next` may have passed unseen. They are not lost.
        next = max(next, now.milliseconds * 1000 - 999) + interval
    }

    /// Called for an answer that is no refusal, to a request that began at `begun`.
    mutating func answered(begun: Int64, at now: Int64) {
        if begun > slowedAt { randomRefusals.count(isRefusal: false) }
        refusals.addGoodAnswer()
        served.count(at: now)
        grow(at: now)
    }

    /// Called for a refused request that began at `begun`. The host is not asked before `pause`. A refusal for the client concerns
    /// all pictures, and others do so if there are several. Returns whether the host is asked less often from now on.
    mutating func refused(isForClient: Bool, begun: Int64, pause: Int64 = .min, at clock: ClockReading) -> Bool {
        // Requests that were under way when the rate fell are part of the same event.
        guard begun > slowedAt else { return false }
        randomRefusals.count(isRefusal: true)
        // Nothing is learned of the rate in a pause.
        if pause > clock.milliseconds { nextGrowth = max(nextGrowth, pause + RequestPace.calm) }
        guard refusals.addTrouble(isClear: isForClient) else { return false }
        // A limit for the client is never compared with the rates before.
        if isForClient { hasGrown = true }
        let share = randomRefusals.share
        if let usual = randomRefusals.judge(isSlowed: !hasGrown) {
            (rate, servedRate, hasGrown, refusesAtRandom) = (rateBefore, nil, true, true)
            refusals.allow(share: 2 * usual)
            return false
        }
        if hasGrown { rateBefore = rate }
        slowDown(refusing: share, until: pause, at: clock)
        return true
    }

    /// `share` is the share of refusals at this rate.
    private mutating func slowDown(refusing share: Double, until pause: Int64, at clock: ClockReading) {
        let now = clock.milliseconds
        let recent = served.perSecond(at: now)
        let measured = served.isFull(at: now) ? recent : nil
        let isKnown = if hasGrown, let measured, let servedRate { abs(measured / servedRate - 1) < 0.2 } else { false }
        servedRate = measured
        let step = isKnown ? RequestPace.knownStep : RequestPace.step
        // Recent answers may be from before the rate fell last, so they do not show that the host bears more.
        let bearable = min(recent, (rate ?? .infinity) * max(0.5, 1 - share))
        rate = min(most ?? .infinity, max(RequestPace.slowest, bearable * step))
        calm = isKnown ? min(RequestPace.longestCalm, 2 * calm) : RequestPace.calm
        (slowedAt, refusedAt) = (now, clock.unixSeconds)
        (hasGrown, refusesAtRandom) = (false, false)
        nextGrowth = max(now, pause) + calm
    }

    /// Raises the rate once a second: slowly where the host has refused before, and fast far below.
    private mutating func grow(at now: Int64) {
        guard let rate, rate < most ?? .infinity, now >= nextGrowth, hasGrown || !randomRefusals.isUndecided else { return }
        let share = servedRate.map { rate / $0 } ?? 0
        self.rate = min(most ?? .infinity, rate * (share > 0.85 ? 1.04 : share > 0.5 ? 1.25 : 2))
        hasGrown = true
        nextGrowth = now + 1000
    }
}

/// Decides whether a host refuses requests at random, as one bad server of several does behind a balancer.
///
/// A limiter that is asked less refuses less. So two rates are compared, both slower than the one before, and neither has
/// grown. A limit that was measured too high at the first of them is no longer reached at the second.
struct RandomRefusals: Equatable, Sendable {
    /// The answers to requests at this rate, and the refusals among them.
    private var answers = 0
    private var refusals = 0
    /// The share at the rate before; nil if the host was not asked less often there either.
    private var shareBefore: Double?

    /// From this share on, slowing down has not gone far enough.
    private static let most = 0.5

    mutating func count(isRefusal: Bool) {
        answers += 1
        if isRefusal { refusals += 1 }
    }

    /// The share of refusals at this rate.
    var share: Double { answers > 0 ? Double(refusals) / Double(answers) : 0 }

    /// Whether the share is not known yet, so that the rate should stay.
    var isUndecided: Bool { refusals > 0 && answers < 64 }

    /// Called for refusals that would slow the host down, which begins another rate. `isSlowed` says whether this rate is slower
    /// than the one before, and may be compared. Returns the share if the host refuses at random.
    mutating func judge(isSlowed: Bool) -> Double? {
        let (share, before) = (share, shareBefore)
        self = RandomRefusals()
        guard isSlowed, share < RandomRefusals.most else { return nil }
        if let before, share > before / 2 { return max(share, before) }
        shareBefore = share
        return nil
    }
}

/// The answers of a host in the last five seconds. Half seconds without an answer are left out, since the host may not have been
/// asked.
struct RecentAnswers: Equatable, Sendable {
    private static let slot: Int64 = 500
    private static let slots: Int64 = 10

    private var counts = [Int](repeating: 0, count: Int(RecentAnswers.slots))
    /// The half seconds of the clock in which the first and the last answer came.
    private var first: Int64?
    private var last: Int64 = 0

    mutating func count(at now: Int64) {
        move(to: now / RecentAnswers.slot)
        counts[Int(last % RecentAnswers.slots)] += 1
    }

    /// Whether the first answer came five seconds ago.
    func isFull(at now: Int64) -> Bool {
        first.map { now / RecentAnswers.slot - $0 >= RecentAnswers.slots } ?? false
    }

    /// Answers a second.
    mutating func perSecond(at now: Int64) -> Double {
        guard first != nil else { return 0 }
        move(to: now / RecentAnswers.slot)
        let slots = Int64(counts.count { $0 > 0 })
        return slots > 0 ? Double(counts.reduce(0, +)) * 1000 / Double(slots * RecentAnswers.slot) : 0
    }

    /// Forgets the slots between the last answer and this one.
    private mutating func move(to slot: Int64) {
        if first == nil { (first, last) = (slot, slot) }
        let passed = min(slot - last, RecentAnswers.slots)
        if passed > 0 { for step in 0..<passed { counts[Int((slot - step) % RecentAnswers.slots)] = 0 } }
        last = max(last, slot)
    }
}

/// Which of a host's last 64 answers were troubles, such as refusals. A few of them may concern single pictures.
struct RecentTroubles: Equatable, Sendable {
    /// One bit for each answer.
    private var bits: UInt64 = 0

    /// So many troubles concern the host.
    private var fewest = RecentTroubles.fewest
    private static let fewest = 4

    mutating func addGoodAnswer() { bits <<= 1 }

    /// Returns whether the troubles concern the host; later ones are counted anew then. A clear one concerns it alone.
    mutating func addTrouble(isClear: Bool) -> Bool {
        bits = bits << 1 | 1
        guard isClear || bits.nonzeroBitCount >= fewest else { return false }
        self = RecentTroubles()
        return true
    }

    /// Lets a share of troubles concern single pictures until it grows.
    mutating func allow(share: Double) {
        fewest = min(56, 2 * RecentTroubles.fewest + Int(share * 64))
    }
}

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
