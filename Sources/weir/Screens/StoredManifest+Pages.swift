import Checks
import Ingest
import Layouts
import Manifests
import WeirSystem

extension StoredManifest {
    /// The pictures for a layout. Each page is a section unless a key cuts others; in a layout without sections the
    /// pages form a single one. `name` is what messages call the manifest.
    func pages(for layout: LayoutChoice, name: String) throws(MachineFailure) -> [PicturePage] {
        let (kind, keys) = (layout.recipe.kind, layout.keys)
        var pages: [PicturePage] = []
        var filled = 0
        var last: String?
        do throws(LayoutFault) { try keys.check { key in self.pages.flatMap { $0.values(of: key) } } } catch {
            throw .input("\(name): \(error.message)")
        }
        for part in self.pages {
            do throws(LayoutFault) {
                let page = try keys.page(part.widths, part.heights, behind: last, part.values(of:)) { () throws(LayoutError) in
                    if let sectionSize = keys.sectionSize {
                        return try PicturePage(
                            widths: part.widths, heights: part.heights, sectionSize: sectionSize, filled: filled)
                    }
                    let continues = !kind.traits.contains(.sections) && !pages.isEmpty
                    return try PicturePage(widths: part.widths, heights: part.heights, continuesSection: continues)
                }
                pages.append(page)
                last = page.sectionNames.last ?? last
            } catch {
                throw .input("\(name)\(error.item.map { ":\(part.lines[$0])" } ?? ""): \(error.message)")
            }
            filled += part.count
        }
        return pages
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
