import Base

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
