import Layouts
import TestSupport

extension PicturePage {
    /// Pictures of ordinary sizes and a few extreme ones, in one section or in several.
    static func random(_ count: Int, sections: Int = 1, _ seed: inout Seed) -> PicturePage {
        func side(_ seed: inout Seed) -> Int32 {
            switch Int.random(in: 0..<20, using: &seed) {
            case 0: 1
            case 1: 65535
            // Few sizes, so that columns often have the same bottom.
            case 2..<12: [100, 150, 200, 300].randomElement(using: &seed)!
            default: Int32.random(in: 50...2000, using: &seed)
            }
        }
        let widths = (0..<count).map { _ in side(&seed) }
        let heights = (0..<count).map { _ in side(&seed) }
        return try! PicturePage(
            widths: widths, heights: heights, sectionLengths: randomLengths(count, sections: sections, &seed))
    }

    /// The lengths of sections; some are empty.
    static func randomLengths(_ count: Int, sections: Int, _ seed: inout Seed) -> [Int] {
        let cuts = (1..<max(2, sections)).map { _ in Int.random(in: 0...count, using: &seed) }.sorted()
        let ends = cuts.prefix(sections - 1) + [count]
        return zip(ends, [0] + ends).map { $0 - $1 }
    }

    /// Pictures of one width.
    static func pictures(width: Int32 = 200, heights: [Int32]) -> PicturePage {
        try! PicturePage(widths: heights.map { _ in width }, heights: heights)
    }
}

extension Layout {
    var frames: [Rect] { (0..<count).map(frame(of:)) }

    /// All results of a layout.
    var answer: Reference { Reference(frames: frames, content: contentSize, supplementary: supplementary) }

    /// The first tight fit of its lines.
    var tightFit: TightFit? { lineShapes.lazy.compactMap(\.tightFit).first }

    func appending(_ page: PicturePage) -> Self {
        var layout = self
        layout.append(page)
        return layout
    }
}

extension Rect {
    static func random(in content: Size, _ seed: inout Seed) -> Rect {
        func stretch(_ length: Double, _ seed: inout Seed) -> (Double, Double) {
            let start = Double.random(in: -0.2 * length...1.1 * length + 1, using: &seed)
            return (start, Bool.random(using: &seed) ? Double.random(in: 0...length + 1, using: &seed) : 20)
        }
        let (x, width) = stretch(content.width, &seed)
        let (y, height) = stretch(content.height, &seed)
        return Rect(x: x, y: y, width: width, height: height)
    }
}
