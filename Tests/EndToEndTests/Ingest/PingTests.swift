// docs/operations.md: a service learns of the start and of the end of each run.
import Foundation
import TestSupport
import Testing

@Suite(.needs(.program("curl"))) struct PingTests {
    private let folder: TemporaryFolder
    private let server: ScriptedServer

    init() throws {
        folder = try TemporaryFolder()
        server = try ScriptedServer(otherwise: [Exchange(.body("OK"))])
        try folder.add("a.jpg", .jpeg(width: 30, height: 20))
        try folder.addCatalogue(["a.jpg"], as: "good.csv")
        try folder.addCatalogue(["gone.jpg"], as: "bad.csv")
    }

    /// The first line of the documentation's part that begins with this text, without it.
    private func line(_ start: String) throws -> String {
        let text = String(decoding: try Fixtures.bytes(of: Fixtures.root + "/docs/operations.md"), as: UTF8.self)
        let part = try #require(text.components(separatedBy: "\n## Pings\n").dropFirst().first)
        let line = part.components(separatedBy: "\n").first { $0.hasPrefix("    " + start) }
        return String(try #require(line).dropFirst(4 + start.count))
    }

    private func shell(_ command: String, with environment: [String: String] = [:]) throws -> Outcome {
        let variables = ["PING": server.url("/id"), "PATH": folder.path + ":/usr/local/bin:/usr/bin:/bin"].merging(environment) { $1 }
        return try #require(Program.named("sh")).run(["-c", Bytes(command)], environment: variables, in: folder)
    }

    private static let ends = [("good.csv", "/id"), ("bad.csv", "/id/fail"), ("none.csv", "/id/fail")]

    @Test(arguments: ends) func cron(catalogue: String, end: String) throws {
        try folder.addLink("weir", to: Program.weir.path)
        let command = try line("17 3 * * *  ").replacing("/srv/shop", with: folder.path).replacing("catalogue.csv", with: catalogue)
        let outcome = try shell(command)
        #expect(server.requests.map(\.target) == ["/id/start", end])
        #expect(outcome.text == "" && outcome.messages.isEmpty == (catalogue == "good.csv"), "\(outcome.messages)")
    }

    /// systemd makes one dollar sign of two.
    @Test(arguments: [("success", "/id"), ("exit-code", "/id/fail"), ("timeout", "/id/fail")])
    func systemd(result: String, end: String) throws {
        for start in ["ExecStartPre=-", "ExecStopPost=-"] {
            let outcome = try shell(try line(start).replacing("$$", with: "$"), with: ["SERVICE_RESULT": result])
            #expect((outcome.status, outcome.text, outcome.messages) == (.exited(0), "", ""))
        }
        #expect(server.requests.map(\.target) == ["/id/start", end])
    }

    /// A service that is down stops no run.
    @Test func noService() throws {
        try folder.addLink("weir", to: Program.weir.path)
        server.stop()
        let command = try line("17 3 * * *  ").replacing("/srv/shop", with: folder.path).replacing("catalogue.csv", with: "good.csv")
            .replacing("--retry 5", with: "--retry 0")
        _ = try shell(command)
        #expect(folder.text(of: "manifest.json") == manifest(entry(30, 20, "a.jpg")))
    }
}
