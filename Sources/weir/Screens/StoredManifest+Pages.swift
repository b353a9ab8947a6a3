import Ingest
import Layouts
import Manifests
import System

extension StoredManifest {
    /// The pictures for a layout. Each page is a section unless `sectionSize` cuts others; in a layout without
    /// sections the pages form a single one.
    func pages(for kind: LayoutKind, sectionSize: Int? = nil) throws(MachineFailure) -> [PicturePage] {
        let hasSections = kind.traits.contains(.sections)
        var pages: [PicturePage] = []
        var filled = 0
        do throws(LayoutError) {
            for part in self.pages {
                if let sectionSize {
                    pages.append(
                        try PicturePage(widths: part.widths, heights: part.heights, sectionSize: sectionSize, filled: filled))
                } else {
                    pages.append(
                        try PicturePage(
                            widths: part.widths, heights: part.heights, continuesSection: !hasSections && !pages.isEmpty))
                }
                filled += part.count
            }
        } catch {
            throw .input(error.message)
        }
        return pages
    }
}
