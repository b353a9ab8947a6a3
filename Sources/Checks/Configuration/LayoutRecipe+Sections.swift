import Base
import Layouts

extension LayoutRecipe {
    /// Reads the parameters of single sections: an object whose keys are section numbers from 0, or names if
    /// sections are named, and `*` for all others, such as {"0": {"columns": 2}, "*": {"header": 44}}.
    package mutating func setSections(
        _ value: JSONValue, at path: String = "", areNamed: Bool
    ) throws(ConfigurationFailure) {
        let table = try ConfigurationObject(value, at: path)
        for member in table.members {
            let (key, place) = (member.name, table.path(of: member.name))
            guard areNamed || key == LayoutSettings.otherSections || Int(key).map({ $0 >= 0 && String($0) == key }) == true else {
                throw ConfigurationFailure(
                    place, "sections have numbers from 0, and \"*\" is all others; names need section-by")
            }
            let own = try parameters(ConfigurationObject(member.value, at: place))
            do throws(LayoutError) { try settings.set(own, ofSection: key) } catch {
                throw ConfigurationFailure("\(place).\(error.parameter)", error.message)
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
