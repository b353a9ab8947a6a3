import Layouts

/// Compares the frames of declared sizes with those of true sizes, which a cell would take when its
/// picture arrives.
enum PlaceholderFrames: LayoutRule {
    static let rule = Rule(
        "placeholder-frames", .layouts, .error,
        "frames are the same before and after pictures arrive",
        explanation: """
            A picture of another shape than its entry is stretched or cropped, or moves everything after it. Needs \
            `--images`.
            """,
        example: #"{"w":300,"h":300,"img":"a.jpg","price":"¥169"} where a.jpg is 200x275"#,
        remedy: "Run `weir ingest` again.",
        needs: [.pictures],
        parameters: [
            RuleParameter("least", default: .number(1), "the smallest difference that counts, in points")
        ], consequence: .ofWrongSizes("frame"))

    static func check(_ layoutCase: LayoutCase, _ parameters: RuleParameters, _ findings: inout ScreenFindings) {
        let declared = layoutCase.pictures.whole
        guard let trueSizes = layoutCase.pictures.trueSizes, trueSizes != declared else { return }
        let least = parameters.number("least")
        guard let loaded = layoutCase.layout(of: trueSizes), loaded.count == layoutCase.layout.count else { return }
        var isSame = true
        for item in 0..<trueSizes.count {
            let (declaredFrame, trueFrame) = (layoutCase.layout.frame(of: item), loaded.frame(of: item))
            let isLonger = (trueFrame.height - declaredFrame.height).magnitude > least
            guard isLonger || (trueFrame.width - declaredFrame.width).magnitude > least else { continue }
            isSame = false
            findings.add(
                Self.rule, item,
                """
                its cell is \(declaredFrame.width.shown) by \(declaredFrame.height.shown) for \(declared.size(of: item)) as \
                declared, and \(trueFrame.width.shown) by \(trueFrame.height.shown) for the \(trueSizes.size(of: item)) that \
                the picture has
                """)
        }
        // Each cell's difference is too small to count, but their sum may move frames farther.
        guard isSame, let between = layoutCase.layout(of: mix(declared, trueSizes)) else { return }
        for (other, when) in [(loaded, "all pictures"), (between, "every other picture")] {
            if let (item, move) = farthestMove(from: layoutCase.layout, to: other) {
                findings.add(
                    Self.rule, item,
                    """
                    it moves by \(move.shown) points with \(when) there, though no cell changes by more than \(least.shown)
                    """)
            }
        }
    }

    private static func farthestMove(from one: any Layout, to other: any Layout) -> (Int, Double)? {
        var farthest = (item: 0, move: 0.0)
        for item in 0..<one.count {
            let (before, after) = (one.frame(of: item), other.frame(of: item))
            let move = max((after.x - before.x).magnitude, (after.y - before.y).magnitude)
            if move > farthest.move { farthest = (item, move) }
        }
        return farthest.move >= ShiftScore.leastMove ? farthest : nil
    }

    private static func mix(_ declared: PicturePage, _ trueSizes: PicturePage) -> PicturePage {
        var page = declared
        for item in stride(from: 0, to: page.count, by: 2) {
            page.replaceSize(of: item, trueSizes.widths[item], trueSizes.heights[item])
        }
        return page
    }
}

extension PicturePage {
    func size(of item: Int) -> String { "\(widths[item])x\(heights[item])" }
}
