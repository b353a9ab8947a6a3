import Checks
import TestSupport
import Testing
import WeirBase
import WeirRecords

/// The rules and the schema of manifests find fault with the same documents, which are made from the schema itself.
@Suite(.needs(.jsonSchema)) struct SchemaAgreementTests {
    /// The rules that repeat the schema. A kept column of a wrong kind is an unknown key.
    private static let rules = [
        "parses", "missing-key", "size-integer", "img-present", "price-present", "entry-facts", "unknown-key",
    ]
    private static let path = "\(Fixtures.root)/Manifests/manifest.schema.json"

    private let schema: ManifestSchema

    init() throws { schema = try ManifestSchema(Fixtures.bytes(of: Self.path)) }

    /// For everything that the schema says, a document that violates it, and no other part of it.
    @Test func negations() throws {
        var seed = Seed.announced(for: "SchemaAgreementTests.negations")
        var documents = schema.wrongDocuments
        for entry in schema.wrongEntries(using: &seed) {
            var entries = (0..<Int.random(in: 0...3, using: &seed)).map { _ in schema.rightEntry(using: &seed) }
            entries.insert(entry, at: Int.random(in: 0...entries.count, using: &seed))
            documents.append(.array(entries))
        }
        #expect(documents.count > 60)
        #expect(try refusedByJudge(documents) == Array(documents.indices), "\(seed)")
        #expect(documents.filter { !isRefused($0) } == [], "\(seed)")
    }

    /// Each value is right or wrong by chance.
    @Test func draws() throws {
        var seed = Seed.announced(for: "SchemaAgreementTests.draws")
        let documents = (0..<400).map { _ in JSONValue.array([schema.drawnEntry(using: &seed)]) }
        let refused = documents.indices.filter { isRefused(documents[$0]) }
        #expect(refused.count > 50 && refused.count < 350, "\(seed)")
        #expect(try refusedByJudge(documents) == refused, "\(seed)")
    }

    private func isRefused(_ document: JSONValue) -> Bool {
        findings(in: text(document)).contains { Self.rules.contains($0.rule) }
    }

    private func refusedByJudge(_ documents: [JSONValue]) throws -> [Int] {
        let folder = try TemporaryFolder()
        for (index, document) in documents.enumerated() { try folder.add(Bytes("\(index)"), Bytes(text(document))) }
        let outcome = try Program.jsonSchemaJudge(Self.path).run(documents.indices.map { Bytes("\($0)") }, in: folder)
        #expect(outcome.status == .exited(0), "\(outcome.messages)")
        return outcome.lines.compactMap { Int($0) }
    }

    private func text(_ document: JSONValue) -> [UInt8] {
        var output = ByteBuffer()
        output.append(indented: document)
        return output.bytes
    }
}

/// The manifest's schema as a source of values that it allows and refuses.
private struct ManifestSchema {
    private let root: JSONValue
    private let entry: JSONValue
    private let properties: [JSONValue.Member]
    private let needed: [String]

    /// A value of each type. A fraction of zero is left out: for JSON Schema `2.0` is an integer, and for an app it may be none.
    private static let samples: [JSONValue] = [
        .null, .bool(true), .number("7"), .number("1.5"), .string("7"), .array([]), .object([]),
    ]

    init(_ bytes: [UInt8]) throws {
        root = try bytes.withUnsafeBytes { try JSONValue($0) }
        entry = try #require(root["$defs"]?["entry"])
        properties = try #require(entry["properties"]?.members)
        needed = (entry["required"]?.array ?? []).compactMap(\.string)
    }

    /// Values that are no array of objects.
    var wrongDocuments: [JSONValue] { wrong(root) + wrong(entry).map { .array([$0]) } }

    /// Entries that lack a key, have one wrong value, or a wrong value of a key that the schema does not name.
    func wrongEntries(using seed: inout Seed) -> [JSONValue] {
        let lacking = needed.map { key in entry { name, _ in name == key ? nil : right(name, using: &seed) } }
        let other = JSONValue.Member(name: "kept", value: entry["additionalProperties"] ?? .null)
        return lacking
            + (properties + [other]).flatMap { member in
                wrong(member.value).map { value in entry { name, _ in name == member.name ? value : right(name, using: &seed) } }
            }
    }

    func rightEntry(using seed: inout Seed) -> JSONValue { entry { name, _ in right(name, using: &seed) } }

    func drawnEntry(using seed: inout Seed) -> JSONValue {
        entry { name, schema in
            Int.random(in: 0..<12, using: &seed) == 0 ? wrong(schema).randomElement(using: &seed) : right(name, using: &seed)
        }
    }

    private func entry(_ value: (String, JSONValue) -> JSONValue?) -> JSONValue {
        let all = properties.map { ($0.name, $0.value) } + [("kept", entry["additionalProperties"] ?? .null)]
        return .object(all.compactMap { name, schema in value(name, schema).map { JSONValue.Member(name: name, value: $0) } })
    }

    /// A value that the schema allows; nil for some of the keys that an entry may lack, and always for one that is unknown.
    private func right(_ name: String, using seed: inout Seed) -> JSONValue? {
        guard let schema = properties.first(where: { $0.name == name })?.value, needed.contains(name) || Bool.random(using: &seed)
        else { return nil }
        return right(schema).randomElement(using: &seed)
    }

    private func right(_ schema: JSONValue) -> [JSONValue] {
        let schema = resolved(schema)
        if let words = schema["enum"]?.array { return words }
        if schema["pattern"] != nil { return [.string(String(repeating: "0123456789abcdef", count: 4))] }
        if schema["type"] == .string("string") { return [.string("a"), .string("¥169")] }
        return ["minimum", "maximum"].compactMap { schema[$0] }
    }

    /// Values outside of each part of a schema.
    private func wrong(_ schema: JSONValue) -> [JSONValue] {
        let schema = resolved(schema)
        // Columns of a catalogue may have the names of some facts, so the schema allows them any value.
        guard let types = schema["type"].map({ ($0.array ?? [$0]).compactMap(\.string) }) else { return [] }
        var values = Self.samples.filter { !types.contains($0.type) }
        if let least = schema["minimum"]?.integer { values += [.number("\(least - 1)"), .number("-5")] }
        if let most = schema["maximum"]?.integer { values.append(.number("\(most + 1)")) }
        if schema["minLength"] != nil { values.append(.string("")) }
        if schema["pattern"] != nil {
            let hash = String(repeating: "0123456789abcdef", count: 4)
            values += [hash.uppercased(), String(hash.dropLast()), hash + "0", "g" + hash.dropFirst()].map(JSONValue.string)
        }
        if schema["enum"] != nil { values += ["", "OK", "broken", "stale "].map(JSONValue.string) }
        return values
    }

    private func resolved(_ schema: JSONValue) -> JSONValue {
        guard let name = schema["$ref"]?.string?.split(separator: "/").last else { return schema }
        return root["$defs"]?[String(name)] ?? schema
    }
}

extension JSONValue {
    fileprivate var members: [Member]? {
        guard case .object(let members) = self else { return nil }
        return members
    }

    fileprivate var type: String {
        switch self {
        case .null: "null"
        case .bool: "boolean"
        case .number(let text): text.contains(".") ? "number" : "integer"
        case .string: "string"
        case .array: "array"
        case .object: "object"
        }
    }
}
