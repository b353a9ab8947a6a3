// docs/security.md: a hostile catalogue can name files below the root, and no others.
import Foundation
import TestSupport
import Testing

@Suite struct IngestPathsTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.addFolder("root")
        try folder.addFolder("root/sub")
        try folder.addFolder("outside")
        try folder.addFolder("root-2")
        for name: Bytes in ["root/a.jpg", "root/sub/b.jpg", "root/%2e%2e", "root/a:b.jpg"] {
            try folder.add(name, .jpeg(width: 30, height: 20))
        }
        for name: Bytes in ["outside/x.jpg", "x.jpg", "root-2/x.jpg"] { try folder.add(name, .jpeg(width: 7, height: 7)) }
        try folder.addLink("root/to-a", to: "a.jpg")
        try folder.addLink("root/to-sub", to: "sub")
        try folder.addLink("root/sub/up", to: "../a.jpg")
        try folder.addLink("root/to-x", to: "../outside/x.jpg")
        try folder.addLink("root/to-outside", to: "../outside")
        try folder.addLink("root/absolute", to: folder.path(of: "outside/x.jpg"))
        try folder.addLink("root/magic", to: "/proc/self/cwd/x.jpg")
        try folder.addLink("root/dangling", to: "gone")
        try folder.addLink("alias", to: "root")
    }

    /// Each entry keeps its spelling of the path, and the picture is measured once.
    @Test func spellings() throws {
        let names = ["a.jpg", "./a.jpg", "././a.jpg", ".//a.jpg", "sub//b.jpg", "sub/./b.jpg"]
        try folder.add("c.csv", Bytes("img,price\n" + names.map { "\($0),1\n" }.joined()))
        #expect(try ingest("c.csv", "-o", "m.json", "--root=root", in: folder).status == .exited(0))
        #expect(folder.text(of: "m.json") == manifest(of: names.map { entry(30, 20, $0) }))
        #expect(try Program.weir.run(["journal", "export"], in: folder).lines.count == 3)
    }

    /// The failure of a picture; nil if it was measured.
    private func failure(_ img: String, _ arguments: Bytes...) throws -> String? {
        let quoted = img.replacing("\"", with: "\"\"").replacing("DIR", with: folder.path)
        try folder.add("c.csv", Bytes("img,price\n\"\(quoted)\",1\n"))
        let outcome = try Program.weir.run(
            ["ingest", "c.csv", "-o", "m.json", "--max-failures=1", "--max-removed=1", "--report=r.json"] + arguments, in: folder)
        let report = try json(folder.content(of: "r.json")) as? [String: Any]
        let failure = (report?["failures"] as? [[String: Any]])?.first
        #expect(outcome.status == .exited(0))
        return failure.map { "\($0["code"]!): \($0["message"]!)" }
    }

    @Test(arguments: [
        "a.jpg", "./a.jpg", "sub/b.jpg", "sub//b.jpg", "sub/../a.jpg", "to-a", "to-sub/b.jpg", "sub/up", "%2e%2e", "a:b.jpg",
        "DIR/root/a.jpg", "DIR/root/sub/../a.jpg", "DIR/root//a.jpg", "file://DIR/root/a.jpg", "FILE://LOCALHOSTDIR/root/a.jpg",
        "file://DIR/root/%73ub/b.jpg",
    ])
    func inside(img: String) throws {
        #expect(try failure(img, "--root=root") == nil)
    }

    private static let namesOutside = [
        "../x.jpg", "../outside/x.jpg", "sub/../../x.jpg", "../root/a.jpg", "DIR/x.jpg", "DIR/outside/x.jpg", "DIR/root-2/x.jpg",
        "DIR/root/../x.jpg", "/etc/passwd", "to-x", "to-outside/x.jpg", "absolute", "magic", "file://DIR/x.jpg",
        "file://DIR/root/../x.jpg", "file://DIR/root/%2e%2e/x.jpg", "file://DIR/root/%2E%2E%2Fx.jpg", "file:///proc/self/cwd/x.jpg",
    ]

    @Test(arguments: namesOutside)
    func outside(img: String) throws {
        let watches = try ["", "outside", "root-2"].map { try FileWatch(folder, $0) }
        #expect(try failure(img, "--root=root") == "outside-root: the path leaves the root folder")
        #expect(folder.text(of: "m.json")?.contains("\"w\":300,\"h\":300,") == true)
        for watch in watches { #expect(watch.opened()["x.jpg"] == nil) }
    }

    /// The watch of the test above does notice an opened file.
    @Test func theWatchSees() throws {
        let watch = try FileWatch(folder, "outside")
        #expect(try failure("outside/x.jpg", "--root=.") == nil)
        #expect(watch.opened() == ["x.jpg": 1])
    }

    @Test(arguments: [
        ("gone.jpg", "not-found: there is no such file"), ("a.jpg/b", "not-found: there is no such file"),
        ("dangling", "not-found: there is no such file"), ("%2e%2e/x.jpg", "not-found: there is no such file"),
        ("sub", "unreadable: it is a folder"), (".", "unreadable: it is a folder"),
        ("new\nline", "not-found: there is no such file"),
        ("file://DIR/root/%00", "bad-url: the address is not a valid URL"),
        ("file://DIR/root/%zz", "bad-url: the address is not a valid URL"),
        ("file:a.jpg", "not-found: there is no such file"),
        ("file://", "bad-url: the address is not a valid URL"),
        ("file://host/a.jpg", "bad-url: a file URL names a file of this machine, not of host"),
        ("data:image/png;base64,SGVsbG8=", "not-an-image: the content is text"),
        ("ftp://host/a.jpg", "forbidden-scheme: ftp: is not a scheme that is read"),
        ("https://127.0.0.1/a.jpg", "forbidden-address: the host's name stands for a loopback address; private hosts are not allowed"),
        ("HTTP://[::1]/a.jpg", "forbidden-address: the host's name stands for a loopback address; private hosts are not allowed"),
        (String(repeating: "n", count: 300), "unreadable: file name too long"),
    ])
    func otherFailures(img: String, message: String) throws {
        #expect(try failure(img, "--root=root") == message)
    }

    /// If the root is named by a link, pictures may have either path.
    @Test(arguments: ["a.jpg", "DIR/alias/a.jpg", "DIR/root/a.jpg", "file://DIR/alias/a.jpg"])
    func aRootBehindALink(img: String) throws {
        #expect(try failure(img, "--root=" + folder.path(of: "alias")) == nil)
        #expect(try failure(img, "--root=" + folder.path(of: "alias/")) == nil)
    }

    @Test func theWholeDiskAsRoot() throws {
        #expect(try failure("DIR/x.png", "--root=/") == "not-found: there is no such file")
        #expect(try failure("DIR/root/a.jpg", "--root=/") == nil)
        #expect(try failure(String(folder.path.dropFirst()) + "/root/a.jpg", "--root=/") == nil)
    }

    /// A name with a control character makes its row broken.
    @Test(arguments: ["json", "csv"])
    func controlCharacters(format: String) throws {
        let catalogue: Bytes = format == "json" ? #"[{"img":"a\u0000.jpg","price":"1"}]"# : "img,price\na" + [0] + ".jpg,1\n"
        try folder.add("c." + Bytes(format), catalogue)
        let outcome = try ingest("c." + Bytes(format), "--root=root", "-o", "m.json", "--max-failures=1", "--max-removed=100%", in: folder)
        #expect(outcome.messages.contains("broken-row: img holds a control character\n"))
        #expect(folder.text(of: "m.json") == manifest())
        #expect(outcome.status == .exited(0))
    }

    /// Pipes, sockets and devices below the root are reported, and the run does not wait for them.
    @Test func thingsThatAreNoFiles() throws {
        try folder.addPipe("root/pipe")
        try folder.addSocket("root/socket")
        let special = "unreadable: it is a pipe, a socket or a terminal, not a file"
        #expect(try failure("pipe", "--root=root") == special)
        #expect(try failure("socket", "--root=root") == special)
        #expect(try failure("dev/zero", "--root=/") == "unreadable: it is a device, not a file")
    }

    @Test(.needs(.obedience))
    func filesWithoutPermission() throws {
        try folder.setMode("root/a.jpg", 0)
        try folder.addCatalogue(["a.jpg"])
        let outcome = try #require(Program.weir.obedient).run(
            ["ingest", "c.csv", "--root=root", "-o", "-", "--max-failures=1"], in: folder)
        #expect(outcome.messages.hasPrefix("weir: row 1 (line 2): a.jpg: unreadable: permission denied\n"))
        #expect(outcome.status == .exited(0))
    }
}
