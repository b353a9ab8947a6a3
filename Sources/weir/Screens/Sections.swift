import Base
import Checks
import Layouts
import System

extension LayoutRecipe {
    /// Takes the parameters of single sections from a file.
    mutating func setSections(file path: [UInt8], areNamed: Bool) throws(MachineFailure) {
        let document = try jsonDocument(path)
        do throws(ConfigurationFailure) { try setSections(document, areNamed: areNamed) } catch {
            throw .input("\(Argument(path).shown): \(error.message)")
        }
    }
}

extension LayoutChoice {
    /// Refuses a table of sections that names one which neither manifest has.
    func checkSections(of pages: [PicturePage], or others: [PicturePage] = [], name: String) throws(MachineFailure) {
        do throws(LayoutError) { try checkSections(of: pages, others) } catch {
            throw .input("\(name): \(Argument(text).shown): \(error)")
        }
    }
}

/// Says once that a section of the same name as an earlier one begins, which a sorted manifest never has.
func tellReturningSection(of pages: [PicturePage], _ columns: PictureColumns, name: String) {
    guard let column = columns.sectionBy, let section = PicturePage.returningSection(of: pages) else { return }
    StandardStream.error.tell(
        """
        weir: warning: \(name): with entry \(section.item) a second section "\(section.name)" begins, so the manifest is \
        probably not sorted by \(column)
        """)
}

extension PictureColumns {
    /// Refuses a column that no entry has. `values` gives the values of a column, entry by entry.
    func check(in name: String, _ values: (String) -> [String?]) throws(MachineFailure) {
        for (option, column) in [("section-by", sectionBy), ("extra-height-by", extraHeightBy)] {
            guard let column else { continue }
            let values = values(column)
            guard values.isEmpty || values.contains(where: { $0 != nil }) else {
                throw .input("\(name): no entry has \(Argument(column).shown), which \(option) names; weir ingest --keep keeps it")
            }
        }
    }
}
