// docs/stream.md: the facts of previous answers are used, and limits hold.
import Foundation
import TestSupport
import Testing

@Suite struct StreamFetchTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func run(_ rows: String, _ options: Bytes...) throws -> Outcome {
        try Program.weir.run(["stream"] + FetchCase.limits + options, input: Bytes(rows), in: folder)
    }

    /// The answer of one run is what the next one knows.
    private func known(_ answer: [String: Any]) throws -> String {
        ",\"known\":"
            + String(decoding: try JSONSerialization.data(withJSONObject: answer, options: [.withoutEscapingSlashes]), as: UTF8.self)
    }

    @Test func conditionalRequests() throws {
        let server = try ScriptedServer(otherwise: [
            Exchange(.header("Last-Modified", "Tue, 03 Nov 2026 10:00:00 GMT"), .range(of: .picture, tag: "\"v1\""))
        ])
        let first = try #require(try run(row(server.url("/a.jpg")), "--with=format").rows[0])
        #expect(first.answer == "ok 30x20")
        #expect(first["etag"] as? String == "\"v1\"")
        #expect(first["lastModified"] as? String == "Tue, 03 Nov 2026 10:00:00 GMT")
        #expect(first["format"] as? String == "jpeg")
        let asked = try #require(first["askedAt"] as? Int)

        let again = try #require(try run(row(server.url("/a.jpg"), try known(first)), "--with=format").rows[0])
        #expect(again.answer == "ok 30x20")
        #expect(server.requests[1]["If-None-Match"] == "\"v1\"")
        #expect(server.requests[1].bytesSent < 300)
        for key in ["etag", "lastModified", "format"] { #expect(again[key] as? String == first[key] as? String) }
        #expect(again["askedAt"] as? Int ?? 0 >= asked)

        // Within its age, a picture is not asked for, and keeps its time.
        let trusted = try #require(try run(row(server.url("/a.jpg"), try known(first)), "--max-age=1d").rows[0])
        #expect(trusted.answer == "ok 30x20" && trusted["askedAt"] as? Int == asked)
        #expect(server.requests.count == 2)

        server.set("/a.jpg", Exchange(.range(of: .photograph, tag: "\"v2\"")))
        let changed = try #require(try run(row(server.url("/a.jpg"), try known(first))).rows[0])
        #expect(changed.answer == "ok 40x30" && changed["etag"] as? String == "\"v2\"")
    }

    /// The tag that another address has sent is none of the row's own address, which may have the same later.
    @Test func tagsBehindRedirects() throws {
        let server = try ScriptedServer([
            "/a.jpg": [Exchange(.redirect(to: "/b.jpg"), .status(302))], "/b.jpg": [Exchange(.range(of: .picture, tag: "\"v1\""))],
        ])
        let first = try #require(try run(row(server.url("/a.jpg"))).rows[0])
        #expect(first.answer == "ok 30x20" && first["etag"] == nil)
        server.set("/a.jpg", Exchange(.range(of: .photograph, tag: "\"v1\"")))
        let known = ",\"known\":{\"w\":30,\"h\":20,\"etag\":\"\\\"v1\\\"\"}"
        server.set("/b.jpg", Exchange(.redirect(to: "/a.jpg"), .status(302)))
        #expect(try #require(try run(row(server.url("/b.jpg"), known)).rows[0]).answer == "ok 40x30")
    }

    /// The version that a row states, and the one that is known, decide whether a server is asked.
    @Test(
        arguments: [
            (#""a""#, #""a""#, "--max-age=0", nil), (#""b""#, #""a""#, "--max-age=36500d", ""), ("7", "7", "--max-age=0", nil),
            ("7", "\"7\"", "--max-age=0", ""),
            ("null", "null", "--max-age=0", "\"v1\""), (#"" ""#, #"" ""#, "--max-age=0", "\"v1\""),
            (nil, "7", "--max-age=0", "\"v1\""), ("7", nil, "--max-age=0", "\"v1\""), ("7", nil, "--max-age=36500d", nil),
        ] as [(String?, String?, Bytes, String?)])
    func versions(stated: String?, known: String?, maxAge: Bytes, condition: String?) throws {
        let server = try ScriptedServer(otherwise: [Exchange(.range(of: .picture, tag: "\"v2\""))])
        let version = known.map { ",\"version\":\($0)" } ?? ""
        let rest = (stated.map { ",\"version\":\($0)" } ?? "") + #","known":{"w":7,"h":8,"etag":"\"v1\"","askedAt":1\#(version)}"#
        let answer = try run(row(server.url("/a.jpg"), rest), maxAge)
        #expect(answer.answers == [condition == nil ? "ok 7x8" : "ok 30x20"], "\(answer.text)")
        #expect(server.requests.map { $0["If-None-Match"] ?? "" } == (condition.map { [$0] } ?? []))
    }

    /// A host without a scheme is one of https, as in a catalogue. The row keeps its name.
    @Test(arguments: [#"//"#, #"\/\/"#, #" //"#])
    func aHostWithoutAScheme(slashes: String) throws {
        let server = try ScriptedServer()
        let outcome = try run("{\"img\":\"\(slashes)127.0.0.1:\(server.port)/a.jpg\"}\n")
        #expect(outcome.rows[0]?.answer == "failed connect" && server.connections.opened > 0, "\(outcome.text)")
        #expect(outcome.text.contains("\"\(slashes)127.0.0.1:"))
    }

    /// The member known may be nonsense.
    @Test(arguments: [
        #"{"w":0,"h":1,"askedAt":1}"#, #"{"w":1}"#, #"{"w":"1","h":1}"#, #"{"w":1.5,"h":1}"#, #"{"w":99999999999999999999,"h":1}"#, "[]",
        "7",
        #"{"w":1,"h":1,"askedAt":9999999999999999}"#, #"{"w":1,"h":1,"askedAt":-5}"#, #"{"w":1,"h":1,"etag":"a\r\nX: y"}"#,
        #"{"w":1,"h":1,"etag":7,"lastModified":null}"#,
    ])
    func nonsense(known: String) throws {
        let server = try ScriptedServer(otherwise: [Exchange(.range(of: .picture))])
        let answer = try run(row(server.url("/a.jpg"), ",\"known\":\(known)"), "--max-age=30d")
        #expect(answer.answers == ["ok 30x20"], "\(answer.text)")
        #expect(server.requests.count == 1 && server.requests[0]["If-None-Match"] == nil && server.requests[0]["X"] == nil)
    }

    @Test func eachPictureIsAskedForOnce() throws {
        let server = try ScriptedServer(otherwise: [Exchange(.range(of: .picture))])
        let rows = (0..<3000).map { row(server.url("/\($0 % 20).jpg")) }
        // Without an age an answer is shared only by rows that are on their way together.
        #expect(try run(rows.joined(), "--max-age=1h").answers == rows.map { _ in "ok 30x20" })
        #expect(server.requests.count == 20)
    }

    /// As ingest, over nginx.
    @Test func nginx() throws {
        let site = try FixtureSite()
        let server = try NginxServer(serving: site.folder, .http2)
        let authority = try #require(server.authority)
        let urls = site.pictures.prefix(60).map { server.url($0.path) }
        let options: [Bytes] = ["--cacert", Bytes(authority.certificate)] + FetchCase.limits
        let answers = try Program.weir.run(["stream"] + options, input: Bytes(urls.map { row($0) }.joined()), in: folder)
        try folder.addCatalogue(urls)
        let gates: [Bytes] = ["--max-failures=100%", "--with=status"]
        _ = try Program.weir.run(["ingest", "c.csv", "-o", "m.jsonl"] + gates + options, in: folder)
        let entries = try #require(folder.content(of: "m.jsonl")).jsonLines
        #expect(entries.count == urls.count && answers.rows.count == urls.count)
        for (entry, answer) in zip(entries, answers.rows) {
            guard let entry, let answer else {
                Issue.record("no row")
                continue
            }
            guard entry["status"] as? String == "ok" else {
                #expect(answer["status"] as? String == "failed" && answer["w"] is NSNull)
                continue
            }
            #expect(answer.answer == "ok \(entry["w"] ?? 0)x\(entry["h"] ?? 0)")
        }
    }
}
