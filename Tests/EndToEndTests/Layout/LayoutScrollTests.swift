// docs/layouts.md: the safe area, content insets, pinned footers, and the offset that shows a picture.
import Foundation
import TestSupport
import Testing

@Suite struct LayoutScrollTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.add("five.json", manifest(ofSizes: Array(repeating: (100, 100), count: 5)))
    }

    /// Five lines of 100 points in a view of 375x250.
    private static let lines = Self.lines()

    private static func lines(_ parameters: Bytes = "item-size=375x100") -> [Bytes] {
        ["layout", "five.json", "--layout=flow:line-spacing=0," + parameters, "--devices=375x250"]
    }

    @Test(
        arguments: [
            (0, "top", 0), (1, "top", 100), (4, "top", 250), (0, "middle", 0), (2, "middle", 125), (4, "middle", 250),
            (0, "bottom", 0), (2, "bottom", 50), (4, "bottom", 250),
        ] as [(Int, Bytes, Double)])
    func theOffsetThatShowsAPicture(item: Int, position: Bytes, offset: Double) throws {
        let arguments: [Bytes] = Self.lines + ["--scroll-to", Bytes("\(item):") + position]
        #expect(try Program.weir.run(arguments, in: folder).answer().offset == offset)
    }

    @Test func scrollingActsAsAnOffset() throws {
        let arguments: [Bytes] = [
            "layout", "five.json", "--layout=flow:item-size=375x100,header=20,section-size=2", "--devices=375x150",
            "--pin=headers",
        ]
        let scrolled = try Program.weir.run(arguments + ["--scroll-to=1"], in: folder).answer()
        #expect(scrolled.offset == 130)
        let moved = try Program.weir.run(arguments + ["--offset=130"], in: folder).answer()
        #expect(moved.offset == nil)
        #expect(scrolled.supplementary == moved.supplementary)
        #expect(scrolled.supplementary[0].y == 130)
        let drawn = try Program.weir.run(arguments + ["--scroll-to=1", "--format=svg"], in: folder)
        #expect(drawn.text.contains(#"<rect class="screen" x="0" y="130" width="375" height="150"/>"#))
    }

    /// In a carousel the positions are left, centred and right.
    @Test(arguments: [("top", 340), ("middle", 232.5), ("bottom", 125)] as [(Bytes, Double)])
    func aCarouselScrollsSideways(position: Bytes, offset: Double) throws {
        let arguments: [Bytes] = ["layout", "five.json", "--layout=carousel", "--devices=375x160", "--scroll-to=2:" + position]
        let answer = try Program.weir.run(arguments, in: folder).answer()
        #expect(answer.offset == offset)
        #expect(position != "middle" || answer.frames[2].scale == 1)
        #expect(try Program.weir.run(arguments + ["--snap"], in: folder).answer().offset != nil)
    }

    @Test func pinnedFooters() throws {
        let arguments: [Bytes] = [
            "layout", "five.json", "--layout=flow:item-size=375x100,line-spacing=0,footer=20,section-size=2", "--devices=375x150",
            "--pin=footers",
        ]
        for (offset, tops) in [("0", [130, 220, 440]), ("70", [200, 220, 440]), ("200", [200, 330, 440]), ("390", [200, 420, 520])]
            as [(Bytes, [Double])]
        {
            let answer = try Program.weir.run(arguments + ["--offset", offset], in: folder).answer()
            #expect(answer.supplementary.map(\.y) == tops)
        }
        let sideways = try layout(
            "five.json", "--layout=flow:direction=horizontal,item-size=100x667,line-spacing=0,footer=20",
            "--devices=150x667", "--pin=footers", "--offset=30", in: folder
        ).answer()
        #expect(sideways.supplementary == [.init(kind: "footer", section: 0, x: 160, y: 0, w: 20, h: 667)])
        let drawn = try Program.weir.run(arguments + ["--offset=70", "--format=svg"], in: folder)
        #expect(drawn.text.contains(#"<svg x="0" y="200" width="375" height="20"><rect class="band""#), "\(drawn.text)")
    }

    /// Without a header there is nothing to pin, which is not what the option is given for.
    @Test(
        arguments: [
            ("footer=9", ["--pin=headers"], "--pin headers: no section has a header; --layout NAME:header=44 gives it a height"),
            ("header=9", ["--pin=footers"], "--pin footers: no section has a footer; --layout NAME:footer=44 gives it a height"),
            ("header=9,footer=9", ["--pin=headers,footers"], nil), (nil, ["--pin=headers", "--config=own.json"], nil),
        ] as [(Bytes?, [Bytes], String?)]) func pinsOfNothing(parameters: Bytes?, options: [Bytes], message: String?) throws
    {
        try folder.add("own.json", #"{"layouts":[{"layout":"flow","sections":{"0":{"header":9}}}]}"#)
        let outcome = try Program.weir.run((parameters.map(Self.lines) ?? ["layout", "five.json"]) + options, in: folder)
        #expect(outcome.messages == (message.map { "weir: warning: \($0)\n" } ?? "") && outcome.status == .exited(0))
    }

    @Test func contentInsetsMoveFrames() throws {
        let answer = try Program.weir.run(
            Self.lines("header=5,item-size=315x100") + ["--content-inset=10,20,30,40"], in: folder
        ).answer()
        #expect(answer.viewport == .init(width: 375, height: 250))
        #expect(answer.contentSize == .init(width: 375, height: 545))
        #expect(answer.contentInset == ["top": 10, "left": 20, "bottom": 30, "right": 40])
        #expect(answer.frames.map(\.x) == [20, 20, 20, 20, 20])
        #expect(answer.frames.map(\.y) == [15, 115, 215, 315, 415])
        #expect(answer.supplementary == [.init(kind: "header", section: 0, x: 20, y: 10, w: 315, h: 5)])
        let some = try Program.weir.run(
            Self.lines("item-size=355x100") + ["--content-inset=10", "--rect=0,0,375,110"], in: folder
        ).answer()
        #expect(some.frames.map(\.index) == [0])
    }

    /// A picture is shown between the insets, pinned headers and footers stand at them.
    @Test(arguments: [("top", 100), ("middle", 45), ("bottom", 0)] as [(Bytes, Double)])
    func insetsBoundWhatIsVisible(position: Bytes, offset: Double) throws {
        let arguments: [Bytes] = Self.lines + ["--content-inset=10,0,30,0", "--scroll-to=1:" + position]
        #expect(try Program.weir.run(arguments, in: folder).answer().offset == offset)
        let last = try Program.weir.run(Self.lines + ["--content-inset=10,0,30,0", "--scroll-to=4"], in: folder).answer()
        #expect(last.offset == 290)
        let pinned = try Program.weir.run(
            Self.lines("item-size=375x100,header=5,footer=5") + [
                "--content-inset=10,0,30,0", "--offset=50", "--pin=headers,footers",
            ],
            in: folder
        ).answer()
        #expect(pinned.supplementary.map(\.y) == [60, 265])
    }

    @Test func aCarouselBetweenInsets() throws {
        let answer = try layout(
            "five.json", "--layout=carousel", "--devices=375x200", "--content-inset=20,107.5,0,107.5", in: folder
        ).answer()
        #expect(answer.frames[0].x == 107.5 && answer.frames[0].y == 30)
        #expect(answer.frames[0].scale == 1)
        let snapped = try layout(
            "five.json", "--layout=carousel", "--devices=375x200", "--content-inset=20,107.5,0,107.5", "--offset=100", "--snap",
            in: folder
        ).answer()
        #expect(snapped.offset == 170)
        #expect(snapped.frames[1].scale == 1)
    }

    /// Devices without a safe area are reported and laid out on the whole screen.
    @Test func safeAreasOfManyDevices() throws {
        let all = try layout("five.json", "--layout=flow", "--devices=iphone-15,pixel-7", "--safe-area", in: folder)
        #expect(
            all.messages
                == "weir: warning: --safe-area: none is known of pixel-7; --content-inset says what bars cover, and without it content has the whole screen\n"
        )
        #expect(all.status == .exited(0))
        let answers = try JSONDecoder().decode([LayoutAnswer].self, from: Data(all.output))
        #expect(answers.map { $0.contentInset?["top"] } == [59, nil])
        #expect(try layout("five.json", "--layout=flow", "--devices=all", "--safe-area", "--format=none", in: folder).status == .exited(0))
    }

    /// If the second screen is refused, nothing of the first is written.
    @Test(arguments: [["--content-inset=0,120,0,120"], ["--layout=waterflow:columns=70", "--safe-area"], ["--scroll-to=5"]] as [[Bytes]])
    func nothingIsHalfWritten(options: [Bytes]) throws {
        try folder.add("two.json", #"[{"name":"a","width":800,"height":900,"insets":[9,9,9,9]},{"name":"b","width":200,"height":300}]"#)
        let outcome = try Program.weir.run(
            ["layout", "five.json", "--devices=two.json"]
                + (options[0].all.starts(with: "--layout".utf8) ? options : options + ["--layout=waterflow"]), in: folder)
        #expect(outcome.output.isEmpty && outcome.status == .exited(2), "\(outcome.text)")
        #expect(outcome.messages.split(separator: "\n").count == 1)
    }

    /// A carousel scales the frames by where it is scrolled to.
    @Test func linesOfACarousel() throws {
        let lines = try layout("five.json", "--layout=carousel", "--devices=375x160", "--scroll-to=2:middle", "--format=jsonl", in: folder)
        let frames = try lines.lines.filter { !$0.isEmpty }.map { try JSONDecoder().decode(Frame.self, from: Data($0.utf8)) }
        #expect(frames.count == 5 && frames[2].scale == 1)
    }

    /// A view has its height with the insets in it, by default the screen's: rows fill what the insets leave.
    @Test(
        arguments: [
            ("carousel", "375x200", "30,0,0,0", [35], 200), ("carousel", "375x667", "30,0,0,0", [30, 268.5, 507], 667),
            ("carousel:view-height=667", "375x667", "30,0,0,0", [30, 268.5, 507], 667),
            ("carousel:view-height=400", "375x667", "30,0,0,0", [30, 240], 400),
            ("carousel:view-height=400", "375x667", "50,0,21,0", [134.5], 400),
        ] as [(Bytes, Bytes, Bytes, [Double], Double)])
    func insetsOfAView(name: Bytes, screen: Bytes, inset: Bytes, tops: [Double], content: Double) throws {
        let answer = try layout("five.json", "--layout", name, "--devices", screen, "--content-inset", inset, in: folder).answer()
        #expect(answer.frames.prefix(tops.count).map(\.y) == tops)
        #expect(answer.frames[tops.count].x > 0)
        #expect(answer.contentSize.height == content)
        let refused = try layout("five.json", "--layout=carousel:view-height=40", "--content-inset=20", in: folder)
        #expect(
            refused.messages.hasPrefix(
                "weir: carousel:view-height=40 on portrait: content-inset: the insets leave nothing of the view-height\n"))
    }

    /// The screen is held in landscape, however narrow the insets make the view; a square screen is none in portrait.
    @Test(
        arguments: [
            ("700", "667", "0,59,0,59", 5), ("667", "700", "59,0,59,0", 3), ("600", "600", "0,1,0,0", 5), ("600", "600", "1,0,0,0", 5),
        ] as [(Bytes, Bytes, Bytes, Int)])
    func theScreenDecidesTheColumns(width: Bytes, height: Bytes, inset: Bytes, columns: Int) throws {
        let turned: [Bytes] = width.count == height.count && width == "700" ? ["--landscape"] : []
        let arguments: [Bytes] = [
            "layout", "five.json", "--layout=lf-waterflow", "--devices", width + "x" + height, "--content-inset", inset,
        ]
        let answer = try Program.weir.run(arguments + turned, in: folder).answer()
        #expect(Set(answer.frames.map(\.x)).count == columns)
    }

    @Test func aCarouselThatShowsNothing() throws {
        let arguments: [Bytes] = ["layout", "five.json", "--offset=20", "--snap", "--layout"]
        let repaired = try Program.weir.run(arguments + ["carousel:inset=0,400,0,400"], in: folder)
        #expect(try repaired.answer().offset == 20)
        let written = try Program.weir.run(arguments + ["carousel:inset=0,400,0,400,as-written=true"], in: folder)
        #expect(written.status == .exited(0) && written.text.contains(#""offset":20"#))
        #expect(written.messages.contains("nothing is on screen at offset 20, so the published code adds MAXFLOAT"))
    }

    @Test func theSafeAreaOfADevice() throws {
        let arguments: [Bytes] = ["layout", "five.json", "--layout=lf-waterflow", "--devices=iphone-15", "--landscape"]
        let answer = try Program.weir.run(arguments + ["--safe-area"], in: folder).answer()
        #expect(answer.viewport == .init(width: 852, height: 393))
        #expect(answer.contentInset == ["top": 0, "left": 59, "bottom": 21, "right": 59])
        // The columns of a view of 734 points, moved by 59.
        let narrow = try layout("five.json", "--layout=lf-waterflow", "--devices=734x393", in: folder).answer()
        #expect(answer.frames.map(\.x) == narrow.frames.map { $0.x + 59 })
        #expect(answer.frames.map(\.y) == narrow.frames.map(\.y))
        #expect(answer.contentSize.height == narrow.contentSize.height + 21)
        let both = try Program.weir.run(arguments + ["--safe-area", "--content-inset=1,2,3,4"], in: folder).answer()
        #expect(both.contentInset == ["top": 1, "left": 61, "bottom": 24, "right": 63])
        let upright = try layout("five.json", "--layout=flow", "--devices=iphone-se-3", in: folder).answer()
        #expect(upright.contentInset == nil)
    }

    @Test(
        arguments: [
            (["--safe-area"], "weir: --safe-area is that of a device; --devices names one\n"),
            (
                ["--safe-area", "--devices=pixel-7"],
                "weir: --safe-area: none is known of pixel-7; --content-inset says what bars cover\n"
            ),
            (
                ["--pin=headers", "--format=jsonl"],
                "weir: --pin has no say in JSON Lines, which have the frames alone; --format json shows what it does\n"
            ),
            (
                ["--scroll-to=1", "-o", "f.jsonl"],
                "weir: --scroll-to has no say in JSON Lines, which have the frames alone; --format json shows what it does\n"
            ),
            (
                ["--layout=flow:columns=600", "--devices=iphone-se-3", "--landscape"],
                "weir: flow:columns=600 on iphone-se-3 landscape: columns: 600 of them do not fit: gaps leave no whole point of 667 to each\n"
            ),
            (
                ["--content-inset=1,2"],
                "weir layout: --content-inset: 1,2 is neither one number of points from 0 on nor top,left,bottom,right\n"
            ),
            (
                ["--content-inset=-1"],
                "weir layout: --content-inset: -1 is neither one number of points from 0 on nor top,left,bottom,right\n"
            ),
            (["--content-inset=0,200,0,200"], "weir: flow on portrait: content-inset: the insets leave nothing of the screen\n"),
            (["--scroll-to=5"], "weir: --scroll-to: there is no picture 5; the manifest has 5, counted from 0\n"),
            (["--scroll-to=-1"], "weir layout: --scroll-to: "),
            (["--scroll-to=1", "--offset=3"], "weir layout: --offset and --scroll-to exclude each other\n"),
        ] as [([Bytes], String)])
    func refused(options: [Bytes], message: String) throws {
        let outcome = try Program.weir.run(
            ["layout", "five.json"] + (options[0].all.starts(with: "--layout".utf8) ? options : options + ["--layout=flow"]), in: folder)
        #expect(outcome.messages.hasPrefix(message), "\(outcome.messages)")
        #expect(outcome.text == "")
        #expect(outcome.status == .exited(2))
    }

    @Test func aDeviceOfOnesOwnWithoutSafeArea() throws {
        try folder.add("d.json", #"[{"name":"till","width":800,"height":1280}]"#)
        let outcome = try layout("five.json", "--layout=flow", "--devices=d.json", "--safe-area", in: folder)
        #expect(
            outcome.messages
                == "weir: --safe-area: none is known of till; --content-inset says what bars cover\n")
        #expect(outcome.status == .exited(2))
    }
}
