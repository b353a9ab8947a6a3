import Base
import Layouts

extension LayoutChoice {
    /// Refuses a key of the table of sections that names no section of these manifests, each given by its pages.
    package func checkSections(of manifests: [PicturePage]...) throws(LayoutFault) {
        let named = recipe.settings.sections.keys.filter { $0 != LayoutSettings.otherSections }.sorted()
        guard !named.isEmpty else { return }
        guard keys.sectionBy != nil else {
            let count = manifests.map(Self.sectionCount).max() ?? 0
            guard let key = named.first(where: { Int($0).map { $0 >= count } ?? true }) else { return }
            throw LayoutFault("there is no section \(key); the manifest has \(count), counted from 0")
        }
        var names: [String] = []
        var known: Set<String> = []
        for name in manifests.joined().flatMap(\.sectionNames) where known.insert(name).inserted { names.append(name) }
        guard let key = named.first(where: { !known.contains($0) }) else { return }
        guard !names.isEmpty else { throw LayoutFault("there is no section \"\(key)\"; the manifest is empty and has none") }
        throw LayoutFault(unknownName("section", key, among: names, most: Self.shownNames))
    }

    private static func sectionCount(of pages: [PicturePage]) -> Int {
        pages.enumerated().reduce(0) { count, page in
            count + page.element.sectionLengths.count - (page.offset > 0 && page.element.continuesSection ? 1 : 0)
        }
    }

    /// A message names no more sections, since a manifest may have thousands.
    private static let shownNames = 20
}

extension PicturePage {
    /// The first section that has the name of an earlier one, and its first picture: the manifest is probably
    /// not sorted.
    package static func returningSection(of pages: [PicturePage]) -> (name: String, item: Int)? {
        var known: Set<String> = []
        var item = 0
        for page in pages {
            for (index, name) in page.sectionNames.enumerated() {
                let goesOn = index == 0 && page.continuesSection
                if !goesOn, !known.insert(name).inserted { return (name, item) }
                item += page.sectionLengths[index]
            }
        }
        return nil
    }
}
