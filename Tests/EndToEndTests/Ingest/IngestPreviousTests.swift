// docs/manifest.md: a damaged manifest is replaced, and another program's file is not.
import Foundation
import TestSupport
import Testing

@Suite struct IngestPreviousTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        for number in 1...5 { try folder.add(Bytes("\(number).jpg"), .jpeg(width: 30, height: 20)) }
        try folder.addCatalogue((1...5).map { "\($0).jpg" }, as: "all.csv")
        try folder.addCatalogue(["1.jpg"])
    }

    private func run(_ catalogue: Bytes = "c.csv", _ output: [Bytes]) throws -> Outcome {
        try Program.weir.run(["ingest", catalogue, "--journal=none", "--report=r.json", "--metrics=w.prom"] + output, in: folder)
    }

    /// A manifest that is cut has nothing to compare with. The run says so and replaces it.
    @Test func cut() throws {
        #expect(try run("all.csv", ["-o", "m.json"]).status == .exited(0))
        try folder.add("m.json", Bytes(Array(try #require(folder.content(of: "m.json")).prefix(100))))
        let outcome = try run("c.csv", ["-o", "m.json"])
        let lines = outcome.messages.split(separator: "\n")
        #expect(lines.count == 2 && lines[0].hasPrefix("weir: m.json:") && lines[0].hasSuffix(Self.notice), "\(outcome.messages)")
        #expect(outcome.status == .exited(0))
        let report = try #require(try json(folder.content(of: "r.json")) as? [String: Any])
        #expect(report["change"] == nil && report["written"] as? Bool == true)
        #expect(folder.text(of: "w.prom")?.contains("weir_entries_") == false)
    }

    private static let notice =
        "; the previous manifest cannot be read, so --max-removed has checked nothing: weir diff compares the new one with a backup"

    @Test func damagedPages() throws {
        let output: [Bytes] = ["-o", "p", "--page-size=2"]
        #expect(try run("all.csv", output).status == .exited(0))
        try FileManager.default.removeItem(atPath: folder.path + "/p/2.json")
        let reason = "p/2.json is no file"
        try folder.addCatalogue(["gone.jpg"], as: "gone.csv")
        for quiet in [[], ["-q"]] as [[Bytes]] {
            // A gate that needs no comparison is still met.
            let gated = try run("gone.csv", output + quiet + ["--max-failures=0"])
            #expect(gated.status == .exited(1) && gated.messages.contains("weir: \(reason)"), "\(gated.messages)")
        }
        let outcome = try run("c.csv", output + ["-q"])
        #expect(outcome.messages.hasPrefix("weir: wrote p; 1 row: 1 with its true size\nweir: \(reason)"), "\(outcome.messages)")
        #expect(outcome.messages.hasSuffix(Self.notice + "\n") && outcome.messages.split(separator: "\n").count == 2)
        #expect(outcome.status == .exited(0))
    }

    /// Nothing is measured before a foreign file is refused.
    @Test func foreign() throws {
        try folder.add("package.json", #"{"name":"shop"}"#)
        let watch = try FileWatch(folder, ".")
        let outcome = try run("c.csv", ["-o", "package.json"])
        #expect(outcome.messages == "weir: package.json is no manifest, and is not written over; move it away, or name another file\n")
        #expect(outcome.status == .exited(2))
        #expect(folder.text(of: "package.json") == #"{"name":"shop"}"#)
        #expect(watch.opened()["1.jpg"] == nil)
    }

    @Test(.needs(.obedience)) func unreadable() throws {
        try folder.add("m.json", "[]")
        try folder.setMode("m.json", 0o200)
        let outcome = try #require(Program.weir.obedient).run(["ingest", "c.csv", "-o", "m.json", "--journal=none"], in: folder)
        let advice = "a file that may be no manifest is not written over; move it away, or name another file"
        #expect(outcome.messages == "weir: m.json: permission denied; \(advice)\n")
        #expect(outcome.status == .exited(2))
    }

    /// Somebody gives a file the name of an output while the run waits for its catalogue.
    @Test func foreignLater() throws {
        let run = try Program.weir.start(
            ["ingest", "-", "--from=csv", "-o", "m.json", "--journal=none", "--report=r.json"], in: folder)
        run.write("img,price\n1.jpg,1\n")
        try run.waitUntilInputIsRead()
        try run.waitUntilAtRest()
        try folder.add("m.json", "mine")
        let outcome = try run.finish()
        #expect(outcome.status == .exited(2))
        #expect(
            outcome.messages.hasSuffix("weir: m.json is no manifest, and is not written over; move it away, or name another file\n"),
            "\(outcome.messages)")
        #expect(try folder.names().filter { $0.hasPrefix("m.json") || $0.hasPrefix(".m") } == ["m.json"])
        #expect(folder.text(of: "m.json") == "mine")
    }

    /// A fact that is kept as if it were a column.
    @Test func keptColumnsThatNoRowHas() throws {
        try folder.add("c.json", #"[{"img":"1.jpg","price":"1","sku":"a"},{"img":"2.jpg","price":"1"}]"#)
        let outcome = try run("c.json", ["-o", "m.json", "--keep=status,skuu,sku"])
        #expect(
            outcome.messages.hasPrefix(
                """
                weir: c.json: no row has the key status that --keep names; the fact status can be asked for instead
                weir: c.json: no row has the key skuu that --keep names; the nearest key is sku
                weir: wrote m.json; 2 rows: 
                """), "\(outcome.messages)")
        #expect(outcome.status == .exited(0))
        #expect(try run("c.json", ["-o", "m.json", "--keep=status,skuu,sku", "-q"]).messages == "")
    }
}
