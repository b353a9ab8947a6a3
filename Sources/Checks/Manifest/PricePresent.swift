import WeirBase
import WeirRecords

/// Prices that no manifest can have, and manifests with too many empty prices.
struct PricePresent: ManifestRule {
    static let rule = Rule(
        "price-present", .manifest, .error, "price is a text, and not too many prices are empty",
        explanation: """
            As a number, 1299.00 becomes 1299 and has no currency. Many empty prices mean that the column was not found: more \
            than half of ten or more are a warning, a tenth or less an info. With `--previous`, a tenth of the prices that are gone is a \
            warning, and more than half an error.
            """,
        example: #"{"w":200,"h":275,"img":"a.jpg","price":1299.00}"#,
        remedy: "Write the price as text. If its column is not called `price`, set `--price-column`.",
        parameters: [
            RuleParameter(
                "max-empty", default: .number(1), in: 0...1, "the largest share of empty prices, from 0 to 1")
        ])

    /// Small manifests, of which most may lack a price, have no finding.
    private static let fewest = 10

    private let maxEmpty: Double
    private var empty = 0
    private var given = 0
    private var firstEmpty: (file: Int, subject: FindingSubject)?

    init(_ parameters: RuleParameters) { maxEmpty = parameters.number("max-empty") }

    mutating func look(at batch: EntryBatch, _ findings: inout FindingStore) {
        for entry in batch.entries {
            guard let member = batch.member(.price, of: entry) else { continue }
            if member.kind != .text {
                let value = member.value.count > 0 ? " (\(quoted(batch.text(member.value))))" : ""
                findings.add(
                    Self.rule, in: batch.file, batch.subject(entry, valueOf: member), "price is \(member.kind.name)\(value), not text")
            } else if member.value.count == 0 {
                empty += 1
                firstEmpty = firstEmpty ?? (batch.file, batch.subject(entry, valueOf: member))
                continue
            } else if let fault = TextFault(in: batch.text(member.value)) {
                findings.add(Self.rule, in: batch.file, batch.subject(entry, valueOf: member), "price \(fault.rawValue)")
            }
            given += 1
        }
    }

    mutating func conclude(_ manifest: inout ManifestFiles, _ findings: inout FindingStore) {
        let count = manifest.document.count
        let isOverLimit = Double(empty) > maxEmpty * Double(count)
        if let loss = loss(in: &manifest) {
            var subject = manifest.subject(ofPrice: loss.first)
            subject.isAboutAllEntries = true
            findings.add(
                Self.rule, in: manifest.document.file(of: loss.first), subject,
                """
                \(loss.lost) of the \(loss.all) prices that the previous manifest had here \(loss.lost == 1 ? "is" : "are") empty now; \
                this is the first of them
                """, severity: loss.lost * 2 > loss.all || isOverLimit ? nil : .warning)
        } else if isOverLimit {
            findings.add(
                Self.rule, in: 0, FindingSubject(field: "price"),
                "\(empty) of \(count) prices are empty, more than \(percent(maxEmpty))")
        } else if let (file, first) = firstEmpty, let severity = severity(ofEmpty: count) {
            var subject = first
            let share = empty == 1 ? "1 of \(count) prices is empty" : "\(empty) of \(count) prices (this one first) are empty"
            subject.isAboutAllEntries = true
            findings.add(Self.rule, in: file, subject, share, severity: severity)
        }
    }

    /// Nil for a share that shops have.
    private func severity(ofEmpty count: Int) -> Severity? {
        if empty * 2 > count, count >= Self.fewest { return .warning }
        return empty * 9 <= given ? .info : nil
    }

    /// How many prices are empty now, of those that the previous manifest had; nil below a tenth.
    private func loss(in manifest: inout ManifestFiles) -> (lost: Int, all: Int, first: Int)? {
        guard empty > 0, let previous = manifest.previous, !previous.prices.isEmpty, let pairs = manifest.previousPairs
        else { return nil }
        var (lost, all) = (0, 0)
        var first: Int?
        for entry in 0..<manifest.document.count {
            guard let old = pairs.previous(of: entry), previous.prices[old].count > 0 else { continue }
            all += 1
            // A price that is no text has a finding of its own.
            guard manifest.document.prices[entry].count == 0, manifest.priceValues[entry] != .empty else { continue }
            lost += 1
            first = first ?? entry
        }
        guard let first, lost * 10 >= all else { return nil }
        return (lost, all, first)
    }
}

/// A share as a percentage with at most one decimal.
func percent(_ share: Double) -> String { shortest((share * 1000).rounded() / 10) + "%" }
