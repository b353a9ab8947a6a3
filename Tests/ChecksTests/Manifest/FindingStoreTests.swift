import TestSupport
import Testing

@testable import Checks

@Suite struct FindingStoreTests {
    /// The first findings of a rule are kept, and the others are counted.
    @Test func surplus() {
        let lines = (0..<6000).map { #"{"w":\#($0 < 2500 ? 0 : 1),"h":2,"img":"\#($0)","price":"1"}"# }
        let result = checked(Array(lines.joined(separator: "\n").utf8), named: "m.jsonl")
        #expect(result.count(of: .error) == 2500 && result.count(of: .warning) == 0)
        let file = result.files[0]
        #expect(file.findings.count == FindingStore.limit)
        #expect(file.findings.map(\.position?.line) == Array(1...1000))
        #expect(file.more == [CheckResult.Surplus(rule: "size-integer", severity: .error, count: 1500)])
        #expect(file.lines.count == 1000)
        #expect(file.findings[6].position.flatMap { file.lines[$0] }?.text == lines[6])
    }

    /// Of a fault that most entries share one finding is left, and none is counted. A second fault of the rule stays.
    @Test func sharedFault() {
        let lines = (0..<2500).map { #"{"w":0,"h":\#($0 < 2 ? 0 : 1),"img":"\#($0)","price":"1"}"# }
        let file = checked(Array(lines.joined(separator: "\n").utf8), named: "m.jsonl").files[0]
        #expect(file.findings.map { "\($0.entry ?? -1) \($0.field ?? "")" } == ["0 w", "0 h", "1 h"])
        #expect(file.findings[0].message == "w is `0`, and a side is at least 1; so it is in 2497 of 2500 entries, in this one first")
        #expect(file.findings[0].isAboutAllEntries)
        #expect(file.more == [CheckResult.Surplus(rule: "size-integer", severity: .error, count: 3)])
    }

    /// A fault of half of the entries or less, and up to three faults, are reported one by one.
    @Test(arguments: [(3, 4, 3), (4, 4, 1), (12, 24, 12), (13, 24, 1)])
    func sharedByMost(broken: Int, count: Int, findings: Int) {
        let lines = (0..<count).map { #"{"w":\#($0 < broken ? 0 : 9),"h":9,"img":"\#($0)","price":""}"# }
        let file = checked(Array(lines.joined(separator: "\n").utf8), named: "m.jsonl").files[0]
        #expect(file.findings.count { $0.rule == "size-integer" } == findings)
    }

    /// Faults of several kinds that most entries have are one finding a kind.
    @Test func sharedFaultsOfOneRule() {
        let lines = (0..<16).map { #"{"w":9,"h":9,"img":"\#($0)","price":"\#($0 % 2 == 0 ? "NaN" : "169 169")"}"# }
        let file = checked(Array(lines.joined(separator: "\n").utf8), named: "m.jsonl").files[0]
        #expect(
            file.findings.filter { $0.rule == "price-pattern" }.map(\.message) == [
                "the price `NaN` has no number; so it is in 8 of 16 entries, in this one first",
                "the price `169 169` has two numbers in a row; so it is in 8 of 16 entries, in this one first",
            ])
    }

    /// One empty price is an info, and the numbers behind it are an error.
    @Test func anInfoHidesNoError() {
        let lines = (0..<10).map { #"{"w":9,"h":9,"img":"\#($0)","price":\#($0 == 0 ? "\"\"" : "\($0)")}"# }
        let file = checked(Array(lines.joined(separator: "\n").utf8), named: "m.jsonl").files[0]
        #expect(
            file.findings.filter { $0.rule == "price-present" }.map { "\($0.severity) \($0.message)" } == [
                "info 1 of 10 prices is empty", "error price is a number (`1`), not text; so it is in 9 of 10 entries, in this one first",
            ])
    }

    /// The pictures that most entries share come first, and the others are counted.
    @Test func duplicates() throws {
        var imgs = (0..<200).map { "\($0).jpg" }
        for number in 0..<15 { imgs[100 + number] = imgs[number] }
        for number in 150..<160 { imgs[number] = imgs[77] }
        let lines = imgs.map { #"{"w":300,"h":400,"img":"\#($0)","price":"1"}"# }
        let file = checked(Array(lines.joined(separator: "\n").utf8), named: "m.jsonl").files[0]
        #expect(file.findings.count == 10 && file.more.map(\.count) == [6])
        let largest = try #require(file.findings.first { $0.img == "77.jpg" })
        #expect(largest.message == "the picture stands already in entry 77, line 78, and in 11 entries in all")
    }

    /// So many pictures that two entries have, among so many entries: the findings, and those that are only counted.
    @Test(arguments: [(3, 6, 3, 0), (4, 8, 1, 0), (4, 16, 4, 0), (4, 15, 1, 0), (10, 40, 10, 0), (11, 44, 10, 1), (12, 60, 10, 2)])
    func sharedPictures(groups: Int, entries: Int, findings: Int, more: Int) {
        let imgs = (0..<groups).map { "\($0)" } + (0..<entries - groups).map { $0 < groups ? "\($0)" : "x\($0)" }
        let lines = imgs.map { #"{"w":300,"h":400,"img":"\#($0)","price":"1"}"# }
        let file = checked(Array(lines.joined(separator: "\n").utf8), named: "m.jsonl").files[0]
        let found = file.findings.filter { $0.rule == "duplicate-img" }
        #expect(found.count == findings && file.more.map(\.count) == (more > 0 ? [more] : []))
        let ending = findings == 1 ? "; \(2 * groups) of \(entries) entries share \(groups) pictures" : ""
        #expect(found.map(\.message) == (0..<findings).map { "the picture stands already in entry \($0), line \($0 + 1)\(ending)" })
        #expect(found.allSatisfy { $0.isAboutAllEntries == (findings == 1) })
    }

    /// Silent findings are neither kept nor counted as surplus.
    @Test func silence() {
        let lines = (0..<2500).map { #"{"w":0,"h":1,"img":"\#($0)","price":"1"}"# }
        var check = ManifestCheck(RuleChoices(ManifestRules.withoutPictures)) { file, finding in
            guard file == "m.json", finding.rule == "size-integer", let number = finding.img.flatMap({ Int($0) }) else { return nil }
            return number % 5 == 0 ? nil : number % 5 == 1 ? .ignored : .known
        }
        check.take(check.check("m.json", Array(lines.joined(separator: "\n").utf8)))
        #expect(check.result.files[0].findings.compactMap(\.entry) == Array(stride(from: 0, to: 2500, by: 5)))
        #expect(check.result.files[0].more == [])
        #expect(check.result.known == 1500)
        #expect(check.result.ignored == 500)
    }

    /// An entry that stands on several lines is quoted whole, and not as its first bracket.
    @Test(arguments: [
        (
            "[\n  {\n    \"w\": 2,\r\n\t\"img\": \"a\",\n\n    \"price\": \"\"\n  },\n  null\n]",
            #"  { "w": 2, "img": "a", "price": "" }"#, 1
        ),
        (
            "[{\n \"w\": 2,\n \"img\": \"https://me:secret@e.fr/a\", \"price\": \"\"}]",
            #"[{ "w": 2, "img": "https://*********@e.fr/a", "price": ""}"#, 1
        ),
        ("[ {\"w\": 2, \"img\": \"a\",\n\"price\": \"\"}, {\"h\":\n2}]", #"[ {"w": 2, "img": "a", "price": ""}"#, 1),
        (
            "<plist><array>\n<dict>\n <key>w</key>\n <integer>2</integer>\n <key>img</key><string>a</string>\n</dict>\n</array></plist>",
            "<dict> <key>w</key> <integer>2</integer> <key>img</key><string>a</string> </dict>", 1
        ),
    ])
    func wholeEntries(text: String, quoted: String, firstColumn: Int) throws {
        let file = checked(Array(text.utf8)).files[0]
        let found = try #require(file.findings.first { $0.rule == "missing-key" && $0.field == "h" })
        let position = try #require(found.position)
        #expect(file.lines[position] == CheckResult.QuotedLine(text: quoted, firstColumn: firstColumn))
    }

    /// A long entry is cut like a long line.
    @Test func longEntries() throws {
        let text = "[{\n\"w\": 2,\n\"img\": \"" + String(repeating: "é", count: 9000) + "\"}]"
        let file = checked(Array(text.utf8)).files[0]
        let lines = file.findings.filter { $0.rule == "missing-key" }.compactMap(\.position).compactMap { file.lines[$0]?.text }
        #expect(!lines.isEmpty && lines.allSatisfy { $0.hasPrefix("[{ \"w\": 2, \"img\": \"éé") && $0.unicodeScalars.count < 210 })
    }

    @Test func passwordsAreNotNamed() {
        let file = checked(Array(#"[{"w":1,"h":1,"img":"https://me:sécret@e.fr/a@b","price":"a@b"}]"#.utf8)).files[0]
        #expect(file.findings.map(\.img) == ["https://***@e.fr/a@b", "https://***@e.fr/a@b", "https://***@e.fr/a@b"])
        #expect(file.lines.values.first?.text == #"[{"w":1,"h":1,"img":"https://*********@e.fr/a@b","price":"a@b"}]"#)
    }

    /// All ways to write the slashes and the at sign, also far from the start.
    @Test(arguments: [
        #"https:\/\/shop:secret@cdn.example\/a.jpg"#, "//shop:secret@cdn.example/a.jpg",
        #"https://shop:secret\u0040cdn.example/a.jpg"#,
        #"https:\u002F\u002fshop:secret@cdn.example/a.jpg"#,
        "https://shop:se cret@cdn.example/a.jpg", "https://shop:sec/ret@cdn.example/a.jpg",
        "https:shop:secret@cdn.example/a.jpg",
        "https:///shop:secret@cdn.example/a.jpg", "https:/shop:secret@cdn.example/a.jpg",
        "ftp://shop:secret@cdn.example/a.jpg",
        "https://shop:secret" + String(repeating: "t", count: 300) + "@cdn.example/a.jpg",
    ])
    func passwordsAreNotQuoted(img: String) {
        for entry in [#"{"h":0,"w":1,"img":"\#(img)","price":"1"}"#, #"{"w":1,"img":"\#(img)","price":"1","h":0}"#] {
            let text = #"[{"w":1,"h":1,"img":"a","price":"1"},\#(entry)]"#
            let file = checked(Array(text.utf8)).files[0]
            #expect(file.findings.contains { $0.rule == "size-integer" })
            for part in ["secret", "ttt", "cret", "ret@"] {
                #expect(!file.lines.values.contains { $0.text.contains(part) }, "\(file.lines.values)")
            }
            #expect(!file.findings.contains { $0.img?.contains("secret") ?? false || $0.message.contains("secret") })
        }
    }

    /// The same in XML, where a character may be written with any number of zeros.
    @Test(arguments: ["@", "&#64;", "&#x40;", "&#0064;", "&#x00040;"], ["//", "&#47;/", "/&#x2f;", "&#047;&#x02F;"])
    func passwordsAreNotQuotedFromXML(at: String, slashes: String) {
        let img = "<key>img</key><string>https:\(slashes)shop:secret\(at)cdn.example/a.jpg</string>"
        let sizes = "<key>w</key><integer>0</integer><key>h</key><integer>1</integer><key>price</key><string/>"
        let file = checked(Array("<plist><array><dict>\(img)\(sizes)</dict></array></plist>".utf8)).files[0]
        #expect(file.findings.contains { $0.rule == "size-integer" })
        #expect(!file.lines.values.contains { $0.text.contains("secret") }, "\(file.lines.values)")
    }

    /// Position and quotation are correct in lines of any length.
    @Test func longLines() throws {
        var seed = Seed.announced(for: "FindingStoreTests.longLines")
        var text = "[\u{20}"
        for number in 0..<3000 {
            let lineEnd = Int.random(in: 0..<600, using: &seed) == 0 ? "\n" : ""
            text += #"{"w":2,"h":3,"img":"é😀\#(number)","price":"1"},"# + lineEnd
        }
        text += #"{"w":0,"h":3,"img":"z","price":"1"}]"#
        let file = checked(Array(text.utf8)).files[0]
        let found = try #require(file.findings.first)
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        let last = try #require(lines.last).unicodeScalars
        let position = try #require(found.position)
        #expect(position.line == lines.count, "\(seed)")
        #expect(position.column == last.count - #"0,"h":3,"img":"z","price":"1"}]"#.count + 1, "\(seed)")
        let quoted = try #require(file.lines[position])
        #expect(quoted.text.utf8.count <= 210, "\(seed)")
        let from = last.index(last.startIndex, offsetBy: quoted.firstColumn - 1)
        #expect(String(last[from...].prefix(quoted.text.unicodeScalars.count)) == quoted.text, "\(seed)")
        #expect(quoted.text.contains(#"{"w":0,"h":3"#), "\(seed)")
    }

    /// A finding is a cause if its rule is one, and if its subject has consequences.
    @Test(arguments: [(true, ["a", "b"], true), (true, ["b"], false), (true, [], false), (false, ["a"], false), (false, ["b"], false)])
    func causes(_ hasConsequences: Bool, _ rules: [String], _ isCause: Bool) {
        var subject = FindingSubject(img: "i")
        subject.hasConsequences = hasConsequences
        let finding = Finding(rule: "a", severity: .error, message: "", file: "f", subject: subject)
        #expect(finding.isCause(among: rules) == isCause)
    }

    /// The picture of a finding about several entries may be another one later.
    @Test(arguments: [(false, "i"), (true, nil)] as [(Bool, String?)])
    func lastingPictures(_ isAboutAll: Bool, _ lasting: String?) {
        var subject = FindingSubject(pointer: "/0/w", entry: 0, img: "i", field: "w")
        subject.isAboutAllEntries = isAboutAll
        let finding = Finding(rule: "a", severity: .error, message: "", file: "f", subject: subject)
        #expect(finding.identity == FindingIdentity(rule: "a", img: "i", isAboutAllEntries: isAboutAll, field: "w"))
        #expect(finding.identity.lastingImg == lasting && finding.isAboutAllEntries == isAboutAll)
        #expect(finding.pointer == "/0/w" && finding.entry == 0 && finding.img == "i" && finding.field == "w")
    }

    private static func rule(_ id: String) -> Rule {
        Rule(id, .manifest, .error, "", explanation: "", example: "", remedy: "")
    }

    /// Behind the limit the worse findings of a rule take the places of its last mild ones, and those of other rules stay.
    @Test func worseFindingsAreKept() {
        let (one, other) = (Self.rule("a"), Self.rule("b"))
        var store = FindingStore(RuleChoices([one, other]))
        let file = store.addFile("0")
        func add(_ count: Int, _ rule: Rule, _ severity: Severity?) {
            for number in 0..<count {
                store.add(rule, in: file, unsilenced: FindingSubject(), "\(severity ?? .error) \(number)", severity: severity)
            }
        }
        add(996, one, .warning)
        add(3, one, .info)
        add(1, one, nil)
        add(2, other, .info)
        // Two errors take the places of two infos, and a warning that of the third.
        add(2, one, nil)
        add(2, one, .warning)
        let kept = store.kept[file].map { "\($0.rule) \($0.message)" }
        #expect(kept.count == 1002)
        #expect(kept[..<996].elementsEqual((0..<996).map { "a warning \($0)" }))
        #expect(kept[996...] == ["a warning 0", "a error 1", "a error 0", "a error 0", "b info 0", "b info 1"])
        #expect(store.surplus(of: file) == [CheckResult.Surplus(rule: "a", severity: .warning, count: 4)])
    }

    /// A configured severity is the highest of the rule's findings, and raises none.
    @Test(
        arguments: [
            (.error, nil, .error), (.error, .info, .info), (.error, .error, .error), (.warning, nil, .warning), (.warning, .info, .info),
            (.warning, .error, .warning), (.info, .warning, .info), (.info, .error, .info),
        ] as [(Severity, Severity?, Severity)])
    func severities(chosen: Severity, own: Severity?, severity: Severity) {
        var choices = RuleChoices([Self.rule("a")])
        #expect(choices.setSeverity(of: "a", to: chosen) == true)
        var store = FindingStore(choices)
        store.add(Self.rule("a"), in: store.addFile("0"), FindingSubject(), "", severity: own)
        #expect(store.kept[0].map(\.severity) == [severity])
    }

    /// Most entries of one page have a fault that few of another have.
    @Test func aFaultOfOnePage() {
        func page(_ broken: Int, of count: Int) -> [UInt8] {
            let entries = (0..<count).map { #"{"w":\#($0 < broken ? 0 : 9),"h":9,"img":"\#(count)/\#($0)","price":"1"}"# }
            return Array("[\(entries.joined(separator: ","))]".utf8)
        }
        let pages = ["1.json": page(3, of: 20), "2.json": page(5, of: 6), "3.json": page(3, of: 20)]
        let hash = String(repeating: "a", count: 64)
        let rows = zip(pages.keys.sorted(), [20, 6, 20]).map { #"{"file":"\#($0)","count":\#($1),"sha256":"\#(hash)"}"# }
        let index = Array("{\"count\":46,\"pages\":[\(rows.joined(separator: ","))]}".utf8)
        var check = ManifestCheck(RuleChoices.ofSmallPictures)
        check.take(check.check(folder: "f", index: index, others: []) { pages[$0] })
        let found = check.result.files.flatMap(\.findings).filter { $0.rule == "size-integer" }
        let message = "w is `0`, and a side is at least 1"
        #expect(
            found.map { "\($0.file) \($0.entry ?? -1) \($0.message)" }
                == (0..<3).map { "f/1.json \($0) \(message)" } + ["f/2.json 0 \(message); so it is in 5 of 6 entries, in this one first"]
                + (0..<3).map { "f/3.json \($0) \(message)" })
    }

    /// Positions are in the order of lines, then of columns.
    @Test(arguments: [(1, 2, 1, 3, true), (1, 3, 1, 2, false), (1, 3, 2, 1, true), (2, 1, 1, 3, false), (1, 2, 1, 2, false)])
    func positions(_ line: Int, _ column: Int, _ otherLine: Int, _ otherColumn: Int, _ isBefore: Bool) {
        let (one, other) = (FindingPosition(line: line, column: column, length: 9), FindingPosition(line: otherLine, column: otherColumn))
        #expect((one < other) == isBefore && other.length == 1)
    }
}
