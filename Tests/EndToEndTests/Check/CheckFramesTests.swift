// docs/frames.md: frames that an app has dumped are compared with those of the manifest.
import Foundation
import TestSupport
import Testing

@Suite struct CheckFramesTests {
    private let folder: TemporaryFolder
    private static let sizes = [(200, 300), (200, 200), (200, 250), (200, 100)]
    private static let many = AppFrame.sizes(400, seed: 46)
    private static let screen = #"{"width":375,"height":667,"layout":"lf-waterflow"}"#

    init() throws {
        folder = try TemporaryFolder()
        try folder.add("m.json", manifest(ofSizes: Self.sizes))
        try folder.add("many.json", manifest(ofSizes: Self.many))
        try folder.add("sound.jsonl", Self.dump(Self.sound))
        try folder.add("moved.jsonl", Self.dump(Self.moved))
    }

    private static let sound = AppFrame.waterflow(sizes, width: 375, columns: 3)

    /// The third item is 30 points lower than it should be.
    private static var moved: [AppFrame] {
        var frames = sound
        frames[2].y += 30
        return frames
    }

    private static func dump(_ frames: [AppFrame], on screen: String = Self.screen) -> Bytes {
        Bytes(([screen] + frames.map { $0.line() }).joined(separator: "\n") + "\n")
    }

    private static let message = """
        the app has section 0, index 2 (moved.jsonl, line 4) at x 253.33333333333334, y 50, w 111.66666666666667, \
        h 139.58333333333334, and weir at x 253.33333333333334, y 20, w 111.66666666666667, h 139.58333333333334; \
        frames that differ: 1 of 4, by up to 30 points; neither arithmetic=double nor as-written=true explains it
        """

    @Test func framesThatAgree() throws {
        let outcome = try check("m.json", "--frames=sound.jsonl", "--fail-on=info", in: folder)
        #expect(outcome.text == "no findings in 1 file, 4 entries\n")
        #expect(outcome.messages == "weir: sound.jsonl: compared 4 of 4 frames on 1 screen\n")
        #expect(outcome.status == .exited(0))
    }

    @Test func aFrameThatDiffers() throws {
        let outcome = try check("m.json", "--frames=moved.jsonl", "--format=json", in: folder)
        let finding = try #require(try outcome.checked().findings.first)
        #expect(finding.message == Self.message)
        #expect(finding.text == "frames-match m.json /2" && finding.severity == "error" && finding.img == "2.jpg" && finding.entry == 2)
        #expect(finding.line == 4 && finding.screen == "lf-waterflow on portrait (375x667)")
        #expect(outcome.messages == "weir: moved.jsonl: compared 4 of 4 frames on 1 screen\n")
        #expect(outcome.status == .exited(1))
    }

    @Test(arguments: ["text", "json", "junit", "sarif", "github"]) func everyReport(format: String) throws {
        let option = Bytes("--format=\(format)")
        let found = try check("m.json", "--frames=moved.jsonl", option, in: folder)
        #expect(found.text.contains("frames-match") && found.text.contains("y 50, w 111.66666666666667"), "\(found.text)")
        #expect(found.status == .exited(1))
        // A list of rules has it, also as one that had nothing to look at.
        let listed = format == "junit" || format == "sarif"
        #expect(try check("m.json", "--frames=sound.jsonl", option, in: folder).text.contains("frames-match") == listed)
        #expect(try check("m.json", option, in: folder).text.contains("frames-match") == (listed || format == "json"))
    }

    /// The frames that weir prints itself agree, on every screen and in every layout.
    @Test(
        arguments: [
            "lf-waterflow", "lf-waterflow:arithmetic=double", "waterflow:columns=4", "mk-masonry", "flow:columns=3,header=30",
            "flow:direction=horizontal,columns=2", "flow-waterfall:columns=3",
        ] as [Bytes])
    func framesOfItsOwn(layout name: Bytes) throws {
        _ = try ingest("many.json", "-o", "pages", "--page-size=150", "-q", "--journal=none", "--max-failures=100%", in: folder)
        try folder.add("exact.json", #"{"rules":{"frames-match":{"tolerance":0}}}"#)
        for (orientation, turn) in [("portrait", []), ("landscape", ["--landscape"])] as [(String, [Bytes])] {
            let printed = try Program.weir.run(
                ["layout", "pages", "--layout", name, "--devices=ipad-9", "--format=jsonl"] + turn, in: folder)
            #expect(printed.status == .exited(0), "\(printed.messages)")
            let layout = String(decoding: name.all, as: UTF8.self)
            let screen = #"{"device":"ipad-9","orientation":"\#(orientation)","layout":"\#(layout)"}"#
            let frames = try printed.lines.filter { !$0.isEmpty }.map { try JSONDecoder().decode(Frame.self, from: Data($0.utf8)) }
            // `weir layout` counts the items of all sections.
            let dumped = frames.map { frame in
                let first = frames.first { $0.section == frame.section }?.index ?? 0
                return AppFrame(
                    section: frame.section, index: frame.index - first, x: frame.x, y: frame.y, w: frame.w, h: frame.h)
            }
            try folder.add("d.jsonl", Self.dump(dumped, on: screen))
            let outcome = try check("pages", "--frames=d.jsonl", "--config=exact.json", "--format=json", in: folder)
            #expect(try outcome.checked().findings.allSatisfy { $0.rule != "frames-match" }, "\(outcome.text)")
            #expect(outcome.messages == "weir: d.jsonl: compared 400 of 400 frames on 1 screen\n")
        }
    }

    /// A dump may have several screens, name them in each line, and come through a pipe.
    @Test func severalScreensAndDumps() throws {
        let turned = AppFrame.waterflow(Self.sizes, width: 667, columns: 5)
        let own = Self.moved.map { $0.line(#""device":"till","layout":"lf-waterflow:columns=3","#) }
        let lines = [Self.screen] + Self.sound.map { $0.line() } + [#"{"device":"iphone-se-3","orientation":"landscape"}"#]
        try folder.add("both.jsonl", Bytes((lines + turned.map { $0.line() } + own).joined(separator: "\r\n")))
        try folder.add("weir.json", #"{"layouts":["lf-waterflow"],"devices":[{"name":"till","width":375,"height":500}]}"#)
        let outcome = try check(
            "m.json", "--config=weir.json", "--frames=both.jsonl", "--frames", "-", "--format=json",
            input: Self.dump(Self.moved, on: #"{"width":375,"height":600}"#), in: folder)
        let found = try outcome.checked().findings
        #expect(found.map(\.screen) == ["lf-waterflow:columns=3 on till portrait (375x500)", "lf-waterflow on portrait (375x600)"])
        #expect(
            found.map { $0.message.contains("line 13") } == [true, false]
                && found.map { $0.message.contains("(standard input, line 4)") } == [false, true])
        #expect(
            outcome.messages == """
                weir: both.jsonl: compared 12 of 12 frames on 3 screens
                weir: standard input: compared 4 of 4 frames on 1 screen

                """)
    }

    @Test func configuration() throws {
        for (rule, status, count) in [
            (#""off""#, 0, 0), (#""warning""#, 0, 1), (#"{"tolerance":30}"#, 0, 0), (#"{"tolerance":29.99,"severity":"info"}"#, 0, 1),
        ] as [(String, Int32, Int)] {
            try folder.add("weir.json", Bytes(#"{"rules":{"frames-match":\#(rule)}}"#))
            let outcome = try check("m.json", "--frames=moved.jsonl", "--config=weir.json", "--format=json", in: folder)
            #expect(try outcome.checked().findings.count == count, "\(rule)")
            let isOff = rule == #""off""#
            #expect(
                outcome.messages == "weir: moved.jsonl: compared "
                    + (isOff ? "none of its 4 frames, since frames-match is off\n" : "4 of 4 frames on 1 screen\n"))
            #expect(outcome.status == .exited(status))
        }
        try folder.add("weir.json", #"{"ignore":[{"rule":"frames-match","img":"2.*","reason":"a new cell"}]}"#)
        let ignored = try check("m.json", "--frames=moved.jsonl", "--config=weir.json", in: folder)
        #expect(ignored.text == "no findings in 1 file, 4 entries; 1 ignored\n" && ignored.status == .exited(0))
    }

    /// Frames that cannot be compared do not agree, even if no other rule is checked.
    @Test(arguments: ["frames-match", "frame-coverage"] as [Bytes]) func aLayoutThatTheManifestDoesNotFit(rule: Bytes) throws {
        try folder.add("weir.json", #"{"layouts":[{"layout":"flow","section-by":"category"}]}"#)
        try folder.add("d.jsonl", Self.dump(Self.sound, on: #"{"width":375,"height":667,"layout":"flow:section-by=category"}"#))
        let frames: [Bytes] = rule == "frames-match" ? ["--frames=d.jsonl"] : []
        let outcome = try check(["m.json", "--config=weir.json", "--rule", rule, "--format=json"] + frames, in: folder)
        #expect(try outcome.checked().findings.map(\.rule) == ["layout-input"], "\(outcome.text)")
        #expect(outcome.status == .exited(1))
    }

    /// A run without the dump keeps what the baseline has of it.
    @Test func baseline() throws {
        let written = try check("m.json", "--frames=moved.jsonl", "--baseline=known.json", "--write-baseline", in: folder)
        #expect(written.messages.hasSuffix("weir: wrote 1 finding to known.json\n"))
        #expect(folder.text(of: "known.json")?.contains(#"{"rule":"frames-match","img":"2.jpg","file":"m.json"}"#) == true)
        #expect(try check("m.json", "--frames=moved.jsonl", "--baseline=known.json", in: folder).text.contains("1 known"))
        let without = try check("m.json", "--baseline=known.json", "--write-baseline", in: folder)
        #expect(without.messages.hasPrefix("weir: wrote 0 findings to known.json; 1 stay"), "\(without.messages)")
        let pruned = try check("m.json", "--frames=sound.jsonl", "--baseline=known.json", "--write-baseline", in: folder)
        #expect(pruned.messages.contains("weir: wrote 0 findings to known.json\n"), "\(pruned.messages)")
    }

    @Test(
        arguments: [
            ("", "d.jsonl: the dump has no frames, so nothing would be compared; docs/frames.md says how an app writes them"),
            (#"{"device":"iphone-51"}"#, #"d.jsonl:1:1: there is no device "iphone-51"; did you mean "iphone-15"?"#),
        ] as [(String, String)])
    func unreadable(dump: String, message: String) throws {
        try folder.add("d.jsonl", Bytes(dump))
        let outcome = try check("m.json", "--frames=sound.jsonl", "--frames=d.jsonl", "--report=json=r.json", in: folder)
        #expect(outcome.messages == "weir: \(message)\n")
        #expect(outcome.text == "" && outcome.status == .exited(2))
        #expect(try !folder.names().contains("r.json"))
    }

    /// A manifest that does not parse has a finding of its own, and its other entries are compared.
    @Test func brokenManifest() throws {
        try folder.add("cut.json", "[")
        let outcome = try check("cut.json", "--frames=sound.jsonl", "--format=json", in: folder)
        #expect(try outcome.checked().findings.map(\.rule).contains("parses"), "\(outcome.text)")
        #expect(outcome.status == .exited(1))
    }
}
