import Foundation

/// A reproducible random source: its numbers follow from the seed of the run and from the test's name. `scripts/test --seed`
/// prints the seed, and WEIR_SEED sets it.
public struct Seed: RandomNumberGenerator, CustomStringConvertible, Sendable {
    public let value: UInt64
    private var state: UInt64

    public init(_ value: UInt64) {
        self.value = value
        state = value
    }

    /// The source of one test.
    public static func announced(for test: String) -> Seed {
        var seed = Seed(ofThisRun)
        // FNV-1a, so that two tests do not draw the same numbers.
        for byte in test.utf8 { seed.state = (seed.state ^ UInt64(byte)) &* 0x100_0000_01B3 }
        return seed
    }

    private static let ofThisRun: UInt64 = {
        let printed = { try? Program("\(Fixtures.root)/scripts/test").run(["--seed"]).text }
        let reported = ProcessInfo.processInfo.environment["WEIR_SEED"] ?? printed() ?? ""
        guard let value = UInt64(reported.trimmingCharacters(in: .newlines)) else {
            fatalError("scripts/test --seed prints no number: \(reported)")
        }
        return value
    }()

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
