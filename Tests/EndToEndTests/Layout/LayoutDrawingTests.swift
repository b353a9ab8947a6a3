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
        let drawing = try layout("odd.json", "--format=svg", "--layout=waterflow", in: folder)
        #expect(drawing.status == .exited(0), "\(drawing.messages)")
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
