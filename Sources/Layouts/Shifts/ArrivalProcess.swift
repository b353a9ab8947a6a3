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
