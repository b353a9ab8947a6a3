import TestSupport
import Testing

@testable import weir

@Suite struct CompletionTests {
    @Test(.needs(.program("bash"), .program("zsh"), .program("fish")), arguments: CompletionsSettings.Shell.allCases)
    func isValidSyntax(shell: CompletionsSettings.Shell) throws {
        let program = try #require(Program.named(shell.rawValue))
        let script =
            switch shell {
            case .bash: BashCompletion.script
            case .zsh: ZshCompletion.script
            case .fish: FishCompletion.script
            }
        let check = try program.run(["-n"], input: Bytes(script))
        #expect(check.status == .exited(0))
        #expect(check.messages == "")
    }

    /// The suggestions of bash for the last word of a line, which is split as in readline.
    @Test(arguments: [
        (["weir", ""], "ingest probe layout check diff journal help completions --help --version"),
        (["weir", "pr"], "probe"),
        (["weir", "--v"], "--version"),
        (["weir", "nothing", ""], ""),
        (["weir", "probe", "--f"], "--files-from --format"),
        (["weir", "probe", "--n"], "--null"),
        (["weir", "probe", "--c"], "--concurrency --cacert --connect-timeout"),
        (["weir", "probe", "--format", ""], "text tsv json jsonl"),
        (["weir", "probe", "--format", "js"], "json jsonl"),
        (["weir", "probe", "--format", "="], "text tsv json jsonl"),
        (["weir", "probe", "--format", "=", "t"], "text tsv"),
        (["weir", "probe", "--max-pixels", ""], ""),
        (["weir", "probe", "--max-pixels", "=", "5", "--rec"], "--recursive"),
        (["weir", "probe", "--files-from", ""], "the names of files"),
        (["weir", "probe", "--files-from", "=", "a"], "the names of files"),
        (["weir", "probe", "a.jpg", ""], "the names of files"),
        (["weir", "help", ""], "ingest probe layout check diff journal help completions"),
        (["weir", "help", "--format", "m"], "man"),
        (["weir", "completions", "z"], "zsh"),
        (["weir", "journal", "f"], "failures forget"),
        (["weir", "journal", "stats", "--journal", ""], "the names of files"),
        (["weir", "journal", "stats", "--format", ""], "text json jsonl"),
    ])
    func offersInBash(words: [String], offer: String) throws {
        let bash = try #require(Program.named("bash"))
        let call = """

            compopt() { [[ "$*" == '-o default' ]] && files='the names of files'; }
            COMP_WORDS=(\(words.map { "'\($0)'" }.joined(separator: " ")))
            COMP_CWORD=\(words.count - 1)
            _weir
            printf '%s' "${COMPREPLY[*]}${files-}"
            """
        let answer = try bash.run(["--norc", "-u"], input: Bytes(BashCompletion.script + call))
        #expect(answer.messages == "")
        #expect(answer.text == offer)
    }
}
