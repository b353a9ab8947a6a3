import WeirBase

/// The reason why a configuration cannot be used.
public struct ConfigurationFailure: Error, Equatable, Sendable {
    /// One sentence without a full stop, which begins with the path in the document.
    public let message: String

    init(_ path: String, _ message: String) {
        self.message = path.isEmpty ? message : "\(path): \(message)"
    }
}

/// An object of a configuration while it is read. Unknown keys are refused, since a misspelt one would
/// silently do nothing.
struct ConfigurationObject {
    /// The path in the document, such as `rules.size-plausible` or `ignore[2]`.
    let path: String
    let members: [JSONValue.Member]

    static let comment = "$comment"

    init(_ value: JSONValue, at path: String) throws(ConfigurationFailure) {
        guard case .object(let members) = value else { throw ConfigurationFailure(path, "this must be an object") }
        self.path = path
        self.members = members.filter { $0.name != Self.comment }
        // JSON has no comments, so every object may have this member, which says something to people only.
        for member in members where member.name == Self.comment && member.value.string == nil {
            throw ConfigurationFailure(self.path(of: Self.comment), "this must be text")
        }
    }

    func allow(_ keys: [String]) throws(ConfigurationFailure) {
        guard let other = members.first(where: { !keys.contains($0.name) }) else { return }
        throw ConfigurationFailure(path, unknownName("key", other.name, among: keys))
    }

    func path(of key: String) -> String { path.isEmpty ? key : "\(path).\(key)" }

    subscript(key: String) -> JSONValue? { members.first { $0.name == key }?.value }

    func text(_ key: String) throws(ConfigurationFailure) -> String? {
        guard let value = self[key] else { return nil }
        guard let text = value.string, !text.isEmpty else {
            throw ConfigurationFailure(path(of: key), "this must be text that is not empty")
        }
        return text
    }

    /// The value of a key that must be one of some words.
    func choice<Choice: RawRepresentable<String> & CaseIterable>(
        _ key: String, of type: Choice.Type
    ) throws(ConfigurationFailure) -> Choice? {
        guard let word = try text(key) else { return nil }
        guard let choice = Choice(rawValue: word) else {
            let words = Choice.allCases.map(\.rawValue)
            throw ConfigurationFailure(path(of: key), unknownName("such choice", word, among: words))
        }
        return choice
    }

    func elements(_ key: String) throws(ConfigurationFailure) -> [JSONValue] {
        guard let value = self[key] else { return [] }
        guard let elements = value.array else { throw ConfigurationFailure(path(of: key), "this must be an array") }
        return elements
    }
}

/// A message that a name does not exist, with the name that was probably meant.
/// No more than `most` names are listed.
func unknownName(_ kind: String, _ name: String, among names: [String], most: Int = .max) -> String {
    if let nearest = nearestName(to: name, among: names) {
        return "there is no \(kind) \"\(name)\"; did you mean \"\(nearest)\"?"
    }
    return
        "there is no \(kind) \"\(name)\"; there are \(names.prefix(most).joined(separator: ", "))\(names.count > most ? " and others" : "")"
}

extension JSONValue {
    var number: Double? {
        guard case .number(let text) = self, let number = Double(text), number.isFinite else { return nil }
        return number
    }
}

// The parts of a JSON Schema. `about` becomes the part's description.
extension JSONValue {
    typealias Named = (name: String, value: JSONValue)

    /// An object with these members in this order.
    init(_ members: [Named]) { self = .object(members.map { Member(name: $0.name, value: $0.value) }) }

    /// An object with these properties, a comment and no others.
    static func object(
        of properties: [Named], required: [String] = [], _ about: String? = nil, more: [Named] = []
    ) -> JSONValue {
        var parts: [Named] = [("type", .string("object"))]
        if !required.isEmpty { parts.append(("required", .array(required.map(JSONValue.string)))) }
        return described(
            about,
            more + parts + [("additionalProperties", .bool(false)), ("properties", JSONValue(properties + [comment]))])
    }

    static var comment: Named { (ConfigurationObject.comment, JSONValue([("type", .string("string"))])) }

    static func list(of items: JSONValue, _ about: String? = nil, more: [Named] = []) -> JSONValue {
        described(about, [("type", .string("array")), ("items", items)] + more)
    }

    static func any(of choices: [JSONValue], _ about: String? = nil) -> JSONValue { described(about, [("anyOf", .array(choices))]) }

    static func words(_ words: [String], _ about: String? = nil) -> JSONValue {
        described(about, [("enum", .array(words.map(JSONValue.string)))])
    }

    /// Text that is not empty, or text that matches a pattern.
    static func text(_ about: String? = nil, pattern: String? = nil) -> JSONValue {
        described(about, [("type", .string("string")), pattern.map { ("pattern", .string($0)) } ?? ("minLength", .number("1"))])
    }

    /// A number whose limit `bound`, such as `minimum`, is 0.
    static func number(bounded bound: String, _ about: String? = nil) -> JSONValue {
        described(about, [("type", .string("number")), (bound, .number("0"))])
    }

    static func described(_ about: String?, _ parts: [Named]) -> JSONValue {
        JSONValue((about.map { [("description", .string($0))] } ?? []) + parts)
    }
}

/// Numbers distinct texts in the order in which they are added.
struct NumberedNames: Sendable {
    private var numbers: [String: Int32] = [:]
    private var texts: [String] = []

    subscript(number: Int32) -> String { texts[Int(number)] }

    func known(_ text: String) -> Int32? { numbers[text] }

    /// The position of each text if all are sorted.
    var ranks: [Int32] {
        var ranks = [Int32](repeating: 0, count: texts.count)
        for (rank, number) in texts.indices.sorted(by: { texts[$0] < texts[$1] }).enumerated() { ranks[number] = Int32(rank) }
        return ranks
    }

    mutating func number(_ text: String) -> Int32 {
        if let number = numbers[text] { return number }
        let number = Int32(texts.count)
        numbers[text] = number
        texts.append(text)
        return number
    }
}
