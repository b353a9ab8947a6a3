import Foundation

import class WeirSystem.Locked

/// A program that runs until `end`, and that never outlives these tests. A shell beside it reads a pipe whose other
/// end is open here. When the pipe ends, the shell kills the program by its id.
final class TiedProcess: Sendable {
    private struct State {
        let process: pid_t
        let rope: Int32
        var hasEnded = false
    }

    private let state: Locked<State>

    /// `$$` is the program's id, since the shell becomes the program.
    private static let script: Bytes =
        #"exec 3<&0 </dev/null; (read -r _ <&3; kill "$$") 2>/dev/null & exec "$@" 3<&-"#

    /// The output of the program is written to the file.
    init(_ path: String, _ arguments: [String], output: String) throws {
        var ends: [Int32] = [-1, -1]
        try SystemError.check("pipe", pipe(&ends))
        defer { close(ends[0]) }
        _ = fcntl(ends[1], F_SETFD, FD_CLOEXEC)
        var plan = SpawnPlan()
        defer { plan.destroy() }
        plan.connect(STDIN_FILENO, to: ends[0])
        for target in [STDOUT_FILENO, STDERR_FILENO] { plan.open(target, output) }
        do {
            let words = ["-c", Self.script, "sh", Bytes(path)] + arguments.map { Bytes($0) }
            let environment = ProcessInfo.processInfo.environment.map { Bytes("\($0)=\($1)") }
            let process = try plan.spawn("/bin/sh", ["/bin/sh"] + words, environment)
            state = Locked(State(process: process, rope: ends[1]))
        } catch {
            close(ends[1])
            throw error
        }
    }

    deinit { end() }

    /// Whether the program has ended by itself. The process is not reaped yet, so no other process can get its id.
    var hasEnded: Bool {
        state.change { state in
            if state.hasEnded { return true }
            var information = siginfo_t()
            return waitid(P_PID, id_t(state.process), &information, WEXITED | WNOHANG | WNOWAIT) == 0
                && information.si_signo == SIGCHLD
        }
    }

    func send(_ signal: Int32) {
        state.change { state in if !state.hasEnded { kill(state.process, signal) } }
    }

    /// Ends the program, and waits until it has ended.
    func end() {
        state.change { state in
            guard !state.hasEnded else { return }
            state.hasEnded = true
            close(state.rope)
            do {
                try waitUntil("a server has ended", within: 10) { waitpid(state.process, nil, WNOHANG) == state.process }
            } catch {
                kill(state.process, SIGKILL)
                waitpid(state.process, nil, 0)
            }
        }
    }
}
