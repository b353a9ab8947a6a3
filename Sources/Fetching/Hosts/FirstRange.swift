/// The length of a picture's first range: the one that would have cost least for the last pictures of a host and a kind.
///
/// A longer range has the headers of more pictures, and each of these spares a second request. `RequestPrice` says how many
/// bytes a request is worth.
struct FirstRange: Equatable, Sendable {
    private static let block = 1024
    private static let largest = 64
    /// The number of last pictures that count. It is small, so that the range adapts quickly.
    private static let memory = 64

    private(set) var bytes: Int
    /// The blocks that each of the last pictures needed, and the number of pictures for each number of blocks. The last number
    /// is that of the pictures for which no first range is enough.
    private var needs: [UInt8] = []
    private var counts = [UInt8](repeating: 0, count: FirstRange.largest + 2)
    private var place = 0

    init(atFirst bytes: Int) { self.bytes = bytes }

    /// Learns the end of a picture's header. `price` is that of a request, in bytes.
    mutating func learn(headerEnd: UInt64, price: Int) {
        let need = max(1, Int(min(headerEnd, UInt64(FirstRange.largest * FirstRange.block) + 1) + 1023) / FirstRange.block)
        if needs.count < FirstRange.memory {
            needs.append(UInt8(need))
        } else {
            counts[Int(needs[place])] -= 1
            needs[place] = UInt8(need)
        }
        counts[need] += 1
        place = (place + 1) % FirstRange.memory
        if place % 8 == 0 { bytes = cheapest(price: price) }
    }

    /// The share of the last pictures for which the range was enough.
    var share: Double {
        let enough = counts[...(bytes / FirstRange.block)].reduce(0) { $0 + Int($1) }
        return Double(enough) / Double(max(1, needs.count))
    }

    private func cheapest(price: Int) -> Int {
        var (best, least) = (1, Int.max)
        var left = needs.count
        for blocks in 1...FirstRange.largest {
            left -= Int(counts[blocks])
            let cost = blocks * FirstRange.block * needs.count + left * (price + PictureFetch.laterRange)
            if cost < least { (best, least) = (blocks, cost) }
        }
        return best * FirstRange.block
    }
}
