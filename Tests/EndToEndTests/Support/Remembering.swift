import Foundation
import TestSupport
import Testing

@testable import Journals

/// A folder in which runs of ingest follow one another.
struct Remembering {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    static let options: [Bytes] =
        [
            "ingest", "c.csv", "-o", "m.json", "--report=r.json", "--max-failures=100%", "--max-removed=100%",
            "--with=status,format,bytes,orientation",
        ] + FetchCase.limits

    @discardableResult
    func run(_ more: Bytes..., by program: Program = .weir, is status: Int32 = 0) throws -> Outcome {
        let outcome = try program.run(Remembering.options + more, in: folder)
        #expect(outcome.status == .exited(status), "\(outcome.messages)")
        return outcome
    }

    func start() throws -> RunningProgram { try Program.weir.start(Remembering.options, in: folder) }

    func report() throws -> [String: Any] { try #require(try json(folder.content(of: "r.json")) as? [String: Any]) }

    /// Counts of the report, in the order of the names.
    func counts(_ names: String...) throws -> [Int] {
        let report = try report()
        return names.map { report[$0] as? Int ?? -1 }
    }

    var manifest: String { folder.text(of: "m.json") ?? "" }

    /// The status and the size of each entry: `ok 30x20`.
    func statuses() throws -> [String] {
        let entries = try #require(try json(folder.content(of: "m.json")) as? [[String: Any]])
        return entries.map { "\($0["status"] ?? "") \($0["w"] ?? 0)x\($0["h"] ?? 0)" }
    }

    @discardableResult
    func sqlite(_ sql: Bytes) throws -> String {
        let sqlite = try #require(Program.named("sqlite3"), "sqlite3 looks into the journals of these tests")
        let outcome = try sqlite.run([folder.path(of: ".weir-journal"), sql])
        #expect(outcome.status == .exited(0), "\(outcome.messages)")
        return outcome.text
    }

    /// Moves all times in the journal into the past, as if so much time had passed.
    func letPass(seconds: Int) throws {
        try sqlite(Bytes("UPDATE pictures SET asked = asked - \(seconds), retry_at = retry_at - \(seconds)"))
        try folder.writeChecksums()
    }

    /// Adds a file that was last written an hour ago, so that the journal trusts its stamp.
    func add(_ name: Bytes, _ content: Bytes) throws {
        try folder.add(name, content)
        let touch = try #require(Program.named("touch"))
        #expect(try touch.run(["-d", "1 hour ago", folder.path(of: name)]).status == .exited(0))
    }
}

extension TemporaryFolder {
    /// Gives every row of a journal the checksum that fits it, after another program has changed rows.
    func writeChecksums(_ name: Bytes = ".weir-journal") throws {
        let connection = try Connection(path(of: name).all, creates: false, patience: 0)
        try connection.run("UPDATE pictures SET checksum = \(RowChecksum.function)(\(RowChecksum.columns))")
    }
}
