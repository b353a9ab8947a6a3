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
