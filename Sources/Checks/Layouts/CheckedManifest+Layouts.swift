import Layouts
import Manifests
import WeirBase

extension CheckedManifest {
    /// The pictures for layouts with these keys; each file is a section unless a key says otherwise. `trueSizes` has the
    /// picture that was found for each item, and `previous` is the previous manifest.
    func pictures(
        _ keys: LayoutKeys = LayoutKeys(), trueSizes: [FoundPicture?]? = nil, previous: CheckedManifest? = nil
    ) throws(LayoutFault) -> PictureSet {
        try keys.check(values(of:))
        let whole = try page(keys, pageLengths: pageLengths)
        let known = try previous.map { previous throws(LayoutFault) in try previousPictures(keys, previous) }
        do throws(LayoutError) {
            return try PictureSet(
                whole, pageLengths: pageLengths, trueSizes: trueSizes.map { self.trueSizes($0, whole) }, previous: known,
                hasPixels: hasPixels)
        } catch {
            throw LayoutFault(error.message)
        }
    }

    private func previousPictures(_ keys: LayoutKeys, _ previous: CheckedManifest) throws(LayoutFault) -> PreviousPictures {
        let whole: PicturePage
        do throws(LayoutFault) { whole = try previous.page(keys, pageLengths: [previous.widths.count]) } catch {
            throw LayoutFault("in the previous manifest, \(error.item.map(previous.location) ?? "as a whole"): \(error.message)")
        }
        // Pictures without a size are no items, so items are matched, and not entries.
        let pairs = EntryPairs(previous: whole.count, new: widths.count, previousName: previous.imgHash, newName: imgHash)
        do throws(LayoutError) { return try PreviousPictures(whole, currentItems: pairs.newEntries) } catch {
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

    /// Adds the findings of screens. `choices` and `silence` are those with which the screens were checked.
    package mutating func add(_ screens: [ScreenFindings], _ choices: RuleChoices, silence: Silence.ItemLookup? = nil) {
        for screens in [screens, PlatformOrder.findings(screens.compactMap(\.starts), choices, silence: silence)] {
            for rule in Rule.all {
                let (found, surplus) = ScreenFindings.merged(screens, rule)
                for finding in found {
                    let (file, subject) = subject(of: finding.item)
                    findings.add(rule, in: file, unsilenced: subject, finding.message, severity: finding.severity, on: finding.screens)
                }
                findings.add(rule, in: firstPage, surplus: surplus)
            }
        }
    }
}
