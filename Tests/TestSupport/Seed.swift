import Foundation

/// A random source that can be repeated: the seed is printed when a test starts, and
/// WEIR_SEED sets it.
public struct Seed: RandomNumberGenerator, CustomStringConvertible, Sendable {
    public let value: UInt64
    private var state: UInt64

    public init(_ value: UInt64) {
        self.value = value
        state = value
    }

    /// A new seed, or the one the environment names.
    public static func announced(for test: String) -> Seed {
        let given = ProcessInfo.processInfo.environment["WEIR_SEED"].flatMap { UInt64($0) }
        let seed = Seed(given ?? UInt64.random(in: 1...UInt64(UInt32.max)))
        print("\(test): WEIR_SEED=\(seed.value)")
        return seed
    }

    /// SplitMix64.
    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    public var description: String { "WEIR_SEED=\(value)" }
}
