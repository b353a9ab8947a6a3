import Layouts
import TestSupport
import Testing

/// Items that are laid out by an estimate until they come on screen.
@Suite struct EstimatedItemTests {
    private func score(_ size: Size, _ page: PicturePage, _ flow: Flow, at offset: Double = 0) throws -> ShiftScore {
        try ShiftScores(estimate: size, of: page, in: flow, at: offset).median.score
    }

    /// One item a line, 100 by 100 on a screen of 100 by 200, and no gaps.
    private func column(_ direction: FlowParameters.Direction = .vertical) throws -> Flow {
        var parameters = FlowParameters(viewport: Size(width: 100, height: 200))
        parameters.direction = direction
        parameters.item = .width(direction == .vertical ? 100 : 200)
        parameters.lineSpacing = 0
        parameters.interitemSpacing = 0
        return try Flow(parameters)
    }

    /// Four items of 50 points are on screen, and each is 100 high: the second one moves by 50, the third one by 100,
    /// and the fourth one by 150, from where all of them covered 150 points to where the second one ends.
    @Test func itemsGrow() throws {
        let page = PicturePage.pictures(width: 100, heights: Array(repeating: 100, count: 10))
        let score = try score(Size(width: 100, height: 50), page, try column())
        #expect(score.arrivals.map(\.items) == [[0, 1, 2, 3]])
        #expect(score.sum == 150.0 / 200 * (150.0 / 200))
    }

    /// Two items of 100 points are on screen; they shrink, the next ones come up and are asked in the next frame.
    @Test func othersComeOnScreen() throws {
        let page = PicturePage.pictures(width: 100, heights: Array(repeating: 50, count: 10))
        let score = try score(Size(width: 100, height: 100), page, try column())
        let inTime = score.arrivals.sorted { $0.moment.frame < $1.moment.frame }
        #expect(inTime.map(\.items) == [[0, 1], [2]])
        #expect(inTime.map(\.moment.frame) == [0, 1])
        // Items 1 and 2 move up: by 50 and by 100, over everything from 50 on; then item 3, which comes up by 50.
        #expect(inTime.map(\.score) == [150.0 / 200 * (100.0 / 200), 50.0 / 200 * (50.0 / 200)])
    }

    @Test func onlyTheScreenIsAsked() throws {
        let page = PicturePage.pictures(width: 100, heights: Array(repeating: 100, count: 1_000_000))
        let score = try score(Size(width: 100, height: 50), page, try column(), at: 1000)
        #expect(score.arrivals.map(\.items) == [[20, 21, 22, 23]])
    }

    /// In a view that scrolls sideways, Chromium counts what stays on screen, and not what comes in from the side.
    @Test func sideways() throws {
        let page = PicturePage.pictures(width: 100, heights: Array(repeating: 200, count: 10))
        let score = try score(Size(width: 40, height: 200), page, try column(.horizontal))
        #expect(score.sum == 0)
    }

    /// With an estimate that is true nothing moves.
    @Test(arguments: [Insets(0), Insets(top: 3, left: 7, bottom: 11, right: 5)], [1.0, 2.5])
    func aTrueEstimate(_ inset: Insets, _ ratio: Double) throws {
        for sizing in [ItemSizing.width(80), .columns(3), .fixed(Size(width: 90, height: 60))] {
            for direction in FlowParameters.Direction.allCases {
                var parameters = FlowParameters(viewport: Size(width: 375, height: 667))
                (parameters.item, parameters.direction, parameters.inset) = (sizing, direction, inset)
                (parameters.header, parameters.footer) = (20, 10)
                let page = try PicturePage(
                    widths: Array(repeating: 200, count: 70), heights: Array(repeating: Int32(200 * ratio), count: 70),
                    sectionLengths: [10, 0, 3, 57])
                let flow = try Flow(parameters)
                let frame = flow.appending(page).frame(of: 0)
                #expect(try score(Size(width: frame.width, height: frame.height), page, flow).sum == 0)
                #expect(try score(Size(width: frame.width, height: frame.height), page, flow, at: 500).arrivals == [])
            }
        }
    }

    @Test func otherLayoutsHaveNoEstimate() throws {
        let page = PicturePage.pictures(heights: [100])
        #expect(throws: LayoutError("estimated-item-size", "only flow has items of an estimated size")) {
            try ShiftScores(estimate: Size(width: 50, height: 50), of: page, in: try LFWaterflow(viewport: Size(width: 375, height: 667)))
        }
        #expect(throws: LayoutError.self) {
            try ShiftScores(estimate: Size(width: 0, height: 50), of: page, in: try column())
        }
        let parameters = FlowParameters(viewport: Size(width: 100, height: 200))
        let sections = try Flow(parameters, sections: ["1": parameters])
        #expect(
            throws: LayoutError(
                "estimated-item-size", "sections with parameters of their own have no items of an estimated size; leave them out")
        ) { try ShiftScores(estimate: Size(width: 50, height: 50), of: page, in: sections) }
    }
}
