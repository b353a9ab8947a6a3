/// The pictures that arrive within one rendering frame of the screen.
public struct ArrivalMoment: Equatable, Sendable {
    /// The number of the rendering frame, from 0.
    public let frame: Int
    public let items: [Int]

    public init(frame: Int, items: [Int]) {
        self.frame = frame
        self.items = items
    }

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
