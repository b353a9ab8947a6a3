import Glibc
import TestSupport
import Testing
import WeirBase
import WeirSystem

@Suite struct CommandOutputTests {
    @Test func output() throws {
        #expect(try commandOutput("printf 'a b'; cat", within: 30) == Array("a b".utf8))
    }

    @Test(
        arguments: [
            ("exit 3", 30, "has failed"), ("sleep 60", 0, "does not end within 0 seconds, or prints too much"),
            ("exec >&- 2>&-; sleep 60", 0, "does not end within 0 seconds, or prints too much"), ("kill -9 $$", 30, "has failed"),
            ("yes", 30, "does not end within 30 seconds, or prints too much"),
        ] as [(String, Double, String)])
    func faults(command: String, seconds: Double, message: String) {
        #expect(throws: Objection(message)) { try commandOutput(command, within: seconds) }
    }

    /// A command that is no longer wanted is killed with those that it has started.
    @Test func group() throws {
        let folder = try TemporaryFolder()
        let file = "\(folder.path)/process"
        #expect(throws: Objection("was ended with the run")) {
            // The file has its name when it has its content.
            try commandOutput("sleep 600 & echo $! >\(file).new; mv \(file).new \(file); wait", within: 600) { text(of: file) == nil }
        }
        let process = try #require(text(of: file).flatMap { pid_t($0.filter(\.isNumber)) })
        try waitUntil("the process of the command has ended") { hasEnded(process) }
    }

    /// A process that a command leaves behind keeps nobody waiting, though it has both outputs of the command.
    @Test func leftBehind() throws {
        let output = try commandOutput("sleep 600 & echo $!", within: 600)
        let process = try #require(pid_t(String(decoding: output, as: UTF8.self).filter(\.isNumber)))
        #expect(!hasEnded(process))
        kill(process, SIGKILL)
    }

    /// A process that has ended may stay as a zombie until somebody waits for it.
    private func hasEnded(_ process: pid_t) -> Bool {
        text(of: "/proc/\(process)/stat")?.contains(") Z ") ?? true
    }

    private func text(of file: String) -> String? { (try? Fixtures.bytes(of: file)).map { String(decoding: $0, as: UTF8.self) } }
}
