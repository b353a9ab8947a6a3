// docs/fetching.md: the next run asks for a picture that has moved for good where the permanent redirects ended.
import Foundation
import TestSupport
import Testing

@Suite struct IngestMoveTests {
    private let runs: Remembering

    init() throws { runs = try Remembering() }

    private static func redirect(_ status: Int, to location: String, _ lines: Bytes = "X-A: b") -> [Exchange] {
        [Exchange(.redirect(to: location), .status(status), .headers(lines))]
    }

    /// A chain of redirects from `/0`, and the paths that the second run asks for.
    @Test(
        arguments: [
            ([301], ["/1"]), ([308], ["/1"]), ([301, 308, 301], ["/3"]), ([302], ["/0", "/1"]), ([307], ["/0", "/1"]),
            ([303], ["/0", "/1"]),
            ([301, 302], ["/1", "/2"]), ([301, 308, 307, 301], ["/2", "/3", "/4"]), ([302, 301], ["/0", "/1", "/2"]),
        ] as [([Int], [String])])
    func chains(statuses: [Int], paths: [String]) throws {
        var answers = ["/\(statuses.count)": [Exchange(.range(of: .picture, tag: "\"v1\""))]]
        for (number, status) in statuses.enumerated() { answers["/\(number)"] = Self.redirect(status, to: "/\(number + 1)") }
        let server = try ScriptedServer(answers)
        try runs.folder.addCatalogue([server.url("/0")])
        try runs.run()
        let first = runs.manifest
        for _ in 0..<2 {
            let asked = server.requests.count
            try runs.run()
            #expect(server.requests.dropFirst(asked).map(\.path) == paths)
            #expect(server.requests.last?["If-None-Match"] == "\"v1\"")
            #expect(try runs.counts("ok", "unchanged") == [1, 1])
            #expect(runs.manifest == first)
        }
    }

    /// The redirect changes between two runs, and the other picture has the same tag: it stands behind another address, or at the own one.
    @Test(arguments: [[301, 301], [301, 302], [302, 302], [302, 0], [301, 0], [0, 302]])
    func otherTargets(statuses: [Int]) throws {
        let server = try ScriptedServer(["/1": [Exchange(.range(of: .picture, tag: "\"v1\""))]])
        let other = Exchange(.range(of: .jpeg(width: 44, height: 33), tag: "\"v1\""))
        server.set("/2", other)
        func set(_ status: Int, _ target: String, _ picture: Exchange) {
            if status == 0 { server.set("/0", picture) } else { server.set("/0", Self.redirect(status, to: target)[0]) }
        }
        set(statuses[0], "/1", Exchange(.range(of: .picture, tag: "\"v1\"")))
        try runs.folder.addCatalogue([server.url("/0")])
        try runs.run()
        set(statuses[1], "/2", other)
        // A move is believed for a week.
        try runs.sqlite("UPDATE pictures SET moved_at = moved_at - 8 * 24 * 3600")
        try runs.folder.writeChecksums()
        try runs.run()
        #expect(try runs.statuses() == ["ok 44x33"])
        try runs.run()
        #expect(server.requests.last?["If-None-Match"] == "\"v1\"")
        #expect(try runs.counts("unchanged") == [1])
    }

    /// A redirect that is signed anew leads to the same picture.
    @Test func signedTargets() throws {
        let server = try ScriptedServer()
        for signature in ["1", "2"] {
            let target = "/b?X-Amz-Date=\(signature)&X-Amz-Signature=\(signature)"
            server.set("/a", Exchange(.redirect(to: target), .status(302)))
            server.set(target, Exchange(.range(of: .picture, tag: "\"v1\"")))
            try runs.folder.addCatalogue([server.url("/a")])
            try runs.run()
        }
        #expect(server.requests.map { $0["If-None-Match"] } == [nil, nil, nil, "\"v1\""])
        #expect(try runs.counts("unchanged") == [1])
    }

    /// Redirects that forbid their reuse, and those that would put a password or a signature into the journal.
    @Test(
        arguments: [
            ("Cache-Control: no-store", "/b", ""), ("Cache-Control: private, no-cache", "/b", ""), ("cache-control: Max-Age=0", "/b", ""),
            ("X-A: b", "http://user:word@HOST/b", ""), ("X-A: b", "/b", "user:word@"), ("X-A: b", "http://HOST/b", "user:word@"),
            ("X-A: b", "/b?sig=1", ""),
        ] as [(Bytes, String, String)])
    func notRemembered(line: Bytes, location: String, user: String) throws {
        let server = try ScriptedServer(["/b": [Exchange(.range(of: .picture))]])
        let target = location.replacing("HOST", with: "\(server.address):\(server.port)")
        server.set("/a", Exchange(.redirect(to: target), .status(301), .headers(line)))
        try runs.folder.addCatalogue([server.url("/a").replacing("//", with: "//" + user)])
        for _ in 0..<2 { try runs.run() }
        #expect(server.requests.map(\.path) == ["/a", "/b", "/a", "/b"])
        #expect(try runs.sqlite("SELECT count(*) FROM pictures WHERE moved_to IS NOT NULL") == "0\n")
    }

    /// A query that is the row's own is no signature of the server's.
    @Test func sameQuery() throws {
        let server = try ScriptedServer(["/a": Self.moving(to: "/b?w=3"), "/b": [Exchange(.range(of: .picture))]])
        try runs.folder.addCatalogue([server.url("/a?w=3")])
        for _ in 0..<2 { try runs.run() }
        #expect(server.requests.map(\.path) == ["/a", "/b", "/b"])
    }

    private static func moving(to location: String) -> [Exchange] { redirect(301, to: location) }

    /// Lines of the user go to the host of the row, and not to the one to which its picture has moved.
    @Test func secrets() throws {
        let other = try ScriptedServer(["/b": [Exchange(.range(of: .picture))]], address: "127.0.0.2")
        let server = try ScriptedServer([
            "/a": Self.moving(to: other.url("/b")), "/c": Self.moving(to: "/d"), "/d": [Exchange(.range(of: .picture))],
        ])
        try runs.folder.addCatalogue(["/a", "/c"].map { server.url($0) })
        for _ in 0..<2 { try runs.run("--header=X-Key: s3cr3t") }
        #expect(server.requests.map(\.path).sorted() == ["/a", "/c", "/d", "/d"])
        #expect(other.requests.map(\.path) == ["/b", "/b"])
        #expect(server.requests.allSatisfy { $0["X-Key"] == "s3cr3t" })
        #expect(other.requests.allSatisfy { $0["X-Key"] == nil })
    }

    /// The picture fails at the new address: its own URL is asked, and what it says now is remembered.
    @Test(arguments: [
        Exchange(.status(404)), Exchange(.status(410)), Exchange(.status(500)), Exchange(.body("no picture")),
        Exchange(.redirect(to: "ftp://a/")),
        Exchange(.reset), Exchange(.redirect(to: "/old")),
    ])
    func failing(answer: Exchange) throws {
        let server = try ScriptedServer([
            "/a": Self.moving(to: "/old"), "/old": [Exchange(.range(of: .picture))], "/new": [Exchange(.range(of: .photograph))],
        ])
        try runs.folder.addCatalogue([server.url("/a")])
        try runs.run()
        server.set("/old", answer)
        server.set("/a", Exchange(.redirect(to: "/new"), .status(308)))
        try runs.run()
        #expect(try runs.statuses() == ["ok 40x30"])
        let asked = server.requests.count
        try runs.run()
        #expect(server.requests.dropFirst(asked).map(\.path) == ["/new"])
    }

    /// The picture fails at both addresses. The failure is that of its own URL, and the next run begins there.
    @Test func failingEverywhere() throws {
        let server = try ScriptedServer(["/a": Self.moving(to: "/b"), "/b": [Exchange(.range(of: .picture))]])
        try runs.folder.addCatalogue([server.url("/a")])
        try runs.run()
        server.set("/b", Exchange(.status(404)))
        server.set("/a", Exchange(.status(410)))
        try runs.run()
        #expect(try runs.statuses() == ["stale 30x20"])
        server.set("/a", Exchange(.range(of: .picture)))
        let asked = server.requests.count
        try runs.run("--retry-failed")
        #expect(server.requests.dropFirst(asked).map(\.path) == ["/a"])
    }

    /// The new host is gone, with all pictures that have moved there.
    @Test(arguments: [1, 200]) func aHostThatIsGone(pictures: Int) throws {
        let paths = (0..<pictures).map { "/\($0).jpg" }
        let other = try ScriptedServer(otherwise: [Exchange(.range(of: .picture))], address: "127.0.0.2")
        let server = try ScriptedServer()
        for path in paths { server.set(path, Exchange(.redirect(to: other.url(path)), .status(301)), Exchange(.range(of: .picture))) }
        try runs.folder.addCatalogue(paths.map { server.url($0) })
        try runs.run()
        #expect(try runs.counts("ok") == [pictures])
        other.stop()
        try runs.run("--host-patience=1s")
        #expect(try runs.counts("ok") == [pictures])
        #expect(server.requests.count == 2 * pictures)
        #expect(try runs.sqlite("SELECT count(*) FROM pictures WHERE moved_to IS NOT NULL") == "0\n")
    }

    /// A run that is to follow no redirects, or to look at everything, does not use what it remembers, nor does one a week
    /// later or before, by a wrong clock.
    @Test(
        arguments: [("", 0, true), ("--refresh", 0, false), ("", 7 * 86_400 - 60, true), ("", 7 * 86_400, false), ("", -3600, false)]
            as [(Bytes, Int, Bool)])
    func howLong(option: Bytes, seconds: Int, isUsed: Bool) throws {
        let server = try ScriptedServer(["/a": Self.moving(to: "/b"), "/b": [Exchange(.range(of: .picture))]])
        try runs.folder.addCatalogue([server.url("/a")])
        try runs.run()
        try runs.sqlite(Bytes("UPDATE pictures SET moved_at = moved_at - \(seconds)"))
        try runs.folder.writeChecksums()
        let options: [Bytes] = option == "" ? [] : [option]
        #expect(try Program.weir.run(Remembering.options + options, in: runs.folder).status == .exited(0))
        #expect(server.requests.dropFirst(2).map(\.path) == (isUsed ? ["/b"] : ["/a", "/b"]))
        // The time is that of the last look at the redirects.
        let asked = server.requests.count
        try runs.run()
        #expect(server.requests.dropFirst(asked).map(\.path) == ["/b"])
    }

    /// The journal is a file that others may have changed. An address in it is judged like that of a redirect.
    @Test(arguments: [
        "file:///etc/passwd", "ftp://127.0.0.1/a", "", "/b", "http://127.0.0.1:99999/", "http://224.0.0.1/a", "http://169.254.169.254/a",
        "http://user:word@127.0.0.2/a", "http://127.0.0.1:1/a'||char(13,10)||'X: y",
    ])
    func strangeAddresses(address: String) throws {
        let server = try ScriptedServer(["/a": Self.moving(to: "/b"), "/b": [Exchange(.range(of: .picture))]])
        try runs.folder.addCatalogue([server.url("/a")])
        try runs.run()
        try runs.sqlite(Bytes("UPDATE pictures SET moved_to = '\(address)'"))
        try runs.folder.writeChecksums()
        try runs.run()
        #expect(try runs.statuses() == ["ok 30x20"])
        #expect(server.requests.map(\.path) == ["/a", "/b", "/a", "/b"])
        #expect(try runs.sqlite("SELECT moved_to FROM pictures") == server.url("/b") + "\n")
    }
}
