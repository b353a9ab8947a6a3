import Layouts
import TestSupport
import Testing

/// The flows against the specification's example and against `FlowReference`.
@Suite struct FlowTests {
    static let phone = Size(width: 375, height: 667)

    static func flow(_ change: (inout FlowParameters) -> Void = { _ in }) throws -> Flow {
        var parameters = FlowParameters(viewport: phone)
        change(&parameters)
        return try Flow(parameters)
    }

    @Test func flowMatchesTheSpecification() throws {
        let layout = try Self.flow { $0.item = .fixed(Size(width: 100, height: 100)) }
            .appending(PicturePage.pictures(heights: [1, 1, 1, 1, 1]))
        #expect(layout.frames.map(\.x) == [0, 137.5, 275, 0, 137.5])
        #expect(layout.frames.map(\.y) == [0, 0, 0, 110, 110])
        #expect(layout.contentSize == Size(width: 375, height: 210))
    }

    @Test func oneItemAloneIsCentred() throws {
        let page = PicturePage.pictures(heights: [1, 1])
        let layout = try Self.flow { $0.item = .fixed(Size(width: 200, height: 50)) }.appending(page)
        #expect(layout.frames.map(\.x) == [87.5, 87.5])
        let wide = try Self.flow { $0.item = .fixed(Size(width: 400, height: 50)) }.appending(page)
        #expect(wide.frames.map(\.x) == [0, 0])
    }

    @Test func itemsAreCentredOnTheTallest() throws {
        let layout = try Self.flow { $0.item = .width(100) }.appending(PicturePage.pictures(width: 100, heights: [100, 50, 300]))
        #expect(layout.frames.map(\.y) == [100, 125, 0])
        #expect(layout.contentSize.height == 300)
    }

    @Test func columnsAreFlooredAndHeightsRoundedUp() throws {
        let layout = try Self.flow {
            $0.item = .columns(3)
            $0.inset = Insets(10)
        }.appending(PicturePage.pictures(width: 3, heights: [1, 2, 3, 4]))
        #expect(layout.frames.map(\.width) == [111, 111, 111, 111])
        #expect(layout.frames.map(\.height) == [37, 74, 111, 148])
        #expect(layout.frames.map(\.x) == [10, 132, 254, 10])
    }

    @Test func anEmptySectionKeepsItsEdges() throws {
        let layout = try Self.flow {
            $0.header = 40
            $0.footer = 20
            $0.inset = Insets(5)
        }.appending(try PicturePage(widths: [1], heights: [1], sectionLengths: [0, 1, 0]))
        #expect(layout.contentSize.height == 70 + 120 + 70)
        #expect(layout.supplementary.map(\.frame.y) == [0, 50, 70, 170, 190, 240])
        #expect(layout.frame(of: 0).y == 115)
    }

    private static let pinned: [(offset: Double, tops: [Double])] = [
        (-50, [0, 110]), (0, [0, 110]), (30, [30, 110]), (70, [70, 110]), (100, [70, 110]), (150, [70, 150]),
        (500, [70, 180]),
    ]

    @Test(arguments: pinned) func headersStayUntilTheNextPushesThem(_ offset: Double, _ tops: [Double]) throws {
        let layout = try Self.flow {
            $0.header = 40
            $0.item = .fixed(Size(width: 300, height: 70))
        }.appending(try PicturePage(widths: [1, 1], heights: [1, 1], sectionLengths: [1, 1]))
        #expect(layout.pinnedHeaders(at: offset).map(\.frame.y) == tops)
    }

    @Test func aHorizontalFlowSwapsTheAxes() throws {
        let page = try PicturePage(widths: [1, 1, 1, 1, 1], heights: [1, 1, 1, 1, 1], sectionLengths: [3, 2])
        let upright = try Self.flow {
            $0.inset = Insets(top: 1, left: 2, bottom: 3, right: 4)
            $0.header = 30
            $0.item = .fixed(Size(width: 160, height: 90))
        }.appending(page)
        let lying = try Self.flow {
            $0.direction = .horizontal
            $0.viewport = Self.phone.turned
            $0.inset = Insets(top: 2, left: 1, bottom: 4, right: 3)
            $0.header = 30
            $0.item = .fixed(Size(width: 90, height: 160))
        }.appending(page)
        for item in 0..<page.count {
            let (a, b) = (upright.frame(of: item), lying.frame(of: item))
            #expect(a == Rect(x: b.y, y: b.x, width: b.height, height: b.width))
        }
        #expect(lying.contentSize == upright.contentSize.turned)
    }

    @Test func aWaterfallClosesUp() throws {
        var parameters = FlowWaterfall.parameters(viewport: Self.phone)
        parameters.item = .width(100)
        let page = PicturePage.pictures(width: 100, heights: [100, 50, 300, 100, 100])
        let layout = try FlowWaterfall(parameters).appending(page)
        #expect(layout.frames.map(\.y) == [60, 60, 60, 175, 125])
        // The flow's lines end at 60 + 300 + 15 + 100.
        #expect(layout.contentSize.height == 490)
        #expect(layout.blankSpace == [475 - 360])
    }

    @Test(arguments: [false, true]) func randomFlowsAgreeBitForBit(_ isWaterfall: Bool) throws {
        var seed = Seed.announced(for: "randomFlowsAgreeBitForBit")
        var agreed = 0
        while agreed < 10_000 {
            let reference = FlowReference(parameters: .random(&seed), isWaterfall: isWaterfall)
            let page = PicturePage.random(
                Int.random(in: 0...40, using: &seed), sections: Int.random(in: 1...5, using: &seed), &seed)
            guard let layout = try? reference.layout() else {
                // The one combination that is refused.
                #expect(isWaterfall && reference.parameters.direction == .horizontal, "\(seed)")
                continue
            }
            agreed += 1
            #expect(layout.appending(page).answer == reference.answer(page), "\(reference) \(page) \(seed)")
        }
    }
}

extension FlowParameters {
    static func random(_ seed: inout Seed) -> FlowParameters {
        var parameters = FlowParameters(
            viewport: Size(
                width: Double.random(in: 240...1400, using: &seed), height: Double.random(in: 240...1400, using: &seed)))
        let spacings = [0, 5, 10, 12.5, 1.0 / 3]
        parameters.direction = Bool.random(using: &seed) ? .vertical : .horizontal
        parameters.item = [
            .fixed(Size(width: Double.random(in: 30...300, using: &seed), height: Double.random(in: 30...300, using: &seed))),
            .width(Double.random(in: 30...300, using: &seed)), .columns(Int.random(in: 1...8, using: &seed)),
        ].randomElement(using: &seed)!
        parameters.lineSpacing = spacings.randomElement(using: &seed)!
        parameters.interitemSpacing = spacings.randomElement(using: &seed)!
        parameters.inset = Insets(spacings.randomElement(using: &seed)!)
        parameters.header = [0, 45].randomElement(using: &seed)!
        parameters.footer = [0, 1.0 / 3].randomElement(using: &seed)!
        return parameters
    }
}
