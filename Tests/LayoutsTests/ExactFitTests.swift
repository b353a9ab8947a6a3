import Layouts
import TestSupport
import Testing

/// The widths at which a line of exactly fitting items breaks, against those of the specification.
@Suite struct ExactFitTests {
    private static let screens = [320.0, 360, 375, 390, 393, 402, 414, 428, 430, 440, 768, 810, 834, 852]

    private func breaking(_ order: ArithmeticOrder) throws -> [Double] {
        let fit = try ExactFit()
        return try Self.screens.filter { try fit.verdict(at: $0).breaks.contains(order) }
    }

    @Test func theWidthsOfTheSpecificationBreak() throws {
        #expect(try breaking(.subtracting) == Self.screens.filter { ![320, 430, 768].contains($0) })
        #expect(try breaking(.adding) == [402, 414])
        #expect(try breaking(.subtractingInFloat) == [320, 768])
        #expect(try breaking(.addingInFloat) == [])
        let safe = try Self.screens.filter { try ExactFit().verdict(at: $0).isSafe }
        #expect(safe == [430])
    }

    /// At the widths where subtraction breaks, the items are longer than the line by less than a billionth of a point.
    @Test func subtractionBreaksWhereItemsAreTooLong() throws {
        for width in Self.screens {
            let verdict = try ExactFit().verdict(at: width)
            #expect(verdict.breaks.contains(.subtracting) == (verdict.excess > 0), "\(verdict)")
            #expect(verdict.excess.magnitude < 1e-9)
        }
    }

    /// Where all lengths are sums of powers of two, items fill their line exactly.
    @Test(arguments: [(1, 375.25, 369.25), (2, 375.25, 181.125), (4, 375.25, 87.0625), (8, 390, 41.875)])
    func excess(_ columns: Int, _ width: Double, _ item: Double) throws {
        let fit = try ExactFit(columns: columns, inset: Insets(top: 1, left: 2, bottom: 3, right: 4), spacing: 7)
        let verdict = try fit.verdict(at: width)
        #expect(verdict.itemWidth == item && verdict.excess == 0 && verdict.isSafe)
    }

    /// `flow:columns=N` gives items whole points, which break no line.
    @Test(arguments: 1...8, [0, 5, 10, 12.5, 15]) func columnsAreSafe(_ columns: Int, _ spacing: Double) throws {
        for width in Self.widths {
            var parameters = FlowParameters(viewport: Size(width: width, height: 667))
            parameters.inset = Insets(spacing)
            parameters.interitemSpacing = spacing
            parameters.item = .columns(columns)
            #expect(try Flow(parameters).tightFit == nil)
        }
    }

    /// Whole widths and the halves and thirds between them: points are pixels divided by 1, 2 or 3.
    private static let widths: [Double] = {
        let sixths: [Int] = (6 * 240...6 * 1400).filter { ![1, 5].contains($0 % 6) }
        return sixths.map { Double($0) / 6 }
    }()

    /// `ExactFit` and the flow break lines at the same widths, and the flow warns there.
    @Test func theFlowBreaksWhereTheProverSays() throws {
        let page = PicturePage.pictures(heights: [1, 1, 1])
        for width in Self.widths {
            let verdict = try ExactFit().verdict(at: width)
            var parameters = FlowParameters(viewport: Size(width: width, height: 667))
            parameters.inset = Insets(10)
            parameters.item = .width(verdict.itemWidth)
            let layout = try Flow(parameters).appending(page)
            let isBroken = layout.frame(of: 2).y > layout.frame(of: 0).y
            #expect(isBroken == verdict.breaks.contains(.subtracting), "\(verdict)")
            #expect((layout.tightFit?.breaks ?? []) == verdict.breaks, "\(verdict)")
        }
    }

    private static let tight: [(item: ItemSizing, width: Double, breaks: [ArithmeticOrder]?)] = [
        (.width(335.0 / 3), 375, [.subtracting]), (.fixed(Size(width: 335.0 / 3, height: 1)), 375, [.subtracting]),
        (.width(362.0 / 3), 402, [.subtracting, .adding]), (.width(390.0 / 3), 430, nil), (.columns(3), 375, nil),
        // Typed with two decimals: too wide, too narrow. A single item. Items that were not meant to fill the line.
        (.width(111.67), 375, ArithmeticOrder.allCases), (.width(111.66), 375, nil), (.width(355), 375, nil),
        (.width(112), 375, nil),
        // Two items, and items a twentieth of a point too long in all.
        (.width(172.51), 375, ArithmeticOrder.allCases), (.width(111.68), 375, ArithmeticOrder.allCases), (.width(111.69), 375, nil),
        (.width(111.64), 375, nil),
    ]

    @Test(arguments: tight)
    func tightFitsAreReported(_ item: ItemSizing, _ width: Double, _ breaks: [ArithmeticOrder]?) throws {
        var parameters = FlowParameters(viewport: Size(width: width, height: 100))
        parameters.inset = Insets(10)
        parameters.item = item
        #expect(try Flow(parameters).tightFit?.breaks == breaks)
        #expect(try FlowWaterfall(parameters).tightFit == (try Flow(parameters).tightFit))
    }

    @Test func aHorizontalFlowFitsItsHeight() throws {
        var parameters = FlowParameters(viewport: Size(width: 100, height: 402))
        parameters.inset = Insets(10)
        parameters.item = .fixed(Size(width: 50, height: 362.0 / 3))
        parameters.direction = .horizontal
        let fit = try #require(try Flow(parameters).tightFit)
        #expect(fit.isHorizontal && fit.extent == 402 && fit.columns == 3)
        #expect(fit.breaks == [.subtracting, .adding])
        #expect(try LFWaterflow(viewport: Size(width: 375, height: 667)).tightFit == nil)
    }

    @Test func parametersThatDoNotFitAreRefused() throws {
        #expect(throws: LayoutError.self) { try ExactFit(columns: 100).verdict(at: 375) }
        #expect(throws: LayoutError.self) { try ExactFit(columns: 0) }
        #expect(throws: LayoutError.self) { try ExactFit(spacing: .nan) }
        #expect(throws: LayoutError.self) { try ExactFit().verdict(at: .infinity) }
        #expect(throws: LayoutError.self) { try ExactFit(spacing: 1e-300).verdict(at: 375) }
    }
}
