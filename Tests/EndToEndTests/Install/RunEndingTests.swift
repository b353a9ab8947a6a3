// docs/operations.md: a run whose output fails ends, whatever the reason, and asks servers for nothing afterwards.
import Foundation
import TestSupport
import Testing

@Suite struct RunEndingTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private static let count = 3000
    private static let options = FetchCase.limits + ["--rate=20"]

    private func server() throws -> ScriptedServer { try ScriptedServer(otherwise: [Exchange(.body(.jpeg(width: 3, height: 2)))]) }

    private func names(_ server: ScriptedServer) -> [String] { (0..<Self.count).map { server.url("/\($0).jpg") } }

    /// The reader of the output leaves after the first answer.
    @Test(arguments: [["probe", "--files-from=-"], ["stream"]] as [[Bytes]])
    func aReaderThatLeaves(command: [Bytes]) throws {
        let server = try server()
        let run = try Program.weir.start(command + Self.options, in: folder)
        let lines = names(server).map { command == ["stream"] ? "{\"img\":\"\($0)\"}\n" : $0 + "\n" }
        run.write(Bytes(lines.joined()))
        try run.waitForLines(1)
        run.closeOutput()
        let outcome = try run.waitUntilItEnds()
        #expect(outcome.status == .exited(0), "\(outcome.messages)")
        #expect(server.requests.count < Self.count / 10)
    }

    /// The reader of a manifest leaves before its first byte, which is written when all pictures are measured.
    @Test func aReaderOfAManifest() throws {
        let server = try server()
        try folder.addCatalogue(names(server))
        let run = try Program.weir.start(["ingest", "c.csv", "-o", "-", "--journal=none"] + Self.options, in: folder)
        try server.waitForRequests(1)
        run.closeOutput()
        #expect(try run.waitUntilItEnds().status == .exited(3))
        #expect(server.requests.count < Self.count / 10)
    }

    /// A failure ends a run that waits for its catalogue.
    @Test func aCatalogueThatStalls() throws {
        let run = try Program.weir.start(["ingest", "--from=csv", "-", "-o", "m.json", "--on-failure=stop"], in: folder)
        run.write("img,price\ngone.jpg,1\nb.jpg,1\n")
        #expect(try run.waitUntilItEnds().status == .exited(1))
    }

    /// The message of a run that cannot be saved says more than the signal before it.
    @Test(.needs(.smallDisk)) func aFullDiskAfterASignal() throws {
        let disk = try SmallDisk(folder, "disk", size: "256k")
        defer { withExtendedLifetime(disk) {} }
        let server = try ScriptedServer(["/slow.jpg": [Exchange(.hold, .range(of: .picture))]], otherwise: [Exchange(.range(of: .picture))])
        try folder.addCatalogue([server.url("/a.jpg"), server.url("/slow.jpg")])
        let run = try Program.weir.start(["ingest", "c.csv", "-o", "m.json", "--journal=disk/j"] + FetchCase.limits, in: folder)
        try server.waitForRequests(2)
        for number in 0..<64 { try? folder.add("disk/\(number)", Bytes(zeros: 4096)) }
        run.send(signal: SIGTERM)
        usleep(100_000)
        server.release()
        let outcome = try run.waitUntilItEnds()
        #expect(outcome.status == .exited(3), "\(outcome.messages)")
        #expect(outcome.messages.contains("disk/j cannot be written: no space left on device"), "\(outcome.messages)")
    }

    /// The disk is full under an output. Only a mirror needs room while pictures come.
    @Test(
        .needs(.smallDisk),
        arguments: [
            (["-o", "disk/m.json", "--journal=none"], 0), (["-o", "m.json", "--journal=disk/j"], 0),
            (["-o", "m.json", "--journal=none", "--mirror=disk/mirror"], 100),
        ] as [([Bytes], Int)])
    func aFullDisk(outputs: [Bytes], most: Int) throws {
        let disk = try SmallDisk(folder, "disk", size: "64k")
        defer { withExtendedLifetime(disk) {} }
        try folder.addFolder("disk/mirror")
        try folder.add("disk/full", Bytes(String(repeating: "x", count: most > 0 ? 8 << 10 : 64 << 10)))
        let server = try server()
        try folder.addCatalogue(names(server))
        let outcome = try Program.weir.run(["ingest", "c.csv"] + outputs + FetchCase.limits, in: folder)
        #expect(outcome.status == .exited(3), "\(outcome.messages)")
        #expect(outcome.messages.contains("disk/"))
        #expect(server.requests.count <= most)
    }
}
