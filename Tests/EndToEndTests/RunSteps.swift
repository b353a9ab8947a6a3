import Foundation
import TestSupport
import Testing

/// The system calls of a whole run that have to do with files, as moments at which a run like it can be killed.
struct RunSteps {
    private struct Step {
        let call: Substring
        /// The first such call of its thread is 1.
        let number: Int
    }

    private let steps: [Step]

    /// Traces a run. What it does before a call that names `start` is loading, and does not count.
    init(_ arguments: [Bytes], in folder: TemporaryFolder, from start: String) throws {
        let traces = try TemporaryFolder()
        let tracing = try #require(Program.tracer).running(
            .weir, after: ["-f", "-qq", "-s", "256", "-o", traces.path(of: "calls"), "-e", "trace=%file,%desc"])
        #expect(try tracing.run(arguments, in: folder).status == .exited(0))
        var numbers: [Substring: Int] = [:]
        var steps: [Step] = []
        var hasStarted = false
        for line in try #require(traces.text(of: "calls")).split(separator: "\n") {
            // A thread and its call, as in `71 read(3, …`; other lines tell how a call went on.
            guard let made = line.prefixMatch(of: /\d+ +(\w+)\(/) else { continue }
            numbers[made.0, default: 0] += 1
            hasStarted = hasStarted || line.contains(start)
            if hasStarted { steps.append(Step(call: made.1, number: numbers[made.0] ?? 0)) }
        }
        try #require(steps.count > 20, "only \(steps.count) calls behind \(start)")
        self.steps = steps
    }

    /// A weir that gets a signal as it enters one of the calls.
    func killer(_ signal: Bytes, using seed: inout Seed) throws -> Program {
        let step = try #require(steps.randomElement(using: &seed))
        let call = String(step.call)
        return try #require(Program.tracer).running(
            .weir,
            after: [
                "-f", "--seccomp-bpf", "-qq", "-o", "/dev/null", "-e", Bytes("trace=\(call)"), "-e", Bytes("inject=\(call):signal=") + signal
                    + Bytes(":when=\(step.number)"),
            ])
    }
}
