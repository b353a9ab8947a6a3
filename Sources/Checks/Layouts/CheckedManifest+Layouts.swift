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
    /// The pictures for layouts; each file is a section unless a column says otherwise. `trueSizes` has the picture that was found for each
    /// item, and `earlier` is the previous manifest.
    public func pictures(
        _ columns: PictureColumns = PictureColumns(), trueSizes: [FoundPicture?]? = nil, earlier: CheckedManifest? = nil
    ) throws(LayoutError) -> PictureSet {
        let known = try earlier.map { earlier throws(LayoutError) in
            try EarlierPictures(
                earlier.page(columns, pageLengths: [earlier.widths.count]), currentItems: currentItems(of: earlier))
        }
        let whole = try page(columns, pageLengths: pageLengths)
        let trueSizes = trueSizes.map { self.trueSizes($0, whole) }
        return try PictureSet(whole, pageLengths: pageLengths, trueSizes: trueSizes, earlier: known)
    }

    /// The true sizes of the pictures that were found, and the declared sizes of the others.
    private func trueSizes(_ found: [FoundPicture?], _ declared: PicturePage) -> PicturePage {
        var page = declared
        for (item, picture) in found.enumerated() {
            guard let size = picture?.size, let width = Int32(exactly: size.width), let height = Int32(exactly: size.height) else {
                continue
            }
            page.replaceSize(of: item, width, height)
        }
        return page
    }

    private func page(_ columns: PictureColumns, pageLengths: [Int]) throws(LayoutError) -> PicturePage {
        let page = if let column = columns.sectionBy {
            try PicturePage(widths: widths, heights: heights, namedAfter: values(of: column).map { $0 ?? "" })
        } else {
            try PicturePage(widths: widths, heights: heights, sectionLengths: pageLengths)
        }
        guard let column = columns.extraHeightBy else { return page }
        let heights: [Double]
        do throws(ConfigurationFailure) {
            heights = try columns.extraHeights(values(of: column), place: location(of:))
        } catch {
            throw LayoutError("extra-height-by", error.message)
        }
        return try page.adding(extraHeights: heights)
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
