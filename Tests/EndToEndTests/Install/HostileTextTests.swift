// docs/security.md: a text of others that reaches standard output or standard error cannot control a terminal.
import Foundation
import TestSupport
import Testing

@Suite struct HostileTextTests {
    /// A title, colors, a line that begins anew, two changes of the writing direction and an isolate, ends of lines.
    static let text = "a\u{1B}]0;x\u{7}\u{9B}31m\r\u{8}\u{7F}\u{85}\u{202E}b\u{2066}c\u{200F}\u{61C}\u{2028}\u{2029}d"
    static let hostile = Bytes(text)
    /// The text in a JSON file, where control characters below U+0020 must be escaped.
    static let escaped = text.unicodeScalars.map {
        $0.value < 0x20 ? "\\u00\($0.value < 16 ? "0" : "")" + String($0.value, radix: 16) : String($0)
    }.joined()

    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.add("a.jpg", .jpeg(width: 30, height: 20))
        try folder.add("m.json", Bytes(manifest(entry(30, 20, "a.jpg", "$1"))))
        try folder.add("c.csv", "img,price\na.jpg,$1\n")
    }

    private func expectVisible(_ outcome: Outcome, _ what: String) {
        for (name, bytes) in [("output", outcome.output), ("errors", outcome.errors)] {
            let text = String(validating: bytes, as: UTF8.self)
            #expect(text != nil, "\(name) of \(what) is not UTF-8")
            let raw = (text ?? "").unicodeScalars.filter(Self.isHarmful)
            #expect(raw.isEmpty, "\(name) of \(what): \(raw.map { String($0.value, radix: 16) })")
        }
    }

    private static func isHarmful(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x09, 0x0A: false
        case 0..<0x20, 0x7F...0x9F, 0x61C, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069: true
        default: false
        }
    }

    /// Command lines; `H` stands for the hostile text.
    static let commandLines: [String] = [
        "H", "-H", "--H",
        "probe H", "probe --format H a.jpg", "probe --files-from H", "probe --H", "probe -H", "probe --max-pixels H a.jpg",
        "probe --format=json H",
        "probe --format=jsonl H", "probe --format=tsv H", "probe -r H",
        "ingest H", "ingest c.csv H", "ingest H.csv", "ingest c.csv --from H", "ingest c.csv --img-column H -o o.json",
        "ingest c.csv --price-column H -o o.json", "ingest c.csv --keep H -o o.json", "ingest c.csv --with H",
        "ingest c.csv --root H -o o.json",
        "ingest c.csv -o H", "ingest c.csv -o H/o.json", "ingest c.csv -o o.json --report H/r", "ingest c.csv -o o.json --metrics H/m",
        "ingest c.csv -o o.json --journal H/j", "ingest c.csv -o o.json --journal a.jpg", "ingest c.csv -o o.json --mirror H/x/y",
        "ingest c.csv -o o.json --placeholder H", "ingest c.csv -o o.json --placeholder H", "ingest c.csv -o o.json --max-failures H",
        "ingest c.csv -o o.json --base-url H", "ingest c.csv -o o.json --page-size H", "ingest c.csv -o o.json --log-format H",
        "ingest c.csv -o o.json --on-failure H", "ingest c.csv -o o.json --max-age H", "ingest c.csv -o o.json --header H",
        "ingest c.csv -o o.json --header User-Agent:H", "ingest c.csv -o o.json --proxy H", "ingest c.csv -o o.json --cacert H",
        "ingest c.csv -o o.json --rate H", "ingest c.csv -o H.json --dry-run", "ingest c.csv -o H.json",
        "ingest c.csv -o o.json --log-format json --root H", "ingest c.csv -o o.json --log-format json --img-column H",
        "check H", "check m.json H", "check m.json --config H", "check m.json --baseline H", "check m.json --baseline H --write-baseline",
        "check m.json --format H", "check m.json --report H", "check m.json --report json=H/x", "check m.json --fail-on H",
        "check m.json --off H",
        "check m.json --only H", "check m.json --explain H", "rules H", "layouts H", "check m.json --layout H", "check m.json --device H",
        "check m.json --devices H", "check m.json --previous H", "check m.json --images --root H", "check m.json --images --mirror H",
        "layout m.json --layout H", "layout H --layout flow --device iphone-se", "layout m.json --layout flow --device H",
        "layout m.json --layout flow --devices H", "layout m.json --layout flow --width H", "layout m.json --layout flow --format H",
        "layout m.json --layout flow --width 300 -o H/x", "layout m.json --layout flow:H=1 --width 300", "layouts H",
        "diff H m.json", "diff m.json H", "diff m.json m.json --format H", "diff m.json m.json --config H", "diff m.json m.json -o H/x",
        "journal H", "journal check --journal H", "journal stats --journal a.jpg", "journal failures --journal H",
        "journal forget H --journal H",
        "journal check --journal c.csv", "help H", "completions H",
    ]

    @Test(arguments: commandLines)
    func argument(line: String) throws {
        let words = line.split(separator: " ").map { Bytes(String($0).replacing("H", with: Self.text)) }
        expectVisible(try Program.weir.run(words, in: folder), line)
    }

    /// Names of files that exist.
    @Test func names() throws {
        let picture = Self.hostile + ".jpg"
        try folder.add(picture, .jpeg(width: 30, height: 20))
        try folder.add("broken" + picture, "no picture")
        for format in ["text", "tsv", "json", "jsonl"] as [Bytes] {
            expectVisible(try probe("--format", format, "-r", ".", in: folder), "probe --format \(format)")
        }
        for log in ["text", "json"] as [Bytes] {
            expectVisible(try ingest(".", "-o", "o.json", "--log-format", log, in: folder), "ingest of a folder, \(log)")
        }
        for name in ["m", "journal"] { try folder.add(Bytes("\(name)") + Self.hostile, "[1") }
        let file = Bytes("m") + Self.hostile
        for words in [
            ["check", file], ["diff", file, file], ["layout", file, "--layout", "flow", "--devices", "300x600"],
            ["ingest", file, "--from", "json", "-o", "o.json"],
            ["ingest", "c.csv", "-o", file + "/o.json"], ["journal", "check", "--journal", file], ["check", "m.json", "--config", file],
            ["check", "m.json", "--baseline", file], ["check", "m.json", "--devices", file],
            ["ingest", "c.csv", "-o", "o.json", "--journal", file],
        ] as [[Bytes]] {
            expectVisible(try Program.weir.run(words, in: folder), "\(words.map { String(decoding: $0.all, as: UTF8.self) }[0])")
        }
    }

    static let configurations: [String] = [
        #"{"H":1}"#, #"{"rules":{"H":"off"}}"#, #"{"rules":{"price-pattern":"H"}}"#, #"{"rules":{"price-pattern":{"H":1}}}"#,
        #"{"rules":{"price-pattern":{"severity":"H"}}}"#, #"{"rules":{"price-pattern":{"patterns":["H"]}}}"#,
        #"{"rules":{"price-pattern":{"patterns":"H"}}}"#,
        #"{"failOn":"H"}"#, #"{"baseline":"H"}"#, #"{"devices":["H"]}"#, #"{"devices":[{"name":"H","width":1,"height":1}]}"#,
        #"{"devices":[{"name":"H"}]}"#, #"{"devices":[{"H":1}]}"#, #"{"layouts":["H"]}"#, #"{"layouts":["flow:H=1"]}"#,
        #"{"layouts":[{"layout":"H"}]}"#,
        #"{"layouts":[{"layout":"flow","H":1}]}"#, #"{"ignore":[{"rule":"H","reason":"x"}]}"#,
        #"{"ignore":[{"rule":"price-pattern","reason":"H","until":"2020-01-01"}]}"#,
        #"{"ignore":[{"rule":"price-pattern","reason":"H","until":"H"}]}"#, #"{"ignore":[{"H":"x"}]}"#, #"{"a":1,"H":1,"H":2}"#, #"["H""#,
        #"{"H"#, "H", #"{"$schema":"H","H":2}"#,
    ]

    @Test(arguments: configurations)
    func configuration(text: String) throws {
        try folder.add("weir.json", Bytes(text.replacing("H", with: Self.escaped)))
        for words in [["check", "m.json"], ["diff", "m.json", "m.json"]] as [[Bytes]] {
            expectVisible(try Program.weir.run(words + ["--config", "weir.json"], in: folder), text)
        }
    }

    @Test(arguments: [
        #"{"H":1}"#, #"{"version":"H"}"#, #"{"version":1,"findings":[{"rule":"H","file":"H","img":"H","field":"H","count":1}]}"#,
        #"{"version":1,"findings":[{"H":"H"}]}"#, #"["H"]"#, "H",
    ])
    func baseline(text: String) throws {
        try folder.add("b.json", Bytes(text.replacing("H", with: Self.escaped)))
        expectVisible(try Program.weir.run(["check", "m.json", "--baseline", "b.json"], in: folder), text)
    }

    @Test(arguments: [
        #"[{"name":"H","width":375,"height":667}]"#, #"[{"name":"x\u202e\u2066","width":375,"height":667}]"#, #"[{"H":1}]"#, #"["H"]"#,
        #"[{"name":"a","width":"H"}]"#,
        #"[{"name":"a\u202e","width":375,"height":667},{"name":"a\u202e","width":375,"height":667}]"#, "H",
    ])
    func devices(text: String) throws {
        try folder.add("d.json", Bytes(text.replacing("H", with: Self.escaped)))
        for words in [
            ["layout", "m.json", "--layout", "flow"], ["layout", "m.json", "--layout", "flow", "--format", "jsonl"],
            ["check", "m.json", "--layout", "flow"], ["diff", "m.json", "m.json", "--layout", "flow"],
        ] as [[Bytes]] {
            expectVisible(try Program.weir.run(words + ["--devices", "d.json"], in: folder), "\(words[0]) of \(text)")
        }
    }

    /// Rows and entries. A manifest itself keeps the bytes, so none goes to standard output here.
    @Test func rowsAndEntries() throws {
        try folder.add(
            "rows.csv", "img,price," + Self.hostile.quoted + "\n" + Self.hostile.quoted + ",1,2\n\u{202E}x.jpg,\u{9B}1,2\na.jpg,1\n")
        try folder.add(
            "rows.json",
            Bytes(
                #"[{"img":"H","price":"H"},{"H":1},{"img":1,"price":"H"},{"img":"http://H/","price":"1"}]"#.replacing(
                    "H", with: Self.escaped)))
        let entries = #"[{"w":0,"h":"H","img":"H","price":"H","H":1,"H":2},{"w":1,"h":1,"img":"H://x","price":"5"}]"#
        try folder.add("bad.json", Bytes(entries.replacing("H", with: Self.escaped)))
        for log in ["text", "json"] as [Bytes] {
            for rows in ["rows.csv", "rows.json"] as [Bytes] {
                expectVisible(try ingest(rows, "-o", "o.json", "--log-format", log, in: folder), "ingest \(rows)")
                expectVisible(try ingest(rows, "-o", "o.json", "--report", "-", "--log-format", log, in: folder), "ingest \(rows) --report")
                expectVisible(try ingest(rows, "-o", "o.json", "--keep", "zz", "--log-format", log, in: folder), "ingest \(rows) --keep")
            }
        }
        for format in ["text", "json", "junit", "sarif", "github"] as [Bytes] {
            expectVisible(try Program.weir.run(["check", "bad.json", "--format", format], in: folder), "check --format \(format)")
        }
        for format in ["text", "json", "markdown"] as [Bytes] {
            expectVisible(try Program.weir.run(["diff", "m.json", "bad.json", "--format", format], in: folder), "diff --format \(format)")
        }
        for words in [["failures"], ["failures", "--format", "jsonl"], ["export"], ["stats"], ["check"]] as [[Bytes]] {
            expectVisible(try Program.weir.run(["journal"] + words + ["--journal", ".weir-journal"], in: folder), "journal \(words[0])")
        }
    }

    /// JSON for programs gives the name back.
    @Test func namesInJSON() throws {
        try folder.add(Self.hostile, .jpeg(width: 30, height: 20))
        let object = try json(probe("--format=jsonl", Self.hostile, in: folder).output) as? [String: Any]
        #expect((object?["path"] as? String).map { Array($0.utf8) } == Self.hostile.all)
    }

    /// A manifest is data: it keeps every byte of a price.
    @Test func manifestsKeepTheirBytes() throws {
        let price = "1\u{9B}\u{202E}\u{2028}\u{7F}"
        try folder.add("p.csv", Bytes("img,price\na.jpg,\(price)\n"))
        _ = try ingest("p.csv", "-o", "o.json", in: folder)
        #expect(folder.text(of: "o.json") == manifest(entry(30, 20, "a.jpg", price)))
    }
}

extension Bytes {
    /// As a field of CSV.
    fileprivate var quoted: Bytes { "\"" + self + "\"" }
}
