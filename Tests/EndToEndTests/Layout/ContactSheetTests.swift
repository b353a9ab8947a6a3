// docs/layouts.md: weir layout --format png draws the shop as it did, in bounded memory.
import Foundation
import TestSupport
import Testing

@Suite struct ContactSheetTests {
    private let folder: TemporaryFolder
    private static let stored = Fixtures.root + "/Tests/EndToEndTests/Layout/Drawings/samples.png"

    init() throws { folder = try TemporaryFolder() }

    /// The shop of Samples equals the stored drawing: pictures strictly, texts as far as fonts agree. With WEIR_RECORD=1 the
    /// drawing is stored, and the test fails, so that nobody stores one by accident.
    @Test(.needs(.pillow, .loading)) func samplesLookAsTheyDid() throws {
        // Other formats are decoded only where their libraries are installed.
        let entries = try Samples.rows.filter { row in ["jpg", "png", "webp"].contains { row.img.hasSuffix(".\($0)") } }.map(\.entry)
        try folder.add("m.json", Bytes(manifest(of: entries)))
        let options: [Bytes] = ["m.json", "--layout=lf-waterflow:columns=3,extra-height=20", "--devices=200x356"]
        let sheet = try Program.weir.run(
            ["layout", "--scale=1", "-o", "sheet.png", "--root", Bytes(Samples.path)] + options, in: folder)
        #expect(sheet.messages == "")
        try #require(sheet.status == .exited(0))
        if ProcessInfo.processInfo.environment["WEIR_RECORD"] != nil {
            try Data(folder.content(of: "sheet.png") ?? []).write(to: URL(fileURLWithPath: Self.stored))
            Issue.record("the drawing is stored; look at it, and run the test without WEIR_RECORD")
        }
        try folder.add("frames.json", Bytes(try Program.weir.run(["layout"] + options, in: folder).output))
        let judged = try Program.systemPython.run(["-c", Self.judge, Bytes(Self.stored), "20"], in: folder)
        #expect(judged.messages == "")
        #expect(judged.text == "\(entries.count) items as stored\n")
    }

    private static let judge: Bytes = """
        import json, math, sys
        from PIL import Image, ImageChops, ImageStat
        stored, found = (Image.open(path).convert("RGB") for path in (sys.argv[1], "sheet.png"))
        faults = []
        if stored.size != found.size: sys.exit("size %s, not %s" % (found.size, stored.size))
        difference = ImageChops.difference(stored, found)
        frames = json.load(open("frames.json"))["frames"]
        for frame in frames:
            # The content begins 24 points from the left, and 40 from the top. What is beside a whole pixel is left out.
            left, top = 24 + math.ceil(frame["x"]) + 1, 40 + math.ceil(frame["y"]) + 1
            right, bottom = 24 + math.floor(frame["x"] + frame["w"]) - 1, 40 + math.floor(frame["y"] + frame["h"] - int(sys.argv[2])) - 1
            # The edges of screens and the number of an item without a picture may run through it.
            part = ImageStat.Stat(difference.crop((left, top, right, bottom)).convert("L"))
            if part.mean[0] > 3: faults.append("picture %d is off by %.1f" % (frame["index"], part.mean[0]))
        whole = difference.convert("L").histogram()
        off = sum(whole[64:]) / sum(whole)
        if off > 0.03: faults.append("%.1f of 100 pixels are others" % (100 * off))
        print("; ".join(faults) or "%d items as stored" % len(frames))
        """

    /// There are no pictures in these tests.
    private static let noneIsShown = """
        weir: warning: no picture is shown: files are looked for below ., and --root names another folder; pictures of the network are \
        not fetched, and --base-url finds the files of their URLs

        """

    /// The memory does not grow with the number of pictures: the pixels alone would take more than the limit.
    @Test(.needs(.program("prlimit"), .loading, .time), .disabled(if: Sanitizer.isOn, "a sanitizer needs more than the limit for itself"))
    func manyEntries() throws {
        let limit = 48 << 20
        try folder.add("m.json", manifest(ofSizes: (0..<10_000).map { (100 + $0 * 37 % 300, 100 + $0 * 53 % 300) }))
        let limiter = try #require(Program.named("prlimit"))
        // The threads of pango, more at once on a busy machine, have stacks of `--stack` bytes, which count as data.
        let outcome = try limiter.running(.weir, after: [Bytes("--data=\(limit)"), "--stack=1048576"]).run(
            ["layout", "m.json", "--layout=waterflow:columns=12", "--format=png", "--scale=1", "--devices=600x667", "-o", "sheet.png"],
            in: folder)
        #expect(outcome.messages == Self.noneIsShown)
        #expect(outcome.status == .exited(0))
        let header = Array((folder.content(of: "sheet.png") ?? []).prefix(24))
        try #require(header.count == 24)
        let rows = header[20...].reduce(0) { (rows: Int, byte: UInt8) -> Int in rows << 8 | Int(byte) }
        #expect(rows * 648 * 4 > 2 * limit)
    }

    @Test(.needs(.loading)) func devicesHaveFilesOfTheirOwn() throws {
        try folder.add("m.json", manifest(ofSizes: [(3, 4), (5, 6)]))
        let outcome = try layout(
            "m.json", "--layout=flow", "--format=png", "--scale=1", "--devices=iphone-se-3,ipad-9", "-o", "all", in: folder)
        #expect(outcome.messages == Self.noneIsShown)
        #expect(try folder.names(in: "all").sorted() == ["ipad-9.png", "iphone-se-3.png"])
    }

    /// Without its libraries and fonts, a sentence says what is missing, and nothing is written.
    @Test(.needs(.loading)) func whatIsMissing() throws {
        try folder.add("m.json", manifest(ofSizes: [(3, 4)]))
        try folder.addFolder("lib")
        try folder.add("lib/librsvg-2.so.2", "none")
        try folder.add("fonts.conf", "<fontconfig><dir>/nowhere</dir></fontconfig>")
        for (variable, value, message) in [
            ("LD_LIBRARY_PATH", "lib", "a PNG is drawn by librsvg-2.so.2, of Debian's package librsvg2-2, and it is not installed"),
            ("FONTCONFIG_FILE", "fonts.conf", "a PNG has texts, and no font is installed; Debian's package fonts-dejavu-core has one"),
        ] {
            let outcome = try Program.weir.run(
                ["layout", "m.json", "--layout=flow", "-o", "sheet.png"], environment: [variable: folder.path + "/" + value], in: folder)
            #expect(outcome.messages == "weir: \(message)\n")
            #expect(outcome.status == .exited(2))
            #expect(folder.content(of: "sheet.png") == nil)
        }
    }

    @Test(.needs(.program("script"))) func notOnATerminal() throws {
        try folder.add("m.json", manifest(ofSizes: [(3, 4)]))
        let script = try #require(Program.named("script"))
        let command: Bytes = "\"$WEIR_PROGRAM\" layout m.json --layout flow --format png"
        let outcome = try script.run(["-qec", command, "/dev/null"], environment: ["WEIR_PROGRAM": Program.weir.name], in: folder)
        #expect(outcome.text == "weir: a PNG is not printed on a terminal; -o names a file for it\r\n")
        #expect(outcome.status == .exited(2))
    }
}
