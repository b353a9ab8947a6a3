// docs/mirror.md: a picture that is whole on the disk is not fetched again after a run was killed.
import Foundation
import TestSupport
import Testing

@Suite(.needs(.time), .needs(.tracer)) struct IngestMirrorKillTests {
    private let mirror: Mirroring
    private let server: ScriptedServer
    private let contents: [Bytes]

    /// The number of killed runs, which `WEIR_KILLS` overrides.
    private static let kills = ProcessInfo.processInfo.environment["WEIR_KILLS"].flatMap { Int($0) } ?? 10
    /// New pictures for each run, so that each has something to fetch.
    private static let step = 24

    /// Every picture has a content of its own, and a strong tag or a weak one.
    init() throws {
        mirror = try Mirroring()
        contents = (1...IngestMirrorKillTests.kills * IngestMirrorKillTests.step).map { number in
            Bytes.jpeg(width: UInt16(number), height: 20, behind: number % 4 == 0 ? 60_000 : 3000)
        }
        let scripts = contents.enumerated().map { number, content in
            ("/\(number).jpg", [Exchange(.pause(number % 8), .range(of: content, tag: "\(number % 2 == 0 ? "" : "W/")\"v\(number)\""))])
        }
        server = try ScriptedServer(Dictionary(uniqueKeysWithValues: scripts))
    }

    private func arguments(of count: Int, _ options: [Bytes] = []) throws -> [Bytes] {
        try mirror.folder.addCatalogue((0..<count).map { server.url("/\($0).jpg") })
        return ["ingest", "c.csv", "--with=sha256"] + Mirroring.options + options
    }

    /// The numbers of the pictures of which all bytes are in a file of the mirror, under its own name or not.
    private func whole() throws -> Set<Int> {
        // The run was killed before it made its mirror.
        guard FileManager.default.fileExists(atPath: mirror.folder.path + "/mir/.partial") else { return [] }
        let unfinished = try mirror.partials().map { Bytes(mirror.folder.content(of: "mir/.partial/\($0)") ?? []) }
        let files = Set((Array(try mirror.pictures().values) + unfinished).map(\.all))
        return Set(contents.indices.filter { files.contains(contents[$0].all) })
    }

    /// A program that is killed when it enters a drawn call that changes a file.
    private func killer(using seed: inout Seed) throws -> Program {
        let (call, most) =
            [("write", 90), ("renameat", 24), ("unlinkat", 60), ("pwrite64", 20), ("syncfs", 2), ("openat", 200)]
            .randomElement(using: &seed) ?? ("write", 1)
        return try #require(Program.tracer).running(
            .weir,
            after: [
                "-f", "-qq", "-o", "/dev/null", "-e", Bytes("trace=\(call)"), "-e",
                Bytes("inject=\(call):signal=KILL:when=\(Int.random(in: 1...most, using: &seed))"),
            ])
    }

    private func killRun(_ arguments: [Bytes], using seed: inout Seed) throws -> Outcome.Status {
        if Bool.random(using: &seed) { return try killer(using: &seed).run(arguments, in: mirror.folder).status }
        let requests = server.requests.count
        let answers = server.requests.count { $0.ending == .complete }
        let running = try Program.weir.start(arguments, in: mirror.folder)
        try server.waitForRequests(requests + Int.random(in: 1...IngestMirrorKillTests.step, using: &seed))
        try server.waitForAnswers(answers + Int.random(in: 0...IngestMirrorKillTests.step, using: &seed))
        running.send(signal: SIGKILL)
        return try running.finish().status
    }

    @Test func kills() throws {
        var seed = Seed.announced(for: "runs into a mirror that are killed")
        var known: Set<Int> = []
        /// A picture that was whole before is not asked for, or its condition is met.
        func check(since before: Int, _ options: [Bytes]) {
            for request in server.requests.dropFirst(before) {
                guard let number = Int(request.path.dropFirst().dropLast(4)), known.contains(number) else { continue }
                #expect(options.isEmpty && request["If-None-Match"] != nil && request.bytesSent < 300, "\(request), \(seed)")
            }
        }
        for kill in 1...IngestMirrorKillTests.kills {
            let options: [Bytes] = Bool.random(using: &seed) ? ["--max-age=1h"] : []
            let before = server.requests.count
            let status = try killRun(try arguments(of: kill * IngestMirrorKillTests.step, options), using: &seed)
            #expect([.killed(SIGKILL), .exited(0)].contains(status), "\(seed)")
            check(since: before, options)
            let found = try whole()
            #expect(known.isSubset(of: found), "\(seed)")
            known = found
        }
        let before = server.requests.count
        #expect(try Program.weir.run(arguments(of: contents.count), in: mirror.folder).status == .exited(0), "\(seed)")
        check(since: before, [])
        #expect(try mirror.facts("sha256") == contents.map { try $0.sha256() }, "\(seed)")
        #expect(try Set(mirror.pictures().values.map(\.all)) == Set(contents.map(\.all)), "\(seed)")
        #expect(try mirror.partials() == [], "\(seed)")
    }
}
