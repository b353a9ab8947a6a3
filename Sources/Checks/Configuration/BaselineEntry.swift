/// A finding in a baseline file.
struct BaselineEntry {
    let rule: String
    let img: String?
    let field: String?
    let file: String?

    init(_ object: ConfigurationObject) throws(ConfigurationFailure) {
        try object.allow(["rule", "img", "field", "file"])
        guard let rule = try object.text("rule") else { throw ConfigurationFailure(object.path, "rule is missing") }
        self.rule = rule
        // Both may be empty texts, since an entry may have an empty img or an empty key.
        img = try Self.text("img", of: object)
        field = try Self.text("field", of: object)
        file = try object.text("file")
        guard img != nil || file != nil else {
            throw ConfigurationFailure(object.path, "img or file is missing; without both, it is nothing's")
        }
    }

    private static func text(_ key: String, of object: ConfigurationObject) throws(ConfigurationFailure) -> String? {
        guard let value = object[key] else { return nil }
        guard let text = value.string else { throw ConfigurationFailure(object.path(of: key), "this must be text") }
        return text
    }
}
