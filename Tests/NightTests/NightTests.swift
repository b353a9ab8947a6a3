// docs/testing.md: thousands of nights of a shop in a simulated world, each judged.
import Foundation
import TestSupport
import Testing

@Suite(.needs(.program("cc")), .needs(.loading), .disabled(if: Sanitizer.isOn, "a sanitizer has its own kernel calls")) struct NightTests {
    private static let environment = ProcessInfo.processInfo.environment
    private static func number(_ name: String) -> Int? { environment[name].flatMap { Int($0) } }

    /// The nights of a chain, and the number of all nights, which `WEIR_NIGHTS` overrides.
    private static let length = number("WEIR_NIGHT_LENGTH") ?? 10
    private static let nights = number("WEIR_NIGHTS") ?? 200
    private static let firstSeed = UInt64(number("WEIR_NIGHT_SEED") ?? 1)

    @Test func nights() throws {
        let chains = max(1, Self.nights / Self.length)
        var (nights, requests, simulated, inRuns) = (0, 0, 0.0, 0.0)
        let start = Date()
        var first = ""
        for seed in Self.firstSeed..<Self.firstSeed + UInt64(chains) {
            let chain = try Chain(World(seed: seed, nights: Self.length))
            nights += chain.nights
            requests += chain.requests
            simulated += chain.simulatedSeconds
            inRuns += chain.runSeconds
            if first.isEmpty, let violation = chain.violations.first { first = "; seed \(seed): \(violation.rule.name)" }
            for violation in chain.violations { Issue.record("scripts/nights --seed \(seed) --nights \(Self.length): \(violation)") }
            // A planted defect need be found only once.
            if !first.isEmpty, Self.environment["WEIR_DEFECT"] != nil { break }
        }
        let taken = -start.timeIntervalSinceNow
        print(
            "nights: \(nights) nights, \(requests) requests, \(Int(simulated / 3600)) h simulated, \(Int(inRuns / 60)) min of them in runs, in \(Int(taken)) s\(first)"
        )
    }

    /// The same seed gives the same night, to the microsecond.
    @Test func aSeedRepeatsItsNights() throws {
        let stories = try (0..<2).map { _ in try Chain(World(seed: 7, nights: 6), keepsStory: true).story }
        #expect(stories[0] == stories[1])
    }

    /// `scripts/nights --judge` replaces lines of Sources, each of which is there once.
    @Test func plantedDefectsFitTheSources() throws {
        struct Defect: Decodable { let what, file, old: String }
        func text(_ path: String) throws -> String { try String(contentsOfFile: "\(Fixtures.root)/\(path)", encoding: .utf8) }
        for defect in try JSONDecoder().decode([Defect].self, from: Data(text("Tests/NightTests/Defects.json").utf8)) {
            #expect(try text(defect.file).components(separatedBy: defect.old).count == 2, "\(defect.what)")
        }
    }

    /// `scripts/nights` runs this: the story of a seed, and the smallest world that breaks the same rule.
    @Test(.enabled(if: environment["WEIR_NIGHT_STORY"] != nil)) func story() throws {
        let world = World(seed: Self.firstSeed, nights: Self.length)
        let chain = try Chain(world, keepsStory: true)
        print(chain.story.joined(separator: "\n"))
        guard let violation = chain.violations.first else { return print("no rule is broken") }
        let small = try Shrinking(world, breaking: violation.rule)
        print("\nthe smallest world of \(small.tries) that breaks the same rule:\n")
        print(try Chain(small.world, keepsStory: true).story.joined(separator: "\n"))
        Issue.record("\(violation)")
    }
}
