// docs/mirror.md: the mirror stores whole pictures under the hashes of their contents.
import Foundation
import TestSupport
import Testing

@Suite struct IngestMirrorTests {
    private let mirror: Mirroring
    private let picture: Bytes
    private static let tag = "\"v1\""

    init() throws {
        mirror = try Mirroring()
        picture = try Mirroring.picture("jpeg/cjpeg-640x480.jpg")
    }

    private func name(of picture: Bytes, _ suffix: String = "jpg") throws -> String {
        let hash = try picture.sha256()
        return "\(hash.prefix(2))/\(hash.dropFirst(2)).\(suffix)"
    }

    @Test func aPictureOfEachFormat() throws {
        let paths = [
            "jpeg/cjpeg-640x480.jpg": "jpg", "png/pillow-rgb.png": "png", "webp/cwebp-lossy.webp": "webp", "bmp/info-rle8.bmp": "bmp",
            "webp/animated.webp": "webp",
        ]
        var answers: [String: [Exchange]] = [:]
        var expected: [String: Bytes] = [:]
        for (path, suffix) in paths {
            let bytes = try Mirroring.picture(path)
            answers["/\(path)"] = [Exchange(.range(of: bytes))]
            expected[try name(of: bytes, suffix)] = bytes
        }
        let server = try ScriptedServer(answers)
        let outcome = try mirror.run(paths.keys.sorted().map { server.url("/\($0)") }, "--verify")
        #expect(outcome.status == .exited(0), "\(outcome.messages)")
        #expect(try mirror.pictures() == expected)
        #expect(try mirror.partials() == [])
        #expect(server.requests.allSatisfy { $0.range == nil })
    }

    @Test func theSameContentIsStoredOnce() throws {
        let server = try ScriptedServer(otherwise: [Exchange(.body(picture))])
        let urls = ["/a.jpg", "/b.jpg", "/a.jpg"].map { server.url($0) }
        let outcome = try mirror.run(urls, "--with=sha256,bytes", "--report=r.json")
        #expect(outcome.status == .exited(0), "\(outcome.messages)")
        let hash = try picture.sha256()
        #expect(try mirror.facts("sha256") == [hash, hash, hash])
        #expect(try mirror.pictures() == [name(of: picture): picture])
        let report = try #require(json(mirror.folder.content(of: "r.json")) as? [String: Any])
        #expect(report["mirrored"] as? Int == 2)
        #expect(report["mirroredNew"] as? Int == 1)
        #expect(report["mirroredBytes"] as? Int == picture.count)

        // The second run keeps the stored file.
        let old = try fileNumber()
        #expect(try mirror.run(urls, "--report=r.json").status == .exited(0))
        #expect(try fileNumber() == old)
        let second = try #require(json(mirror.folder.content(of: "r.json")) as? [String: Any])
        #expect(second["mirroredNew"] as? Int == 0)
    }

    private func fileNumber() throws -> Int? {
        let path = mirror.folder.path + "/mir/" + (try name(of: picture))
        return try FileManager.default.attributesOfItem(atPath: path)[.systemFileNumber] as? Int
    }

    /// Without a mirror, the report has no counts about one, and entries have no hash.
    @Test func aReportWithoutAMirror() throws {
        try mirror.folder.add("a.jpg", picture)
        try mirror.folder.addCatalogue(["a.jpg"])
        #expect(try ingest("c.csv", "-o", "m.json", "--report=r.json", "--with=sha256", in: mirror.folder).status == .exited(0))
        let report = try #require(json(mirror.folder.content(of: "r.json")) as? [String: Any])
        #expect(report["mirrored"] == nil)
        #expect(try mirror.facts("sha256") == [nil])
    }

    // MARK: Resuming

    /// An answer with the first bytes of the picture, which ends with the given step.
    private func broken(at count: Int, _ end: Exchange.Step, tag: String = tag) -> Exchange {
        Exchange(.headers("Content-Length: \(picture.count)\r\nETag: \(tag)" as Bytes), .body(picture.prefix(count)), end)
    }

    @Test func goesOnWhereTheConnectionEnded() throws {
        let server = try ScriptedServer(["/a": [broken(at: 20_000, .close), Exchange(.range(of: picture, tag: Self.tag))]])
        let outcome = try mirror.run([server.url("/a")], "--verify")
        #expect(outcome.status == .exited(0), "\(outcome.messages)")
        #expect(server.requests.map(\.range) == [nil, "bytes=20000-\(picture.count - 1)"])
        #expect(server.requests.map { $0["If-Range"] } == [nil, Self.tag])
        #expect(try mirror.pictures() == [name(of: picture): picture])
        #expect(try mirror.partials() == [])
    }

    /// Bytes that the program has not read yet are lost in a reset.
    @Test func goesOnBehindAReset() throws {
        let server = try ScriptedServer(["/a": [broken(at: 20_000, .reset), Exchange(.range(of: picture, tag: Self.tag))]])
        #expect(try mirror.run([server.url("/a")], "--verify").status == .exited(0))
        #expect(server.requests.count == 2)
        #expect(try mirror.pictures() == [name(of: picture): picture])
    }

    @Test func withoutATagItBeginsAgain() throws {
        let first = Exchange(.headers("Content-Length: \(picture.count)" as Bytes), .body(picture.prefix(20_000)), .close)
        let server = try ScriptedServer(["/a": [first, Exchange(.wholeIgnoringRange(picture))]])
        #expect(try mirror.run([server.url("/a")]).status == .exited(0))
        #expect(server.requests.map(\.range) == [nil, nil])
        #expect(try mirror.pictures() == [name(of: picture): picture])
    }

    /// Kills a run in the middle of a picture.
    private func kill(at count: Int, _ server: ScriptedServer) throws {
        let run = try mirror.start([server.url("/a")])
        try mirror.waitForPartial(of: count)
        withExtendedLifetime(run) {}
    }

    @Test func goesOnWhereAKilledRunEnded() throws {
        let server = try ScriptedServer(["/a": [broken(at: 20_000, .stall), Exchange(.range(of: picture, tag: Self.tag))]])
        try kill(at: 20_000, server)
        #expect(try mirror.partials().count == 2)
        let outcome = try mirror.run([server.url("/a")], "--verify", "--with=sha256")
        #expect(outcome.status == .exited(0), "\(outcome.messages)")
        #expect(server.requests.map(\.range) == [nil, "bytes=20000-\(picture.count - 1)"])
        #expect(try mirror.pictures() == [name(of: picture): picture])
        #expect(try mirror.facts("sha256") == [picture.sha256()])
        #expect(try mirror.partials() == [])
    }

    @Test func aChangedPictureIsBegunAgain() throws {
        let other = try Mirroring.picture("jpeg/cjpeg-progressive.jpg")
        let server = try ScriptedServer(["/a": [broken(at: 20_000, .stall), Exchange(.range(of: other, tag: "\"v2\""))]])
        try kill(at: 20_000, server)
        #expect(try mirror.run([server.url("/a")], "--verify").status == .exited(0))
        #expect(server.requests.map { $0["If-Range"] } == [nil, Self.tag])
        #expect(try mirror.pictures() == [name(of: other): other])
        #expect(try mirror.partials() == [])
    }

    /// The other picture has the length of the first, and the answer has no tag that tells them apart.
    @Test func aPartOfAnUnknownPictureIsNotJoined() throws {
        let other = picture.prefix(19_900) + Bytes(zeros: 200) + Bytes(Array(picture.all[20_100...]))
        let part = Exchange(
            .status(206), .header("Content-Range", "bytes 20000-\(picture.count - 1)/\(picture.count)"),
            .body(Bytes(Array(other.all[20_000...]))))
        let server = try ScriptedServer(["/a": [broken(at: 20_000, .stall), part, Exchange(.body(other))]])
        try kill(at: 20_000, server)
        #expect(try mirror.run([server.url("/a")]).status == .exited(0))
        #expect(server.requests.map { $0["If-Range"] } == [nil, Self.tag, nil])
        #expect(try mirror.pictures() == [name(of: other): other])
    }

    /// The killed run has stored all bytes, but has not moved the picture to its name. The next run asks the server
    /// whether the picture has changed, and takes another version if it has.
    @Test(arguments: [true, false]) func aWholePart(isSame: Bool) throws {
        let server = try ScriptedServer(["/a": [broken(at: 20_000, .stall), Exchange(.range(of: picture, tag: Self.tag))]])
        try kill(at: 20_000, server)
        let name = try #require(try mirror.partials().first { !$0.hasSuffix(".json") })
        try mirror.folder.add("mir/.partial/\(name)" as Bytes, picture)
        let other = try Mirroring.picture("jpeg/cjpeg-progressive.jpg")
        if !isSame { server.set("/a", Exchange(.range(of: other))) }
        #expect(try mirror.run([server.url("/a")], "--verify", "--with=sha256").status == .exited(0))
        #expect(server.requests.count == 2 && server.requests.last?["If-None-Match"] == Self.tag)
        #expect(try mirror.facts("sha256") == [(isSame ? picture : other).sha256()])
        #expect(try mirror.pictures()[self.name(of: picture)] == picture)
        #expect(try mirror.partials() == [])
    }

    /// The bytes of the part are broken, so the picture is fetched again.
    @Test func aWholePartThatIsNotSound() throws {
        let server = try ScriptedServer(["/a": [broken(at: 20_000, .stall), Exchange(.range(of: picture, tag: Self.tag))]])
        try kill(at: 20_000, server)
        let name = try #require(try mirror.partials().first { !$0.hasSuffix(".json") })
        try mirror.folder.add("mir/.partial/\(name)" as Bytes, picture.prefix(20_000) + Bytes(zeros: picture.count - 20_000))
        #expect(try mirror.run([server.url("/a")], "--verify").status == .exited(0))
        #expect(server.requests.count == 2 && server.requests.last?["If-None-Match"] == nil)
        #expect(try mirror.pictures() == [self.name(of: picture): picture])
    }

    /// A part is not continued if its note is invalid, is missing, or is from before a restart of the machine.
    @Test(arguments: ["{\"tag\":\"\\\"v1\\\"\",\"total\":36663,\"boot\":\"another\"}", "nonsense", nil] as [String?])
    func aPartThatCannotBeTrusted(note: String?) throws {
        let server = try ScriptedServer(["/a": [broken(at: 20_000, .stall), Exchange(.range(of: picture, tag: Self.tag))]])
        try kill(at: 20_000, server)
        let name = try #require(try mirror.partials().first { $0.hasSuffix(".json") })
        if let note {
            try mirror.folder.add("mir/.partial/\(name)" as Bytes, Bytes(note))
        } else {
            try FileManager.default.removeItem(atPath: mirror.folder.path + "/mir/.partial/\(name)")
        }
        #expect(try mirror.run([server.url("/a")]).status == .exited(0))
        #expect(server.requests.map(\.range) == [nil, nil])
        #expect(try mirror.partials() == [])
        #expect(try mirror.pictures() == [self.name(of: picture): picture])
    }

    /// Two runs use one mirror at the same time.
    @Test func twoRuns() throws {
        let server = try ScriptedServer(["/a": [broken(at: 20_000, .stall)], "/b": [Exchange(.body(picture))]])
        let first = try mirror.start([server.url("/a")])
        try mirror.waitForPartial(of: 20_000)
        #expect(try mirror.run([server.url("/b")], "--journal=none").status == .exited(0))
        #expect(try mirror.pictures() == [name(of: picture): picture])
        #expect(try mirror.partials().count == 2)
        withExtendedLifetime(first) {}
    }
}
