import Checks
import Ingest
import Layouts
import Manifests
import System

extension StoredManifest {
    /// The pictures for a layout. Each page is a section unless `sectionSize` or a column cuts others; in a layout
    /// without sections the pages form a single one. `name` is what messages call the manifest.
    func pages(
        for kind: LayoutKind, sectionSize: Int? = nil, _ columns: PictureColumns = PictureColumns(), name: String
    ) throws(MachineFailure) -> [PicturePage] {
        let hasSections = kind.traits.contains(.sections)
        try columns.check(in: name) { column in self.pages.flatMap { $0.values(of: column) } }
        var pages: [PicturePage] = []
        var filled = 0
        var last: String?
        do throws(LayoutError) {
            for part in self.pages {
                if let column = columns.sectionBy, hasSections {
                    let names = part.values(of: column).map { $0 ?? "" }
                    pages.append(
                        try PicturePage(widths: part.widths, heights: part.heights, namedAfter: names, behind: last))
                    last = names.last ?? last
                } else if let sectionSize {
                    pages.append(
                        try PicturePage(widths: part.widths, heights: part.heights, sectionSize: sectionSize, filled: filled))
                } else {
                    pages.append(
                        try PicturePage(
                            widths: part.widths, heights: part.heights, continuesSection: !hasSections && !pages.isEmpty))
                }
                if let column = columns.extraHeightBy {
                    let heights = try extraHeights(part.values(of: column), of: part, columns, name: name)
                    pages[pages.count - 1] = try pages[pages.count - 1].adding(extraHeights: heights)
                }
                filled += part.count
            }
        } catch {
            throw .input(error.message)
        }
        return pages
    }

    private func extraHeights(
        _ values: [String?], of page: Manifest, _ columns: PictureColumns, name: String
    ) throws(LayoutError) -> [Double] {
        do throws(ConfigurationFailure) {
            return try columns.extraHeights(values) { entry in "\(name):\(page.lines[entry])" }
        } catch {
            throw LayoutError("extra-height-by", error.message)
        }
    }
}
