// docs/security.md: if a run ends at any moment and for any reason, the manifest is the old one or the new one, byte for byte.
import Foundation
import TestSupport
import Testing

@Suite(.needs(.time), .needs(.tracer)) struct IngestKillTests {
    private let survival: Survival
    private static let rows = Sanitizer.isOn ? 2000 : 5000

    init() throws { survival = try Survival(rows: IngestKillTests.rows, inMemory: true) }

    /// Programs that are killed at random steps of a run.
    private func killers(_ count: Int, _ kind: Survival.Kind, signal: Bytes) throws -> [Program] {
        var seed = Seed.announced(for: "\(kind) runs killed by \(String(decoding: signal.all, as: UTF8.self))")
        let arguments = survival.arguments(kind, in: "trial")
        #expect(try survival.run("old.csv", arguments) == .exited(0), "\(seed)")
        let steps = try RunSteps(["ingest", "new.csv", "-q"] + arguments, in: survival.folder, from: "new.csv")
        return try (0..<count).map { _ in try steps.killer(signal, using: &seed) }
    }

    @Test(arguments: [(.single, "KILL", 20), (.single, "TERM", 10), (.paged, "KILL", 20)] as [(Survival.Kind, Bytes, Int)])
    func atAnyStep(kind: Survival.Kind, signal: Bytes, count: Int) throws {
        let killers = try killers(Sanitizer.isOn ? 4 : count, kind, signal: signal)
        try survival.check(kind, killers, mustDie: false)
    }

    /// The reader of standard output may stop at any time, even if the rest does not fit into a pipe.
    @Test(arguments: [0, 1, 5000])
    func aReaderThatGoes(bytes: Int) throws {
        let head = try #require(Program.named("sh")).running(
            .weir, after: ["-c", Bytes("{ \"$0\" \"$@\" 2>errors; echo $? >status; } | head -c \(bytes)")])
        let outcome = try head.run(["ingest", "new.csv", "-o", "-"], in: survival.folder)
        let whole = try Program.weir.run(["ingest", "new.csv", "-o", "-"], in: survival.folder)
        #expect(whole.output.count > 5000 + (1 << 16))
        #expect(outcome.output.count == bytes)
        #expect(survival.folder.text(of: "status") == "3\n")
        let errors = survival.folder.text(of: "errors") ?? ""
        #expect(errors.hasSuffix(": the reader of standard output has gone before the manifest was whole\n"), "\(errors)")
    }
}
