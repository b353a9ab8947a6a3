/// When each picture arrives, and which of them share a rendering frame.
public enum ArrivalProcess: Equatable, Sendable {
    /// One by one in manifest order, each in a rendering frame of its own.
    case order
    /// All in one rendering frame.
    case together
    /// So many requests at a time, in manifest order. Each seed draws other times.
    case connections(Int, seeds: Range<UInt64>)

    private static let ranges: [String: ClosedRange<UInt64>] = [
        "connections": 1...256, "seed": 0...UInt64(UInt32.max), "seeds": 1...1000,
    ]

    /// The ways to write a process.
    package static let forms = "order, together, connections=N,seed=S or connections=N,seeds=K"

    /// Reads what `text` gives, such as `connections=6,seed=1`.
    public init(_ text: String) throws(LayoutError) {
        switch text {
        case "order": self = .order
        case "together": self = .together
        default: self = try Self.connections(in: text)
        }
    }

    private static func connections(in text: String) throws(LayoutError) -> ArrivalProcess {
        var numbers: [String: UInt64] = [:]
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            let sides = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            guard sides.count == 2, let range = ranges[sides[0]] else {
                throw LayoutError("arrival", "\"\(text)\" is none of \(forms)")
            }
            guard let number = UInt64(sides[1]), range.contains(number) else {
                throw LayoutError(
                    "arrival",
                    "\(sides[0]) is \"\(sides[1])\"; it must be a whole number from \(range.lowerBound) to \(range.upperBound)")
            }
            guard numbers.updateValue(number, forKey: sides[0]) == nil else {
                throw LayoutError("arrival", "\(sides[0]) is set twice")
            }
        }
        guard let connections = numbers["connections"] else {
            throw LayoutError("arrival", "\"\(text)\" does not say how many connections there are, such as connections=6")
        }
        let first = numbers["seed"] ?? 1
        return .connections(Int(connections), seeds: first..<first + (numbers["seeds"] ?? 1))
    }

    /// As `init(_:)` reads it.
    public var text: String {
        switch self {
        case .order: "order"
        case .together: "together"
        case .connections(let connections, let seeds):
            "connections=\(connections),seed=\(seeds.lowerBound)" + (seeds.count == 1 ? "" : ",seeds=\(seeds.count)")
        }
    }

    /// The moments at which pictures arrive. `bytes` has each picture's number of bytes, 0 where it is unknown and
    /// follows from the size; it may be empty.
    public func moments(of page: PicturePage, bytes: [Int] = [], seed: UInt64 = 1) -> AnySequence<ArrivalMoment> {
        precondition(bytes.isEmpty || bytes.count == page.count, "one number for each picture")
        return switch self {
        case .order: AnySequence(InOrder(count: page.count))
        case .together: AnySequence([ArrivalMoment(frame: 0, items: Array(0..<page.count))])
        case .connections(let connections, _):
            AnySequence(ConnectionArrivals(PictureWeights(page: page, known: bytes), connections: connections, seed: seed))
        }
    }
}

/// The pictures that arrive within one rendering frame of the screen.
public struct ArrivalMoment: Equatable, Sendable {
    /// The number of the rendering frame, from 0.
    public let frame: Int
    /// The numbers of the pictures.
    public let items: [Int]

    /// `items` are numbers of pictures, from 0. A run takes its moments in the order of time.
    public init(frame: Int, items: [Int]) {
        self.frame = frame
        self.items = items
    }

    /// How many rendering frames a screen shows in a second.
    public static let framesPerSecond = 60
}

/// Pictures one by one in manifest order, each in the next rendering frame.
struct InOrder: Sequence, IteratorProtocol {
    let count: Int
    private var item = 0

    init(count: Int) { self.count = count }

    mutating func next() -> ArrivalMoment? {
        guard item < count else { return nil }
        item += 1
        return ArrivalMoment(frame: item - 1, items: [item - 1])
    }
}

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
