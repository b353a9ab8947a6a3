import Layouts

/// The keys and sections that layouts need in a manifest. A layout that lacks one has no frames, so `CheckedManifest.pictures` adds the
/// findings.
enum LayoutInput: LayoutRule {
    static let rule = Rule(
        "layout-input", .layouts, .error, "a manifest has the keys and sections that its layouts name",
        explanation: "A key or a section is missing, or extra-height-by meets a value that is not a number.",
        example: "no entry has category, which section-by names",
        remedy: "Keep the column with `weir ingest --keep`, or correct the name or the value.")
}

/// The pictures of a manifest for each layout.
package struct LayoutPictures: Sendable {
    fileprivate var sets: [LayoutKeys: PictureSet] = [:]
    fileprivate var unfit: [LayoutChoice] = []

    /// Nil if the manifest lacks what the layout takes from it, or if the layout is none of those asked for.
    package subscript(layout: LayoutChoice) -> PictureSet? { unfit.contains(layout) ? nil : sets[layout.keys] }
}

extension CheckedManifest {
    /// The pictures for each of these layouts; what the manifest lacks for one of them is a finding. Layouts with the same
    /// keys share their pictures. `trueSizes` has the picture that was found for each item, and `previous` is the previous
    /// manifest.
    package mutating func pictures(
        for layouts: [LayoutChoice], _ choices: RuleChoices, trueSizes: [FoundPicture?]?, previous: CheckedManifest?,
        silence: Silence.ItemLookup?
    ) -> LayoutPictures {
        var pictures = LayoutPictures()
        for layout in layouts {
            do throws(LayoutFault) {
                let known = pictures.sets[layout.keys]
                let set = if let known { known } else { try self.pictures(layout.keys, trueSizes: trueSizes, previous: previous) }
                pictures.sets[layout.keys] = set
                try layout.checkSections(of: [set.whole])
            } catch {
                guard !pictures.unfit.contains(layout) else { continue }
                pictures.unfit.append(layout)
                for rule in Rule.all where rule.family == .layouts && rule.id != LayoutInput.rule.id {
                    findings.unchecked.add(rule, "the manifest does not have what \(layout.text) takes from it")
                }
                var found = ScreenFindings(layout.text, silence: silence)
                found.add(LayoutInput.rule, error.item, error.message)
                add([found], choices)
            }
        }
        return pictures
    }
}
