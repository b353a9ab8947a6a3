/// Pictures that are requested over a limited number of connections, in manifest order. A request takes a drawn
/// latency, and a drawn time in proportion to the picture's weight.
struct ConnectionArrivals: Sequence, IteratorProtocol {
    private let weights: PictureWeights
    private let connections: Int
    private var random: SplitMix64
    private var started = 0
    private var requests: [(item: Int, end: Double)] = []

    /// The latency of a request over a mobile network, in seconds.
    private static let latency = 0.05...0.15
    /// A connection's throughput in bytes a second is divided by such a number.
    private static let slowness = 0.5...1.5
    private static let bytesPerSecond = 250_000.0

    init(_ weights: PictureWeights, connections: Int, seed: UInt64) {
        self.weights = weights
        self.connections = connections
        random = SplitMix64(seed: seed)
        while requests.count < connections, started < weights.count { start(at: 0) }
    }

    private mutating func start(at time: Double) {
        let latency = random.number(in: Self.latency)
        let transfer = weights.bytes(of: started) / Self.bytesPerSecond * random.number(in: Self.slowness)
        requests.append((started, time + latency + transfer))
        started += 1
    }

    /// The rendering frame that shows a picture which arrives at this time, in seconds.
    private func frame(at time: Double) -> Int { Int(time * Double(ArrivalMoment.framesPerSecond)) }

    mutating func next() -> ArrivalMoment? {
        guard let first = requests.lazy.map(\.end).min() else { return nil }
        let frame = frame(at: first)
        var items: [Int] = []
        while let index = requests.indices.min(by: { requests[$0].end < requests[$1].end }),
            self.frame(at: requests[index].end) == frame
        {
            let request = requests.remove(at: index)
            items.append(request.item)
            if started < weights.count { start(at: request.end) }
        }
        return ArrivalMoment(frame: frame, items: items)
    }
}

/// How many bytes each picture has.
struct PictureWeights: Sendable {
    let page: PicturePage
    /// Known numbers, 0 where one is unknown; empty if none is known.
    let known: [Int]

    /// The usual size of a compressed pixel, in bytes.
    private static let bytesPerPixel = 0.2

    var count: Int { page.count }

    func bytes(of item: Int) -> Double {
        if !known.isEmpty, known[item] > 0 { return Double(known[item]) }
        return Double(page.widths[item]) * Double(page.heights[item]) * Self.bytesPerPixel
    }
}

/// The generator of Steele, Lea and Flood, "Fast Splittable Pseudorandom Number Generators" (2014). A seed gives the
/// same numbers on every machine.
struct SplitMix64: RandomNumberGenerator, Sendable {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var word = state
        word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
        word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
        return word ^ (word >> 31)
    }

    /// The standard library does not promise the same numbers in its next version, so this does not use it.
    mutating func number(in range: ClosedRange<Double>) -> Double {
        range.lowerBound + Double(next() >> 11) * 0x1p-53 * (range.upperBound - range.lowerBound)
    }
}
