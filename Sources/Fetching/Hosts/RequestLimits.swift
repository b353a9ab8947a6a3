import WeirBase

// How often a host is asked: so many requests a second (`RequestPace`), and so many at once (`TransferCount`).

/// The pace of requests to a host, spread evenly over time: a token bucket of one token, so that no second has more
/// requests than the rate. The rate falls when the host refuses requests (429, 503). Then it rises, and the host's limit is looked for
/// between the last rate that was borne and the last that was refused. A later run goes on with both.
struct RequestPace: Sendable {
    /// Requests a second; nil means no limit.
    private(set) var rate: Double?
    /// The user's limit.
    private let most: Double?
    /// Microseconds of the clock before which no request may be made.
    private var next: Int64 = .min
    /// Whether the last request came as early as the rate allowed.
    private var isUsed = false
    private var refusals = RecentTroubles()
    private var randomRefusals = RandomRefusals()
    /// Whether slowing down did not help, so that refusals concern their pictures. It ends when there are twice as many.
    private(set) var refusesAtRandom = false
    private var served = RecentAnswers()
    /// The rate that the host refused last; nil if it is not known.
    private var refusedRate: Double?
    /// The rate before it grew last, or before it began to grow slowly; nil if it has not grown since the host was slowed down.
    private var borneRate: Double?
    /// Whether the rate grows near the one that was refused.
    private var growsSlowly = false
    /// The rate before the host was slowed down, once or several times.
    private var rateBefore: Double?
    /// The answers at this rate, and the refusals among them.
    private var atThisRate = (answers: 0, refusals: 0)
    private var calm = RequestPace.shortCalm
    private var slowedAt = Int64.min
    /// The time of the last refusal that slowed the host down, in Unix seconds; nil if there was none.
    private var refusedAt: Int64?
    private var nextGrowth: Int64 = 0

    /// The share of the rate with which a host is asked after a refusal, if no rate is known to be borne. The host may have counted
    /// refused requests too.
    private static let step = 0.7
    /// The share of the refused rate that is not exceeded after the refusal, and from which on the rate grows slowly. A bucket that was
    /// full may have borne a rate above the limit for some time.
    private static let near = 0.9
    /// Milliseconds without a change of the rate, while nothing is known of the limit, and while it is looked for.
    private static let shortestCalm: Int64 = 500
    private static let shortCalm: Int64 = 1000
    /// The same near a known limit. They double with each refusal there, since every attempt to find a higher one costs refusals.
    private static let calm: Int64 = 10_000
    private static let longestCalm: Int64 = 80_000
    /// The slowest rate, and the rate at which the clock of milliseconds cannot space requests any more.
    private static let slowest = 1.0
    private static let fastest = 1000.0
    /// So many answers show whether a host refuses at random at a rate, whether it bears one, and whether it may do so.
    private static let (many, some, few) = (64, 16, 2)

    /// One refused request of so many may concern its picture.
    private static let fewRefused = 40

    /// `learned` is the pace at the end of a previous run.
    init(perSecond most: Double?, after learned: HostPace? = nil) {
        self.most = most.flatMap { $0 > 0 ? $0 : nil }
        rate = self.most
        guard let learned else { return }
        rate = min(self.most ?? .infinity, max(RequestPace.slowest, learned.rate))
        (refusedRate, refusedAt) = (learned.refusedRate, learned.refusedAt)
    }

    /// The pace for a later run; nil if the host has not refused requests, or bears any number by now.
    var learned: HostPace? {
        guard let refusedAt, let rate, rate < RequestPace.fastest else { return nil }
        return HostPace(rate: rate, refusedRate: refusedRate, refusedAt: refusedAt)
    }

    /// The first millisecond in which a request may be made.
    func earliest(at now: ClockReading) -> Int64 {
        rate == nil ? now.milliseconds : max(now.milliseconds, (next + 999) / 1000)
    }

    /// Whether the host was slowed down and the rate has not grown since then.
    private var isSlowed: Bool { slowedAt != .min && borneRate == nil && !refusesAtRandom }

    /// Microseconds between two requests.
    private var interval: Int64 { rate.map { Int64(min(1e12, (1e6 / $0).rounded(.up))) } ?? 0 }

    /// Called for each request. Unused time does not permit more requests later.
    mutating func requested(at now: ClockReading) {
        guard rate != nil else { return }
        isUsed = next > now.milliseconds * 1000 - interval
        // The clock counts whole milliseconds, so up to 999 µs since `next` may have passed unseen. They are not lost.
        next = max(next, now.milliseconds * 1000 - 999) + interval
    }

    /// Called for an answer that is no refusal, to a request that began at `begun`.
    mutating func answered(begun: Int64, at now: Int64) {
        if begun > slowedAt { count(isRefusal: false) }
        refusals.addGoodAnswer()
        served.count(at: now)
        grow(at: now)
    }

    /// Called for a refused request that began at `begun`. The host is not asked before `pause`. A refusal for the client concerns
    /// all pictures, and others do so if there are several. Returns whether the host is asked less often from now on.
    mutating func refused(isForClient: Bool, begun: Int64, pause: Int64 = .min, at clock: ClockReading) -> Bool {
        // Requests that were under way when the rate fell are part of the same event.
        guard begun > slowedAt else { return false }
        count(isRefusal: true)
        // Nothing is learned of the rate in a pause.
        if pause > clock.milliseconds { nextGrowth = max(nextGrowth, pause + RequestPace.shortCalm) }
        if isForClient {
            // A limit for the client is never compared with the rates before.
            randomRefusals = RandomRefusals()
        } else if isSlowed, let rate, let usual = randomRefusals.judge(at: rate) {
            beginToBearRefusals(share: usual)
            return false
        }
        // A few refusals say enough between a rate that was borne and one that was refused.
        let isBetween =
            borneRate != nil && refusedRate != nil && atThisRate.refusals >= 2
            && atThisRate.refusals * RequestPace.some >= atThisRate.answers
        let isAbove = isSlowed && atThisRate.refusals >= max(RecentTroubles.fewest, atThisRate.answers / RequestPace.fewRefused)
        guard refusals.addTrouble(isClear: isForClient || isBetween || isAbove) else { return false }
        if !isSlowed, !randomRefusals.hasReference { rateBefore = rate }
        slowDown(until: pause, at: clock)
        return true
    }

    private mutating func count(isRefusal: Bool) {
        atThisRate.answers += 1
        if isRefusal { atThisRate.refusals += 1 }
        guard isSlowed, let rate else { return }
        randomRefusals.count(isRefusal: isRefusal, at: rate)
        // A host that bears this rate has a limit.
        if atThisRate == (RequestPace.many, 0) { randomRefusals = RandomRefusals() }
    }

    private mutating func beginToBearRefusals(share: Double) {
        (rate, refusedRate, borneRate, growsSlowly, refusesAtRandom) = (rateBefore, nil, nil, false, true)
        (isUsed, atThisRate, refusals, randomRefusals) = (false, (0, 0), RecentTroubles(), RandomRefusals())
        refusals.allow(share: 2 * share)
    }

    private mutating func slowDown(until pause: Int64, at clock: ClockReading) {
        let now = clock.milliseconds
        let (answers, refusals) = atThisRate
        // The host may have been asked less often than the rate allows, or so seldom that nothing is known.
        let refused = isUsed ? rate : served.count <= 2 * RequestPace.few ? nil : min(rate ?? .infinity, served.most)
        let isNear = growsSlowly || borneRate ?? 0 >= (refused ?? .infinity) * RequestPace.near
        let slower: Double
        if let borneRate {
            slower = growsSlowly ? max(borneRate, (refused ?? 0) * RequestPace.step) : borneRate
        } else {
            let bearable = rate.map { $0 * max(0.5, 1 - Double(refusals) / Double(answers)) } ?? served.perSecond(at: now)
            slower = bearable * (refusedRate == nil ? RequestPace.step : RequestPace.near)
        }
        // A host that has just refused many may refuse any rate.
        let isKnown = borneRate != nil || rate != nil && answers - refusals > RequestPace.few || served.isFull(at: now)
        refusedRate = isKnown ? refused : nil
        rate = min(most ?? .infinity, max(RequestPace.slowest, min(slower, refused.map { $0 * RequestPace.near } ?? .infinity)))
        calm = isNear ? min(RequestPace.longestCalm, max(2 * calm, RequestPace.calm)) : RequestPace.shortCalm
        (slowedAt, refusedAt) = (now, clock.unixSeconds)
        (atThisRate, borneRate, growsSlowly, refusesAtRandom) = ((0, 0), nil, false, false)
        nextGrowth = max(now, pause) + (refusedRate != nil ? calm : RequestPace.shortestCalm)
        next = max(next, now * 1000 + interval)
    }

    /// Raises the rate: it doubles, or goes half of the way to the refused one, or grows slowly near that.
    private mutating func grow(at now: Int64) {
        guard let rate, rate < most ?? .infinity, now >= nextGrowth else { return }
        let isUndecided = isSlowed && atThisRate.refusals > 0
        let enough = isUndecided ? RequestPace.many : refusedRate == nil ? RequestPace.few : RequestPace.some
        guard atThisRate.answers >= enough else { return }
        growsSlowly = refusedRate.map { rate >= $0 * RequestPace.near } ?? false
        let factor = growsSlowly ? 1.04 : refusedRate.map { min(2, ($0 / rate).squareRoot()) } ?? 2
        self.rate = min(most ?? .infinity, rate * factor)
        // A full bucket may bear some steps above the limit.
        if !growsSlowly || borneRate == nil { borneRate = rate }
        atThisRate = (0, 0)
        nextGrowth = now + (refusedRate == nil ? RequestPace.shortestCalm : RequestPace.shortCalm)
    }
}

/// Decides whether a host refuses requests at random, as one bad server of several does behind a balancer.
///
/// A limiter that is asked less refuses less. So two rates are compared, the second much slower than the first, and the host had been
/// slowed down at both. A limit that was measured too high at the first of them is no longer reached at the second.
struct RandomRefusals: Sendable {
    /// The answers at slowed rates, and the refusals among them.
    private var answers = 0
    private var refusals = 0
    /// The share of refusals at a rate before, and that rate.
    private var reference: (share: Double, rate: Double)?

    /// From this share on, slowing down has not gone far enough.
    private static let most = 0.4
    /// The share of the rate before from which on a rate is much slower.
    private static let slower = 0.85
    private static let fewest = 6

    var hasReference: Bool { reference != nil }

    mutating func count(isRefusal: Bool, at rate: Double) {
        guard isCompared(rate) else { return }
        answers += 1
        if isRefusal { refusals += 1 }
    }

    /// Called for a refusal. Returns the share of refusals if the host refuses at random.
    mutating func judge(at rate: Double) -> Double? {
        guard refusals >= RandomRefusals.fewest, isCompared(rate) else { return nil }
        let share = Double(refusals) / Double(answers)
        (answers, refusals) = (0, 0)
        guard share < RandomRefusals.most else { return nil }
        if let reference, share > reference.share / 2 { return max(share, reference.share) }
        reference = (share, rate)
        return nil
    }

    private func isCompared(_ rate: Double) -> Bool { reference.map { rate <= $0.rate * RandomRefusals.slower } ?? true }
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
        return slots > 0 ? Double(count) * 1000 / Double(slots * RecentAnswers.slot) : 0
    }

    /// The number of answers.
    var count: Int { counts.reduce(0, +) }

    /// The most answers a second in half a second.
    var most: Double {
        Double((counts.max() ?? 0) * 1000) / Double(RecentAnswers.slot)
    }

    /// Forgets the slots between the last answer and this one.
    private mutating func move(to slot: Int64) {
        if first == nil { (first, last) = (slot, slot) }
        let passed = max(0, min(slot - last, RecentAnswers.slots))
        for step in 0..<passed { counts[Int((slot - step) % RecentAnswers.slots)] = 0 }
        last = max(last, slot)
    }
}

/// Which of a host's last 64 answers were troubles, such as refusals. A few of them may concern single pictures.
struct RecentTroubles: Equatable, Sendable {
    /// One bit for each answer.
    private var bits: UInt64 = 0

    /// So many troubles concern the host.
    private var fewest = RecentTroubles.fewest
    static let fewest = 4

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
