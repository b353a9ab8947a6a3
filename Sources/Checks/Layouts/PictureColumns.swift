import Layouts

/// The keys of a manifest's entries that a layout takes more from than sizes.
public struct PictureColumns: Hashable, Sendable {
    /// A section begins where the value of this key changes.
    public var sectionBy: String?
    /// This key has points that are added below the picture.
    public var extraHeightBy: String?

    public init(sectionBy: String? = nil, extraHeightBy: String? = nil) {
        self.sectionBy = sectionBy
        self.extraHeightBy = extraHeightBy
    }

    /// The points that the values add below each picture. An entry without the key adds none, and neither does the empty
    /// text, which a catalogue's empty field becomes. `place` tells where an entry stands.
    public func extraHeights(
        _ values: [String?], place: (Int) -> String
    ) throws(ConfigurationFailure) -> [Double] {
        var heights: [Double] = []
        for (index, text) in values.enumerated() {
            let height = text.map { $0.isEmpty ? 0 : Double($0) ?? -1 } ?? 0
            guard (0...Self.maxHeight).contains(height) else {
                throw ConfigurationFailure(
                    place(index),
                    "\(extraHeightBy ?? "") is \"\(text ?? "")\", and must be a number of points from 0 to \(Int(Self.maxHeight))")
            }
            heights.append(height)
        }
        return heights
    }

    private static let maxHeight = 1_000_000.0

    public var names: [String] { Set([sectionBy, extraHeightBy].compactMap { $0 }).sorted() }
}

extension LayoutChoice {
    /// Refuses a key of the table of sections that names no section of these manifests, each given by its pages.
    public func checkSections(of manifests: [PicturePage]...) throws(LayoutError) {
        let keys = recipe.settings.sections.keys.filter { $0 != LayoutSettings.otherSections }.sorted()
        guard !keys.isEmpty else { return }
        guard columns.sectionBy != nil else {
            let count = manifests.map(Self.sectionCount).max() ?? 0
            guard let key = keys.first(where: { Int($0).map { $0 >= count } ?? true }) else { return }
            throw LayoutError("sections", "there is no section \(key); the manifest has \(count), counted from 0")
        }
        var names: [String] = []
        var known: Set<String> = []
        for name in manifests.joined().flatMap(\.sectionNames) where known.insert(name).inserted { names.append(name) }
        guard let key = keys.first(where: { !known.contains($0) }) else { return }
        throw LayoutError("sections", unknownName("section", key, among: names, most: Self.shownNames))
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
    public static func returningSection(of pages: [PicturePage]) -> (name: String, item: Int)? {
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
