// docs/fetching.md: redirects that are followed, and redirects that are refused.
import TestSupport
import Testing

@Suite struct FetchRedirectTests {
    private static let refused: [FetchCase] = [
        FetchCase("a loop", Exchange(.redirect(to: "/a.jpg")), is: "too-many-redirects", "more than 5 times", requests: 6),
        FetchCase(
            "too far", Exchange(.redirect(to: "/" + String(repeating: "x", count: 10_000))), is: "http-status",
            "does not say where to", bytes: 12_000),
        FetchCase("to a file", Exchange(.redirect(to: "file:///etc/passwd")), is: "forbidden-scheme", "neither http nor https"),
        FetchCase("to what is no URL", Exchange(.redirect(to: "http://[::1/a.jpg")), is: "bad-url"),
        // Refused even with `--allow-host private`.
        FetchCase("to one in disguise", Exchange(.redirect(to: "http://[::ffff:e000:1]/")), is: "forbidden-address", "a multicast address"),
        FetchCase(
            "to one that is written as a number", Exchange(.redirect(to: "http://3758096385/")), is: "forbidden-address",
            "a multicast address"),
        FetchCase(
            "with a body without end", Exchange(.redirect(to: "/a.jpg"), .endlessBody), is: "too-many-redirects", requests: 6,
            bytes: 6 * FetchCase.buffers),
    ]

    @Test(arguments: refused) func refusing(_ redirect: FetchCase) throws { try redirect.run() }

    /// The `Location` of the answer, and the target of the next request.
    @Test(arguments: [
        ("b.jpg", "/d/b.jpg"), ("/b.jpg", "/b.jpg"), ("../b.jpg", "/b.jpg"), ("./e/../b.jpg", "/d/b.jpg"), ("?w=2", "/d/a.jpg?w=2"),
        ("b.jpg#part", "/d/b.jpg"), ("b c.jpg", "/d/b%20c.jpg"), ("é.jpg", "/d/%c3%a9.jpg"), ("b%20c.jpg?a=%2f", "/d/b%20c.jpg?a=%2f"),
    ])
    func relative(location: String, target: String) throws {
        let server = try ScriptedServer(["/d/a.jpg?w=1": [Exchange(.redirect(to: location))]], otherwise: [Exchange(.body(.picture))])
        let outcome = try Program.weir.run(["probe", "--format=tsv"] + FetchCase.limits + [Bytes(server.url("/d/a.jpg?w=1"))])
        #expect(outcome.text == "30\t20\t30\t20\t1\tjpeg\t\(server.url("/d/a.jpg?w=1"))\n")
        // Percent-encoding may use digits in upper or lower case (RFC 3986, 2.1).
        #expect(server.requests.map { $0.target.lowercased() } == ["/d/a.jpg?w=1", target])
    }

    /// Old servers write Latin-1.
    @Test func bytesThatAreNotUTF8() throws {
        let location: Bytes = "Location: /caf" + [0xE9] + ".jpg"
        let server = try ScriptedServer(["/a.jpg": [Exchange(.status(302), .headers(location))]], otherwise: [Exchange(.body(.picture))])
        let outcome = try Program.weir.run(["probe", "--format=jsonl"] + FetchCase.limits + [Bytes(server.url("/a.jpg"))])
        #expect(try outcome.pictures.map(\.result) == ["30x20"])
        #expect(server.requests.map(\.target) == ["/a.jpg", "/caf%E9.jpg"])
    }

    @Test(arguments: [301, 302, 303, 307, 308], [true, false])
    func toAnotherHost(status: Int, hasScheme: Bool) throws {
        let other = try ScriptedServer(["/b.jpg": [Exchange(.range(of: .photograph))]], address: "127.0.0.2")
        let location = hasScheme ? other.url("/b.jpg") : String(other.url("/b.jpg").dropFirst("http:".count))
        let server = try ScriptedServer(["/a.jpg": [Exchange(.redirect(to: location), .status(status))]])
        let outcome = try Program.weir.run(["probe", "--format=jsonl"] + FetchCase.limits + [Bytes(server.url("/a.jpg"))])
        #expect(try outcome.pictures.map(\.result) == ["40x30"])
        #expect(try outcome.pictures.map(\.path) == [server.url("/a.jpg")])
        // The second range is requested from the host that has the picture.
        #expect(server.requests.count == 1)
        #expect(other.requests.map(\.range) == ["bytes=0-16383", "bytes=50002-50014"])
        #expect(server.requests.allSatisfy { $0.method == "GET" } && other.requests.allSatisfy { $0.method == "GET" })
    }
}
