import Foundation
import Manifests
import TestSupport
import Testing
import WeirBase

/// Validates the output of the writers against the schemas.
@Suite(.needs(.jsonSchema)) struct SchemaTests {
    static let hash = PageIndexTests.hash

    private enum Schema: String, CaseIterable {
        case manifest, index

        var path: String { "\(Fixtures.root)/Manifests/\(rawValue).schema.json" }
    }

    @Test func schemasAreSchemas() throws {
        for schema in Schema.allCases {
            let outcome = try Program.jsonSchemaJudge(schema.path).run()
            #expect(outcome.status == .exited(0), "\(outcome.messages)")
        }
    }

    @Test func examplesFit() throws {
        for schema in Schema.allCases {
            let document = try JSONValue(contentsOf: schema.path)
            for part in ["title", "description", "$id"] { #expect(document[part]?.string != nil) }
            let content = try JSONSerialization.jsonObject(with: Data(contentsOf: URL(fileURLWithPath: schema.path)))
            let examples = try #require((content as? [String: Any])?["examples"] as? [Any])
            #expect(examples.count > 1)
            try expect(schema, true, examples.map { Bytes(Array(try JSONSerialization.data(withJSONObject: $0))) })
        }
    }

    @Test func manifestsFit() throws {
        var seed = Seed.announced(for: "SchemaTests.manifestsFit")
        let entries = (0..<100).map { _ in SampleEntry.randomWithExtras(using: &seed) }
        try expect(.manifest, true, [[], entries].map { Bytes(manifest(.json, of: $0)) })
    }

    @Test func indexesFit() throws {
        try expect(
            .index, true,
            [PageIndex(), PageIndexTests.index, PageIndexTests.keeping].map { index in
                var output = ByteBuffer()
                index.write(to: &output)
                return Bytes(output.bytes)
            })
    }

    @Test func othersDoNotFit() throws {
        try expect(
            .manifest, false,
            [
                "{}", "[1]", "[{}]", #"[{"w":1,"h":1,"img":"a"}]"#, #"[{"w":0,"h":1,"img":"a","price":""}]"#,
                #"[{"w":1.5,"h":1,"img":"a","price":""}]"#, #"[{"w":1,"h":1,"img":"","price":""}]"#,
                #"[{"w":1,"h":1,"img":"a","price":169}]"#, #"[{"w":1,"h":1,"img":"a","price":"","status":"lost"}]"#,
                #"[{"w":1,"h":1,"img":"a","price":"","orientation":9}]"#, #"[{"w":1,"h":1,"img":"a","price":"","kept":1}]"#,
                #"[{"w":1,"h":2147483648,"img":"a","price":""}]"#,
            ])
        try expect(
            .index, false,
            [
                "[]", #"{"count":0}"#, #"{"count":-1,"pages":[]}"#, #"{"count":0,"keep":[1],"pages":[]}"#,
                Bytes(#"{"count":1,"pages":[{"file":"../1.json","count":1,"sha256":"\#(Self.hash)"}]}"#),
                #"{"count":1,"pages":[{"file":"1.json","count":1,"sha256":"abc"}]}"#,
            ])
    }

    /// One run validates all documents, since each start of Python is slow.
    private func expect(_ schema: Schema, _ isValid: Bool, _ documents: [Bytes]) throws {
        let folder = try TemporaryFolder()
        let names = documents.indices.map { "\($0).json" }
        for (name, document) in zip(names, documents) { try folder.add(Bytes(name), document) }
        let outcome = try Program.jsonSchemaJudge(schema.path).run(names.map { Bytes($0) }, in: folder)
        #expect(outcome.status == .exited(0), "\(outcome.messages)")
        #expect(outcome.lines.dropLast() == (isValid ? [] : names)[...], "\(outcome.messages)")
    }
}

extension JSONValue {
    fileprivate init(contentsOf path: String) throws {
        self = try Fixtures.bytes(of: path).withUnsafeBytes { try JSONValue($0) }
    }
}
