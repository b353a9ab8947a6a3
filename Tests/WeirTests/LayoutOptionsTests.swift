import Layouts
import Drawings
import Testing

@testable import weir

@Suite struct LayoutOptionsTests {
    private func options(_ line: String) throws -> LayoutOptions {
        try #require(try LayoutOptions.grammar.settings(from: arguments(line)))
    }

    private func plan(_ line: String) throws -> LayoutPlan {
        guard case .layOut(let plan) = try options(line).work() else { throw UsageError("no pictures are laid out") }
        return plan
    }

    @Test(arguments: [
        ("", "--layout says which layout; --layout list prints them all"),
        ("m", "--layout says which layout; --layout list prints them all"),
        ("--layout flow", "no manifest is named"),
        ("m n --layout flow", "only one manifest can be laid out; n is a second one"),
        ("m --layout waterfow", "unknown layout waterfow; did you mean waterflow?"),
        ("m --layout carusel:inset=3", "unknown layout carusel; did you mean carousel?"),
        ("m --layout pinterest", "unknown layout pinterest; there are \(names(of: LayoutKind.all))"),
        ("m --layout flow:columns", "--layout: columns: a parameter is set as name=value"),
        ("m --layout flow:columns=2 --columns 3", "--columns: it is set twice"),
        ("m --layout list", "--layout list reads no manifest, and m is named"),
        ("--layout list --format svg", "--layout list is printed as text or with --format json"),
        ("m --layout flow --format pdf", "--format: pdf is not one of json, jsonl, svg, png, none"),
        ("m --layout flow --format none -o f", "--format none writes nothing, so there is nothing for --output"),
        ("m --layout flow --width 0", "--width: it is 0; it must be a number of points from 1 to 1000000"),
        ("m --layout flow --height nan", "--height: nan is not a number of points from -1e12 to 1e12"),
        ("m --layout flow --width 9 --device ipad-9", "--width and --height, --device and --devices exclude each other"),
        ("m --layout flow --device ipad-9 --devices all", "--width and --height, --device and --devices exclude each other"),
        ("m --layout flow --device ipad9", "unknown device ipad9; did you mean ipad-9?"),
        ("m --layout flow --landscape", "--landscape turns devices; without one, --width and --height say it all"),
        ("m --layout flow --pictures embed", "--pictures is for drawings, --format svg or png"),
        ("m --layout flow --pictures embed --format json -o m.svg", "--pictures is for drawings, --format svg or png"),
        ("--layout list --pictures embed", "--pictures is for drawings, --format svg or png"),
        ("flow --prove-columns 2 --pictures embed --format svg", "--pictures is for drawings, --format svg or png"),
        ("m --layout flow --shift-against o --pictures embed -o m.svg", "--pictures is for drawings, --format svg or png"),
        ("m --layout flow --root d --format svg", "--root is the folder of the pictures that --pictures embed shows"),
        ("m --layout flow --root d --format png --pictures thumbhash", "--root is the folder of the pictures that --pictures embed shows"),
        ("m --layout flow --pictures blurhash -o m.png", "--pictures: blurhash is not one of none, embed, thumbhash"),
        ("m --layout flow --pictures thumbhash", "--pictures is for drawings, --format svg or png"),
        ("m --layout flow --scale 2", "--scale is for --format png, whose points have pixels"),
        ("m --layout flow --scale 2 -o m.svg", "--scale is for --format png, whose points have pixels"),
        ("m --layout flow --scale 2 --format svg -o m.png", "--scale is for --format png, whose points have pixels"),
        ("--layout list --scale 1 --format png", "--scale is for --format png, whose points have pixels"),
        ("m --layout flow --scale 0 -o m.png", "--scale: 0 is less than 1"),
        ("m --layout flow --scale 4 -o m.png", "--scale: 4 is more than 3"),
        ("m --layout flow --scale 1.5 -o m.png", "--scale: 1.5 is not a whole number such as 5000 or 5e3"),
        ("m --layout flow --devices all --format png", "drawings of several devices need a folder: -o FOLDER"),
        ("m --layout flow --shift-against o -o m.png --format png", "a shift score is printed as text or with --format json"),
        ("m --layout flow -o ./m --format png", "--output: ./m is read, and the output would take its place"),
        ("m --layout flow --devices all --format svg", "drawings of several devices need a folder: -o FOLDER"),
        ("m --layout flow --devices d.json --format svg -o -", "drawings of several devices need a folder: -o FOLDER"),
        ("m --layout flow --arrival together", "--arrival is for the pictures of --shift-against"),
        ("m --layout flow --shift-against o --arrival random", "--arrival: \"random\" is none of order, together, connections=N,seed=S or connections=N,seeds=K"),
        ("m --layout flow --shift-against o --estimated-item-size 9x9", "--shift-against and --estimated-item-size exclude each other"),
        ("m --layout flow --shift-against o --format svg", "a shift score is printed as text or with --format json"),
        ("m --layout flow --shift-against o --pin-headers", "--pin-headers has no say in a shift score"),
        ("m --layout flow --shift-against o -o ./m", "--output: ./m is read, and the score would take its place"),
        ("m --layout flow --shift-against o --devices ./d -o d", "--output: d is read, and the score would take its place"),
        ("m --layout flow -o ./m", "--output: ./m is read, and the output would take its place"),
        ("p --layout flow -o p/1.json", "--output: p/1.json is read, and the output would take its place"),
        ("m --layout flow --devices ./d.json -o d.json", "--output: d.json is read, and the output would take its place"),
        ("m --layout flow --section-size 1 --sections s --format jsonl -o s", "--output: s is read, and the output would take its place"),
        ("- --layout flow --shift-against -", "standard input can be one of the manifests, not both"),
        ("m --layout waterflow --estimated-item-size 9x9", "--estimated-item-size: waterflow has no estimated items; flow has"),
        ("m --layout flow --estimated-item-size 0x9", "--estimated-item-size: 0x9 is not a size in points such as 160x90, with sides from 1 to 1000000"),
        ("m --layout flow --rect 1,2,3", "--rect: 1,2,3 is not x,y,width,height in points up to 1e12"),
        ("m --layout flow --rect 1,2,3,inf", "--rect: 1,2,3,inf is not x,y,width,height in points up to 1e12"),
        ("m --layout flow --rect 1,2e12,3,4", "--rect: 1,2e12,3,4 is not x,y,width,height in points up to 1e12"),
        ("m --layout carousel --offset=-2e12", "--offset: -2e12 is not a number of points from -1e12 to 1e12"),
        ("m --layout flow --height 1e-300", "--height: it is 1e-300; it must be a number of points from 1 to 1000000"),
        ("m --layout flow --rect 1,2,-3,4", "--rect: 1,2,-3,4 is not x,y,width,height in points up to 1e12"),
        ("m --layout flow --columns 9999", "--columns: 9999 of them do not fit: gaps leave no whole point of 375 to each"),
        ("m --layout flow --item-size 5x5 --item-width 5", "--item-width: it cannot be set together with item-size: one of them sizes the items"),
        ("m --layout flow --inset 1,2", "--inset: \"1,2\" is neither one number of points nor top,left,bottom,right"),
        ("m --layout flow --direction up", "--direction: up is not one of vertical, horizontal"),
        ("m --layout flow --section-size 0", "--section-size: 0 is less than 1"),
        ("m --layout flow --turn --content-inset 3", "--turn is for screens without insets; leave out --safe-area and --content-inset"),
        ("--prove-columns 3", "--prove-columns needs the name of a layout, such as flow"),
        ("shop.json --prove-columns 3", "unknown layout shop.json; there are \(names(of: LayoutKind.all))"),
        ("waterflow --prove-columns 3", "--prove-columns: waterflow has no lines that wrap; flow and flow-waterfall have"),
        ("flow --prove-columns 3 --header 3", "--header has no say in what --prove-columns proves"),
        ("flow --prove-columns 3 --turn", "--turn has no say in what --prove-columns proves"),
        ("flow --prove-columns 3 --section-by c --offset 3", "--offset has no say in what --prove-columns proves"),
        (
            "flow --prove-columns 3 --device iphone-14 --safe-area",
            "--prove-columns knows no safe area and no content inset; --width names the width between them"
        ),
        ("flow --prove-columns 3 --format svg", "--prove-columns is printed as text or with --format json"),
        ("flow --prove-columns 300 --spacing 1", "--columns: 300 of them do not fit: insets and gaps leave nothing of a width of 240"),
        ("flow --prove-columns 3 --inset -1", "--inset: it is -1; it must be a number of points from 0 to 1000000"),
    ])
    func refuses(line: String, message: String) {
        #expect(throws: UsageError(message)) { _ = try LayoutOptions.grammar.settings(from: arguments(line)) }
    }

    /// A value for each option that only some layouts have.
    private static let values = [
        "columns": "2", "column-spacing": "1", "row-spacing": "1", "spacing": "1", "inset": "1,2,3,4", "extra-height": "1",
        "line-spacing": "1", "interitem-spacing": "1", "item-size": "5x6", "item-width": "7", "header": "1", "footer": "1",
        "direction": "horizontal", "view-height": "200", "arithmetic": "double", "as-written": "true",
        "density": "2", "item-inset": "1", "heights": "integer", "flow-tolerance": "0", "row-height": "100", "tolerance": "0.1",
        "max-rows": "9", "breakout-cadence": "3", "show-widows": "false", "widow-style": "center",
    ]

    /// Every option with every layout: it is accepted if the layout has it; otherwise the message names the
    /// layouts that have it.
    @Test(arguments: LayoutKind.all.map(\.name))
    func optionsBelongToLayouts(layout: String) throws {
        let kind = try LayoutKind.named(layout)
        for name in LayoutOptions.parameterFlags.map(\.spec.name) {
            let value = try #require(Self.values[name], "\(name) has no value in this table")
            let others = LayoutOptions.kinds(having: name)
            #expect(!others.isEmpty)
            let line = "m --layout \(layout) --\(name) \(value)"
            if kind.parameters.contains(where: { $0.name == name }), (layout, name) != ("flow-waterfall", "item-width") {
                let plan = try plan(line)
                #expect(plan.recipe.settings.isSet(name))
                continue
            }
            guard (layout, name) != ("flow-waterfall", "item-width") else { continue }
            let verb = others.count == 1 ? "has" : "have"
            #expect(throws: UsageError("--\(name): \(layout) has no such option; \(names(of: others)) \(verb) it")) {
                _ = try plan(line)
            }
        }
    }

    @Test func everyParameterIsAnOption() {
        let parameters = Set(LayoutKind.all.flatMap(\.parameters).map(\.name))
        #expect(Set(LayoutOptions.parameterFlags.map(\.spec.name)) == parameters)
        #expect(Set(Self.values.keys) == parameters)
    }

    @Test(arguments: [
        ("--section-size 3", ["mk-masonry", "flow", "flow-waterfall"]), ("--section-by a", ["mk-masonry", "flow", "flow-waterfall"]),
        ("--sections f", ["flow", "flow-waterfall"]), ("--pin-footers --offset 9", ["flow", "flow-waterfall"]), ("--pin-headers", ["flow", "flow-waterfall"]),
        ("--pin-headers --offset 9", ["flow", "flow-waterfall"]), ("--snap", ["carousel"]), ("--offset 9", ["carousel"]),
    ])
    func traits(option: String, layouts: [String]) {
        for name in LayoutKind.all.map(\.name) {
            if layouts.contains(name) {
                #expect(throws: Never.self) { try plan("m --layout \(name) \(option)") }
            } else {
                #expect(throws: UsageError.self) { try plan("m --layout \(name) \(option)") }
            }
        }
    }

    @Test(arguments: [
        ("", Size(width: 375, height: 667)), ("--width 320", Size(width: 320, height: 667)),
        ("--height 1e3", Size(width: 375, height: 1000)), ("--device ipad-mini-6", Size(width: 744, height: 1133)),
        ("--device ipad-mini-6 --landscape", Size(width: 1133, height: 744)),
    ])
    func screen(line: String, size: Size) throws {
        guard case .known(let screens, let isList) = try plan("m --layout waterflow \(line)").screens else {
            Issue.record("the screen is not known")
            return
        }
        #expect(screens.map(\.size) == [size])
        #expect(!isList)
    }

    @Test func theLastOfTwoCounts() throws {
        let plan = try plan("m --layout waterflow --columns 2 --columns 4 --width 100 --width 200")
        let layout = try plan.recipe.layout(of: PicturePage(widths: [1], heights: [1]), in: Size(width: 200, height: 1))
        #expect(layout.frame(of: 0).width == 37.5)
    }

    @Test func aRecipeWithParameters() throws {
        let plan = try plan("m --layout waterflow:columns=1,inset=1,2,3,4 --row-spacing 5")
        let layout = try plan.recipe.layout(of: PicturePage(widths: [1], heights: [1]), in: Size(width: 200, height: 1))
        #expect(layout.frame(of: 0) == Rect(x: 2, y: 1, width: 194, height: 194))
        #expect(plan.recipe.settings.isSet("row-spacing"))
    }
}
