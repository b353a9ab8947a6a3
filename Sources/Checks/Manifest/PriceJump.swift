import Manifests
import WeirBase

/// Prices that are a multiple, or a fraction, of those in the previous manifest.
struct PriceJump: ManifestRule {
    static let rule = Rule(
        "price-jump", .manifest, .warning, "no price is many times its previous price, or a small part of it",
        explanation: """
            A price that was 129.0 and is 1290 has lost its decimal point. Needs `--previous`. Prices that `price-shift` \
            finds are left out.
            """,
        example: "a price that was ¥129.00 and is ¥12900",
        remedy: "Correct the price in the catalogue, or raise `times`.",
        needs: [.previous],
        parameters: [
            RuleParameter("times", default: .number(10), in: 1.01 ... .infinity, "the smallest factor, up or down, that is a jump")
        ])

    private let times: Double

    /// Up to this many findings stand for themselves, even if all prices have jumped.
    private static let fewest = 10

    init(_ parameters: RuleParameters) { times = parameters.number("times") }

    mutating func conclude(_ manifest: inout ManifestFiles, _ findings: inout FindingStore) {
        guard let pairs = manifest.previousPairs, let previous = manifest.previous else { return }
        // If the shift is not reported, its jumps are.
        let moved = manifest.movedPrices.flatMap { findings.reports(PriceShift.rule, in: $0.file, $0.subject) ? $0.entries : nil } ?? []
        let document = manifest.document
        var jumps: [(entry: Int, old: String, new: String)] = []
        var compared = 0
        for entry in 0..<document.count {
            guard let old = pairs.previous(of: entry) else { continue }
            compared += 1
            if moved.contains(entry) { continue }
            document.withTexts(of: entry) { _, new in
                previous.withTexts(of: old) { _, old in
                    if isJump(from: old, to: new) { jumps.append((entry, quoted(old), quoted(new))) }
                }
            }
        }
        let isOneCause = jumps.count > Self.fewest && jumps.count * 2 > compared
        for jump in isOneCause ? jumps.prefix(1) : jumps[...] {
            let message = "the price \(jump.new) was \(jump.old) in the previous manifest"
            let others = isOneCause ? "; \(jumps.count) of \(compared) prices have jumped, this one first" : ""
            findings.add(Self.rule, in: document.file(of: jump.entry), manifest.subject(ofPrice: jump.entry), message + others)
        }
    }

    private func isJump(from old: UnsafeBufferPointer<UInt8>, to new: UnsafeBufferPointer<UInt8>) -> Bool {
        // Most prices stay as they are.
        if old.isEmpty || new.isEmpty || old.isEqual(to: new) { return false }
        return withPlain(old) { old in
            withPlain(new) { new in
                guard let first = PriceAmount(old[...]), let second = PriceAmount(new[...]), first.value > 0, second.value > 0,
                    first.multiplier == second.multiplier, Currency(of: old) == Currency(of: new)
                else { return false }
                return max(first.value, second.value) >= min(first.value, second.value) * times
            }
        }
    }

    private func withPlain<Result>(_ price: UnsafeBufferPointer<UInt8>, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        price.contains { $0 >= 0x80 } ? plainPrice(price).withUnsafeBufferPointer(body) : body(price)
    }
}
