// docs/fetching.md: hosts have options of their own in a configuration.
import TestSupport
import Testing

@Suite struct FetchHostOptionsTests {
    private let folder: TemporaryFolder
    private static let secret = "s3cr3t-of-the-shop"

    init() throws { folder = try TemporaryFolder() }

    private func ingest(_ file: String, _ urls: [String], _ options: Bytes...) throws -> Outcome {
        try folder.addCatalogue(urls)
        try folder.add("weir.json", Bytes(file))
        return try Program.weir.run(
            ["ingest", "c.csv", "-o", "m.json", "--report=r.json", "--config=weir.json", "--max-failures=99%"] + FetchCase.limits
                + options, in: folder)
    }

    /// The number of transfers, and the rate, of one host.
    @Test func transfers() throws {
        let servers = try (1...2).map { try ScriptedServer(otherwise: [Exchange(.body(.picture))], delay: 10, address: "127.0.0.\($0)") }
        let file = #"{"ingest":{"per-host":4},"hosts":{"127.0.0.1":{"per-host":1},"*.shop.example":{"per-host":"auto:64","rate":100}}}"#
        let outcome = try ingest(file, (0..<40).map { servers[$0 % 2].url("/\($0).jpg") })
        #expect(outcome.status == .exited(0), "\(outcome.messages)")
        #expect(servers[0].connections.mostAtOnce == 1)
        #expect((2...4).contains(servers[1].connections.mostAtOnce))
    }

    /// A file needs no section of options beside its hosts, and a rate spreads the requests.
    @Test func rates() throws {
        let server = try ScriptedServer(otherwise: [Exchange(.body(.picture))])
        let running = try ingest(#"{"hosts":{"$comment":"slow","127.0.0.1":{"rate":"20"}}}"#, (0..<10).map { server.url("/\($0).jpg") })
        #expect(running.status == .exited(0), "\(running.messages)")
        let report = try #require(try json(folder.content(of: "r.json")) as? [String: Any])
        #expect(try #require(report["seconds"] as? Double) >= 0.4)
    }

    /// Lines of a host go to no other host, not by a redirect either, and stand in no output.
    @Test(arguments: ["text", "json"] as [Bytes])
    func headers(log: Bytes) throws {
        let other = try ScriptedServer(otherwise: [Exchange(.body(.picture))], address: "127.0.0.2")
        let server = try ScriptedServer(
            ["/b.jpg": [Exchange(.redirect(to: other.url("/b.jpg")))], "/gone.jpg": [Exchange(.status(403))]],
            otherwise: [Exchange(.body(.picture))])
        try folder.add("lines", "X-Key: \(Self.secret)\n")
        let file =
            #"{"ingest":{"header":["X-Shop: 1","Accept: image/*"]},"hosts":{"127.0.0.1":{"headers":["Authorization: \#(Self.secret)","accept: image/png","@lines"]}}}"#
        let outcome = try ingest(
            file, ["/a.jpg", "/b.jpg", "/gone.jpg"].map { server.url($0) } + [other.url("/c.jpg")], "--log-format", log)
        #expect(server.requests.count == 3 && other.requests.count == 2)
        for request in server.requests {
            #expect(
                [request["Authorization"], request["X-Key"], request["X-Shop"], request["Accept"]] == [
                    Self.secret, Self.secret, "1", "image/png",
                ])
        }
        for request in other.requests { #expect(request["Authorization"] == nil && request["X-Key"] == nil) }
        #expect(other.requests(of: "/c.jpg").map { $0["Accept"] } == ["image/*"])
        let report = try #require(folder.text(of: "r.json"))
        #expect(!(outcome.text + outcome.messages + report).contains(Self.secret))
        let journal = try #require(folder.content(of: ".weir-journal"))
        #expect(!String(decoding: journal, as: UTF8.self).contains(Self.secret))
        #expect(report.contains("the server answered 403; if it refuses this program, a header line User-Agent names another"))
    }

    @Test(arguments: [
        (#"{"hosts":[]}"#, "hosts: this must be an object of hosts"),
        (#"{"hosts":{"a/b":{}}}"#, "hosts.a/b: this is not a host's name or address, nor *. and a name"),
        (#"{"hosts":{"a":{"perhost":1}}}"#, #"unknown option hosts.a.perhost; did you mean hosts.a.per-host?"#),
        (#"{"hosts":{"a":{"per-host":0}}}"#, "hosts.a.per-host: 0 is neither auto nor a number from 1 to 10000 nor auto:N with one"),
        (#"{"hosts":{"a":{"rate":"fast"}}}"#, "hosts.a.rate: "),
        (#"{"hosts":{"a":{"rate":[1,2]}}}"#, "hosts.a.rate: this must be one value, not an array"),
        (#"{"hosts":{"a":{},"A":{}}}"#, "hosts.A: this host is named twice"),
        (#"{"hosts":{"a":4}}"#, "hosts.a: this must be an object of options"),
        (#"{"hosts":{"a":{"headers":["s3cr3t-of-the-shop"]}}}"#, "hosts.a.headers: "),
        (#"{"hosts":{"a":{"headers":"@gone"}}}"#, "hosts.a.headers: "),
    ])
    func refusals(file: String, message: String) throws {
        let outcome = try ingest(file, ["http://127.0.0.1:1/a.jpg"])
        #expect(outcome.status == .exited(2))
        #expect(outcome.messages.contains("--config: weir.json: \(message)"), "\(outcome.messages)")
        #expect(!outcome.messages.contains(Self.secret))
    }

    /// `weir check --images` obeys them too. A configuration that was only found names no file of lines.
    @Test(arguments: [(true, "@lines", 0), (true, "X-Key: 1", 0), (false, "X-Key: 1", 0), (false, "@lines", 2)] as [(Bool, String, Int32)])
    func checks(isNamed: Bool, line: String, status: Int32) throws {
        let server = try ScriptedServer(otherwise: [Exchange(.body(.picture))])
        try folder.add("m.json", Bytes(manifest(entry(30, 20, server.url("/a.jpg")))))
        try folder.add("lines", "X-Key: 1\n")
        try folder.add(
            "weir.json",
            Bytes(#"{"rules":{"img-host":"off","img-http":"off","pixel-shortage":"off"},"hosts":{"127.0.0.1":{"headers":"\#(line)"}}}"#))
        let outcome = try Program.weir.run(
            ["check", "m.json", "--images"] + FetchCase.limits + (isNamed ? ["--config=weir.json"] : []), in: folder)
        #expect(outcome.status == .exited(status), "\(outcome.text)\(outcome.messages)")
        #expect(server.requests.map { $0["X-Key"] } == (status == 0 ? ["1"] : []))
    }

    /// Without pictures the names are judged, and no file is read.
    @Test func checksWithoutPictures() throws {
        try folder.add("m.json", Bytes(manifest(entry(30, 20, "a.jpg"))))
        try folder.add("weir.json", #"{"hosts":{"a":{"headers":"@gone"}}}"#)
        #expect(try Program.weir.run(["check", "m.json", "--config=weir.json", "--rule=parses"], in: folder).status == .exited(0))
        try folder.add("weir.json", #"{"hosts":{"a":{"header":"@gone"}}}"#)
        let outcome = try Program.weir.run(["check", "m.json", "--config=weir.json"], in: folder)
        #expect(outcome.status == .exited(2))
        #expect(outcome.messages.contains("unknown option hosts.a.header; did you mean hosts.a.headers?"), "\(outcome.messages)")
    }
}
