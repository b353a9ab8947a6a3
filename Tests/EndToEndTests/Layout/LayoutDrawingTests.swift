// docs/layouts.md: drawings, and the table of unsafe widths.
import Foundation
import TestSupport
import Testing

@Suite struct LayoutDrawingTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        let entries = [
            entry(200, 300, "a.jpg", "¥ <1> & \"more\""), entry(100, 100, "b.jpg", "2", #","status":"placeholder""#),
            entry(100, 50, "c.jpg", "3", #","status":"ok""#),
        ]
        try folder.add("m.json", Bytes(manifest(of: entries)))
    }

    @Test(
        arguments: [
            ["lf-waterflow"], ["waterflow:extra-height=20"], ["mk-masonry"], ["flow:header=9,section-size=1"],
            ["flow-waterfall:footer=9"], ["carousel", "--offset=50"], ["flow:direction=horizontal"],
            ["flow", "--rect=0,0,10,10"],
        ] as [[Bytes]])
    func isWellFormed(options: [Bytes]) throws {
        let drawing = try Program.weir.run(["layout", "m.json", "--format=svg", "--layout"] + options, in: folder)
        #expect(drawing.status == .exited(0))
        #expect(drawing.messages == "")
        let python = try #require(Program.named("python3"))
        let check = try python.run(
            ["-c", "import sys, xml.dom.minidom as dom; print(dom.parse(sys.stdin.buffer).documentElement.tagName)"],
            input: Bytes(drawing.output))
        #expect(check.text == "svg\n", "\(check.messages)")
    }

    /// A drawing never replaces a picture, or a file that is read.
    @Test(
        arguments: [
            (["-o", "a.jpg"], "a.jpg is picture 0 of the manifest, and the drawing"),
            (["-o", ".", "--devices", "iphone-17,pixel-9"], "pixel-9.svg is picture 3 of the manifest, and the drawing"),
            (["-o", ".", "--devices", "iphone-se-3,iphone-17"], "iphone-se-3.svg is read, and the drawing would take its place"),
        ] as [([Bytes], String)])
    func replacesNothing(arguments: [Bytes], message: String) throws {
        let entries = [entry(200, 300, "a.jpg", ""), entry(1, 1, "b", ""), entry(1, 1, "x/a.jpg", ""), entry(1, 1, "pixel-9.svg", "")]
        for name in ["a.jpg", "pixel-9.svg"] as [Bytes] { try folder.add(name, "kept") }
        try folder.add("iphone-se-3.svg", Bytes(manifest(of: entries)))
        let drawing = try Program.weir.run(
            ["layout", "iphone-se-3.svg", "--format", "svg", "--layout", "waterflow"] + arguments, in: folder)
        #expect(drawing.status == .exited(2))
        #expect(drawing.messages.hasPrefix("weir: ") && drawing.messages.contains(message), "\(drawing.messages)")
        #expect(try String(contentsOfFile: "\(folder.path)/a.jpg", encoding: .utf8) == "kept")
        #expect(!FileManager.default.fileExists(atPath: "\(folder.path)/iphone-17.svg"))
    }

    @Test func aStatusOfAnotherFormIsLeftOut() throws {
        try folder.add("odd.json", #"[{"w":2,"h":3,"img":"a","price":"","status":["placeholder"],"thumbhash":{}}]"#)
        for pictures in ["none", "thumbhash"] as [Bytes] {
            let drawing = try layout("odd.json", "--format=svg", "--layout=waterflow", "--pictures", pictures, in: folder)
            #expect(drawing.status == .exited(0), "\(drawing.messages)")
        }
    }

    @Test func placeholdersAreHatched() throws {
        let drawing = try layout("m.json", "--format=svg", "--layout=waterflow", in: folder)
        #expect(drawing.lines.filter { $0.contains("class=\"hole\"") }.count == 1)
        #expect(drawing.text.contains(">¥ &lt;1&gt; &amp; \"more\"</text>"))
    }

    @Test func provesColumns() throws {
        let outcome = try Program.weir.run(["layouts", "flow:inset=10", "--fit=3"], in: folder)
        #expect(outcome.status == .exited(1))
        #expect(
            outcome.lines[0]
                == "flow, 3 columns, inset 10,10,10,10, spacing 10: 2709 of 4641 widths from 240 to 1400 are unsafe")
        #expect(outcome.lines.count == 2 + 2709 + 1)
        let widths = Dictionary(
            uniqueKeysWithValues: outcome.lines.dropFirst(2).dropLast().map { line in
                (String(line.prefix { $0 != " " }), line)
            })
        for width in [360, 375, 390, 393, 402, 414, 428, 440, 810, 834, 852] {
            #expect(widths["\(width)"]?.contains("  subtracting") == true, "\(width)")
        }
        for width in [402, 414] { #expect(widths["\(width)"]?.contains("subtracting, adding") == true) }
        #expect(widths["430"] == nil)
    }

    @Test func provesSomeWidths() throws {
        struct Proof: Decodable {
            struct Verdict: Decodable {
                var width: Double
                var breaks: [String]
            }
            var columns: Int
            var widths: Int
            var unsafe: [Verdict]
        }
        let arguments: [Bytes] = ["layouts", "flow:inset=10,interitem-spacing=10", "--fit=3", "--format=json"]
        let safe = try Program.weir.run(arguments + ["--devices=430x900"], in: folder).decoded(Proof.self)
        #expect(safe.unsafe.isEmpty)
        try folder.add(
            "d.json", #"[{"name":"a","width":402,"height":1},{"name":"b","width":430,"height":1},{"name":"c","width":402,"height":2}]"#)
        let outcome = try Program.weir.run(arguments + ["--devices=d.json", "-o", "proof.json"], in: folder)
        #expect(outcome.status == .exited(1))
        #expect(folder.text(of: "proof.json")?.contains(#"{"width":402,"#) == true)
        #expect(folder.text(of: "proof.json")?.contains(#""widths":2,"#) == true)
        #expect(folder.text(of: "proof.json")?.contains(#""devices":["a","c"]"#) == true)
        let table = try Program.weir.run(["layouts", "flow:inset=10", "--fit=3", "--devices=d.json"], in: folder)
        #expect(table.lines[0] == "flow, 3 columns, inset 10,10,10,10, spacing 10: 1 of 2 widths are unsafe")
        #expect(table.lines[2].hasSuffix("  subtracting, adding  a, c"))
    }

    /// A pipe with the name of a drawing is no output, and nothing waits for its reader.
    @Test func aPipeWithTheNameOfADrawing() throws {
        try folder.add("p.json", "[]")
        try folder.addFolder("drawings")
        try folder.addPipe("drawings/iphone-15.svg")
        let outcome = try Program.weir.run(
            ["layout", "p.json", "--layout=flow", "--devices=all", "--format=svg", "-o", "drawings"], in: folder)
        #expect(outcome.messages.contains("drawings/iphone-15.svg cannot be written: file exists"), "\(outcome.messages)")
        #expect(outcome.status == .exited(3))
    }
}
