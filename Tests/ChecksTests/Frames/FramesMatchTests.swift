import Layouts
import TestSupport
import Testing

@testable import Checks

/// Dumps of models that share no code with the program, as they are and with changes.
@Suite struct FramesMatchTests {
    private static let sizes = [(200, 300), (200, 200), (200, 250), (200, 100)]
    private static let many = AppFrame.sizes(400, seed: 46)
    private static let upright = Size(width: 375, height: 667)

    /// The findings of a dump of these frames, as `item message`.
    private func found(
        _ layout: String, _ frames: [AppFrame], of sections: [[(Int, Int)]], rect: Rect? = nil, tolerance: Double? = nil,
        on viewport: Size = upright
    ) throws -> [String] {
        let screen = Screen(name: "portrait", viewport: viewport)
        let sizes = sections.flatMap { $0 }
        let page = try PicturePage(
            widths: sizes.map { Int32($0.0) }, heights: sizes.map { Int32($0.1) }, sectionLengths: sections.map(\.count))
        var layoutCase = try LayoutCase(LayoutChoice(layout), on: screen, PictureSet(page, pageLengths: sections.map(\.count)))
        var dumped = DumpedScreen(try PlannedLayout(LayoutChoice(layout), on: screen), rect: rect)
        for (number, frame) in frames.enumerated() {
            dumped.append(
                DumpedFrame(
                    section: Int32(frame.section), index: Int32(frame.index), line: Int32(number + 2),
                    rect: Rect(x: frame.x, y: frame.y, width: frame.w, height: frame.h)))
        }
        var parameters = RuleParameters(FramesMatch.rule.parameters)
        if let tolerance { _ = parameters.set("tolerance", to: .number(tolerance)) }
        var findings = ScreenFindings(layoutCase.title)
        layoutCase.dump = ("d.jsonl", dumped)
        FramesMatch.check(layoutCase, parameters, &findings)
        #expect(findings.comparedFrames <= frames.count)
        return findings.rules.flatMap(\.found).map { "\($0.item.map(String.init) ?? "-") \($0.message)" }
    }

    private func text(_ frame: AppFrame) -> String {
        func text(_ number: Double) -> String { Int(exactly: number).map(String.init) ?? "\(number)" }
        return "x \(text(frame.x)), y \(text(frame.y)), w \(text(frame.w)), h \(text(frame.h))"
    }

    // MARK: Models

    /// The program has the same bits as the models.
    @Test func modelsAgree() throws {
        for seed in 1...40 as ClosedRange<UInt64> {
            let sizes = AppFrame.sizes(Int(seed) * 5, seed: seed)
            let cut = Int(seed) % 7
            let sections = [Array(sizes[..<cut]), Array(sizes[cut...])]
            for arithmetic in AppArithmetic.allCases {
                let option = "arithmetic=\(arithmetic.rawValue)"
                for columns in 1...5 {
                    let frames = AppFrame.waterflow(sizes, width: 375, columns: columns, arithmetic)
                    #expect(try found("lf-waterflow:columns=\(columns),\(option)", frames, of: sections, tolerance: 0) == [])
                }
                let masonry = AppFrame.masonry(sections, width: 375, arithmetic)
                #expect(try found("mk-masonry:\(option)", masonry, of: sections, tolerance: 0) == [])
            }
            #expect(try found("flow-waterfall:columns=3", AppFrame.waterfall(sizes), of: [sizes], tolerance: 0) == [])
        }
    }

    @Test(arguments: AppVariant.all) func explanations(_ row: AppVariant) throws {
        let messages = try found(row.layout, row.frames, of: [AppVariant.sizes])
        #expect(messages.count == (row.explanation == nil ? 0 : 1), "\(messages)")
        if let explanation = row.explanation { #expect(messages.first?.hasSuffix("; \(explanation)") == true, "\(messages)") }
    }

    // MARK: Differences

    /// Half a pixel may be off, and no more.
    @Test(
        arguments: [
            (nil, 0.25, false), (nil, -0.25, false), (nil, 0.2501, true), (nil, -1, true), (0, 1e-9, true), (0, 0, false), (2, 2, false),
            (2, 2.1, true),
        ] as [(Double?, Double, Bool)])
    func tolerance(tolerance: Double?, change: Double, isFound: Bool) throws {
        for path in [\AppFrame.x, \.y, \.w, \.h] as [WritableKeyPath<AppFrame, Double>] {
            var frames = AppFrame.waterflow(Self.sizes, width: 375, columns: 3)
            frames[2][keyPath: path] += change
            let messages = try found("lf-waterflow", frames, of: [Self.sizes], tolerance: tolerance)
            #expect(messages.count == (isFound ? 1 : 0), "\(messages)")
            #expect(messages.allSatisfy { $0.hasPrefix("2 the app has section 0, index 2 (d.jsonl, line 4) at ") })
        }
    }

    /// A difference that is below hundredths of a point is reported with all digits.
    @Test func aDifferenceOfBits() throws {
        var frames = AppFrame.waterflow(Self.sizes, width: 375, columns: 3)
        frames[3].y = frames[3].y.nextUp
        let messages = try found("lf-waterflow", frames, of: [Self.sizes], tolerance: 0)
        #expect(messages.count == 1 && messages[0].contains("differ: 1 of 4, by up to 2.842170943040401e-14 points; "), "\(messages)")
    }

    /// The item that comes first is named, however the dump is sorted.
    @Test func firstItem() throws {
        let sound = AppFrame.waterflow(Self.sizes, width: 375, columns: 3)
        var frames = Array(sound.reversed())
        frames[0].x += 1
        frames[2].y -= 30
        #expect(
            try found("lf-waterflow", frames, of: [Self.sizes]) == [
                """
                1 the app has section 0, index 1 (d.jsonl, line 4) at \(text(frames[2])), and weir at \(text(sound[1])); \
                frames that differ: 2 of 4, by up to 30 points; neither arithmetic=double nor as-written=true explains it
                """
            ])
    }

    /// A dictionary may put the second picture into the third column, which is as empty as the second.
    @Test func ties() throws {
        var frames = AppFrame.waterflow(Self.sizes, width: 375, columns: 3)
        (frames[1].x, frames[2].x) = (frames[2].x, frames[1].x)
        frames[3].x = frames[1].x
        let messages = try found("lf-waterflow", frames, of: [Self.sizes])
        let ending = """
            ; frames that differ: 3 of 4, by up to 121.67 points; neither arithmetic=double nor as-written=true explains it, \
            but a tie of two columns may, which the published code leaves open (column-ties)
            """
        #expect(messages.count == 1 && messages[0].hasPrefix("1 ") && messages[0].hasSuffix(ending), "\(messages)")
        let ordered = try found("waterflow", frames, of: [Self.sizes])
        #expect(ordered.count == 1 && !ordered[0].contains("tie"), "\(ordered)")
    }

    // MARK: Frames too many and too few

    @Test func strays() throws {
        let sections = [Array(Self.sizes[..<3]), Array(Self.sizes[3...])]
        let sound = AppFrame.masonry(sections, width: 375)
        var frames = sound + [sound[1], sound[3], sound[3]]
        frames[5] = AppFrame(section: 1, index: 1, x: 0, y: 0, w: 1, h: 1)
        frames[6] = AppFrame(section: 2, index: 0, x: 0, y: 0, w: 1, h: 1)
        frames[0].h = .nan
        #expect(
            try found("mk-masonry", frames, of: sections) == [
                "- the app has section 2, index 0 (d.jsonl, line 8), and the layout of the manifest has 2 sections; 1 frame of other sections",
                "- the app has section 1, index 1 (d.jsonl, line 7), and there the manifest has 1 item from index 0 on; 1 frame of other items",
                "1 the dump has a frame of it once more: section 0, index 1 (d.jsonl, line 6); 1 frame of an item that has one already",
                "0 the app has section 0, index 0 (d.jsonl, line 2) at \(text(frames[0])), and not all of these are finite; 1 such frame, not compared",
            ])
    }

    /// Layouts without sections have one, however many pages there are.
    @Test func pagesAreNoSections() throws {
        let pages = [Array(Self.sizes[..<3]), Array(Self.sizes[3...])]
        var frames = AppFrame.waterflow(Self.sizes, width: 375, columns: 3)
        #expect(try found("lf-waterflow", frames, of: pages) == [])
        frames[3].section = 1
        #expect(
            try found("lf-waterflow", frames, of: pages).first
                == "- the app has section 1, index 3 (d.jsonl, line 5), and the layout of the manifest has 1 section; 1 frame of other sections"
        )
    }

    /// Each item of content that fits the screen must be there.
    @Test(arguments: 0..<4) func missingOnOneScreen(item: Int) throws {
        let sound = AppFrame.waterflow(Self.sizes, width: 375, columns: 3)
        var frames = sound
        frames.remove(at: item)
        #expect(
            try found("lf-waterflow", frames, of: [Self.sizes]) == [
                """
                \(item) d.jsonl has no frame of section 0, index \(item), which weir has at \(text(sound[item])), among those around it; \
                1 item without a frame
                """
            ])
    }

    /// A dump of any rect as long as the screen has no finding, and one without an item in the middle has one.
    @Test func partsOfLongContent() throws {
        let sound = AppFrame.waterflow(Self.many, width: 375, columns: 3)
        let end = sound.map { $0.y + $0.h }.max() ?? 0
        for top in stride(from: 0, to: end - 667, by: 391) {
            let part = sound.filter { $0.y < top + 667 && $0.y + $0.h > top }
            #expect(try found("lf-waterflow", part, of: [Self.many]) == [], "at \(top)")
            let rect = Rect(x: 0, y: top, width: 375, height: 667)
            #expect(try found("lf-waterflow", part, of: [Self.many], rect: rect) == [], "at \(top)")
            // With the rect it is known of each item whether it must be there.
            for missing in [part.startIndex, part.endIndex - 1] {
                var rest = part
                let lost = rest.remove(at: missing)
                let messages = try found("lf-waterflow", rest, of: [Self.many], rect: rect, tolerance: 0)
                #expect(messages.count == 1 && messages[0].hasPrefix("\(lost.index) d.jsonl has no frame of "), "\(messages)")
            }
        }
        var whole = sound
        whole.removeSubrange(200...202)
        let messages = try found("lf-waterflow", whole, of: [Self.many])
        #expect(messages.count == 1 && messages[0].hasSuffix("; 3 items without a frame"), "\(messages)")
    }

    @Test func missingSection() throws {
        let sections = [[Self.sizes[0]], Self.sizes, [Self.sizes[1]]]
        let frames = AppFrame.masonry(sections, width: 375).filter { $0.section != 1 }
        let messages = try found("mk-masonry", frames, of: sections)
        #expect(messages.count == 1 && messages[0].hasSuffix("; 4 items without a frame; section 1 has none at all"), "\(messages)")
    }

    /// Where frames differ and nothing explains it, the items around them may be elsewhere, too.
    @Test func nothingIsMissingWhereFramesDiffer() throws {
        var frames = AppFrame.waterflow(Self.sizes, width: 375, columns: 3)
        frames[0].y += 5
        frames.removeLast()
        #expect(try found("lf-waterflow", frames, of: [Self.sizes]).count == 1)
    }

    @Test func noFrames() throws {
        let nan = AppFrame(index: 0, x: .nan, y: 0, w: 1, h: 1)
        let broken = try found("waterflow", [nan], of: [Self.sizes])
        #expect(broken.count == 2 && broken[1].hasSuffix(", among those around it; 3 items without a frame"), "\(broken)")
        #expect(try found("waterflow", [nan], of: [[]]).map { $0.prefix(1) } == ["-", "-"])
        #expect(try found("waterflow", [], of: [[]]) == [])
        // Content of many screens must have items on any of them.
        for (sizes, rect) in [
            (Self.sizes, nil), (Self.many, nil), (Self.sizes, Rect(x: 0, y: 0, width: 375, height: 667)),
        ] {
            let none = try found("waterflow", [], of: [sizes], rect: rect)
            let ending = "; \(sizes.count) items without a frame; section 0 has none at all"
            #expect(none.count == 1 && none[0].hasPrefix("0 d.jsonl has no frame of section 0, index 0, which weir has at x "))
            #expect(none.first?.hasSuffix(ending) == true && none.first?.contains("around") == false, "\(none)")
        }
        let beside = Rect(x: 0, y: 5000, width: 375, height: 667)
        #expect(try found("waterflow", [], of: [Self.sizes], rect: beside) == [])
    }

    /// A manifest without pictures has no page, or an empty one.
    @Test func sidewaysContent() throws {
        let frames = (0..<4).map { AppFrame(index: $0, x: Double($0) * 170, y: 0, w: 160, h: 160) }
        let view = Size(width: 375, height: 160)
        #expect(try found("carousel", frames, of: [Self.sizes], on: view) == [])
        let messages = try found("carousel", [frames[0], frames[1], frames[3]], of: [Self.sizes], on: view)
        #expect(messages.map { $0.prefix(1) } == ["2"])
    }
}
