import System
import Testing

@Suite struct CommandOutputTests {
    @Test func output() throws {
        #expect(try commandOutput("printf 'a b'; cat", within: 30) == Array("a b".utf8))
    }

    @Test(arguments: [
        ("exit 3", 30, "has failed"), ("sleep 60", 0, "does not end within 0 seconds, or prints too much"),
        ("yes", 30, "does not end within 30 seconds, or prints too much"),
    ] as [(String, Double, String)])
    func faults(command: String, seconds: Double, message: String) {
        #expect(throws: CommandFault(message: message)) { try commandOutput(command, within: seconds) }
    }
}
