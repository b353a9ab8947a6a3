import Encodings

/// Findings that were there when a team began to check, and are silent until they are mended.
public struct Baseline: Sendable {
    /// By what a finding is known again: never by a measured value, which changes, and by its file
    /// only where it is about no picture.
    struct Key: Hashable, Comparable {
        let rule: String
        let img: String?
        let field: String?
        let file: String?

        init(_ finding: FindingIdentity, in file: String) {
            rule = finding.rule
            img = finding.img
            field = finding.field
            self.file = finding.img == nil ? file : nil
        }

        static func < (one: Key, other: Key) -> Bool { one.parts.lexicographicallyPrecedes(other.parts) }

        private var parts: [String] { [rule, file ?? "", img ?? "", field ?? ""] }
    }

    private let known: Set<Key>
    private var seen: Set<Key> = []

    /// Nothing is known yet.
    public init() { known = [] }

    /// Reads what `write` wrote.
    public init(_ document: JSONValue) throws(ConfigurationFailure) {
        let object = try ConfigurationObject(document, at: "")
        try object.allow(["version", "findings"])
        guard object["version"]?.integer == 1 else { throw ConfigurationFailure("version", "this must be 1") }
        var known: Set<Key> = []
        for (index, element) in try object.elements("findings").enumerated() {
            known.insert(try Key(ConfigurationObject(element, at: "findings[\(index)]")))
        }
        self.known = known
    }

    /// Whether a finding is known; it is noted as still there.
    public mutating func knows(_ finding: FindingIdentity, in file: String) -> Bool {
        let key = Key(finding, in: file)
        guard known.contains(key) else { return false }
        seen.insert(key)
        return true
    }

    /// Takes what is known of some rules for still there, since nobody has looked this time.
    public mutating func keep(of isUnasked: (_ rule: String) -> Bool) {
        seen.formUnion(known.filter { isUnasked($0.rule) })
    }

    /// Notes a finding that is to be known from now on.
    public mutating func learn(_ finding: FindingIdentity, in file: String) { seen.insert(Key(finding, in: file)) }

    /// How many findings were seen or learned.
    public var count: Int { seen.count }

    /// How many of the known findings are no longer there.
    public var staleCount: Int { known.subtracting(seen).count }

    /// The findings that were seen or learned, in the form of the file. Stale ones are gone from it.
    public func write(to output: inout ByteBuffer) { Self.write(seen, to: &output) }

    /// One finding a line, sorted, so that a change of the file can be read.
    private static func write(_ keys: Set<Key>, to output: inout ByteBuffer) {
        output.append("{\"version\":1,\"findings\":[")
        for (index, key) in keys.sorted().enumerated() {
            output.append(index == 0 ? "\n{\"rule\":" : ",\n{\"rule\":")
            output.append(json: key.rule)
            for (name, value) in [("file", key.file), ("img", key.img), ("field", key.field)] {
                guard let value else { continue }
                output.append(",\"\(name)\":")
                output.append(json: value)
            }
            output.append("}")
        }
        output.append("\n]}\n")
    }
}

extension Baseline.Key {
    fileprivate init(_ object: ConfigurationObject) throws(ConfigurationFailure) {
        try object.allow(["rule", "file", "img", "field"])
        guard let rule = try object.text("rule") else { throw ConfigurationFailure(object.path, "rule is missing") }
        self.rule = rule
        file = try object.text("file")
        // An entry without a picture has an img that is empty.
        img = object["img"]?.string
        field = try object.text("field")
    }
}
