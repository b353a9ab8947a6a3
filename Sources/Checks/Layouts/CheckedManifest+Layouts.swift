import Base
import Layouts

/// What the rules about frames have found of one case.
public struct LayoutOutcomes: Sendable {
    fileprivate let title: String
    fileprivate let outcomes: [LayoutRules.Outcome]

    /// Asks the rules. Of each, so many findings are described as are kept; the others are counted.
    public init(of layout: LayoutCase, _ choices: RuleChoices, silence: Silence.ItemJudge? = nil) {
        title = layout.title
        outcomes = LayoutRules.check(layout, silence: silence) { rule in
            choices.severity(of: rule.id).flatMap { _ in choices.choice(of: rule)?.settings }
        }
    }
}

extension CheckedManifest {
    /// The pictures as layouts get them, each file a section. `truth` has what was found of each
    /// item's picture; `earlier` is the manifest of before.
    public func pictures(
        truth: [PictureSight.Facts?]? = nil, earlier: CheckedManifest? = nil
    ) throws(LayoutError) -> PictureSet {
        let known = try earlier.map { earlier throws(LayoutError) in
            try PictureSet.Earlier(PicturePage(widths: earlier.widths, heights: earlier.heights), places: places(of: earlier))
        }
        let whole = try PicturePage(widths: widths, heights: heights, sectionLengths: pageLengths)
        let seen = try truth.map { found throws(LayoutError) in try self.truth(found) }
        return try PictureSet(whole, pageLengths: pageLengths, truth: seen, earlier: known)
    }

    /// The sizes that the pictures have, as far as somebody has seen them.
    private func truth(_ found: [PictureSight.Facts?]) throws(LayoutError) -> PicturePage {
        var (widths, heights) = (widths, heights)
        for (item, facts) in found.enumerated() {
            guard let facts, let width = Int32(exactly: facts.size.width), let height = Int32(exactly: facts.size.height) else {
                continue
            }
            widths[item] = width
            heights[item] = height
        }
        return try PicturePage(widths: widths, heights: heights, sectionLengths: pageLengths)
    }

    /// Where the items of an earlier manifest stand in this one, -1 where they are gone.
    private func places(of earlier: CheckedManifest) -> [Int32] {
        var names = NameTable()
        // Of each picture the items that nobody has taken, the first of them last.
        var free: [[Int32]] = []
        for item in widths.indices.reversed() {
            let number = names.add(imgBytes(of: item))
            if number == free.count { free.append([]) }
            free[number].append(Int32(item))
        }
        return earlier.widths.indices.map { item in
            names.number(of: earlier.imgBytes(of: item)).flatMap { free[$0].popLast() } ?? -1
        }
    }

    /// Takes what was found of a case over.
    public mutating func take(_ found: LayoutOutcomes, _ choices: RuleChoices) {
        for outcome in found.outcomes {
            guard let severity = choices.severity(of: outcome.rule.id) else { continue }
            add(outcome.findings, of: outcome.rule, severity, screen: found.title)
        }
    }
}
