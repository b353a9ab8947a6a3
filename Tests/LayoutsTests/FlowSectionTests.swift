import Layouts
import TestSupport
import Testing

/// Sections with parameters of their own, in both flows.
@Suite struct FlowSectionTests {
    /// A table for some sections, by numbers or by names.
    private static func table(
        _ parameters: FlowParameters, isNamed: Bool, _ seed: inout Seed
    ) -> [String: FlowParameters] {
        var table: [String: FlowParameters] = [:]
        for key in isNamed ? ["hats", "shoes", "", "*"] : ["0", "1", "3", "*"] where Bool.random(using: &seed) {
            var own = FlowParameters.random(&seed)
            own.viewport = parameters.viewport
            own.direction = parameters.direction
            table[key] = own
        }
        return table
    }

    private static func page(isNamed: Bool, _ seed: inout Seed) throws -> PicturePage {
        let page = PicturePage.random(
            Int.random(in: 0...60, using: &seed), sections: Int.random(in: 1...6, using: &seed), &seed)
        guard isNamed else { return page }
        let names = page.sectionLengths.map { _ in ["hats", "shoes", "", "bags"].randomElement(using: &seed)! }
        return try PicturePage(
            widths: page.widths, heights: page.heights, sectionLengths: page.sectionLengths, sectionNames: names)
    }

    @Test(arguments: [false, true], [false, true])
    func randomTablesAgreeBitForBit(_ isWaterfall: Bool, _ isNamed: Bool) throws {
        var seed = Seed.announced(for: "randomTablesAgreeBitForBit")
        var agreed = 0
        while agreed < 2000 {
            let parameters = FlowParameters.random(&seed)
            let reference = FlowReference(
                parameters: parameters, isWaterfall: isWaterfall, own: Self.table(parameters, isNamed: isNamed, &seed))
            let page = try Self.page(isNamed: isNamed, &seed)
            guard let empty = try? reference.layout() else {
                #expect(isWaterfall && parameters.direction == .horizontal, "\(seed)")
                continue
            }
            agreed += 1
            let expected = reference.answer(page)
            let layout = empty.appending(page)
            try #require(layout.answer == expected, "\(reference) \(page) \(seed)")
            #expect(layout.sections.names == page.sectionNames)
            guard agreed % 5 == 0 else { continue }
            // Page by page, with an append that is undone.
            let cut = Int.random(in: 0...page.count, using: &seed)
            var parts = empty
            if cut > 0 { parts.append(page[0..<cut]) }
            let (before, mark) = (parts.answer, parts.mark)
            if cut < page.count {
                parts.append(page[cut..<page.count])
                try #require(parts.answer == expected, "\(cut) \(page) \(seed)")
                parts.truncate(to: mark)
                try #require(parts.answer == before, "\(cut) \(page) \(seed)")
            }
            for _ in 0..<5 {
                let rect = Rect.random(in: layout.contentSize, &seed)
                let meeting = expected.frames.indices.filter { expected.frames[$0].meets(rect) }
                try #require(layout.items(meeting: rect) == meeting, "\(rect) \(reference) \(page) \(seed)")
            }
            // An item longer than its line cannot be covered.
            let broken = BrokenGuarantee.all(of: layout, made: page).subtracting([.coverage])
            try #require(broken == [], "\(reference) \(page) \(seed)")
        }
    }

    @Test func eachSectionHasItsOwn() throws {
        var parameters = FlowParameters(viewport: FlowTests.phone)
        parameters.item = .fixed(Size(width: 100, height: 100))
        var banner = parameters
        banner.item = .fixed(Size(width: 375, height: 200))
        banner.header = 44
        let page = try PicturePage(
            widths: [1, 1, 1, 1], heights: [1, 1, 1, 1], namedAfter: ["hats", "hats", "sale", "hats"])
        let layout = try Flow(parameters, sections: ["sale": banner]).appending(page)
        #expect(layout.frames.map(\.x) == [0, 137.5, 0, 0])
        #expect(layout.frames.map(\.y) == [0, 0, 144, 344])
        #expect(
            layout.supplementary == [
                SupplementaryFrame(kind: .header, section: 1, frame: Rect(x: 0, y: 100, width: 375, height: 44))
            ])
        #expect(layout.guarantees(of: 0).width == 100)
        #expect(layout.guarantees(of: 1).width == 375)
        #expect(layout.guarantees.width == nil)
    }

    private static let pinned: [(end: Double, tops: [Double])] = [
        (-50, [0, 90]), (15, [0, 90]), (60, [40, 90]), (90, [70, 90]), (100, [70, 90]), (140, [70, 120]), (190, [70, 170]),
        (200, [70, 180]), (500, [70, 180]),
    ]

    /// The first section reaches from 0 to 90, the second one, which has a header, from 90 to 200.
    @Test(arguments: pinned) func footersStayWithinTheirSections(_ end: Double, _ tops: [Double]) throws {
        var parameters = FlowParameters(viewport: FlowTests.phone)
        parameters.footer = 20
        parameters.item = .fixed(Size(width: 300, height: 70))
        var second = parameters
        second.header = 20
        let layout = try Flow(parameters, sections: ["1": second])
            .appending(try PicturePage(widths: [1, 1], heights: [1, 1], sectionLengths: [1, 1]))
        #expect(layout.pinnedFooters(endingAt: end).map(\.frame.y) == tops)
    }

    @Test func aTightFitNamesItsSection() throws {
        var parameters = FlowParameters(viewport: FlowTests.phone)
        parameters.inset = Insets(10)
        parameters.item = .columns(3)
        var tight = parameters
        tight.item = .width(335.0 / 3)
        let layout = try Flow(parameters, sections: ["1": tight])
        let page = try PicturePage(widths: [1, 1], heights: [1, 1], sectionLengths: [1, 1])
        #expect(layout.appending(page).tightFit?.section == 1)
        #expect(layout.appending(page[0..<1]).tightFit == nil)
        #expect(try Flow(tight).tightFit?.section == nil)
    }

    @Test func theWholeFlowHasOneDirection() throws {
        let parameters = FlowParameters(viewport: FlowTests.phone)
        var turned = parameters
        turned.direction = .horizontal
        #expect(throws: LayoutError("sections", "\"a\": viewport and direction belong to the whole layout")) {
            try Flow(parameters, sections: ["a": turned])
        }
    }

    @Test func sectionsBeginWhereNamesChange() throws {
        let ones: [Int32] = [1, 1, 1, 1, 1]
        let page = try PicturePage(widths: ones, heights: ones, namedAfter: ["a", "a", "b", "", "a"])
        #expect(page.sectionLengths == [2, 1, 1, 1])
        #expect(page.sectionNames == ["a", "b", "", "a"])
        #expect(page[1..<3].sectionNames == ["a", "b"] && page[1..<3].continuesSection)
        #expect(page[1..<3].joined(with: page[3..<5]).sectionNames == ["a", "b", "", "a"])
        let next = try PicturePage(widths: [1, 1], heights: [1, 1], namedAfter: ["a", "c"], behind: "a")
        #expect(next.continuesSection)
        #expect(page.joined(with: next).sectionNames == ["a", "b", "", "a", "c"])
        #expect(page.joined(with: next).sectionLengths == [2, 1, 1, 2, 1])
        #expect(throws: LayoutError.self) { try PicturePage(widths: [1], heights: [1], sectionNames: ["a", "b"]) }
        #expect(throws: LayoutError.self) { try PicturePage(widths: [1], heights: [1], namedAfter: []) }
    }
}
