// docs/fetching.md: with --robots, robots.txt is read before the first picture of a host, and obeyed.
import TestSupport
import Testing

@Suite struct FetchRobotsTests {
    private static let forbidding: Bytes = "User-agent: *\nDisallow: /private/\nAllow: /private/open\n"

    private func probe(_ options: [Bytes] = [], _ urls: [String]) throws -> Outcome {
        try Program.weir.run(["probe", "--format=jsonl", "--robots"] + FetchCase.limits + options + urls.map { Bytes($0) })
    }

    private func server(_ robots: Exchange..., address: String = "127.0.0.1") throws -> ScriptedServer {
        try ScriptedServer(["/robots.txt": robots], otherwise: [Exchange(.body(.picture))], address: address)
    }

    @Test func isObeyed() throws {
        let server = try server(Exchange(.body(Self.forbidding)))
        let paths = ["/a.jpg", "/private/a.jpg", "/private/open.jpg", "/b.jpg?private"]
        let outcome = try probe([], paths.map { server.url($0) })
        #expect(try outcome.pictures.map(\.result) == ["30x20", "robots", "30x20", "30x20"])
        #expect(try outcome.pictures[1].message == "robots.txt of the host says Disallow: /private/")
        #expect(server.requests.map(\.path).first == "/robots.txt")
        #expect(server.requests.map(\.path).sorted() == ["/a.jpg", "/b.jpg", "/private/open.jpg", "/robots.txt"])
    }

    /// Without the option nobody asks for it.
    @Test func isNotAskedFor() throws {
        let server = try server(Exchange(.body(Self.forbidding)))
        let outcome = try Program.weir.run(["probe", "--format=jsonl"] + FetchCase.limits + [Bytes(server.url("/private/a.jpg"))])
        #expect(try outcome.pictures.map(\.result) == ["30x20"])
        #expect(server.requests.map(\.path) == ["/private/a.jpg"])
    }

    /// However many pictures a host has, and with any number of transfers.
    @Test(arguments: ["--per-host=1", "--per-host=64", "--per-host=auto"] as [Bytes])
    func isReadOnce(option: Bytes) throws {
        let servers = try (1...2).map { try server(Exchange(.pause(50), .body(Self.forbidding)), address: "127.0.0.\($0)") }
        let urls = (0..<300).map { servers[$0 % 2].url($0 % 3 == 0 ? "/private/\($0).jpg" : "/\($0).jpg") }
        let outcome = try probe([option], urls)
        #expect(try outcome.pictures.map(\.result) == urls.indices.map { $0 % 3 == 0 ? "robots" : "30x20" })
        for server in servers {
            #expect(server.requests(of: "/robots.txt").count == 1)
            #expect(server.requests.count == 101)
        }
    }

    /// The answer, the result of a picture, a part of the message, and the number of requests for robots.txt.
    private static let cases: [(String, [Exchange], [Bytes], String, String, Int)] = [
        ("an error", [Exchange(.status(500))], [], "robots", "robots.txt of the host cannot be read: the server answered 500", 1),
        ("an error that passes", [Exchange(.status(500)), Exchange(.status(404))], ["--retries=1"], "30x20", "", 2),
        ("a loop", [Exchange(.redirect(to: "/robots.txt"))], [], "30x20", "", 6),
        ("a connection that ends", [Exchange(.close)], [], "connect", "broke the connection off", 1),
        (
            "an end in the middle", [Exchange(.headers("Content-Length: 90"), .body("User-agent: *"), .close)], [], "robots",
            "cannot be read: the transfer ended", 1
        ),
        ("nothing at all", [Exchange(.stall)], ["--timeout=1200ms"], "stalled", "", 1),
        ("everything, in chunks", [Exchange(.chunked(["User-agent: *\nDis", "allow: /"]))], [], "robots", "says Disallow: /", 1),
        ("500 KB of comments", [Exchange(.body("User-agent: *\nDisallow: /\n#" + Bytes(zeros: 600_000)))], [], "robots", "", 1),
        ("a rule behind the limit", [Exchange(.body("User-agent: *\n#" + Bytes(zeros: 600_000) + "\nDisallow: /"))], [], "30x20", "", 1),
    ]

    @Test(arguments: cases.indices) func answers(_ index: Int) throws {
        let (title, script, options, result, words, requests) = Self.cases[index]
        let server = try ScriptedServer(["/robots.txt": script], otherwise: [Exchange(.body(.picture))])
        let outcome = try probe(options, [server.url("/a.jpg")])
        #expect(try outcome.pictures.map(\.result) == [result], "\(title): \(outcome.text)")
        #expect(words.isEmpty || outcome.text.contains(words), "\(title): \(outcome.text)")
        server.stop()
        #expect(server.requests(of: "/robots.txt").count == requests, "\(title)")
    }

    /// The rules behind a redirect are those of the host that was asked. The user's lines go to neither host.
    @Test func behindARedirect() throws {
        let other = try ScriptedServer(["/r.txt": [Exchange(.body(Self.forbidding))]], address: "127.0.0.2")
        let server = try server(Exchange(.redirect(to: other.url("/r.txt"))))
        let outcome = try probe(["--header=Authorization: Bearer s3cr3t"], ["/a.jpg", "/private/a.jpg"].map { server.url($0) })
        #expect(try outcome.pictures.map(\.result) == ["30x20", "robots"])
        #expect(other.requests.map(\.path) == ["/r.txt"])
        #expect((server.requests + other.requests).filter { $0["Authorization"] != nil }.map(\.path) == ["/a.jpg"])
    }

    /// A picture that is redirected needs the permission of both hosts.
    @Test func aPictureBehindARedirect() throws {
        let other = try server(Exchange(.body("User-agent: weir\nDisallow: /b")), address: "127.0.0.2")
        let server = try ScriptedServer(
            [
                "/robots.txt": [Exchange(.status(404))], "/b.jpg": [Exchange(.redirect(to: other.url("/b.jpg")))],
                "/c.jpg": [Exchange(.redirect(to: other.url("/c.jpg")))],
            ])
        let outcome = try probe([], ["/b.jpg", "/c.jpg"].map { server.url($0) })
        #expect(try outcome.pictures.map(\.result) == ["robots", "30x20"])
        #expect(other.requests.map(\.path).sorted() == ["/c.jpg", "/robots.txt"])
    }

    @Test(
        arguments: [
            ("--header=User-Agent: ShopBot/2", "robots"), ("--header=User-Agent: other", "30x20"),
            ("--header=User-Agent: shopbot", "robots"),
        ] as [(Bytes, String)])
    func agents(option: Bytes, result: String) throws {
        let server = try server(Exchange(.body("User-agent: shopbot\nDisallow: /")))
        #expect(try probe([option], [server.url("/a.jpg")]).pictures.map(\.result) == [result])
    }

    /// Addresses are judged as those of pictures are.
    @Test func aForbiddenAddress() throws {
        let outcome = try probe([], ["http://169.254.169.254/a.jpg"])
        #expect(try outcome.pictures.map(\.result) == ["forbidden-address"])
        let server = try server(Exchange(.redirect(to: "http://169.254.169.254/robots.txt")))
        let redirected = try probe([], [server.url("/a.jpg")])
        #expect(try redirected.pictures.map(\.result) == ["robots"], "\(redirected.text)")
        #expect(redirected.text.contains("cannot be read: the server redirects to"))
    }

    /// The journal keeps it for a day, and a picture that it forbids is not left alone.
    @Test func theNextRun() throws {
        let runs = try Remembering()
        let server = try server(Exchange(.body(Self.forbidding)))
        try runs.folder.addCatalogue(["/a.jpg", "/private/a.jpg"].map { server.url($0) })
        try runs.run("--robots", "--max-failures=1")
        #expect(try runs.sqlite("SELECT count(*) FROM robots") == "1\n")
        #expect(server.requests.map(\.path) == ["/robots.txt", "/a.jpg"])
        server.set("/robots.txt", Exchange(.status(404)))
        try runs.run("--robots", "--max-failures=1")
        #expect(server.requests.map(\.path) == ["/robots.txt", "/a.jpg", "/a.jpg"])
        #expect(
            try runs.sqlite("SELECT failure, message FROM pictures WHERE failure NOT NULL")
                == "robots|robots.txt of the host says Disallow: /private/\n")
        try runs.sqlite("UPDATE robots SET read_at = read_at - 86400")
        try runs.run("--robots")
        #expect(server.requests.map(\.path).suffix(3).sorted() == ["/a.jpg", "/private/a.jpg", "/robots.txt"])
        #expect(try runs.sqlite("SELECT length(content) FROM robots") == "0\n")
        try runs.run("--robots", "--refresh")
        #expect(server.requests(of: "/robots.txt").count == 3)
    }

    /// A robots.txt that could not be read is not remembered.
    @Test func anErrorIsForgotten() throws {
        let runs = try Remembering()
        let server = try server(Exchange(.status(500)), Exchange(.status(404)))
        try runs.folder.addCatalogue([server.url("/a.jpg")])
        try runs.run("--robots", "--retries=0", "--max-failures=1")
        #expect(server.requests.map(\.path) == ["/robots.txt"])
        try runs.run("--robots", "--retries=0")
        #expect(server.requests.map(\.path) == ["/robots.txt", "/robots.txt", "/a.jpg"])
    }
}
