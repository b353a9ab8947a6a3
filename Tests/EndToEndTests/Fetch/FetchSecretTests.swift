// docs/security.md: passwords and the user's own header lines are sent only to the host that they are for.
import Foundation
import TestSupport
import Testing

@Suite struct FetchSecretTests {
    private let folder: TemporaryFolder
    private static let basic = "Basic bWluYTpzM2NyM3Q="

    init() throws { folder = try TemporaryFolder() }

    /// The URL with a user, `mina`, and a password, `s3cr3t`.
    private func secret(_ url: String) -> String { url.replacing("http://", with: "http://mina:s3cr3t@") }

    private func authorizations(_ server: ScriptedServer) -> [String?] { server.requests.map { $0["Authorization"] } }

    /// Only the manifest has the URL with the password; messages and the report do not.
    @Test func inTheManifestAlone() throws {
        let server = try ScriptedServer(["/a.jpg": [Exchange(.body(.picture))]])
        let urls = ["/a.jpg", "/gone.jpg"].map { secret(server.url($0)) } + ["http://mina:s3cr3t@[::1/", "ftp://mina:s3cr3t@localhost/"]
        try folder.addCatalogue(urls)
        let outcome = try Program.weir.run(
            ["ingest", "c.csv", "-o", "m.json", "--report=r.json", "--max-failures=9"] + FetchCase.limits, in: folder)
        #expect(outcome.status == .exited(0))
        #expect(folder.text(of: "m.json") == manifest(of: [entry(30, 20, urls[0])] + urls.dropFirst().map { entry(300, 300, $0) }))
        let report = try #require(folder.text(of: "r.json"))
        for word in ["mina", "s3cr3t"] { #expect(!(outcome.text + outcome.messages + report).contains(word)) }
        #expect(
            outcome.messages.contains("row 2 (line 3): http://***@127.0.0.1:\(server.port)/gone.jpg: http-status: the server answered 404"))
    }

    /// Each user may get another picture. The journal knows both, and has neither their names nor their passwords.
    @Test(arguments: [("mina:s3cr3t", "otto:s3cr3t"), ("mina:s3cr3t", "mina:other")])
    func inRowsOfTheirOwn(_ first: String, _ second: String) throws {
        let runs = try Remembering()
        let server = try ScriptedServer([
            "/a.jpg": [.jpeg(width: 30, height: 20), .jpeg(width: 40, height: 30)].map { Exchange(.body($0)) }
        ])
        let url = server.url("/a.jpg")
        let urls = [first, second].map { url.replacing("http://", with: "http://\($0)@") }
        try runs.folder.addCatalogue(urls)
        try runs.run("--per-host=1")
        try runs.run("--max-age=1h")
        #expect(try runs.statuses() == ["ok 30x20", "ok 40x30"])
        #expect(server.requests.count == 2)
        let keys = try runs.sqlite("SELECT key FROM pictures").split(separator: "\n")
        #expect(keys.count == 2 && keys.allSatisfy { $0.hasPrefix(url + "#user-") && $0.utf8.count == url.utf8.count + 14 }, "\(keys)")
    }

    /// One transfer is reused for all rows, and a row's password is not sent for the next row.
    @Test func notForTheNextRow() throws {
        let server = try ScriptedServer(otherwise: [Exchange(.body(.picture))])
        let other = try ScriptedServer(otherwise: [Exchange(.body(.picture))], address: "127.0.0.2")
        let urls = [secret(server.url("/1")), server.url("/2"), secret(server.url("/3")), other.url("/4")]
        let outcome = try Program.weir.run(["probe", "--per-host=1"] + FetchCase.limits + urls.map { Bytes($0) })
        #expect(outcome.status == .exited(0), "\(outcome.text)")
        #expect(
            Dictionary(uniqueKeysWithValues: server.requests.map { ($0.path, $0["Authorization"]) }) == [
                "/1": Self.basic, "/2": nil, "/3": Self.basic,
            ])
        #expect(authorizations(other) == [nil])
    }

    /// Passwords and header lines are not sent to another host or another port that a redirect names.
    @Test func notForTheTargetOfARedirect() throws {
        let same = try ScriptedServer(["/b": [Exchange(.redirect(to: "/c"))]], otherwise: [Exchange(.body(.picture))])
        let port = try ScriptedServer(otherwise: [Exchange(.body(.picture))])
        let host = try ScriptedServer(otherwise: [Exchange(.redirect(to: same.url("/back")))], address: "127.0.0.2")
        same.set("/a", Exchange(.redirect(to: "/b")))
        same.set("/absolute", Exchange(.redirect(to: same.url("/d"))))
        same.set("/port", Exchange(.redirect(to: port.url("/x"))))
        same.set("/host", Exchange(.redirect(to: "//127.0.0.2:\(host.port)/x")))
        let outcome = try Program.weir.run(
            ["probe", "--header=X-Token: s3cr3t", "--header=Cookie: session=s3cr3t"] + FetchCase.limits
                + ["/a", "/port", "/host", "/absolute"].map { Bytes(secret(same.url($0))) })
        #expect(outcome.status == .exited(0), "\(outcome.text)")
        for stranger in [port, host] {
            #expect(stranger.requests.count == 1)
            #expect(stranger.requests.allSatisfy { !$0.headers.contains { $0.value.contains("s3cr3t") || $0.value == Self.basic } })
        }
        for path in ["/a", "/b", "/c", "/port", "/host", "/back", "/absolute", "/d"] {
            let request = try #require(same.requests(of: path).first)
            #expect(request["X-Token"] == "s3cr3t", "\(path)")
            #expect(request["Cookie"] == "session=s3cr3t", "\(path)")
            // A redirect back to the first host gets the header lines, but not the password.
            #expect(request["Authorization"] == (path == "/back" ? nil : Self.basic), "\(path)")
        }
    }

    @Test func headerLines() throws {
        let server = try ScriptedServer(otherwise: [Exchange(.body(.picture))])
        func ask(_ options: Bytes...) throws -> ReceivedRequest {
            let outcome = try Program.weir.run(["probe"] + FetchCase.limits + options + [Bytes(server.url("/a"))])
            #expect(outcome.status == .exited(0))
            return try #require(server.requests.last)
        }
        let usual = try ask()
        let version = try String(Program.weir.run(["--version"]).text.dropLast()).replacing(" ", with: "/")
        #expect(usual["User-Agent"] == version)
        #expect(usual.headers.map(\.name) == ["Host", "Accept", "Range", "User-Agent", "Accept-Encoding"])
        let named = try ask(
            "--header=User-Agent: shop/1 (pictures)", "--header", "Accept-Language: de", "--header=X-A:b", "--header=Accept: image/*")
        #expect(named["User-Agent"] == "shop/1 (pictures)")
        #expect(named["Accept-Language"] == "de")
        #expect(named["X-A"] == "b")
        #expect(named.headers.filter { $0.name == "Accept" }.map(\.value) == ["image/*"])
        // A given line replaces weir's own line of the same name.
        let own = try ask("--header=user-agent: shop/2", "--header=Accept-Encoding: gzip;q=0")
        #expect(own.headers.map(\.name) == ["Host", "Accept", "Range", "User-Agent", "Accept-Encoding"])
        #expect(own.headers.suffix(2).map(\.value) == ["shop/2", "gzip;q=0"])
    }

    @Test func headerLinesInAFile() throws {
        let folder = try TemporaryFolder()
        try folder.add("lines", "Authorization: Bearer s3cr3t\r\n\nX-A: b")
        let server = try ScriptedServer(otherwise: [Exchange(.body(.picture))])
        let outcome = try Program.weir.run(
            ["probe"] + FetchCase.limits + ["--header=@lines", "--header=X-C: d", Bytes(server.url("/a"))], in: folder)
        #expect(outcome.status == .exited(0), "\(outcome.text)")
        let request = try #require(server.requests.last)
        #expect(["Authorization", "X-A", "X-C"].map { request[$0] } == ["Bearer s3cr3t", "b", "d"])
    }

    /// Messages name the position of a line, and not the line.
    @Test(
        arguments: [
            ("X-A: b\nBearer s3cr3t\n", "lines:2: this is not a header line such as 'Accept-Language: de'"),
            ("X-A: s3cr3t\u{1}\n", "lines:1: the line is not UTF-8, or holds a control character"),
            ("Range: s3cr3t\n", "lines:1: Range is a line that weir writes itself"), ("\n\n", "lines: there is no header line in it"),
            ("", "lines: there is no header line in it"),
            (Bytes(repeating: "X-A: s3cr3t\n", count: 6000), "lines: it has more than 64 KiB"),
        ] as [(Bytes, String)])
    func brokenHeaderFiles(content: Bytes, message: String) throws {
        let folder = try TemporaryFolder()
        try folder.add("lines", content)
        let outcome = try Program.weir.run(["probe", "--header=@lines", "a.jpg"], in: folder)
        #expect(outcome.messages == "weir probe: --header: \(message)\nTry 'weir probe --help'.\n")
        #expect(outcome.status == .exited(2))
    }

    @Test func missingHeaderFile() throws {
        let outcome = try probe("--header=@gone", "a.jpg", in: TemporaryFolder())
        #expect(outcome.messages == "weir probe: --header: gone: no such file or directory\nTry 'weir probe --help'.\n")
    }
}
