import TestSupport
import Testing
import WeirBase

@Suite struct NumberTextTests {
    @Test(
        arguments: [
            (0, "0"), (-0.0, "0"), (10, "10"), (-7, "-7"), (0.1, "0.1"), (111.66666666666667, "111.66666666666667"),
            (9_007_199_254_740_991, "9007199254740991"), (1e300, "1e+300"), (.leastNonzeroMagnitude, "5e-324"),
        ] as [(Double, String)])
    func isShortest(number: Double, expected: String) { #expect(text { $0.append(shortest: number) } == expected) }

    @Test func readsBackAsTheSame() {
        var seed = Seed.announced(for: "NumberTextTests")
        for _ in 0..<10_000 {
            let number = Double(bitPattern: seed.next())
            guard number.isFinite else { continue }
            #expect(Double(text { $0.append(shortest: number) }) == number, "\(seed)")
        }
    }
}
