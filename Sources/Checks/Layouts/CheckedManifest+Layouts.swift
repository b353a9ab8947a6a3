import Base
import Layouts

/// The findings of the rules about frames for one case.
public struct LayoutCaseFindings: Sendable {
    fileprivate let title: String
    fileprivate let rules: [LayoutFindings]

    init(_ title: String, _ rules: [LayoutFindings]) {
        self.title = title
        self.rules = rules
    }

    /// Checks the rules. Only the findings that are kept get a message; the others are counted.
    public init(of layout: LayoutCase, _ choices: RuleChoices, silence: Silence.ItemLookup? = nil) {
        title = layout.title
        rules = LayoutRules.check(layout, silence: silence) { rule in
            choices.severity(of: rule.id).flatMap { _ in choices.choice(of: rule)?.settings }
        }
    }
}

extension CheckedManifest {
    /// The pictures for layouts; each file is a section. `trueSizes` has the picture that was found for each
    /// item, and `earlier` is the previous manifest.
    public func pictures(
        trueSizes: [FoundPicture?]? = nil, earlier: CheckedManifest? = nil
    ) throws(LayoutError) -> PictureSet {
        let known = try earlier.map { earlier throws(LayoutError) in
            try EarlierPictures(
                PicturePage(widths: earlier.widths, heights: earlier.heights), currentItems: currentItems(of: earlier))
        }
        let whole = try PicturePage(widths: widths, heights: heights, sectionLengths: pageLengths)
        let trueSizes = try trueSizes.map { found throws(LayoutError) in try self.trueSizes(found) }
        return try PictureSet(whole, pageLengths: pageLengths, trueSizes: trueSizes, earlier: known)
    }

    /// The true sizes of the pictures that were found, and the declared sizes of the others.
    private func trueSizes(_ found: [FoundPicture?]) throws(LayoutError) -> PicturePage {
        var (widths, heights) = (widths, heights)
        for (item, picture) in found.enumerated() {
            guard let size = picture?.size, let width = Int32(exactly: size.width), let height = Int32(exactly: size.height) else {
                continue
            }
            widths[item] = width
            heights[item] = height
        }
        return try PicturePage(widths: widths, heights: heights, sectionLengths: pageLengths)
    }

    /// For each item of an earlier manifest the item with the same picture in this one, or -1.
    private func currentItems(of earlier: CheckedManifest) -> [Int32] {
        var names = NameTable()
        // For each picture the items that are not assigned yet, in reverse order.
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

    /// Adds the findings of a case.
    public mutating func add(_ found: LayoutCaseFindings, _ choices: RuleChoices) {
        for findings in found.rules {
            guard let severity = choices.severity(of: findings.rule.id) else { continue }
            add(findings, of: findings.rule, severity, screen: found.title)
        }
    }
}
