import System

/// Places for threads that decode. A decoder may take as much memory as its share of the processors permits, and more threads
/// than processors may be at work, since some of them wait for the network.
final class DecodingSlots: Sendable {
    private let free: Locked<Int>

    init(_ count: Int) { free = Locked(max(1, count)) }

    /// Waits for a free place.
    func take() { free.wait(until: { $0 > 0 }) { $0 -= 1 } }

    func giveBack() { free.announce { $0 += 1 } }
}
