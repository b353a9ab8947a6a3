/// The time and the random numbers of a loop. The clock is read once a turn.
final class LoopClock {
    private(set) var now = ClockReading.now
    /// Milliseconds in which the loop ran; limits of transfers are counted in them. While the program or the machine is stopped,
    /// answers wait to be read, and no server is to blame.
    private(set) var lived: Int64 = 0
    /// The numbers need not be good, only different in every run: this is SplitMix64.
    private var random = UInt64.random(in: .min ... .max)

    func tick() {
        let last = now.milliseconds
        now = .now
        lived += min(now.milliseconds - last, LoopClock.longestTurn)
    }

    /// No turn waits for longer while there are transfers.
    static let longestTurn: Int64 = 250

    func nextRandom() -> UInt64 {
        random &+= 0x9E37_79B9_7F4A_7C15
        var mixed = random
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 31
    }
}
