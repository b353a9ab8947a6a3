import Drawings
import Foundation
import Layouts
import Testing

@Suite struct JSONFramesTests {
    private let entries = [300, 200, 250, 100].map { Entry(height: $0) }

    /// All numbers in the JSON equal those of the layout.
    @Test(arguments: ["lf-waterflow", "waterflow", "mk-masonry", "flow:columns=3,header=20,footer=9.5", "flow-waterfall", "carousel"])
    func numbersAreExact(recipe: String) throws {
        let view = try view(recipe, of: entries, sections: 3)
        let answer = try json(written(view, by: JSONFrames()))
        #expect(answer.layout == view.name)
        #expect(answer.viewport == ["width": 375, "height": 667])
        let content = view.layout.contentSize
        #expect(answer.contentSize == ["width": content.width, "height": content.height])
        #expect(answer.frames.count == 4)
        for (item, frame) in answer.frames.enumerated() {
            var expected = sides(of: view.layout.frame(of: item))
            expected["index"] = Double(item)
            expected["section"] = Double(view.layout.sections.section(of: item))
            if let carousel = view.layout as? Carousel { expected["scale"] = carousel.scale(of: item, at: 0) }
            #expect(frame == expected)
        }
        #expect(answer.supplementary.count == view.layout.supplementary.count)
        for (reported, piece) in zip(answer.supplementary, view.layout.supplementary) {
            #expect(reported.kind == piece.kind.rawValue)
            #expect(reported.section == piece.section)
            #expect(["x": reported.x, "y": reported.y, "w": reported.w, "h": reported.h] == sides(of: piece.frame))
        }
        #expect(answer.blankSpace == (view.layout as? FlowWaterfall)?.blankSpace)
        #expect(answer.offset == (view.layout is Carousel ? 0 : nil))
    }

    @Test func noEntries() throws {
        let text = written(try view("waterflow", of: []), by: JSONFrames())
        #expect(
            text == """
                {"layout":"waterflow","viewport":{"width":375,"height":667},"contentSize":{"width":375,"height":10},\
                "frames":[],"supplementary":[]}
                """)
    }

    @Test func aDevice() throws {
        var view = try view("waterflow", of: [])
        view.device = OrientedDevice(try .named("iphone-se-3"), isLandscape: false)
        #expect(
            written(view, by: JSONFrames()).hasPrefix(
                #"{"layout":"waterflow","device":{"name":"iphone-se-3","scale":2,"safeArea":{"top":20,"left":0,"bottom":0,"right":0}},"#))
    }

    @Test func rectSelectsFrames() throws {
        var view = try view("flow:header=20", of: entries, sections: 1)
        view.rect = Rect(x: 0, y: 60, width: 10, height: 20)
        let answer = try json(written(view, by: JSONFrames()))
        #expect(answer.frames.map { $0["index"] } == [0])
        #expect(answer.supplementary.map(\.section) == [1])
    }

    @Test func pinnedHeaders() throws {
        var view = try view("flow:header=20,footer=5", of: entries, sections: 2)
        view.pinsHeaders = true
        view.offset = 40
        let tops = view.supplementary.map { "\($0.kind) \($0.section) \($0.frame.y)" }
        #expect(tops == ["header 0 40.0", "footer 0 70.0", "header 1 75.0", "footer 1 145.0"])
    }

    @Test func lines() throws {
        var view = try view("waterflow", of: [Entry(height: 200)])
        #expect(
            written(view, by: JSONLinesFrames(namesDevice: true))
                == #"{"index":0,"section":0,"x":10,"y":10,"w":111.66666666666667,"h":111.66666666666667}"# + "\n")
        view.device = OrientedDevice(try .named("iphone-se-3"), isLandscape: false)
        #expect(written(view, by: JSONLinesFrames(namesDevice: true)).hasPrefix(#"{"device":"iphone-se-3","index":0,"#))
        #expect(written(view, by: JSONLinesFrames(namesDevice: false)).hasPrefix(#"{"index":0,"#))
    }

    private struct Answer: Decodable {
        struct Supplementary: Decodable {
            var kind: String
            var section: Int
            var x, y, w, h: Double
        }
        var layout: String
        var viewport: [String: Double]
        var contentSize: [String: Double]
        var offset: Double?
        var frames: [[String: Double]]
        var supplementary: [Supplementary]
        var blankSpace: [Double]?
    }

    private func json(_ text: String) throws -> Answer {
        // JSONSerialization would lose the last bit of numbers.
        try JSONDecoder().decode(Answer.self, from: Data(text.utf8))
    }

    private func sides(of rect: Rect) -> [String: Double] {
        ["x": rect.x, "y": rect.y, "w": rect.width, "h": rect.height]
    }
}
