import Layouts
import Manifests
import WeirBase

/// The findings of the rules about frames for one case.
package struct LayoutCaseFindings: Sendable {
    let title: String
    let rules: [LayoutFindings]
    /// Nil if no other platform is compared with the case.
    package private(set) var starts: PlatformOrder.Starts?

    init(_ title: String, _ rules: [LayoutFindings]) {
        self.title = title
        self.rules = rules
    }

    /// Checks the rules. Only the findings that are kept get a message; the others are counted.
    package init(of layout: LayoutCase, _ choices: RuleChoices, silence: Silence.ItemLookup? = nil) {
        title = layout.title
        rules = LayoutRules.check(layout, silence: silence) { rule in
            choices.severity(of: rule.id).flatMap { _ in choices.choice(of: rule)?.parameters }
        }
        if choices.severity(of: PlatformOrder.rule.id) != nil { starts = PlatformOrder.Starts(layout) }
    }
}

extension CheckedManifest {
    /// The pictures for layouts with these keys; each file is a section unless a key says otherwise. `trueSizes` has the
    /// picture that was found for each item, and `earlier` is the previous manifest.
    func pictures(
        _ keys: LayoutKeys = LayoutKeys(), trueSizes: [FoundPicture?]? = nil, earlier: CheckedManifest? = nil
    ) throws(LayoutFault) -> PictureSet {
        try keys.check(values(of:))
        let whole = try page(keys, pageLengths: pageLengths)
        let known = try earlier.map { earlier throws(LayoutFault) in try earlierPictures(keys, earlier) }
        do throws(LayoutError) {
            return try PictureSet(
                whole, pageLengths: pageLengths, trueSizes: trueSizes.map { self.trueSizes($0, whole) }, earlier: known)
        } catch {
            throw LayoutFault(error.message)
        }
    }

    private func earlierPictures(_ keys: LayoutKeys, _ earlier: CheckedManifest) throws(LayoutFault) -> EarlierPictures {
        let whole: PicturePage
        do throws(LayoutFault) { whole = try earlier.page(keys, pageLengths: [earlier.widths.count]) } catch {
            throw LayoutFault("in the previous manifest, \(error.item.map(earlier.location) ?? "as a whole"): \(error.message)")
        }
        // Pictures without a size are no items, so items are matched, and not entries.
        let pairs = EntryPairs(old: whole.count, new: widths.count, oldName: earlier.imgHash, newName: imgHash)
        do throws(LayoutError) { return try EarlierPictures(whole, currentItems: pairs.newEntries) } catch {
            throw LayoutFault(error.message)
        }
    }

    /// The true sizes of the pictures that were found, and the declared sizes of the others.
    private func trueSizes(_ found: [FoundPicture?], _ declared: PicturePage) -> PicturePage {
        var page = declared
        for (item, picture) in found.enumerated() {
            guard let size = picture?.size, let width = Int32(exactly: size.width), let height = Int32(exactly: size.height)
            else { continue }
            page.replaceSize(of: item, width, height)
        }
        return page
    }

    private func page(_ keys: LayoutKeys, pageLengths: [Int]) throws(LayoutFault) -> PicturePage {
        try keys.page(widths, heights, values(of:)) { () throws(LayoutError) in
            if let size = keys.sectionSize {
                return try PicturePage(widths: widths, heights: heights, sectionSize: size, filled: 0)
            }
            return try PicturePage(widths: widths, heights: heights, sectionLengths: pageLengths)
        }
    }

    /// Adds the findings of all cases.
    package mutating func add(_ found: FoldedFindings, _ choices: RuleChoices) {
        for folded in found.rules {
            guard let severity = choices.severity(of: folded.rule.id) else { continue }
            add(folded, severity, of: found.total)
        }
    }
}
