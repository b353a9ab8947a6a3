import Foundation
import TestSupport
import Testing

/// The system calls of a whole run on files. A similar run can be killed at each of them.
struct RunSteps {
    private struct Step {
        let call: Substring
        /// The number of this call among those of the same name in its thread, from 1 on.
        let number: Int
    }

    private let steps: [Step]

    /// Traces a run. Calls before the first one that names `start` only load the program, and do not count.
    init(_ arguments: [Bytes], in folder: TemporaryFolder, from start: String) throws {
        let traces = try TemporaryFolder()
        let tracing = try #require(Program.tracer).running(
            .weir, after: ["-f", "-qq", "-s", "256", "-o", traces.path(of: "calls"), "-e", "trace=%file,%desc"])
        #expect(try tracing.run(arguments, in: folder).status == .exited(0))
        var numbers: [Substring: Int] = [:]
        var steps: [Step] = []
        var hasStarted = false
        for line in try #require(traces.text(of: "calls")).split(separator: "\n") {
            // The thread and the name of a call, as in `71 read(3, …`. Other lines have the rest of a call.
            guard let made = line.prefixMatch(of: /\d+ +(\w+)\(/) else { continue }
            numbers[made.0, default: 0] += 1
            hasStarted = hasStarted || line.contains(start)
            if hasStarted { steps.append(Step(call: made.1, number: numbers[made.0] ?? 0)) }
        }
        try #require(steps.count > 20, "only \(steps.count) calls behind \(start)")
        self.steps = steps
    }

    /// A program that gets the signal when it enters a random one of the calls.
    func killer(_ signal: Bytes, using seed: inout Seed) throws -> Program {
        let step = try #require(steps.randomElement(using: &seed))
        let call = String(step.call)
        return try #require(Program.tracer).running(
            .weir,
            after: [
                "-f", "-qq", "-o", "/dev/null", "-e", Bytes("trace=\(call)"), "-e",
                Bytes("inject=\(call):signal=") + signal
                    + Bytes(":when=\(step.number)"),
            ])
    }
}
