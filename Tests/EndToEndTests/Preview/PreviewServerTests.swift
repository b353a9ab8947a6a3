// docs/preview.md: the server of weir preview --serve shows the shop and nothing else of the machine.
import Foundation
import TestSupport
import Testing

@Suite struct PreviewServerTests {
    private let folder: TemporaryFolder
    private let server: RunningProgram
    private let port: String

    init() throws {
        folder = try TemporaryFolder()
        try folder.addFolder("root")
        try folder.add("root/a.bmp", .bitmap(width: 20, height: 30))
        try folder.add("root/b c%.bmp", .bitmap(width: 20, height: 10))
        try folder.add("secret.bmp", .bitmap(width: 1, height: 1))
        try folder.add("root/notes.txt", "secret")
        try folder.addLink("root/link.bmp", to: "../secret.bmp")
        try folder.add("shop.json", Self.shop)
        server = try Program.weir.start(["preview", "shop.json", "--root", "root", "--serve"], in: folder)
        try server.waitForLines(1)
        let address = String(decoding: server.output, as: UTF8.self)
        #expect(address.hasPrefix("http://127.0.0.1:") && address.hasSuffix("/\n"))
        port = String(address.dropFirst("http://127.0.0.1:".count).dropLast(2))
    }

    private static let shop: Bytes =
        #"[{"w":20,"h":30,"img":"a.bmp","price":"¥1"},{"w":20,"h":10,"img":"b c%.bmp","price":"¥2"},{"w":9,"h":9,"img":"../secret.bmp","price":""}]"#

    /// The answer of the server to a request, sent as it is.
    private func answer(_ request: String) throws -> String {
        let client = try ClientSocket(port: try #require(UInt16(port)))
        client.send(request.replacingOccurrences(of: "\n", with: "\r\n"))
        return String(decoding: client.readToEnd(), as: UTF8.self)
    }

    private func get(_ target: String, host: String? = nil, method: String = "GET") throws -> String {
        try answer("\(method) \(target) HTTP/1.1\nHost: \(host ?? "127.0.0.1:\(port)")\n\n")
    }

    @Test func itServesThePageAndPictures() throws {
        let page = try get("/")
        #expect(page.hasPrefix("HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n"))
        #expect(page.contains("connect-src 'self'") && page.contains("\"pictures\":\"/picture?path=\""))
        let picture = try get("/picture?path=b%20c%25.bmp")
        #expect(picture.contains("Content-Type: image/bmp\r\n") && picture.contains("sandbox\r\n"))
        #expect(try get("/picture?path=a.bmp", method: "HEAD").hasSuffix("\r\n\r\n"))
        #expect(try get("/", host: "LOCALHOST:\(port)").hasPrefix("HTTP/1.1 200 "))
    }

    @Test(arguments: ["../secret.bmp", "link.bmp", "notes.txt", "/etc/passwd", "", "%2e%2e%2fsecret.bmp", "a.bmp%00", ".", "%zz"])
    func nothingElseIsServed(_ path: String) throws {
        #expect(try get("/picture?path=\(path)").hasPrefix("HTTP/1.1 404 "))
    }

    @Test func absolutePathsStayInTheRoot() throws {
        #expect(try get("/picture?path=\(folder.path)/root/a.bmp").hasPrefix("HTTP/1.1 200 "))
        #expect(try get("/picture?path=\(folder.path)/secret.bmp").hasPrefix("HTTP/1.1 404 "))
    }

    /// A site whose name leads to this machine must not read the shop (DNS rebinding).
    @Test(arguments: ["evil.example", "evil.example:PORT", "127.0.0.1", "127.0.0.1:1", "localhost.evil.example:PORT", "0.0.0.0:PORT", ""])
    func otherHostNamesAreRefused(_ host: String) throws {
        let host = host.replacingOccurrences(of: "PORT", with: port)
        let refused = try get("/", host: host)
        #expect(refused.hasPrefix("HTTP/1.1 421 ") && !refused.contains("a.bmp"))
    }

    @Test func badRequestsAreRefused() throws {
        let host = "Host: 127.0.0.1:\(port)"
        #expect(try answer("GET / HTTP/1.1\n\n").hasPrefix("HTTP/1.1 400 "))
        #expect(try answer("GET / HTTP/1.1\n\(host)\nHost: evil.example\n\n").hasPrefix("HTTP/1.1 400 "))
        #expect(try answer("nonsense\n\n").hasPrefix("HTTP/1.1 400 "))
        #expect(try answer("POST / HTTP/1.1\n\(host)\n\n").hasPrefix("HTTP/1.1 405 "))
        #expect(try get("/nothing").hasPrefix("HTTP/1.1 404 "))
        #expect(try answer("GET /\(String(repeating: "x", count: 20_000)) HTTP/1.1\n\(host)\n\n").hasPrefix("HTTP/1.1 431 "))
    }

    /// The empty line ends the head, wherever it lies in what a read brings.
    @Test func theHeadEndsAtTheEmptyLine() throws {
        let host = "Host: 127.0.0.1:\(port)"
        #expect(try answer("POST / HTTP/1.1\n\(host)\nContent-Length: 4\n\nbody").hasPrefix("HTTP/1.1 405 "))
        #expect(try answer("GET / HTTP/1.1\n\(host)\n\nGET /nothing HTTP/1.1\n\(host)\n\n").hasPrefix("HTTP/1.1 200 "))
        #expect(try answer("\nGET /nothing HTTP/1.1\n\(host)\n\n").hasPrefix("HTTP/1.1 404 "))
        let client = try ClientSocket(port: try #require(UInt16(port)))
        client.send("GET /nothing HTTP/1.1\n\(host)\n\n")
        #expect(String(decoding: client.readToEnd(), as: UTF8.self).hasPrefix("HTTP/1.1 404 "))
    }

    /// The number of the page that a server sends now.
    private func pageNumber(_ port: String? = nil) throws -> Int {
        let port = port ?? self.port
        let client = try ClientSocket(port: try #require(UInt16(port)))
        client.send("GET / HTTP/1.1\r\nHost: localhost:\(port)\r\n\r\n")
        let page = String(decoding: client.readToEnd(), as: UTF8.self)
        let number = page.components(separatedBy: "\"number\":").dropFirst().first?.prefix { $0.isNumber }
        return try #require(number.flatMap { Int($0) })
    }

    /// The manifest may change between a page and its question for changes.
    @Test func aPageThatIsOldIsToldAtOnce() throws {
        let old = try pageNumber()
        try folder.add("changed.json", "[]")
        #expect(rename("\(folder.path)/changed.json", "\(folder.path)/shop.json") == 0)
        try waitUntil("there is a new page") { try pageNumber() != old }
        for page in ["\(old)", "1", ""] { #expect(try get("/changes?page=\(page)").hasSuffix("event: change\ndata: 1\n\n")) }
    }

    /// Every file that a page was made from makes it anew, and a weir.json that appears.
    @Test func aPageFollowsAllItsFiles() throws {
        try folder.add("one.json", #"[{"w":20,"h":30,"img":"a.bmp","price":"¥1"}]"#)
        try folder.add("none.json", #"{"findings":[]}"#)
        try folder.add("devices.json", #"[{"name":"d","width":402,"height":800}]"#)
        try folder.add("rows.csv", "img,price\na.bmp,1\n")
        let written = try Program.weir.run(["ingest", "rows.csv", "-o", "pages", "--page-size", "1", "--root", "root"], in: folder)
        #expect(written.status == .exited(0), "\(written.messages)")
        for name in ["more", "old", "fresh"] { try folder.add(Bytes(name + ".json"), #"[{"w":20,"h":30,"img":"b.bmp","price":"¥1"}]"#) }
        let arguments: [Bytes] = [
            "preview", "one.json", "--more", "more.json", "--against", "old.json", "--refresh", "fresh.json", "--findings", "none.json",
            "--devices", "./devices.json", "--more", "pages", "--serve",
        ]
        let server = try Program.weir.start(arguments, in: folder)
        try server.waitForLines(1)
        let port = String(String(decoding: server.output, as: UTF8.self).dropFirst("http://127.0.0.1:".count).dropLast(2))
        var number = try pageNumber(port)
        func change(_ name: Bytes, _ content: Bytes) throws {
            try folder.add("new", content)
            #expect(rename("\(folder.path)/new", "\(folder.path)/\(String(decoding: name.all, as: UTF8.self))") == 0)
            try waitUntil("the page follows \(name)") { try pageNumber(port) != number }
            number = try pageNumber(port)
        }
        for name in ["more.json", "old.json", "fresh.json", "one.json"] as [Bytes] { try change(name, "[]") }
        try change("none.json", #"{"findings":[ ]}"#)
        try change("devices.json", #"[{"name":"e","width":402,"height":800}]"#)
        try change("pages/index.json", #"{"count":0,"pages":[]}"#)
        try change("weir.json", "{}")
        try folder.add("known.json", #"{"version":1,"findings":[]}"#)
        try change("weir.json", #"{"baseline":"known.json"}"#)
        try change("known.json", #"{"version":1,"findings":[ ]}"#)
        #expect(String(decoding: server.messages, as: UTF8.self) == "")
    }

    @Test func theServerEndsOnASignal() throws {
        server.send(signal: SIGTERM)
        let outcome = try server.waitUntilItEnds()
        #expect(outcome.status == .exited(0))
        #expect(outcome.messages == "")
    }

    @Test func aTakenPortIsTold() throws {
        let outcome = try Program.weir.run(["preview", "shop.json", "--serve", Bytes(port)], in: folder)
        #expect(outcome.status == .exited(2))
        #expect(outcome.messages == "weir: port \(port): address already in use\n")
    }

    @Test func aBrokenManifestLeavesThePage() throws {
        try folder.add("broken.json", "[")
        #expect(rename("\(folder.path)/broken.json", "\(folder.path)/shop.json") == 0)
        try server.waitForMessages(1)
        #expect(String(decoding: server.messages, as: UTF8.self).hasPrefix("weir: shop.json:"))
        #expect(try get("/").contains("a.bmp"))
    }

    @Test(.needs(.time), .needs(.chromium, .playwright)) func aPageFollowsTheManifest() throws {
        try folder.add("changed.json", #"[{"w":20,"h":30,"img":"a.bmp","price":"¥1"},{"w":20,"h":10,"img":"b c%.bmp","price":"¥2"}]"#)
        let script = Bytes("\(Fixtures.root)/Tests/EndToEndTests/Preview/Browser/preview.py")
        let arguments: [Bytes] = [
            script, "served", Bytes("http://127.0.0.1:\(port)/"), folder.path(of: "shop.json"), folder.path(of: "changed.json"),
        ]
        let outcome = try Program.playwright.get().run(arguments)
        #expect(outcome.status == .exited(0), "\(outcome.text)\(outcome.messages)")
    }
}
