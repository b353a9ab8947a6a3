import Base

/// The reason why a configuration cannot be used.
public struct ConfigurationFailure: Error, Equatable, Sendable {
    /// One sentence without a full stop, which begins with the place in the document.
    public let message: String

    init(_ path: String, _ message: String) {
        self.message = path.isEmpty ? message : "\(path): \(message)"
    }
}

/// An object of a configuration while it is read. Unknown keys are refused, since a misspelt one would
/// silently do nothing.
struct ConfigurationObject {
    /// The place in the document, such as `rules.size-plausible` or `ignore[2]`.
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
    return "there is no \(kind) \"\(name)\"; there are \(names.prefix(most).joined(separator: ", "))\(names.count > most ? " and others" : "")"
}

extension JSONValue {
    var number: Double? {
        guard case .number(let text) = self, let number = Double(text), number.isFinite else { return nil }
        return number
    }
}
