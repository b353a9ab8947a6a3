// README.md: each row of a catalogue becomes exactly one entry or exactly one named failure, in every format.
import Foundation
import ImageHeaders
import Measuring
import Manifests
import TestSupport
import Testing

@testable import Ingest

/// Thousands of drawn nights, whose entries, counts, failures and gates are those of a plain model.
@Suite struct DrawnShopTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.addFolder("shop")
        try folder.addFolder("shop/sub")
        try folder.add("x.jpg", .jpeg(width: 9, height: 9))
    }

    private static let journal = ["j", "j.lock", "j-wal", "j-shm"]

    private static func limit(_ seed: inout Seed) -> IngestPlan.CountOrPercent {
        switch Int.random(in: 0..<6, using: &seed) {
        case 0: .count(Int.random(in: 0...4, using: &seed))
        case 1, 2: .percent(Double(Int.random(in: 0...1000, using: &seed)) / 10)
        default: .percent(100)
        }
    }

    /// The options of all nights of a chain. A manifest with other keys would not be replaced.
    private func plan(_ form: IngestPlan.CatalogueForm, _ seed: inout Seed) throws -> IngestPlan {
        let output: Bytes = ["o.json", "o.jsonl", "o.csv", "o.json"].randomElement(using: &seed)!
        var words: [Bytes] = ["shop/c.\(form.rawValue)", "--img-separator=|", "-o", output, "--keep=k"]
        if output == "o.json", Bool.random(using: &seed) {
            words[3] = "pages"
            words += [
                "--page-size=\(Int.random(in: 1...4, using: &seed))",
                Bool.random(using: &seed) ? "--page-names=hash" : "--page-names=number",
            ]
        }
        if Int.random(in: 0..<4, using: &seed) == 0 { words.append("--journal=j") }
        var plan = try IngestPlan(words, in: folder)
        plan.facts = [.status, .format, .bytes, .mime, .orientation].shuffled(using: &seed).dropLast(Int.random(in: 0...5, using: &seed))
        plan.output.extras = plan.facts.flatMap(\.keys) + ["k", "images"]
        if Bool.random(using: &seed) { plan.baseURL = Array("https://shop.example/i".utf8) }
        return plan
    }

    private func files(_ plan: IngestPlan) throws -> [String: String] {
        guard plan.output.pageSize != nil else { return try one(plan) }
        let names = (try? folder.names(in: "pages")) ?? []
        return Dictionary(uniqueKeysWithValues: names.map { ($0, folder.text(of: "pages/\($0)") ?? "") })
    }

    private func one(_ plan: IngestPlan) throws -> [String: String] {
        let name = String(decoding: plan.output.path ?? [], as: UTF8.self).dropFirst(folder.path.count + 1)
        return folder.text(of: String(name)).map { ["m": $0] } ?? [:]
    }

    @Test(arguments: DrawnCatalogue.forms) func chains(form: IngestPlan.CatalogueForm) throws {
        var seed = Seed.announced(for: "DrawnShopTests.\(form)")
        var old = [DrawnPictures.Content?](repeating: nil, count: DrawnPictures.fileCount)
        for chain in 0..<40 {
            for name in ["pages", "o.json", "o.jsonl", "o.csv"] + Self.journal {
                try? FileManager.default.removeItem(atPath: "\(folder.path)/\(name)")
            }
            var plan = try plan(form, &seed)
            var memory = DrawnMemory()
            var pictures = DrawnPictures()
            for night in 0..<5 {
                let context: Comment = "\(seed), chain \(chain), night \(night)"
                for _ in 0..<Int.random(in: 0...2, using: &seed) {
                    let file = Int.random(in: 0..<DrawnPictures.fileCount, using: &seed)
                    pictures.contents[file] = [.text, .gone, .picture(side: Int.random(in: 10...40, using: &seed))].randomElement(
                        using: &seed)!
                }
                try pictures.write(into: folder, instead: old)
                old = pictures.contents
                let hasFailures = Int.random(in: 0..<4, using: &seed) > 0
                let rows = (0..<Int.random(in: 0...9, using: &seed)).map { _ in DrawnRow(&seed, form, failures: hasFailures) }
                let isBinary = Bool.random(using: &seed)
                try folder.add("shop/c.\(form.rawValue)", DrawnCatalogue.bytes(rows, form, isBinary: isBinary))
                plan.onFailure = [.placeholder, .placeholder, .omit, .stop].randomElement(using: &seed)!
                plan.isEachImage = Int.random(in: 0..<3, using: &seed) == 0
                plan.fallback = PixelSize(width: Int.random(in: 1...99, using: &seed), height: 7)
                (plan.maxFailures, plan.maxRemoved) = (Self.limit(&seed), Self.limit(&seed))
                plan.expectedRows = Int.random(in: 0..<3, using: &seed) == 0 ? Self.limit(&seed) : nil
                memory = try check(plan, rows, pictures, memory, context)
            }
        }
    }

    /// Runs a night, and returns what the next one knows.
    private func check(
        _ plan: IngestPlan, _ rows: [DrawnRow], _ pictures: DrawnPictures, _ memory: DrawnMemory, _ context: Comment
    ) throws -> DrawnMemory {
        var expected = ExpectedNight(plan, rows, pictures, memory)
        let planned = try IngestPreview(plan, until: .never(), onBroken: { _ in }, onNotice: { _ in })
        let preview = expected.preview(of: rows)
        var counts = planned.summary
        counts.change?.resized = 0
        #expect(counts == preview.counts, context)
        #expect(planned.gates == preview.gates, context)

        let before = try files(plan)
        #expect(before == memory.files, context)
        let outcome = ingest(plan, in: folder)
        let stopsAt = min(expected.firstFailure, expected.firstBroken)
        if plan.onFailure == .stop, stopsAt < .max {
            let endings = [(expected.firstFailure, IngestEnding.stoppedAtFailure), (expected.firstBroken, .stoppedAtBrokenRow)]
            #expect(endings.contains { $0.0 < .max && $0.1 == outcome.ending }, "\(context) \(outcome)")
            #expect(try files(plan) == before, context)
            // How much the journal has learned by then depends on the threads.
            return plan.measuring.journal == nil ? memory : try forgotten(memory)
        }
        if expected.gates.isEmpty {
            #expect(outcome.ending == .written, "\(context) \(outcome)")
            expected.write()
            #expect(outcome.result.unchanged == [memory.files == expected.newMemory.files], context)
        } else {
            #expect(outcome.ending == .gated(expected.gates), "\(context) \(outcome)")
        }
        #expect(outcome.result.isReplaced == expected.gates.isEmpty, context)
        #expect(try files(plan) == expected.newMemory.files, context)
        compare(outcome, expected, context)
        return expected.newMemory
    }

    private func compare(_ outcome: IngestOutcome, _ expected: ExpectedNight, _ context: Comment) {
        var (summary, counts) = (outcome.summary, expected.counts)
        let causes = summary.causes.map { "\($0.last.code.rawValue) \([$0.pictures, $0.newPictures, $0.stalePictures])" }
        #expect(causes == expected.sortedCauses, context)
        (summary.seconds, summary.causes, counts.causes) = (0, [], [])
        summary.journal?.remembered = 0
        summary.journal?.unchanged = 0
        #expect(summary == counts, context)
        let failures = outcome.failures.map { failure in
            let img = String(decoding: failure.img, as: UTF8.self)
            let isNew = failure.isNew.map { "\($0)" } ?? "nil"
            return "\(failure.row) \(img) \(failure.code?.rawValue ?? "broken-row") \(failure.isStale) \(isNew)"
        }
        #expect(failures == expected.failures, context)
        let changes = outcome.changes.map { picture in
            let change =
                switch picture.change {
                case .resized(let size, let old): "resized \(old.width)x\(old.height) \(size.width)x\(size.height)"
                case .recovered: "recovered"
                case .undecoded: "undecoded"
                }
            return "\(picture.row) \(String(decoding: picture.img, as: UTF8.self)) \(change)"
        }
        #expect(changes == expected.changes, context)
        #expect(outcome.failures.allSatisfy { $0.attempts == ($0.code == nil ? 0 : 1) }, context)
    }

    private func forgotten(_ memory: DrawnMemory) throws -> DrawnMemory {
        for name in Self.journal { try? FileManager.default.removeItem(atPath: "\(folder.path)/\(name)") }
        var memory = memory
        (memory.recorded, memory.failing) = ([:], [])
        return memory
    }
}
