/// The length of a picture's first range, enough for the headers of seven in eight earlier pictures. A longer range
/// would cost more than the second requests that it saves.
struct FirstRange: Equatable, Sendable {
    private static let block = 1024
    private static let largest = 64
    /// The number of last pictures that count. It is small, so that the range adapts quickly.
    private static let memory = 64

    private(set) var bytes: Int
    /// The blocks that each of the last pictures needed, and the number of pictures for each number of blocks.
    private var needs: [UInt8] = []
    private var counts = [UInt8](repeating: 0, count: FirstRange.largest + 1)
    private var place = 0

    /// Begins with a range of `bytes`. 16 KB are enough for 72 of 100 photographs.
    init(atFirst bytes: Int = 16 << 10) { self.bytes = bytes }

    /// Learns the end of a picture's header. An end beyond the largest first range is ignored.
    mutating func learn(headerEnd: UInt64) {
        guard headerEnd <= UInt64(FirstRange.largest * FirstRange.block) else { return }
        let need = max(1, (Int(headerEnd) + FirstRange.block - 1) / FirstRange.block)
        if needs.count < FirstRange.memory {
            needs.append(UInt8(need))
        } else {
            counts[Int(needs[place])] -= 1
            needs[place] = UInt8(need)
        }
        counts[need] += 1
        place = (place + 1) % FirstRange.memory
        if place % 8 == 0 { bytes = enough() }
    }

    private func enough() -> Int {
        var (blocks, left) = (0, needs.count * 7 / 8)
        while left >= Int(counts[blocks]) {
            left -= Int(counts[blocks])
            blocks += 1
        }
        return blocks * FirstRange.block
    }
}
