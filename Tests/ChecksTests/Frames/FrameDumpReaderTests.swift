import Layouts
import Testing
import WeirBase
import WeirRecords

@testable import Checks

/// Dumps that are read, whole and in pieces, and dumps that are refused.
@Suite struct FrameDumpReaderTests {
    private static func plan(_ layouts: [String] = ["waterflow"]) throws -> Screens {
        let till = Device(name: "till", portrait: Size(width: 800, height: 1280), scale: 1, safeArea: nil)
        return try Screens(layouts: layouts.map { OrientedLayout(try LayoutChoice($0)) }, devices: [till])
    }

    private func read(_ text: String, _ plan: Screens, piece: Int = .max) throws -> FrameDump {
        var reader = FrameDumpReader("d.jsonl", plan)
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            try Array(rest.prefix(piece)).withUnsafeBytes { try reader.read($0, isEnd: false) }
            rest = rest.dropFirst(piece)
        }
        try reader.read(UnsafeRawBufferPointer(start: nil, count: 0), isEnd: true)
        return try reader.finish()
    }

    private static let sample = #"""
        {"device":"iphone-15","orientation":"landscape","layout":"lf-waterflow:columns=3"}
        {"index":0,"section":1,"x":10,"y":20.5,"w":1e2,"h":-3}

        {"h":4,"w":3,"y":2,"x":1,"index":7}
        {"width":375,"height":667,"rect":[0,-1,375,1e3]}
        {"index":1,"x":null,"y":"NaN","w":"-inf","h":1e999}
        {"device":"till","index":2,"x":1,"y":2,"w":3,"h":4}
        {"width":667,"height":375,"layout":"flow","index":3,"x":1,"y":2,"w":3,"h":4}
        {"d\u0065vice":"t\u0069ll","index":4,"x":1,"y":2,"w":3,"h":4}
        {"index":5,"x":1,"y":2,"w":3,"h":4}
        """#

    @Test(arguments: [Int.max, 1, 2, 7, 64]) func screensAndFrames(piece: Int) throws {
        let dump = try read(Self.sample, Self.plan(), piece: piece)
        #expect(
            dump.screens.map { "\($0.planned.layout.text) on \($0.planned.screen.name) \($0.planned.screen.viewport.width)" } == [
                "lf-waterflow:columns=3 on iphone-15 landscape 852.0", "waterflow on portrait 375.0",
                "waterflow on till portrait 800.0",
                "flow on landscape 667.0",
            ])
        #expect(dump.screens.map { $0.frames.map(\.index) } == [[0, 7], [1, 5], [2, 4], [3]])
        #expect(dump.screens.map { $0.frames.map(\.line) } == [[2, 4], [6, 10], [7, 9], [8]])
        #expect(dump.screens.map(\.rect) == [nil, Rect(x: 0, y: -1, width: 375, height: 1000), nil, nil])
        #expect(dump.screens[0].frames[0] == DumpedFrame(section: 1, index: 0, line: 2, rect: Rect(x: 10, y: 20.5, width: 100, height: -3)))
        #expect(dump.screens[0].frames[1].rect == Rect(x: 1, y: 2, width: 3, height: 4))
        let infinite = dump.screens[1].frames[0]
        #expect(!infinite.isFinite && infinite.rect.x.isNaN && infinite.rect.y.isNaN)
        #expect(infinite.rect.width == -.infinity && infinite.rect.height == .infinity)
        #expect(dump.frameCount == 7)
    }

    /// A screen that is opened again is another one: the view may have been turned in between.
    @Test func openedAgain() throws {
        let dump = try read(Self.sample + "\n" + Self.sample, Self.plan())
        #expect(dump.screens.map(\.frames.count) == [2, 2, 4, 2, 2, 2])
    }

    @Test func manyLines() throws {
        let lines = (0..<3000).map { "{\"index\":\($0),\"x\":\($0).25,\"y\":0,\"w\":1,\"h\":1}" }
        let dump = try read((["{\"device\":\"till\"}"] + lines).joined(separator: "\r\n"), Self.plan(), piece: 4096)
        #expect(dump.screens[0].frames.map(\.rect.x) == (0..<3000).map { Double($0) + 0.25 })
        #expect(dump.screens[0].frames.last?.line == 3001)
    }

    private static let frame = #""index":0,"x":1,"y":2,"w":3,"h":4"#
    private static let ending = "; each line of a dump is one JSON object, with null for a number that is not finite"
    private static let rectWords = "rect must be [x, y, width, height], finite numbers with sides above 0"
    private static let indexWords = "index must be a whole number from 0 to 2147483647"
    private static let numberWords = "x must be a number, or null where the app has none that is finite"
    private static let noFrames = "the dump has no frames, so nothing would be compared; docs/frames.md says how an app writes them"
    private static let noScreen = "the line names no screen; it needs a device, or width and height"

    @Test(
        arguments: [
            ("", nil, noFrames),
            ("{\"device\":\"till\"}\n", nil, noFrames),
            ("{\(frame)}", "1:1", "the frame has no screen; a line with device, or with width and height, opens one"),
            ("{}", "1:1", noScreen),
            (#"{"layout":"flow"}"#, "1:1", noScreen),
            (#"{"width":375}"#, "1:1", noScreen),
            (#"{"device":"till","width":375,"height":667}"#, "1:1", "device, and width and height, exclude each other"),
            (#"{"device":"iphone-51"}"#, "1:1", #"there is no device "iphone-51"; did you mean "iphone-15"?"#),
            (#"{"device":"tull"}"#, "1:1", #"there is no device "tull"; did you mean "till"?"#),
            (#"{"device":"till","orientation":"turned"}"#, "1:32", "orientation must be portrait or landscape"),
            (
                #"{"width":375,"height":667,"orientation":"portrait"}"#, "1:1",
                "orientation turns a device; width and height are those of the view as it is"
            ),
            (#"{"width":0,"height":667}"#, "1:10", "width must be a number of points above 0"),
            (#"{"width":375,"height":"667"}"#, "1:23", "height must be a number of points above 0"),
            (#"{"width":1e999,"height":667}"#, "1:10", "width must be a number of points above 0"),
            (#"{"device":""}"#, "1:11", "device must be text that is not empty"),
            (#"{"device":7}"#, "1:11", "device must be text that is not empty"),
            (
                #"{"device":"till","layout":"waterfall"}"#, "1:1",
                "layout: there is none named \"waterfall\"; there are \(LayoutKind.all.map(\.name).joined(separator: ", "))"
            ),
            (
                #"{"device":"till","layout":"waterflow:columns=99"}"#, "1:1",
                "waterflow:columns=99 on till portrait: columns: 99 of them do not fit: insets and gaps leave nothing of a width of 800"
            ),
            (#"{"device":"till","rect":[0,0,1]}"#, "1:25", rectWords),
            (#"{"device":"till","rect":[0,0,1,null]}"#, "1:25", rectWords),
            (#"{"device":"till","rect":[0,0,0,667]}"#, "1:25", rectWords),
            (#"{"device":"till","rect":[0,0,375,-1]}"#, "1:25", rectWords),
            (#"{"device":"till","rect":"all"}"#, "1:25", rectWords),
            (
                "{\"device\":\"till\"}\n{\(frame),\"rect\":[0,0,1,1]}", "2:43",
                "rect belongs to the line that opens a screen, not to a frame"
            ),
            (
                "{\"device\":\"till\"}\n{\"index\":0,\"x\":1,\"y\":2,\"w\":3}", "2:1",
                "the frame has no h; it needs index, x, y, w and h"
            ),
            (
                "{\"device\":\"till\"}\n{\"x\":1,\"y\":2,\"w\":3,\"h\":4}", "2:1",
                "the frame has no index; it needs index, x, y, w and h"
            ),
            ("{\"device\":\"till\"}\n {\"index\":-1}", "2:11", indexWords),
            ("{\"device\":\"till\"}\n{\"index\":1.5}", "2:10", indexWords),
            ("{\"device\":\"till\"}\n{\"index\":2147483648}", "2:10", indexWords),
            (
                "{\"device\":\"till\"}\n{\"index\":0,\"section\":null}", "2:22",
                "section must be a whole number from 0 to 2147483647"
            ),
            ("{\"device\":\"till\"}\n{\"index\":0,\"x\":\"1\"}", "2:16", numberWords),
            ("{\"device\":\"till\"}\n{\"index\":0,\"x\":true}", "2:16", numberWords),
            ("{\"device\":\"till\"}\n{\"indx\":0}", "2:2", #"there is no key "indx"; did you mean "index"?"#),
            ("{\"device\":\"till\"}\n{\(frame),\"w\":3}", "2:36", "the key w stands twice"),
            ("{\"device\":\"till\"}\n{\(frame)}\n[0,1]", "3:1", "no object begins here\(ending)"),
            ("{\"device\":\"till\"}\n{\"index\":0,\"x\":nan}", "2:16", "a value is missing\(ending)"),
            ("{\"device\":\"till\"}\n{\"index\":0,\"x\":1", "2:17", "the line ends inside the object\(ending)"),
            ("{\"device\":\"till\"} {\(frame)}", "1:19", "text follows the object on its line\(ending)"),
            // The first fault is reported, of whatever kind it is.
            ("{\"device\":\"till\"}\n{\"index\":-1}\n[", "2:10", indexWords),
        ] as [(String, String?, String)])
    func refused(text: String, position: String?, message: String) throws {
        let plan = try Self.plan()
        let failure = #expect(throws: DocumentFailure.self) { try read(text, plan) }
        #expect(failure?.message == message)
        #expect(failure?.position.map { "\($0.line):\($0.column)" } == position)
    }

    @Test(
        arguments: [
            ([], "none"), (["flow", "waterflow"], "2"),
        ] as [([String], String)])
    func layoutIsNotClear(layouts: [String], count: String) throws {
        let plan = try Self.plan(layouts)
        let failure = #expect(throws: DocumentFailure.self) { try read(#"{"device":"till"}"#, plan) }
        #expect(
            failure?.message
                == "the line names no layout, and the command line and the configuration name \(count) for till portrait; write it into the line"
        )
    }

    /// Only the configuration knows the keys and the sections of a layout, so a dump takes its name.
    @Test func layoutOfTheConfiguration() throws {
        func plan(_ inset: Int) throws -> Screens {
            let text = #"""
                [{"layout":"waterflow"},{"layout":"waterflow","extra-height-by":"title"},
                {"layout":"flow","sections":{"0":{"inset":1}}},{"layout":"flow","sections":{"0":{"inset":\#(inset)}}}]
                """#
            let layouts = try JSONValue(text).array ?? []
            return try Screens(layouts: layouts.map { try OrientedLayout($0, at: "") }, devices: [])
        }
        func dump(_ layout: String) -> String { #"{"width":375,"height":667,"layout":"\#(layout)",\#(Self.frame)}"# }
        let screens = try read(dump("waterflow:extra-height-by=title") + "\n" + dump("waterflow") + "\n" + dump("flow"), plan(2)).screens
        #expect(screens.map(\.layout.keys.extraHeightBy) == ["title", nil, nil])
        #expect(try read(dump("flow:sections=0"), plan(1)).screens[0].layout.recipe.parameters.sections.keys.sorted() == ["0"])
        let failure = #expect(throws: DocumentFailure.self) { try read(dump("flow:sections=0"), plan(2)) }
        #expect(
            failure?.message
                == "the configuration has 2 layouts flow:sections=0 for portrait; check each with a configuration of its own")
        // A layout that only the dump names may have keys of its own.
        #expect(try read(dump("waterflow:extra-height-by=titel"), plan(2)).screens[0].layout.keys.extraHeightBy == "titel")
    }

    @Test func layoutOfTheOrientation() throws {
        let plan = try Screens(
            layouts: [
                OrientedLayout(LayoutChoice("flow"), orientation: .portrait),
                OrientedLayout(LayoutChoice("waterflow"), orientation: .landscape),
            ], devices: [])
        let dump = try read("{\"device\":\"ipad-9\",\"orientation\":\"landscape\"}\n{\(Self.frame)}", plan)
        #expect(dump.screens.map(\.planned.layout.text) == ["waterflow"])
    }
}
