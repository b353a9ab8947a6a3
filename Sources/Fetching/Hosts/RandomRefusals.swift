/// Tells whether a host refuses requests at random, as one bad server of several does behind a balancer.
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
