// docs/checks.md: the schema of weir.json and the program accept and refuse the same documents.
import Foundation
import TestSupport
import Testing

@Suite struct ConfigurationSchemaTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try CheckSample.folder()
        try folder.add("schema.json", Bytes(try Program.weir.run(["help", "--format=schema"]).output))
    }

    /// Configurations that the schema and the program accept.
    private static let right = [
        "{}", #"{"$schema":"./weir.schema.json"}"#,
        #"{"rules":{"size-plausible":"off","parses":"warning","price-pattern":{"patterns":["Free*"]}}}"#,
        #"{"rules":{"size-plausible":{"severity":"off","max-side":12.5},"unknown-key":{"keys":["shelf"]}}}"#,
        #"{"rules":{"removed-entries":{"most":100}}}"#, #"{"rules":{"removed-entries":{"most":0.05}}}"#,
        #"{"devices":["all"]}"#,
        #"{"devices":["iphone-15",{"name":"till","width":800,"height":1280.5,"scale":1.5,"insets":[0,0,1,2],"platform":"Android"}]}"#,
        #"{"layouts":["waterflow","flow:columns=3,inset=1,2,3,4"]}"#,
        #"{"layouts":[{"layout":"lf-waterflow","columns":4,"inset":"1,2,3,4","extra-height":24.5,"orientation":"portrait"}]}"#,
        #"{"layouts":[{"layout":"flow","columns":"3"},{"layout":"flow","item-size":"100x50","direction":"horizontal"},{"layout":"carousel","inset":12}]}"#,
        #"{"layouts":[{"layout":"flow","sections":{"0":{"columns":2,"inset":"1,2,3,4"},"*":{}}},{"layout":"mk-masonry","section-by":"c","extra-height-by":"t"}]}"#,
        #"{"layouts":[{"layout":"grid-lanes","fit-tolerance":"infinite","font-size":20},{"layout":"grid-lanes","flow-tolerance":5}]}"#,
        #"{"layouts":[{"layout":"flow-waterfall","section-by":"c","sections":{"*":{"item-size":"50x50"}}}]}"#,
        #"{"ignore":[{"rule":"picture-*","img":"a*","reason":"r","until":"2027-01-31"},{"rule":"parses","file":"f","reason":"r"}]}"#,
        #"{"ingest":{"max-failures":"5%","retries":2,"quiet":true,"with":["status","format"],"header":["A: b"],"on-failure":"omit"}}"#,
        #"{"ingest":{"with":"status,format","keep":["sku"],"glob":"*.jpg","header":"A: b"}}"#,
        #"{"$comment":"a","rules":{"$comment":"b","parses":{"$comment":"c"}},"ingest":{"$comment":"d"},"devices":[{"$comment":"e","name":"a","width":1000,"height":1000}]}"#,
        #"{"layouts":[{"layout":"flow","$comment":"a","sections":{"$comment":"b","*":{"$comment":"c"}}}],"ignore":[{"$comment":"d","rule":"parses","file":"f","reason":"r"}]}"#,
        #"{"failOn":"info","baseline":"known/b.json"}"#, #"{"rules":{},"devices":[],"layouts":[],"ignore":[]}"#,
    ]

    /// Configurations that the schema and the program refuse.
    private static let wrong = [
        #"{"$comment":1}"#, #"{"rules":{"$comment":["a"]}}"#, #"{"ingest":{"$comment":1}}"#,
        #"{"layouts":[{"layout":"flow","$comment":1}]}"#,
        #"{"ingest":[]}"#, #"{"ingest":{"max-failure":1}}"#, #"{"ingest":{"quiet":"yes"}}"#, #"{"ingest":{"on-failure":"explode"}}"#,
        #"{"ingest":{"with":["shade"]}}"#, #"{"ingest":{"root":["a"]}}"#, #"{"ingest":{"root":true}}"#, #"{"ingest":{"options":"o"}}"#,
        #"{"layouts":[{"layout":"flow","sections":[]}]}"#, #"{"layouts":[{"layout":"flow","sections":{"0":{"direction":"vertical"}}}]}"#,
        #"{"layouts":[{"layout":"mk-masonry","sections":{}}]}"#, #"{"layouts":[{"layout":"waterflow","section-by":"c"}]}"#,
        "[]", "1", #"{"rule":{}}"#, #"{"$schema":1}"#, #"{"rules":[]}"#, #"{"rules":{"size-plausibel":"off"}}"#,
        #"{"rules":{"parses":"fatal"}}"#, #"{"rules":{"parses":"off"}}"#, #"{"rules":{"parses":{"severity":"off"}}}"#,
        #"{"rules":{"parses":null}}"#, #"{"rules":{"parses":{"most":1}}}"#, #"{"rules":{"parses":{"severity":1}}}"#,
        #"{"rules":{"size-plausible":{"max-side":"1"}}}"#, #"{"rules":{"unknown-key":{"keys":"a"}}}"#,
        #"{"rules":{"unknown-key":{"keys":[1]}}}"#,
        #"{"devices":"all"}"#, #"{"devices":["iphone-51"]}"#, #"{"devices":[1]}"#, #"{"devices":[{"name":"a","width":1}]}"#,
        #"{"devices":[{"name":"a","width":0,"height":1}]}"#, #"{"devices":[{"name":"a/b","width":1,"height":1}]}"#,
        #"{"devices":[{"name":"a","width":1,"height":1,"depth":1}]}"#,
        #"{"devices":[{"name":"a","width":1,"height":1,"insets":[1,2,3]}]}"#,
        #"{"devices":[{"name":"a","width":1,"height":1,"platform":"android"}]}"#,
        #"{"devices":[{"name":"a","width":1,"height":1,"insets":[1,2,3,-4]}]}"#,
        #"{"devices":[{"name":"a","width":1,"height":1,"scale":0}]}"#,
        #"{"layouts":["waterfall"]}"#, #"{"layouts":["flowing"]}"#, #"{"layouts":[1]}"#, #"{"layouts":{}}"#,
        #"{"layouts":[{"columns":3}]}"#,
        #"{"layouts":[{"layout":"waterfall"}]}"#, #"{"layouts":[{"layout":"flow","column":3}]}"#,
        #"{"layouts":[{"layout":"flow","columns":1.5}]}"#,
        #"{"layouts":[{"layout":"flow","columns":0}]}"#, #"{"layouts":[{"layout":"flow","columns":[]}]}"#,
        #"{"layouts":[{"layout":"carousel","header":1}]}"#,
        #"{"layouts":[{"layout":"flow","orientation":"up"}]}"#, #"{"layouts":[{"layout":"flow","inset":"1,2"}]}"#,
        #"{"layouts":[{"layout":"flow","item-size":"100"}]}"#, #"{"layouts":[{"layout":"flow","item-size":100}]}"#,
        #"{"layouts":[{"layout":"flow","direction":"down"}]}"#,
        #"{"ignore":{}}"#, #"{"ignore":[{"rule":"parses","img":"a"}]}"#, #"{"ignore":[{"rule":"parses","reason":"r"}]}"#,
        #"{"ignore":[{"img":"a","reason":"r"}]}"#,
        #"{"ignore":[{"rule":"parse","img":"a","reason":"r"}]}"#, #"{"ignore":[{"rule":"parses","img":"a","reason":""}]}"#,
        #"{"ignore":[{"rule":"parses","img":"a","reason":"r","until":"2027-13-01"}]}"#,
        #"{"ignore":[{"rule":"parses","img":"","reason":"r"}]}"#,
        #"{"ignore":[{"rule":"parses","img":"a","reason":"r","till":"2027-12-01"}]}"#,
        #"{"rules":{"removed-entries":{"most":-1}}}"#, #"{"rules":{"removed-entries":{"most":"5%"}}}"#, #"{"failOn":"never"}"#,
        #"{"failOn":null}"#, #"{"baseline":""}"#, #"{"baseline":["a"]}"#,
    ]

    private func add(_ documents: [String]) throws -> [String] {
        let names = documents.indices.map { "c\($0).json" }
        for (name, document) in zip(names, documents) { try folder.add(Bytes(name), Bytes(document)) }
        return names
    }

    @Test(arguments: [(right, true), (wrong, false)])
    func program(documents: [String], isRight: Bool) throws {
        try folder.add("nothing.json", "[]")
        try folder.addFolder("known")
        try folder.add("known/b.json", #"{"version":1,"findings":[]}"#)
        for (name, document) in zip(try add(documents), documents) {
            let outcome = try check("nothing.json", "--config", Bytes(name), in: folder)
            // Status 1 is due to the manifest, which has no entries.
            #expect(outcome.status == .exited(isRight ? 1 : 2), "\(document): \(outcome.messages)")
            #expect(outcome.messages.isEmpty == isRight)
        }
    }

    @Test(.needs(.jsonSchema)) func isASchema() throws {
        let outcome = try Program.jsonSchemaJudge("schema.json").run(in: folder)
        #expect(outcome.status == .exited(0), "\(outcome.messages)")
    }

    /// The same documents as in the test of the program above.
    @Test(.needs(.jsonSchema), arguments: [(right, true), (wrong, false)])
    func schema(documents: [String], isRight: Bool) throws {
        let names = try add(documents)
        let outcome = try Program.jsonSchemaJudge("schema.json").run(names.map { Bytes($0) }, in: folder)
        #expect(outcome.status == .exited(0))
        let astray = zip(names, documents).filter { outcome.lines.contains($0.0) == isRight }.map(\.1)
        #expect(astray.isEmpty, "\(outcome.messages)")
    }
}
