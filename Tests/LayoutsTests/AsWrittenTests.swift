import Layouts
import TestSupport
import Testing

/// Layouts with the defects of the published code.
@Suite struct AsWrittenTests {
    static let phone = Size(width: 375, height: 667)

    private func layouts(_ recipe: String, _ page: PicturePage) throws -> (first: any Layout, back: any Layout) {
        let recipe = try LayoutRecipe(recipe)
        var back = try recipe.turnedLayout(in: Self.phone)
        back.append(page)
        return (try recipe.layout(of: page, in: Self.phone), back)
    }

    @Test(arguments: LayoutKind.all.map(\.name)) func repairedLayoutsForgetTheTurn(_ name: String) throws {
        var seed = Seed.announced(for: "repairedLayoutsForgetTheTurn \(name)")
        let (first, back) = try layouts(name, .random(200, sections: 3, &seed))
        #expect(first.answer == back.answer, "\(seed)")
    }

    /// An independent model: a dictionary with the columns of both orientations, all of which start at the inset.
    @Test func columnsThatAreGoneTakeItems() throws {
        var seed = Seed.announced(for: "columnsThatAreGoneTakeItems")
        for _ in 0..<100 {
            let page = PicturePage.random(Int.random(in: 0...60, using: &seed), &seed)
            let (first, back) = try layouts("lf-waterflow:as-written=true", page)
            #expect(first.answer == (try layouts("lf-waterflow", page)).first.answer)
            let width = (375.0 - 20 - 20) / 3
            var cellInfo = Array(repeating: 10.0, count: 5)
            for item in 0..<page.count {
                var column = 0
                for other in 1..<5 where Float(cellInfo[other]) < Float(cellInfo[column]) { column = other }
                let height = Double(page.heights[item]) / Double(page.widths[item]) * width
                let y = 10 + Double(Float(cellInfo[column]))
                #expect(back.frame(of: item) == Rect(x: 10 + Double(column) * (width + 10), y: y, width: width, height: height))
                cellInfo[column] = y + height
            }
            let end = page.count > 0 ? Double(Float(cellInfo.max()!)) : 10
            #expect(back.contentSize == Size(width: 375, height: end + 10), "\(seed)")
            #expect(back.items(meeting: Rect(x: 0, y: 0, width: 900, height: 1e9)) == Array(0..<page.count), "\(seed)")
        }
    }

    @Test func aTurnToMoreColumnsAndAFixedNumberLoseNothing() throws {
        let page = PicturePage.pictures(heights: Array(repeating: 200, count: 60))
        let off = try layouts("lf-waterflow:as-written=true", page).back.frames.count { $0.x > 370 }
        #expect(off == 24)
        #expect(try layouts("lf-waterflow:as-written=true,columns=3", page).back.frames.allSatisfy { $0.x < 370 })
        let recipe = try LayoutRecipe("lf-waterflow:as-written=true")
        let (turned, plain) = (try recipe.turnedLayout(in: Self.phone.turned), try recipe.layout(in: Self.phone.turned))
        #expect(turned.appending(page).frames == plain.appending(page).frames)
    }

    /// Upright three items are on a line, turned five: 3 + 5 + 3 are counted.
    @Test func theCountOfALineGrows() throws {
        var seed = Seed.announced(for: "theCountOfALineGrows")
        let page = PicturePage.random(80, sections: 3, &seed)
        let text = "flow-waterfall:item-width=100,header=20,as-written=true"
        let (first, back) = try layouts(text, page)
        #expect(first.answer == (try layouts("flow-waterfall:item-width=100,header=20", page)).first.answer)
        let turned = try LayoutRecipe(text).layout(of: .pictures(heights: Array(repeating: 1, count: 9)), in: Self.phone.turned)
        let counts = (3, turned.frames.count { $0.y == turned.frame(of: 0).y }, 3)
        let reach = counts.0 + counts.1 + counts.2
        #expect(reach == 11)
        for items in page.itemsBySection {
            for item in items {
                #expect(back.frame(of: item).x == first.frame(of: item).x)
                let isFirst = item - items.lowerBound < reach
                let wanted = isFirst ? first.frame(of: items.lowerBound).y : back.frame(of: item - reach).maxY + 15
                #expect(back.frame(of: item).y == wanted, "\(item) \(seed)")
            }
        }
        #expect(back.contentSize == first.contentSize && back.supplementary == first.supplementary)
        for _ in 0..<300 {
            let rect = Rect.random(in: back.contentSize, &seed)
            #expect(back.items(meeting: rect) == back.frames.indices.filter { back.frame(of: $0).meets(rect) }, "\(rect) \(seed)")
        }
    }

    @Test func waterflowIsZeroWide() throws {
        let (first, _) = try layouts("waterflow:as-written=true", .pictures(heights: [100, 200]))
        let sound = try layouts("waterflow", .pictures(heights: [100, 200])).first
        #expect(first.contentSize == Size(width: 0, height: sound.contentSize.height))
        #expect(first.frames == sound.frames)
    }

    /// Nothing is ever NaN or infinite, and undoing and appending give the same bits after a turn, too.
    @Test(arguments: ["lf-waterflow", "flow-waterfall", "flow-waterfall:columns=3", "waterflow", "carousel"])
    func framesAreFinite(_ name: String) throws {
        var seed = Seed.announced(for: "framesAreFinite \(name)")
        let recipe = try LayoutRecipe(name + (name.contains(":") ? "," : ":") + "as-written=true")
        let sides: [Int32] = [1, 65535, .max, 1, .max, 200]
        for page in [try PicturePage(widths: sides, heights: sides.reversed()), .random(300, sections: 4, &seed)] {
            let empty = try recipe.turnedLayout(in: Self.phone)
            let layout = empty.appending(page)
            #expect(layout.frames.allSatisfy { [$0.x, $0.y, $0.width, $0.height, $0.maxY].allSatisfy(\.isFinite) })
            #expect(layout.contentSize.width.isFinite && layout.contentSize.height.isFinite)
            var parts = empty.appending(page[0..<page.count / 3])
            let mark = parts.mark
            parts.append(.random(50, &seed))
            parts.truncate(to: mark)
            parts.append(page[page.count / 3..<page.count])
            #expect(parts.answer == layout.answer, "\(seed)")
        }
    }

    @Test(arguments: [("lf-waterflow", true), ("flow-waterfall:item-width=100", true), ("waterflow", false), ("carousel", false)])
    func rotationCanBeAsked(_ name: String, _ drifts: Bool) throws {
        var seed = Seed.announced(for: "rotationCanBeAsked")
        let page = PicturePage.random(60, sections: 2, &seed)
        for isAsWritten in [false, true] {
            let recipe = name + (name.contains(":") ? "," : ":") + "as-written=\(isAsWritten)"
            #expect(try LayoutRecipe(recipe).kind.traits.contains(.inheriting) == drifts)
            let (first, back) = try layouts(recipe, page)
            #expect((first.answer == back.answer) == !(isAsWritten && drifts), "\(seed)")
        }
    }
}

extension LayoutRecipe {
    /// A layout that has no pictures yet, of a screen that was turned and turned back.
    func turnedLayout(in viewport: Size) throws(LayoutError) -> any Layout {
        let first = try layout(in: viewport)
        var turned = try layout(in: viewport.turned)
        turned.inherit(from: first)
        var back = try layout(in: viewport)
        back.inherit(from: turned)
        return back
    }
}
