import Layouts
import Manifests
import Pipeline

extension StoredManifest {
    /// The pictures as a layout gets them. Pages are its sections, unless sections of a length of
    /// their own are asked for; where it knows no sections, a page goes on where the last one ended.
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
