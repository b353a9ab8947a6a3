import Layouts
import WeirBase

/// A layout with its parameters, and the text that the user wrote for it.
package struct LayoutChoice: Equatable, Sendable {
    package let text: String
    package let recipe: LayoutRecipe
    package let keys: LayoutKeys

    /// Parses `NAME` or `NAME:key=value,…`. The keys that take something of a manifest stand there like the layout's own
    /// parameters.
    package init(_ text: String) throws(LayoutError) {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2 else {
            self.init(try LayoutRecipe(text), text)
            return
        }
        let kind = try LayoutKind.named(String(parts[0]))
        var keys = LayoutKeys()
        var own: [Substring] = []
        for piece in parts[1].split(separator: ",", omittingEmptySubsequences: false) {
            let sides = piece.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard sides.count == 2, LayoutKeys.parameters(of: kind).contains(String(sides[0])) else {
                own.append(piece)
                continue
            }
            try keys.set(String(sides[0]), to: String(sides[1]))
        }
        let recipe = try LayoutRecipe(own.isEmpty ? kind.name : "\(kind.name):\(own.joined(separator: ","))")
        self.init(recipe, text, keys)
    }

    package init(_ recipe: LayoutRecipe, _ text: String, _ keys: LayoutKeys = LayoutKeys()) {
        self.recipe = recipe
        self.keys = keys
        self.text = text
    }

    /// The phones' own layout: three columns in portrait, five in landscape.
    package static let defaults = [LayoutChoice(LayoutRecipe(LayoutKind.all[0]), LayoutKind.all[0].name)]
}

extension LayoutChoice {
    /// Refuses a key of the table of sections that names no section of these manifests, each given by its pages.
    package func checkSections(of manifests: [PicturePage]...) throws(LayoutFault) {
        let named = recipe.parameters.sections.keys.filter { $0 != LayoutParameters.otherSections }.sorted()
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

extension LayoutRecipe {
    /// Reads the parameters of single sections: an object whose keys are section numbers from 0, or names if
    /// sections are named, and `*` for all others, such as {"0": {"columns": 2}, "*": {"header": 44}}.
    package mutating func setSections(
        _ value: JSONValue, at path: String = "", areNamed: Bool
    ) throws(ConfigurationFailure) {
        let table = try ConfigurationObject(value, at: path)
        for member in table.members {
            let (key, memberPath) = (member.name, table.path(of: member.name))
            guard areNamed || key == LayoutParameters.otherSections || Int(key).map({ $0 >= 0 && String($0) == key }) == true else {
                throw ConfigurationFailure(
                    memberPath, "sections have numbers from 0, and \"*\" is all others; names need section-by")
            }
            let own = try parameters(ConfigurationObject(member.value, at: memberPath))
            do throws(LayoutError) { try parameters.set(own, ofSection: key) } catch {
                throw ConfigurationFailure("\(memberPath).\(error.parameter)", error.message)
            }
        }
    }

    private func parameters(_ own: ConfigurationObject) throws(ConfigurationFailure) -> [(name: String, text: String)] {
        let names = kind.sectionParameters.map(\.name)
        var parameters: [(name: String, text: String)] = []
        for member in own.members {
            guard names.contains(member.name) else {
                guard kind.parameters.contains(where: { $0.name == member.name }) else {
                    throw ConfigurationFailure(own.path, unknownName("parameter", member.name, among: names))
                }
                throw ConfigurationFailure(own.path(of: member.name), "it belongs to the whole layout, not to a section")
            }
            guard let text = member.value.parameterText else {
                throw ConfigurationFailure(own.path(of: member.name), "this must be a number, a text, true or false")
            }
            parameters.append((member.name, text))
        }
        return parameters
    }
}

extension JSONValue {
    /// The value as on a command line.
    var parameterText: String? {
        switch self {
        case .string(let text), .number(let text): text
        case .bool(let isTrue): isTrue ? "true" : "false"
        default: nil
        }
    }
}
