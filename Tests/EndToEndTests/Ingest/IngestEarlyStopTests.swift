// docs/operations.md: a run that stops at a failure or at a broken row does not wait for slow servers.
import Foundation
import TestSupport
import Testing

@Suite struct IngestEarlyStopTests {
    private let folder: TemporaryFolder
    private let server: ScriptedServer
    /// A host of its own, since a host gets one request until it has answered.
    private let slow: ScriptedServer

    init() throws {
        folder = try TemporaryFolder()
        server = try ScriptedServer(
            ["/ok.jpg": [Exchange(.body(.picture))], "/gone.jpg": [Exchange(.status(404))]], otherwise: [Exchange(.stall)])
        slow = try ScriptedServer(otherwise: [Exchange(.stall)], address: "127.0.0.2")
        try folder.add("a.jpg", .picture)
        try folder.add("m.json", "[]")
    }

    private static let options: [Bytes] = [
        "ingest", "c.csv", "-o", "m.json", "--report=r.json", "--allow-host=private", "--timeout=4h", "--retries=0",
    ]

    private func url(_ path: String) -> String { (path.hasPrefix("/held") ? slow : server).url(path) }

    private static func held(_ count: Int, from first: Int = 0) -> [String] { (first..<first + count).map { "/held-\($0).jpg" } }

    struct Case: CustomTestStringConvertible, Sendable {
        let title: String
        /// Names that begin with a slash are those of the server. A name without a price is a broken row.
        let rows: [String]
        var option: Bytes = "--on-failure=stop"
        var status: Int32 = 1
        /// The row at which the run stops.
        let row: Int
        let reason: String

        var testDescription: String { title }
    }

    static let cases = [
        Case(title: "a failure before all others", rows: ["/gone.jpg"] + held(300), row: 1, reason: "the server answered 404"),
        Case(
            title: "a failure between others", rows: held(3) + ["/gone.jpg"] + held(300, from: 3), row: 4, reason: "the server answered 404"
        ),
        Case(
            title: "a file among pictures of the network", rows: held(3) + ["lost.jpg"] + held(3, from: 3), row: 4,
            reason: "there is no such file"),
        Case(
            title: "a file in a later batch", rows: held(3) + [String](repeating: "a.jpg", count: 30_000) + ["lost.jpg"], row: 30_004,
            reason: "there is no such file"),
        Case(
            title: "a broken row", rows: held(3) + [""] + held(300, from: 3), option: "--on-failure=stop", status: 1, row: 4,
            reason: "the row has no picture (img)"),
        Case(
            title: "a broken row in a later batch", rows: held(3) + [String](repeating: "a.jpg", count: 30_000) + [""],
            option: "--on-failure=stop", status: 1, row: 30_004, reason: "the row has no picture (img)"),
    ]

    @Test(.timeLimit(.minutes(3)), arguments: cases)
    func stops(at failure: Case) throws {
        try folder.addCatalogue(failure.rows.map { $0.hasPrefix("/") ? url($0) : $0 })
        let outcome = try Program.weir.run(Self.options + [failure.option, "--journal=none"], in: folder)
        #expect(outcome.status == .exited(failure.status))
        let lines = outcome.messages.split(separator: "\n")
        #expect(lines.count == 2, "\(outcome.messages.prefix(1000))")
        #expect(lines.first?.hasPrefix("weir: row \(failure.row) (line \(failure.row + 1)") == true, "\(lines.first ?? "")")
        #expect(lines.first?.hasSuffix(failure.reason) == true, "\(lines.first ?? "")")
        #expect(lines.last?.hasPrefix("weir: m.json stays as it was: stopped at the first ") == true)
        #expect(folder.text(of: "m.json") == "[]")
        let report = try #require(try json(folder.content(of: "r.json")) as? [String: Any])
        #expect(report["rows"] as? Int == failure.row)
        #expect(report["cancelled"] as? Int == failure.rows.prefix(failure.row).count { $0.hasPrefix("/held") })
        #expect((report["failures"] as? [[String: Any]])?.map { $0["row"] as? Int } == [failure.row])
    }

    /// The next run knows the pictures that came before the failure.
    @Test(.timeLimit(.minutes(3))) func learned() throws {
        try folder.addCatalogue((["/ok.jpg", "/gone.jpg"] + Self.held(300)).map(url))
        let outcome = try Program.weir.run(Self.options + ["--on-failure=stop", "--per-host=1"], in: folder)
        #expect(outcome.status == .exited(1))
        let known = try Program.weir.run(["journal", "export"], in: folder).text.split(separator: "\n")
        #expect(known.count == 2 && known[0].contains("/gone.jpg") && known[1].contains("/ok.jpg"), "\(known)")
    }
}
