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
