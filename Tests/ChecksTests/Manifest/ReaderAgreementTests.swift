import Manifests
import TestSupport
import Testing
import WeirBase
import WeirRecords

@testable import Checks

/// The checks read manifests as all other commands do.
@Suite struct ReaderAgreementTests {
    private struct Entry {
        let width: Int
        let height: Int
        let img: String
        let price: String
        let isPlaceholder: Bool

        private static let signs: [Character] = ["a", "Z", "/", "\"", "\\", "&", "<", "\n", "\t", "é", "¥", "靴", "😀", "\u{2028}"]

        init(using seed: inout Seed) {
            func text(_ counts: ClosedRange<Int>) -> String {
                String(
                    (0..<Int.random(in: counts, using: &seed)).map { _ in Self.signs[Int.random(in: 0..<Self.signs.count, using: &seed)] })
            }
            width = Int.random(in: 1...Int(Int32.max), using: &seed)
            height = Int.random(in: 1...1000, using: &seed)
            img = text(1...40)
            price = text(0...12)
            isPlaceholder = Bool.random(using: &seed)
        }

        func append(to output: inout ByteBuffer, _ writer: inout any ManifestWriter) {
            let texts = Array(img.utf8) + Array(price.utf8)
            texts.withUnsafeBufferPointer { texts in
                var entry = ManifestEntry(
                    width: width, height: height, img: UnsafeBufferPointer(rebasing: texts.prefix(img.utf8.count)),
                    price: UnsafeBufferPointer(rebasing: texts.dropFirst(img.utf8.count)))
                if isPlaceholder { entry.extras = [ManifestEntry.Extra(name: "status", value: .word("placeholder"))] }
                writer.append(entry, to: &output)
            }
        }
    }

    @Test(arguments: [ManifestFormat.json, .jsonl, .plist, .binaryPlist])
    func randomManifests(format: ManifestFormat) throws {
        var seed = Seed.announced(for: "ReaderAgreementTests.randomManifests")
        for count in [0, 1, 2, 17, 300] {
            var output = ByteBuffer()
            var writer = format.writer()
            writer.begin(&output)
            for _ in 0..<count { Entry(using: &seed).append(to: &output, &writer) }
            writer.end(&output)
            let bytes = output.bytes

            let manifest = try bytes.withUnsafeBytes { try ManifestDocument($0, keeping: ["status"]) }
            let checked = ManifestCheck(RuleChoices(ManifestRules.withoutPictures)).check(format == .jsonl ? "m.jsonl" : "m.json", bytes)
            #expect(checked.widths == manifest.widths, "\(seed)")
            #expect(checked.heights == manifest.heights, "\(seed)")
            #expect(checked.widths.indices.filter(checked.isPlaceholder) == (0..<manifest.count).filter(manifest.isPlaceholder), "\(seed)")
            let imgs = (0..<manifest.count).map { manifest.withTexts(of: $0) { img, _ in String(decoding: img, as: UTF8.self) } }
            #expect((0..<checked.widths.count).map { checked.img(of: $0) } == imgs, "\(seed)")

            // Findings about the entries stand on their lines.
            var check = ManifestCheck(RuleChoices(ManifestRules.withoutPictures))
            var marked = checked
            var screen = ScreenFindings("portrait")
            for item in checked.widths.indices { screen.add(Parses.rule, item, "here") }
            marked.add([screen], RuleChoices(Rule.all))
            check.take(marked)
            let here = check.result.files[0].findings.filter { $0.message == "here" }
            #expect(here.map(\.entry) == Array(0..<count), "\(seed)")
            #expect(here.compactMap(\.position?.line) == (format == .binaryPlist ? [] : manifest.lines.map(Int.init)), "\(seed)")
            #expect(check.result.files[0].findings.filter { $0.rule == "parses" }.count == count, "\(seed)")
        }
    }

    /// A value is quoted in the syntax of its format.
    @Test(arguments: [
        ("m.json", #"[{"w":1,"h":1,"img":"a","price":false}]"#),
        (
            "m.plist",
            "<plist><array><dict><key>w</key><integer>1</integer><key>h</key><integer>1</integer><key>img</key><string>a</string><key>price</key><false/></dict></array></plist>"
        ),
    ])
    func quotedFlags(name: String, text: String) {
        let found = findings(in: Array(text.utf8), named: name).filter { $0.rule == "price-present" }
        #expect(found.map(\.message) == ["price is true or false (`false`), not text"])
    }

    /// The checks and the commands that read a manifest refuse the same files.
    @Test(arguments: [ManifestFormat.json, .jsonl, .plist, .binaryPlist])
    func damagedManifests(format: ManifestFormat) {
        var seed = Seed.announced(for: "ReaderAgreementTests.damagedManifests")
        var damaged = 0
        for _ in 0..<300 {
            var output = ByteBuffer()
            var writer = format.writer()
            writer.begin(&output)
            for _ in 0..<4 { Entry(using: &seed).append(to: &output, &writer) }
            writer.end(&output)
            var bytes = output.bytes
            for _ in 0..<Int.random(in: 1...2, using: &seed) {
                let offset = Int.random(in: bytes.indices, using: &seed)
                bytes[offset] =
                    Bool.random(using: &seed)
                    ? "\"\\{}[],:<>/&0e.\n".utf8.randomElement(using: &seed) ?? 0 : UInt8.random(in: 0...255, using: &seed)
            }
            let found = findings(in: bytes, named: format == .jsonl ? "m.jsonl" : "m").filter { $0.rule == "parses" }
            let read = Reading(bytes)
            if !found.isEmpty { damaged += 1 }
            let text = "\(seed) \(String(decoding: bytes, as: UTF8.self))"
            switch format {
            case .json:
                // With another first byte, the bytes have another format.
                guard bytes.first == UInt8(ascii: "[") else { continue }
                let broken = found.filter { $0.entry != nil }.map { Fault($0) }
                #expect(read.failure != nil || broken == read.broken, "\(text) \(seed)")
                #expect(found.filter { $0.entry == nil }.map { Fault($0).message } == (read.failure.map { [$0] } ?? []), "\(text) \(seed)")
            case .jsonl:
                // The checks want one entry on a line; the other reader accepts several.
                #expect(!found.isEmpty || read.broken.isEmpty && read.failure == nil, "\(text) \(seed)")
            case .plist, .binaryPlist:
                // The checks read every key; the other reader reads only the keys that it needs.
                #expect(Set(read.broken.map(\.entry)).isSubset(of: found.map { $0.entry ?? -1 }), "\(text) \(seed)")
                #expect(read.failure == nil || found.contains { Fault($0).message == read.failure }, "\(text) \(seed)")
            case .csv, .tsv, .copy: break
            }
        }
        #expect(damaged > 50, "\(seed)")
    }

    private struct Fault: Equatable {
        let entry: Int
        let message: String

        init(entry: Int, message: String) {
            self.entry = entry
            self.message = message
        }

        /// Takes only the parts of a finding that the other reader has too.
        init(_ finding: Finding) {
            self.init(entry: finding.entry ?? -1, message: finding.message.split(separator: "; found ").first.map(String.init) ?? "")
        }
    }

    /// The result of the reader of layout, diff and rerun for the same bytes.
    private struct Reading {
        var broken: [Fault] = []
        var failure: String?

        /// Messages about rows that could be read; the rule is not about them.
        private static let judgements = ["img ", "price ", "the entry has no", "the key ", "status ", "the kept column", "a kept column"]

        init(_ bytes: [UInt8]) {
            do {
                broken = try bytes.withUnsafeBytes { try ManifestDocument($0, keeping: ["status"]) }.broken.filter { broken in
                    !Self.judgements.contains { broken.message.hasPrefix($0) }
                }.map { Fault(entry: $0.index, message: $0.message) }
            } catch {
                failure = (error as? DocumentFailure)?.message ?? "\(error)"
            }
        }
    }

    /// Entries without a size are no items, and the items after them keep their order.
    @Test func itemsOfEntries() throws {
        let text = #"[{"w":0,"h":1,"img":"a"},null,{"w":2,"h":3,"img":"b"},{"w":4},{"w":5,"h":6,"img":"c"}]"#
        var check = ManifestCheck(RuleChoices(ManifestRules.withoutPictures))
        var manifest = check.check("m.json", Array(text.utf8))
        #expect(manifest.widths == [2, 5])
        #expect(manifest.heights == [3, 6])
        #expect(manifest.img(of: 1) == "c")
        var screen = ScreenFindings("portrait")
        screen.add(Parses.rule, 1, "here")
        screen.add(Parses.rule, nil, "whole")
        manifest.add([screen], RuleChoices(Rule.all))
        check.take(manifest)
        let findings = check.result.files[0].findings
        #expect(findings.first?.message == "whole")
        let here = try #require(findings.first { $0.message == "here" })
        #expect((here.entry, here.pointer, here.img) == (4, "/4", "c"))
        #expect(here.screens == FindingScreens(first: "portrait"))
        #expect(here.position == FindingPosition(line: 1, column: 63, length: 23))
    }
}
