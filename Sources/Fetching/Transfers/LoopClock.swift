/// The time and the random numbers of a loop. The clock is read once a turn.
final class LoopClock {
    private(set) var now = ClockReading.now
    /// Milliseconds during which the process ran. Time while it was suspended does not count toward limits.
    private(set) var lived: Int64 = 0
    /// SplitMix64. Weak random numbers are enough if they differ in every run.
    private var random = UInt64.random(in: .min ... .max)

    func tick() {
        let last = now.milliseconds
        now = .now
        lived += min(now.milliseconds - last, LoopClock.longestTurn)
    }

    /// The longest wait of a turn while transfers run, in milliseconds.
    static let longestTurn: Int64 = 250

    func nextRandom() -> UInt64 {
        random &+= 0x9E37_79B9_7F4A_7C15
        var mixed = random
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 31
    }
}
