// docs/mirror.md: a second run fetches the pictures that have changed, and those that the mirror has lost.
import Foundation
import TestSupport
import Testing

@Suite struct IngestMirrorRerunTests {
    private let mirror: Mirroring
    private let site: TemporaryFolder
    /// Sound pictures, each with a content of its own.
    private let contents: [Bytes]
    private var count: Int { contents.count }
    private static let small = Bytes.jpeg(width: 30, height: 20, behind: 9000)

    init() throws {
        mirror = try Mirroring()
        site = try TemporaryFolder()
        let made = Fixtures.made.filter { picture in
            picture.header != nil && ["jpeg/cjpeg", "png/pillow", "webp/cwebp", "gif/"].contains { picture.path.hasPrefix($0) }
        }
        var seen: Set<[UInt8]> = []
        contents = try made.compactMap { picture in
            let bytes = try picture.bytes()
            return seen.insert(bytes).inserted ? Bytes(bytes) : nil
        }
        try #require(contents.count > 50)
        for (number, content) in contents.enumerated() { try site.add(Bytes("\(number)"), content) }
    }

    private func urls(of server: NginxServer) -> [String] { contents.indices.map { server.url("/\($0)") } }

    private func run(_ urls: [String], _ options: Bytes..., asking trust: [Bytes] = []) throws {
        try mirror.folder.addCatalogue(urls)
        let arguments: [Bytes] = ["ingest", "c.csv", "--report=r.json", "--with=sha256"] + Mirroring.options + trust + options
        let outcome = try Program.weir.run(arguments, in: mirror.folder)
        #expect(outcome.status == .exited(0), "\(outcome.messages)")
    }

    private func counts(_ names: String...) throws -> [Int] {
        let report = try #require(json(mirror.folder.content(of: "r.json")) as? [String: Any])
        return names.map { report[$0] as? Int ?? -1 }
    }

    /// The path in the mirror of the picture with that number.
    private func path(of number: Int) throws -> String {
        "mir/" + (try #require(try mirror.pictures().first { $0.value == contents[number] }?.key))
    }

    @Test(arguments: [NginxConfiguration.Transport.http, .http2], [[], ["--verify"]] as [[Bytes]])
    func nothingHasChanged(transport: NginxConfiguration.Transport, verify: [Bytes]) throws {
        let server = try NginxServer(serving: site.path, transport)
        let options = verify + (server.authority.map { ["--cacert", Bytes($0.certificate)] } ?? [])
        try run(urls(of: server), asking: options)
        let (pictures, hashes) = (try mirror.pictures(), try mirror.facts("sha256"))
        #expect(pictures.count == count)
        try run(urls(of: server), asking: options)
        let second = try server.accessLog(atLeast: 2 * count).dropFirst(count)
        #expect(second.count == count)
        #expect(second.allSatisfy { $0.status == 304 && $0.bodyBytesSent == 0 })
        #expect(try counts("ok", "unchanged", "mirrored", "mirroredNew") == [count, count, count, 0])
        #expect(try counts("bytesSaved") == [pictures.values.reduce(0) { $0 + $1.count }])
        #expect(try mirror.pictures() == pictures)
        #expect(try mirror.facts("sha256") == hashes)
        #expect(try mirror.partials() == [])
        // A picture that was asked for within the last hour is not asked for again.
        try run(urls(of: server), "--max-age=1h", asking: options)
        #expect(try server.accessLog(atLeast: 2 * count).count == 2 * count)
        #expect(try counts("ok", "remembered", "mirrored", "mirroredNew") == [count, count, count, 0])
        #expect(try mirror.facts("sha256") == hashes)
    }

    /// A part that cannot be read now stays for a later run: its length, its note, the identifier of this boot.
    @Test(
        .needs(.tracer), .disabled(if: Sanitizer.isOn, "a sanitizer makes such calls of its own"),
        arguments: [
            ("newfstatat:error=EIO", "part"), ("openat:error=EMFILE", "note"), ("read:error=ESTALE", "note"),
            ("openat:error=EIO", "/proc/sys/kernel/random/boot_id"),
        ])
    func aPartThatCannotBeRead(fault: String, file: String) throws {
        let half = Exchange(.headers("Content-Length: 9000\r\nETag: \"a\""), .body(Bytes(Array(Self.small.all.prefix(5000)))), .close)
        let server = try ScriptedServer(["/half": [half], "/whole": [Exchange(.body(Self.small))]])
        try run([server.url("/half")], "--retries=0")
        let parts = try mirror.partials()
        let note = try #require(parts.first { $0.hasSuffix(".json") })
        let path = ["part": String(note.dropLast(5)), "note": note][file] ?? file
        let strace = try #require(Program.tracer).running(
            .weir,
            after: [
                "-f", "-qq", "-o", "log", "-P", Bytes(path), "-P", mirror.folder.path(of: "mir/.partial/\(path)"),
                "-e", Bytes("trace=\(fault.prefix { $0 != ":" })"), "-e", Bytes("inject=\(fault)"),
            ])
        try mirror.folder.addCatalogue([server.url("/whole")])
        let outcome = try strace.run(["ingest", "c.csv", "--max-removed=100%"] + Mirroring.options, in: mirror.folder)
        #expect(outcome.status == .exited(0), "\(outcome.messages)")
        #expect(mirror.folder.text(of: "log")?.contains("(INJECTED)") == true)
        #expect(try mirror.partials() == parts)
    }

    /// Damage to a picture's file in the mirror.
    enum Damage: CaseIterable { case lost, cut, emptied, longer, link, changed }

    private func damage(_ damage: Damage, _ path: String) throws {
        let picture = mirror.folder.content(of: path) ?? []
        try FileManager.default.removeItem(atPath: mirror.folder.path + "/" + path)
        switch damage {
        case .lost: break
        case .cut: try mirror.folder.add(Bytes(path), Bytes(Array(picture.dropLast())))
        case .emptied: try mirror.folder.add(Bytes(path), "")
        case .longer: try mirror.folder.add(Bytes(path), Bytes(picture + [0]))
        case .link: try mirror.folder.addLink(Bytes(path), to: "../../c.csv")
        case .changed: try mirror.folder.add(Bytes(path), Bytes(picture.dropLast(9) + [UInt8](repeating: 0, count: 9)))
        }
    }

    /// A file that is damaged is fetched anew, and no other one. A change that keeps the length is found with `--verify`.
    @Test(arguments: Damage.allCases, [[], ["--max-age=1h"]] as [[Bytes]])
    func damagedFiles(damage: Damage, age: [Bytes]) throws {
        let server = try NginxServer(serving: site.path)
        try run(urls(of: server))
        let pictures = try mirror.pictures()
        try self.damage(damage, path(of: 7))
        if damage == .changed {
            try run(urls(of: server), asking: age)
            #expect(try server.accessLog(atLeast: count).dropFirst(count).allSatisfy { $0.status == 304 })
        }
        let asked = try server.accessLog(atLeast: count).count
        try run(urls(of: server), asking: damage == .changed ? age + ["--verify"] : age)
        let log = try server.accessLog(atLeast: asked + (age.isEmpty ? count : 1)).dropFirst(asked)
        #expect(log.filter { $0.status == 200 }.map(\.target) == ["/7"])
        #expect(log.count == (age.isEmpty ? count : 1))
        #expect(try mirror.pictures() == pictures)
        #expect(try counts("mirrored", "mirroredNew") == [count, 1])
    }

    @Test func aPictureThatHasChanged() throws {
        let server = try NginxServer(serving: site.path)
        try run(urls(of: server))
        try site.add("7", Self.small)
        for fetched in [["/7"], []] {
            let asked = try server.accessLog(atLeast: count).count
            try run(urls(of: server))
            let log = try server.accessLog(atLeast: asked + count).dropFirst(asked)
            #expect(log.filter { $0.status == 200 }.map(\.target) == fetched)
            #expect(log.count { $0.status == 304 } == count - fetched.count)
        }
        #expect(try mirror.facts("sha256")[7] == Self.small.sha256())
        #expect(try mirror.pictures().count == count + 1)
    }

    /// A journal knows pictures that no mirror has: those of a run without a mirror, or with another one.
    @Test func anotherMirror() throws {
        let server = try NginxServer(serving: site.path)
        func statuses(_ options: [Bytes]) throws -> Set<Int> {
            let asked = try server.accessLog(atLeast: 0).count
            try mirror.folder.addCatalogue(urls(of: server))
            let outcome = try Program.weir.run(
                ["ingest", "c.csv", "-o", "m.json", "--allow-host=private", "-q"] + options, in: mirror.folder)
            #expect(outcome.status == .exited(0), "\(outcome.messages)")
            return Set(try server.accessLog(atLeast: asked + count).dropFirst(asked).map(\.status))
        }
        #expect(try statuses([]) == [206])
        #expect(try statuses(["--mirror", "mir"]) == [200])
        // The journal still knows the hashes after a run that does not use the mirror.
        #expect(try statuses([]) == [304])
        #expect(try statuses(["--mirror", "mir"]) == [304])
        #expect(try statuses(["--mirror", "other"]) == [200])
        #expect(try statuses(["--mirror", "mir"]) == [304])
    }

    /// Servers that give a tag or a date only, or nothing.
    @Test(
        arguments: [
            ("ETag: W/\"v\"", "If-None-Match"), ("Last-Modified: Wed, 21 Oct 2015 07:28:00 GMT", "If-Modified-Since"), ("X-A: b", nil),
        ] as [(Bytes, String?)])
    func validators(line: Bytes, condition: String?) throws {
        let picture = Self.small
        let server = try ScriptedServer([
            "/a.jpg": [Exchange(.headers(line), .body(picture)), condition == nil ? Exchange(.body(picture)) : Exchange(.status(304))]
        ])
        for _ in 0..<2 { try run([server.url("/a.jpg")]) }
        #expect(server.requests.count == 2)
        let value = String(decoding: line.all, as: UTF8.self).split(separator: ":", maxSplits: 1)[1].dropFirst()
        if let condition { #expect(server.requests[1][condition] == String(value)) }
        #expect(try counts("ok", "mirrored", "mirroredNew") == [1, 1, 0])
        #expect(try mirror.pictures().values.map(\.count) == [picture.count])
    }

    /// A picture that has moved keeps its name in the mirror, and is asked for where it is.
    @Test func aPictureThatHasMoved() throws {
        let server = try ScriptedServer([
            "/a.jpg": [Exchange(.redirect(to: "/b.jpg"), .status(301))], "/b.jpg": [Exchange(.range(of: Self.small))],
        ])
        try run([server.url("/a.jpg")])
        let pictures = try mirror.pictures()
        try run([server.url("/a.jpg")])
        #expect(server.requests.map(\.path) == ["/a.jpg", "/b.jpg", "/b.jpg"])
        #expect(try mirror.pictures() == pictures)
        // It breaks off where it has moved to, in the middle of a new version, and is found at its own URL.
        let other = Bytes.jpeg(width: 40, height: 30, behind: 9000)
        server.set(
            "/b.jpg", Exchange(.headers("Content-Length: \(other.count)\r\nETag: \"x\"" as Bytes), .body(other.prefix(500)), .close),
            Exchange(.status(404)))
        server.set("/a.jpg", Exchange(.range(of: other)))
        try run([server.url("/a.jpg")])
        #expect(try mirror.facts("sha256") == [other.sha256()])
        #expect(try mirror.partials() == [])
    }

    /// The journal is a file that others may have changed.
    @Test(arguments: ["../../../etc/passwd", "", "zz", "0"])
    func strangeHashes(hash: String) throws {
        let server = try ScriptedServer(["/a.jpg": [Exchange(.range(of: Self.small))]])
        try run([server.url("/a.jpg")])
        let sqlite = try #require(Program.named("sqlite3"))
        #expect(
            try sqlite.run([mirror.folder.path(of: ".weir-journal"), Bytes("UPDATE pictures SET sha256 = '\(hash)'")]).status == .exited(0))
        try mirror.folder.writeChecksums()
        try run([server.url("/a.jpg")])
        #expect(server.requests.map { $0["If-None-Match"] } == [nil, nil])
        #expect(try mirror.facts("sha256") == [Self.small.sha256()])
    }
}
