import Checks
import Ingest
import Layouts
import Manifests
import System

extension StoredManifest {
    /// The pictures for a layout. Each page is a section unless `sectionSize` or a key cuts others; in a layout
    /// without sections the pages form a single one. `name` is what messages call the manifest.
    func pages(
        for kind: LayoutKind, sectionSize: Int? = nil, _ keys: LayoutKeys = LayoutKeys(), name: String
    ) throws(MachineFailure) -> [PicturePage] {
        var pages: [PicturePage] = []
        var filled = 0
        var last: String?
        do throws(LayoutFault) { try keys.check { key in self.pages.flatMap { $0.values(of: key) } } } catch {
            throw .input("\(name): \(error.message)")
        }
        for part in self.pages {
            do throws(LayoutFault) {
                let page = try keys.page(part.widths, part.heights, behind: last, part.values(of:)) { () throws(LayoutError) in
                    if let sectionSize {
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
