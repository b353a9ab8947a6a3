import ImageHeaders
import Layouts
import WeirBase

/// A team's settings for its checks: `weir.json`.
public struct CheckConfiguration: Equatable, Sendable {
    /// The changes of rules' defaults, by the rules' ids.
    var rules: [String: RuleChange] = [:]
    /// Each is checked in portrait and in landscape. Empty if none are named.
    public var devices: [Device] = []
    /// Empty if none are named.
    public var layouts: [OrientedLayout] = []
    /// In the order of the file. A check asks them through its `silence`.
    public var ignores: [Ignore] = []
    /// The least severity that makes a check fail; nil if the file does not say it.
    public var failOn: Severity?
    /// The path of the baseline as the file has it.
    public var baseline: String?
    /// The names of profiles, and paths of files with others, as the file has them.
    public var profiles: [String] = []
    /// The keys of entries that `weir ingest` adds according to the same file.
    package var keptColumns: [String] = []
    /// The size of its placeholders according to the same file; nil if there is no section for it.
    package var placeholderSize: PixelSize?

    /// Changes nothing: each rule has its defaults.
    public init() {}

    /// The change of one rule's defaults.
    struct RuleChange: Equatable, Sendable {
        var isOff = false
        var severity: Severity?
        var parameters: RuleParameters
    }

    static let keys = ["$schema", "rules", "devices", "layouts", "ignore", "failOn", "baseline", "profiles", "ingest", "hosts"]

    /// Reads a document; `all` are the existing rules.
    public init(_ document: JSONValue, rules all: [Rule]) throws(ConfigurationFailure) {
        let object = try ConfigurationObject(document, at: "")
        try object.allow(Self.keys)
        // Only editors use $schema, only `weir ingest` uses its section, and hosts are for the network.
        _ = try object.text("$schema")
        if let value = object["rules"] { rules = try Self.rules(ConfigurationObject(value, at: "rules"), all) }
        devices = try Device.list(object.elements("devices")) { "devices[\($0)]" }
        for (index, element) in try object.elements("layouts").enumerated() {
            layouts.append(try OrientedLayout(element, at: "layouts[\(index)]"))
        }
        for (index, element) in try object.elements("ignore").enumerated() {
            ignores.append(try Ignore(ConfigurationObject(element, at: "ignore[\(index)]"), rules: all.map(\.id)))
        }
        failOn = try object.choice("failOn", of: Severity.self)
        baseline = try object.text("baseline")
        for (index, element) in try object.elements("profiles").enumerated() {
            let path = "profiles[\(index)]"
            guard let name = element.string, !name.isEmpty else { throw ConfigurationFailure(path, "this must be text that is not empty") }
            guard Profile.isPath(name) || Profile.known.contains(where: { $0.name == name }) else {
                throw ConfigurationFailure(path, unknownName("profile", name, among: Profile.known.map(\.name)))
            }
            profiles.append(name)
        }
    }

    private static func rules(
        _ object: ConfigurationObject, _ all: [Rule]
    ) throws(ConfigurationFailure) -> [String: RuleChange] {
        var changes: [String: RuleChange] = [:]
        for member in object.members {
            guard let rule = all.first(where: { $0.id == member.name }) else {
                throw ConfigurationFailure(object.path, unknownName("rule", member.name, among: all.map(\.id)))
            }
            changes[rule.id] = try RuleChange(member.value, of: rule, at: object.path(of: rule.id))
        }
        return changes
    }
}

extension CheckConfiguration.RuleChange {
    /// Reads `"warning"`, `"off"`, or an object with `severity` and the rule's parameters.
    init(_ value: JSONValue, of rule: Rule, at path: String) throws(ConfigurationFailure) {
        parameters = RuleParameters(rule.parameters)
        if let word = value.string {
            try setSeverity(word, of: rule, at: path)
            return
        }
        guard case .object = value else {
            throw ConfigurationFailure(path, "this must be off, a severity, or an object with the rule's parameters")
        }
        let object = try ConfigurationObject(value, at: path)
        try object.allow(["severity"] + rule.parameters.map(\.name))
        if let word = try object.text("severity") { try setSeverity(word, of: rule, at: object.path(of: "severity")) }
        for parameter in rule.parameters {
            guard let value = object[parameter.name] else { continue }
            guard let read = RuleValue(value), parameter.allows(read), parameters.set(parameter.name, to: read) else {
                throw ConfigurationFailure(object.path(of: parameter.name), "this must be \(parameter.requirement)")
            }
        }
    }

    private mutating func setSeverity(_ word: String, of rule: Rule, at path: String) throws(ConfigurationFailure) {
        if word == "off" {
            guard rule.id != ManifestRules.parses.id else {
                throw ConfigurationFailure(path, "this cannot be off: of a file that does not parse nobody knows what is in it")
            }
            isOff = true
        } else if let severity = Severity(rawValue: word) {
            self.severity = severity
        } else {
            throw ConfigurationFailure(path, unknownName("severity", word, among: ["off"] + Severity.allCases.map(\.rawValue)))
        }
    }
}

extension OrientedLayout {
    /// Reads `"waterflow:columns=4"`, or an object with `layout`, its parameters and `orientation`.
    init(_ value: JSONValue, at path: String) throws(ConfigurationFailure) {
        if let text = value.string {
            do throws(LayoutError) { self.init(try LayoutChoice(text)) } catch {
                throw ConfigurationFailure(path, "\(error.parameter): \(error.message)")
            }
            return
        }
        let object = try ConfigurationObject(value, at: path)
        guard let name = try object.text("layout") else { throw ConfigurationFailure(path, "layout is missing") }
        var recipe: LayoutRecipe
        do throws(LayoutError) { recipe = LayoutRecipe(try LayoutKind.named(name)) } catch {
            throw ConfigurationFailure(path, "\(error.parameter): \(error.message)")
        }
        let others = ["layout", "orientation"] + Self.objectMembers(of: recipe.kind)
        try object.allow(others + recipe.kind.parameters.flatMap(\.names))
        var parameters: [String] = []
        for member in object.members where !others.contains(member.name) {
            guard let text = member.value.parameterText else {
                throw ConfigurationFailure(object.path(of: member.name), "this must be a number, a text, true or false")
            }
            do throws(LayoutError) { try recipe.parameters.set(member.name, to: text) } catch {
                throw ConfigurationFailure(object.path(of: error.parameter), error.message)
            }
            parameters.append("\(member.name)=\(text)")
        }
        var keys = LayoutKeys()
        for name in ["section-by", "extra-height-by", "section-size"] {
            guard let value = object[name] else { continue }
            guard let text = value.string ?? value.integer.map(String.init) else {
                throw ConfigurationFailure(object.path(of: name), "this must be text, or a number for section-size")
            }
            do throws(LayoutError) { try keys.set(name, to: text) } catch {
                throw ConfigurationFailure(object.path(of: name), error.message)
            }
            parameters.append("\(name)=\(text)")
        }
        if let sections = object["sections"] {
            try recipe.setSections(sections, at: object.path(of: "sections"), areNamed: keys.sectionBy != nil)
            parameters.append("sections=\(recipe.parameters.sections.keys.sorted().joined(separator: "+"))")
        }
        let text = parameters.isEmpty ? name : "\(name):\(parameters.joined(separator: ","))"
        self.init(
            LayoutChoice(recipe, text, keys), orientation: try object.choice("orientation", of: ScreenOrientation.self))
    }

    /// The members of a layout that only an object has.
    static func objectMembers(of kind: LayoutKind) -> [String] {
        (kind.sectionParameters.isEmpty ? [] : ["sections"]) + LayoutKeys.parameters(of: kind)
    }
}

extension RuleValue {
    init?(_ value: JSONValue) {
        if let number = value.number {
            self = .number(number)
        } else if let text = value.string {
            self = .text(text)
        } else if let elements = value.array, elements.allSatisfy({ $0.string != nil }) {
            self = .texts(elements.compactMap(\.string))
        } else {
            return nil
        }
    }
}
