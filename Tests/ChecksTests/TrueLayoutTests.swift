import Layouts
import TestSupport
import Testing

@testable import Checks

/// Sound layouts give no error with any pictures.
@Suite struct TrueLayoutTests {
    private static let layouts = [
        "lf-waterflow", "lf-waterflow:columns=7,inset=0,column-spacing=0,row-spacing=0", "lf-waterflow:columns=1",
        "waterflow:columns=4,extra-height=24", "mk-masonry", "mk-masonry:columns=13,spacing=1", "flow",
        "flow:columns=3,header=40,footer=20,inset=7", "flow:direction=horizontal,columns=4", "flow-waterfall",
        "flow-waterfall:columns=3", "flow-waterfall:item-width=70", "carousel", "carousel:item-size=120x90,inset=10",
    ]

    @Test(arguments: layouts) func noErrors(_ text: String) throws {
        var seed = Seed.announced(for: "noErrors \(text)")
        for round in 0..<25 {
            let count = round * 10
            let cuts = (0..<round % 4).map { _ in Int.random(in: 0...count, using: &seed) }.sorted()
            let pictures = try PictureSet(
                .random(count, sections: 1 + round % 5, &seed), pageLengths: zip(cuts + [count], [0] + cuts).map { $0 - $1 },
                hasPixels: { _ in false })
            for screen in Screen.defaults {
                let layout = try LayoutCase(LayoutChoice(text), on: screen, pictures)
                #expect(layout.broken { $0.severity == .error } == [], "round \(round), \(screen.name), \(seed)")
            }
        }
    }

    @Test(arguments: ["lf-waterflow", "mk-masonry", "flow", "flow-waterfall:columns=3", "carousel"])
    func noErrorsInManyPictures(_ text: String) throws {
        var seed = Seed.announced(for: "noErrorsInManyPictures \(text)")
        let pictures = try PictureSet(.random(LayoutComparison.maxPictures + 3000, sections: 1, &seed))
        let layout = try LayoutCase(LayoutChoice(text), on: LayoutCase.portrait, pictures)
        #expect(layout.broken { $0.severity == .error } == [], "\(seed)")
    }
}

extension PicturePage {
    /// Pictures of ordinary sizes, some of them equal so that columns often end at the same height, and a few
    /// extreme ones.
    fileprivate static func random(_ count: Int, sections: Int, _ seed: inout Seed) -> PicturePage {
        func side() -> Int32 {
            switch Int.random(in: 0..<20, using: &seed) {
            case 0: 1
            case 1: 65535
            case 2..<12: [100, 150, 200, 300].randomElement(using: &seed)!
            default: Int32.random(in: 50...2000, using: &seed)
            }
        }
        let cuts = (1..<sections).map { _ in Int.random(in: 0...count, using: &seed) }.sorted()
        let lengths = zip(cuts + [count], [0] + cuts).map { $0 - $1 }
        let widths = (0..<count).map { _ in side() }
        return try! PicturePage(widths: widths, heights: widths.map { _ in side() }, sectionLengths: lengths)
    }
}
