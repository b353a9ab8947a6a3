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
