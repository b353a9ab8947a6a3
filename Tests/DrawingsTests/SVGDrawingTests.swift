import Drawings
import Foundation
import Layouts
import TestSupport
import Testing

@Suite struct SVGDrawingTests {
    private let entries = [
        Entry(img: "a", price: "¥169"), Entry(height: 150, img: "b", price: "<&> \"'\r]]>", isPlaceholder: true),
        Entry(width: 2, height: 1, img: "c", price: ""), Entry(width: 1, height: 1, img: "d", price: "€ 5"),
    ]

    @Test(arguments: [
        "lf-waterflow", "waterflow:extra-height=24", "mk-masonry:spacing=3", "flow:item-size=3x3", "flow:header=30,footer=1",
        "flow:direction=horizontal", "flow-waterfall:columns=2", "carousel", "lf-waterflow:columns=40,column-spacing=1",
    ])
    func isWellFormed(recipe: String) throws {
        for rect in [nil, Rect(x: 5, y: 9, width: 100, height: 2000), Rect(x: 0, y: 0, width: 0, height: 0)] {
            for count in 0...entries.count {
                var view = try view(recipe, of: Array(entries.prefix(count)), sections: 2)
                view.rect = rect
                let drawing = Elements(of: written(view, by: SVGDrawing(), of: entries))
                #expect(drawing.isWellFormed, "\(count) in \(String(describing: rect))")
            }
        }
    }

    /// Every frame equals that of the layout, to the last bit.
    @Test(arguments: ["lf-waterflow", "flow:columns=3,header=30", "flow:direction=horizontal"])
    func framesAreAtTheirPositions(recipe: String) throws {
        let view = try view(recipe, of: entries)
        let drawing = Elements(of: written(view, by: SVGDrawing(), of: entries))
        let expected = entries.indices.map { view.layout.frame(of: $0) } + view.layout.supplementary.map(\.frame)
        #expect(drawing.all("svg").dropFirst(2).map(drawing.rect) == expected)
    }

    /// A picture fills the item but for the strip below it. Over a picture there is no number, and the price is legible.
    @Test(arguments: [("waterflow", 0.0, "price over"), ("waterflow:extra-height=24", 24, "price")])
    func picturesAreShown(recipe: String, strip: Double, kind: String) throws {
        let entries = [Entry(price: "9", picture: "data:image/webp;base64,AA=="), Entry(price: "8")]
        let view = try view(recipe, of: entries)
        let drawing = Elements(of: written(view, by: SVGDrawing(), of: entries))
        let picture = try #require(drawing.all("image").first)
        #expect(drawing.all("image").count == 1)
        #expect(picture["href"] == "data:image/webp;base64,AA==")
        let frame = view.frame(of: 0)
        #expect(picture["width"].flatMap(Double.init) == frame.width)
        #expect(picture["height"].flatMap(Double.init) == frame.height - strip)
        #expect(drawing.texts(of: kind).first == "9")
        #expect(drawing.texts(of: "index") == ["1"])
    }

    /// Items are cut off a little beyond the rect, so that they do not cover the title.
    @Test func rectCutsTheDrawing() throws {
        var view = try view("lf-waterflow", of: entries)
        view.rect = Rect(x: 0, y: 100, width: 375, height: 50)
        let window = Elements(of: written(view, by: SVGDrawing(), of: entries)).all("svg")[1]
        #expect(["x", "y", "width", "height"].map { window[$0] } == ["-8", "92", "391", "66"])
        #expect(window["viewBox"] == "-8 92 391 66")
    }

    /// A label runs along the longer side of its header.
    @Test func labelsOfHeaders() throws {
        for (recipe, isUpright) in [("flow:header=30", false), ("flow:header=30,direction=horizontal", true)] {
            let drawing = Elements(of: written(try view(recipe, of: entries), by: SVGDrawing(), of: entries))
            let labels = drawing.all("text").filter { $0["class"] == "label" }
            #expect(labels.map { $0["transform"] } == [isUpright ? "translate(11.5 8) rotate(90)" : nil])
        }
    }

    @Test func smallItemsHaveNoTexts() throws {
        let view = try view("flow:item-size=23x40", of: entries)
        let drawing = Elements(of: written(view, by: SVGDrawing(), of: entries))
        #expect(drawing.texts(of: "index") + drawing.texts(of: "price") == [])
        #expect(drawing.all("rect").count { $0["class"] == "hole" } == 1)
    }

    @Test func theTitleFitsANarrowScreen() throws {
        let layout = try LayoutRecipe("lf-waterflow:columns=1").layout(in: Size(width: 60, height: 20))
        let drawing = Elements(of: written(LayoutView("lf-waterflow", layout), by: SVGDrawing()))
        #expect(drawing.texts(of: "title") == ["lf-waterflow, 60 × 20, content 60 × 20"])
        #expect(drawing.all("svg")[0]["width"] == "295")
    }

    @Test func saysWhatItShows() throws {
        let view = try view("lf-waterflow", of: entries)
        let drawing = Elements(of: written(view, by: SVGDrawing(), of: entries))
        #expect(drawing.texts(of: "index") == ["0", "1", "2", "3"])
        #expect(drawing.texts(of: "price") == ["¥169", "<&> \"'\r]]>", "€ 5"])
        #expect(drawing.texts(of: "title") == ["lf-waterflow, 375 × 667, content 375 × 207.5"])
        #expect(drawing.all("rect").count { $0["class"] == "hole" } == 1)
    }

    @Test func screens() throws {
        var view = try view("waterflow:columns=1", of: Array(repeating: Entry(), count: 4))
        var drawing = Elements(of: written(view, by: SVGDrawing()))
        #expect(drawing.texts(of: "number") == ["2", "3", "4"])
        #expect(drawing.all("path").map { $0["d"] } == ["M-8 667H383", "M-8 1334H383", "M-8 2001H383"])
        view.rect = Rect(x: 0, y: 700, width: 375, height: 700)
        drawing = Elements(of: written(view, by: SVGDrawing()))
        #expect(drawing.texts(of: "number") == ["3"])
        view.rect = nil
        // A picture that is a million screens tall.
        var tall = try DrawingsTests.view("waterflow:columns=1", of: [Entry(width: 1, height: .max)])
        #expect(Elements(of: written(tall, by: SVGDrawing())).all("path").isEmpty)
        tall.rect = Rect(x: 0, y: 667e3 - 1, width: 1, height: 1000)
        #expect(Elements(of: written(tall, by: SVGDrawing())).texts(of: "number") == ["1001", "1002"])
        view.device = OrientedDevice(try .named("iphone-13"), isLandscape: false)
        drawing = Elements(of: written(view, by: SVGDrawing()))
        #expect(
            drawing.all("rect").filter { $0["class"] == "safe" }.map(drawing.rect)
                == [Rect(x: 0, y: 47, width: 375, height: 586)])
    }

    @Test func aStripIsBelowThePicture() throws {
        let view = try view("waterflow:columns=1,extra-height=40", of: [Entry(width: 1, height: 1)])
        let drawing = Elements(of: written(view, by: SVGDrawing(), of: [Entry(width: 1, height: 1)]))
        let colored = try #require(drawing.all("rect").first { $0["fill"]?.hasPrefix("#") == true && $0["width"] == "355" })
        #expect(colored["height"] == "355")
        #expect(drawing.all("rect").first { $0["class"] == "card" }?["height"] == "395")
    }

    /// The items of a carousel shrink around their centres. An item with a scale of 0 or less is not drawn.
    @Test func carouselItemsAreScaled() throws {
        var view = try view("carousel:view-height=300", of: Array(repeating: Entry(), count: 5))
        view.offset = 62.5
        let drawing = Elements(of: written(view, by: SVGDrawing()))
        let frames = drawing.all("svg").dropFirst(2).map(drawing.rect)
        #expect(frames.count == 4)
        #expect(frames[1] == Rect(x: 170, y: 70, width: 160, height: 160))
        #expect(abs(frames[0].midX - 80) < 1e-9 && frames[0].width < 160)
        #expect(drawing.all("rect").filter { $0["class"] == "screen" }.map(drawing.rect) == [Rect(x: 62.5, y: 0, width: 375, height: 667)])
    }

    /// A long carousel has few items that are not too small to be seen, and its drawing ends where they end.
    @Test(arguments: [(0.0, 0.0, 562.5), (3000, 2812.5, 750), (16_615, 16_427.5, 562.5)])
    func aCarouselIsDrawnAroundItsScreen(offset: Double, left: Double, width: Double) throws {
        var view = try view("carousel:view-height=300", of: Array(repeating: Entry(), count: 100))
        #expect(view.layout.contentSize.width == 16_990)
        view.offset = offset
        let drawing = Elements(of: written(view, by: SVGDrawing()))
        let box = try #require(drawing.all("svg").first?["viewBox"]).split(separator: " ").compactMap { Double($0) }
        let margin = 24.0
        #expect(box[0] == left - margin && box[2] == width + 2 * margin)
    }
}
