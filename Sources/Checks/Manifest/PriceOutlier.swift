import WeirBase
import WeirRecords

/// Prices that are a hundred times those around them, or a hundredth.
struct PriceOutlier: ManifestRule {
    static let rule = Rule(
        "price-outlier", .manifest, .warning, "no price is a hundred times too high or too low",
        explanation: """
            A price in cents among prices in euros is a hundred times too high. Of at least ten prices, up to three are reported that \
            would be among the others if divided or multiplied by 100.
            """,
        example: "23 prices from €19.90 to €149.00, and one of €5990.00",
        remedy: "Correct the price, or ignore the finding for this img.")

    /// A price among the highest or the lowest. In a manifest that is sorted by price each one is, for a moment, so its texts are
    /// read at the end.
    private struct Extreme {
        let value: Double
        let file: Int
        let entry: Int
        let price: RecordBatch.Field
        let img: TextRange
    }

    private static let most = 3
    private static let gap = 8.0
    private static let fewest = 10

    /// The highest prices, from the highest one, and the lowest prices, from the lowest one.
    private var highest: [Extreme] = []
    private var lowest: [Extreme] = []
    private var count = 0

    init(_ parameters: RuleParameters) {}

    mutating func look(at batch: EntryBatch, _ findings: inout FindingStore) {
        for entry in batch.entries {
            guard let member = batch.member(.price, of: entry), member.kind == .text else { continue }
            let price = batch.text(member.value)
            guard let value = Self.value(of: price), value > 0 else { continue }
            count += 1
            let isHigh = highest.count <= Self.most || value > highest[Self.most].value
            guard isHigh || lowest.count <= Self.most || value < lowest[Self.most].value else { continue }
            let extreme = Extreme(
                value: value, file: batch.file, entry: entry.number, price: member, img: batch.img(of: entry))
            Self.insert(extreme, into: &highest) { $0.value > $1.value }
            Self.insert(extreme, into: &lowest) { $0.value < $1.value }
        }
    }

    private static func insert(_ extreme: Extreme, into list: inout [Extreme], _ isBefore: (Extreme, Extreme) -> Bool) {
        let index = list.firstIndex { isBefore(extreme, $0) } ?? list.count
        list.insert(extreme, at: index)
        if list.count > most + 1 { list.removeLast() }
    }

    /// The number in a price. Nearly all prices have plain digits, and two decimals or none.
    private static func value(of price: UnsafeBufferPointer<UInt8>) -> Double? {
        guard let start = price.firstIndex(where: isDigit) else { return nil }
        var value = 0
        var end = start
        while end < price.count, isDigit(price[end]), end - start < 12 {
            value = value * 10 + Int(price[end] - UInt8(ascii: "0"))
            end += 1
        }
        if end == price.count { return Double(value) }
        let rest = price[(end + 1)...]
        if ".,".utf8.contains(price[end]), rest.count == 2, rest.allSatisfy(isDigit) {
            return Double(value) + Double(rest.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }) / 100
        }
        return PriceAmount(price[...])?.value
    }

    mutating func conclude(_ manifest: inout ManifestFiles, _ findings: inout FindingStore) {
        guard count >= Self.fewest, let top = highest.first, let bottom = lowest.first else { return }
        if let outliers = outliers(of: highest, isHigh: true, upTo: bottom.value, manifest) {
            report(outliers, "a hundred times", manifest, &findings)
        }
        if let outliers = outliers(of: lowest, isHigh: false, upTo: top.value, manifest) {
            report(outliers, "a hundredth of", manifest, &findings)
        }
    }

    /// The extremes before a gap, which would be among the others with two more or two fewer digits. `end` is the price at the other end.
    private func outliers(of extremes: [Extreme], isHigh: Bool, upTo end: Double, _ manifest: ManifestFiles) -> ArraySlice<Extreme>? {
        func currency(_ extreme: Extreme) -> Currency? {
            manifest.document.withTexts(ofFile: extreme.file) { Currency(of: $0[extreme.price.value]) }
        }
        for next in 1..<max(1, extremes.count) {
            let (last, other) = (extremes[next - 1], extremes[next])
            let times = isHigh ? last.value / other.value : other.value / last.value
            guard times > Self.gap else { continue }
            let range = min(end, other.value)...max(end, other.value)
            let usual = currency(other)
            let areShifted = extremes[..<next].allSatisfy {
                range.contains(isHigh ? $0.value / 100 : $0.value * 100) && currency($0) == usual
            }
            return areShifted ? extremes[..<next] : nil
        }
        return nil
    }

    private func report(
        _ outliers: ArraySlice<Extreme>, _ words: String, _ manifest: ManifestFiles, _ findings: inout FindingStore
    ) {
        for outlier in outliers {
            let (subject, price) = manifest.document.withTexts(ofFile: outlier.file) { texts in
                let field = EntryKey.price.text.description
                let subject = FindingSubject(
                    range: outlier.price.valueRange, pointer: "/\(outlier.entry)/\(field)", entry: outlier.entry,
                    img: printableImg(texts[outlier.img]), field: field)
                return (subject, quoted(texts[outlier.price.value]))
            }
            findings.add(
                Self.rule, in: outlier.file, subject,
                "the price \(price) is probably \(words) what it should be: the other prices are far from it")
        }
    }
}
