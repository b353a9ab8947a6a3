/// Numbers that follow from a seed and from what they are for, and not from what was drawn before. So a smaller world is as the larger
/// one in all that it has.
struct Draw {
    enum Purpose: Int {
        case world, host, weather, night, row, picture, version, latency, fault, clock, sector, names, chance, options, gap, healing,
            change, store
    }

    let seed: UInt64

    func callAsFunction(_ purpose: Purpose, _ parts: Int...) -> UInt64 {
        var state = seed
        for part in [purpose.rawValue] + parts {
            state = (state ^ UInt64(truncatingIfNeeded: part)) &* 0x9E37_79B9_7F4A_7C15
            state ^= state >> 29
        }
        state = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
        state = (state ^ (state >> 27)) &* 0x94D0_49BB_1331_11EB
        return state ^ (state >> 31)
    }
}

/// Numbers one after the other, for a part of the world that is drawn as a whole.
struct Source: RandomNumberGenerator {
    private var state: UInt64

    init(_ state: UInt64) { self.state = state }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// True in so many of a hundred draws.
    mutating func percent(_ share: Int) -> Bool { Int.random(in: 0..<100, using: &self) < share }

    mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &self) }

    mutating func one<Element>(of elements: [Element]) -> Element { elements[number(0...elements.count - 1)] }
}
