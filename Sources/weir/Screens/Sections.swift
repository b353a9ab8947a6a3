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
        do throws(LayoutFault) { try checkSections(of: pages, others) } catch {
            throw .input("\(name): \(Argument(text).shown): \(error.message)")
        }
    }
}

/// Says once that a section of the same name as an earlier one begins, which a sorted manifest never has.
func tellReturningSection(of pages: [PicturePage], _ keys: LayoutKeys, name: String) {
    guard let key = keys.sectionBy, let section = PicturePage.returningSection(of: pages) else { return }
    StandardStream.error.tell(
        """
        weir: warning: \(name): with entry \(section.item) a second section "\(section.name)" begins, so the manifest is \
        probably not sorted by \(key)
        """)
}
