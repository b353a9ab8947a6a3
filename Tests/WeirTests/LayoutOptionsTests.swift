import Checks
import Drawings
import Layouts
import Testing

@testable import weir

@Suite struct LayoutOptionsTests {
    private func options(_ line: String) throws -> LayoutOptions {
        try #require(try LayoutOptions.grammar.completeOptions(from: arguments(line)))
    }

    @Test(arguments: [
        ("", "no manifest is named"),
        ("m n", "only one manifest can be laid out; n is a second one"),
        ("m --layout waterfow", "--layout: unknown layout waterfow; did you mean waterflow?"),
        ("m --layout carusel:inset=3", "--layout: unknown layout carusel; did you mean carousel?"),
        ("m --layout pinterest", "--layout: unknown layout pinterest; there are \(list(of: LayoutKind.all.map(\.name)))"),
        ("m --layout list", "--layout: weir layouts lists the layouts and their parameters"),
        ("m --layout flow:columns", "--layout: columns: a parameter is set as name=value"),
        ("m --layout flow:columns=2,columns=3", "--layout: columns: it is set twice"),
        ("m --layout flow:inset=1,2", "--layout: inset: \"1,2\" is neither one number of points nor top,left,bottom,right"),
        ("m --layout flow:section-size=0", "--layout: section-size: \"0\" is not a number of pictures"),
        (
            "m --layout flow:section-by=a,section-size=2",
            "--layout: section-size: section-by and section-size exclude each other: one of them cuts the sections"
        ),
        ("m --layout flow:sectionby=a", "--layout: sectionby: flow has no such parameter; did you mean section-by?"),
        ("m --format pdf", "--format: pdf is not one of json, jsonl, svg, png, none"),
        ("m --format none -o f", "--format none writes nothing, so there is nothing for --output"),
        (
            "m --devices 0x9",
            "--devices: unknown device 0x9; a file of devices is named with its folder or its ending, and a screen as 375x667"
        ),
        ("m --devices ipad9", "--devices: unknown device ipad9; did you mean ipad-9?"),
        ("m --devices all,ipad-9", "--devices: all is each device that weir knows, and stands alone"),
        ("m -o shop.JPG", "--output: shop.JPG would be a drawing, and drawings are .svg or .png"),
        ("m --devices d.json --devices all", "--devices: a file of devices goes with no others; write them all into one file"),
        ("m --root d", "--root is for drawings, --format svg or png, which show the pictures in it"),
        ("m --base-url https://a.example --format json -o m.svg", "--base-url is for drawings, --format svg or png, which show pictures"),
        ("m --scale 2", "--scale is for --format png, whose points have pixels"),
        ("m --scale 2 --format svg -o m.png", "--scale is for --format png, whose points have pixels"),
        ("m --scale 0 -o m.png", "--scale: 0 is less than 1"),
        ("m --scale 4 -o m.png", "--scale: 4 is more than 3"),
        ("m -o ./m --format png", "--output: ./m is read, and the output would take its place"),
        ("p -o p/1.json", "--output: p/1.json is read, and the output would take its place"),
        ("m --devices ./d.json -o d.json", "--output: d.json is read, and the output would take its place"),
        ("m --config w.json -o w.json", "--output: w.json is read, and the output would take its place"),
        ("m --rect 1,2,3", "--rect: 1,2,3 is not x,y,width,height in points up to 1e12"),
        ("m --rect 1,2,-3,4", "--rect: 1,2,-3,4 is not x,y,width,height in points up to 1e12"),
        ("m --offset=-2e12", "--offset: -2e12 is not a number of points from -1e12 to 1e12"),
        ("m --offset 3 --scroll-to 1", "--offset and --scroll-to exclude each other"),
        ("m --scroll-to 1:left", "--scroll-to: left is not one of top, middle, bottom"),
        ("m --scroll-to x", "--scroll-to: x is not a whole number such as 5000 or 5e3"),
    ])
    func refuses(line: String, message: String) {
        #expect(throws: UsageError(message)) { _ = try options(line) }
    }

    @Test(arguments: [
        ("shop.json", "unknown layout shop.json; there are \(list(of: LayoutKind.all.map(\.name)))"),
        ("flow mk-masonry", "only one layout at a time; mk-masonry is a second one"),
        ("flow:inset=1", "flow:inset=1: a name alone is wanted, whose parameters are printed"),
    ])
    func layoutsRefuse(line: String, message: String) throws {
        #expect(throws: UsageError(message)) { _ = try LayoutsOptions.grammar.completeOptions(from: arguments(line)) }
    }

    @Test(arguments: [
        ("390x844", ["390x844"]), ("ipad-9,pixel-9", ["ipad-9", "pixel-9"]), ("ipad-9,ipad-9", ["ipad-9"]),
        ("390.5x844,ipad-9", ["390.5x844", "ipad-9"]),
    ])
    func devices(text: String, names: [String]) throws {
        #expect(try options("m --devices \(text)").screens.devices.known.map(\.name) == names)
        #expect(try options("m --devices all --devices \(text)").screens.devices.known.count >= Device.all.count)
    }

    /// Each parameter of each layout stands behind its name.
    @Test func parameters() throws {
        let choice = try #require(try options("m --layout waterflow:columns=1,inset=1,2,3,4,row-spacing=5").screens.layouts.first)
        let layout = try choice.recipe.layout(of: PicturePage(widths: [1], heights: [1]), in: Size(width: 200, height: 1))
        #expect(layout.frame(of: 0) == Rect(x: 2, y: 1, width: 194, height: 194))
        let flow = try #require(try options("m --layout flow:section-by=category,header=9").screens.layouts.first)
        #expect(flow.keys == LayoutKeys(sectionBy: "category") && flow.recipe.parameters.length("header") == 9)
    }
}
