import Checks
import Layouts
import Manifests
import WeirSystem

extension ManifestDocument {
    /// The pictures for a layout. Each page is a section unless a key cuts others; in a layout without sections the
    /// pages form a single one. `name` is what messages call the manifest.
    func pages(for layout: LayoutChoice, name: String) throws(MachineFailure) -> [PicturePage] {
        let (kind, keys) = (layout.recipe.kind, layout.keys)
        var made: [PicturePage] = []
        var last: String?
        do throws(LayoutFault) { try keys.check { values(of: $0) } } catch {
            throw .input("\(name): \(error.message)")
        }
        for entries in pages {
            // The arrays of a single page are shared.
            let (widths, heights) = entries.count == count ? (widths, heights) : (Array(widths[entries]), Array(heights[entries]))
            do throws(LayoutFault) {
                let page = try keys.page(widths, heights, behind: last, { values(of: $0, in: entries) }) { () throws(LayoutError) in
                    if let sectionSize = keys.sectionSize {
                        return try PicturePage(widths: widths, heights: heights, sectionSize: sectionSize, filled: entries.lowerBound)
                    }
                    let continues = !kind.traits.contains(.sections) && !made.isEmpty
                    return try PicturePage(widths: widths, heights: heights, continuesSection: continues)
                }
                made.append(page)
                last = page.sectionNames.last ?? last
            } catch {
                throw .input("\(name)\(error.item.map { ":\(lines[entries.lowerBound + $0])" } ?? ""): \(error.message)")
            }
        }
        // Nothing names the section of an empty list.
        if count == 0, !made.isEmpty, made.allSatisfy(\.sectionLengths.isEmpty) { made[0] = PicturePage(joining: []) }
        return made
    }
}

extension LayoutChoice {
    /// Refuses a table of sections that names one which neither manifest has.
    func checkSections(of pages: [PicturePage], or others: [PicturePage] = [], name: String) throws(MachineFailure) {
        do throws(LayoutFault) { try checkSections(of: pages, others) } catch {
            throw .input("\(name): \(Argument(text).shown): \(error.message)")
        }
    }
}

/// Warns once that a section of the same name as an earlier one begins, which a sorted manifest never has.
func reportReturningSection(of pages: [PicturePage], _ keys: LayoutKeys, name: String) {
    guard let key = keys.sectionBy, let section = PicturePage.returningSection(of: pages) else { return }
    StandardStream.error.report(
        """
        weir: warning: \(name): with entry \(section.item) a second section "\(section.name)" begins, so the manifest is \
        probably not sorted by \(key)
        """)
}
