import TestSupport
import Testing

@testable import weir

@Suite struct CompletionTests {
    @Test(.needs(.program("bash"), .program("zsh"), .program("fish")), arguments: CompletionsOptions.Shell.allCases)
    func isValidSyntax(shell: CompletionsOptions.Shell) throws {
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
        (
            ["weir", ""],
            "ingest probe stream layout check diff preview layouts rules demo init journal help version completions --help --version"
        ),
        (["weir", "pro"], "probe"),
        (["weir", "--v"], "--version"),
        (["weir", "nothing", ""], ""),
        (["weir", "probe", "--f"], "--files-from --format"),
        (["weir", "probe", "--p"], "--per-host --proxy"),
        (["weir", "probe", "--format", ""], "text tsv json jsonl"),
        (["weir", "probe", "--format", "js"], "json jsonl"),
        (["weir", "probe", "--format", "="], "text tsv json jsonl"),
        (["weir", "probe", "--format", "=", "t"], "text tsv"),
        (["weir", "probe", "--max-pixels", ""], ""),
        (["weir", "probe", "--max-pixels", "=", "5", "--rec"], "--recursive"),
        (["weir", "probe", "--files-from", ""], "the names of files"),
        (["weir", "probe", "--files-from", "=", "a"], "the names of files"),
        (["weir", "probe", "a.jpg", ""], "the names of files"),
        (["weir", "help", ""], "ingest probe stream layout check diff preview layouts rules demo init journal help version completions"),
        (["weir", "help", "--format", "m"], "man"),
        (["weir", "completions", "z"], "zsh"),
        (["weir", "journal", "f"], "failures forget"),
        (["weir", "journal", "stats", "--journal", ""], "the names of files"),
        (["weir", "journal", "stats", "--format", ""], "text json jsonl"),
        (["weir", "ingest", "--with", "sta"], "status"),
        (["weir", "ingest", "--with", "status,f"], "status,format"),
        (["weir", "ingest", "--with", "=", "status,format,by"], "status,format,bytes"),
        (["weir", "check", "--devices", "all,ipad-1"], "all,ipad-10"),
        (["weir", "layout", "--devices", "ipad-10,ipad-1"], ""),
        (["weir", "ingest", "--keep", "a,"], ""),
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

    @Test(
        .needs(.program("fish")),
        arguments: [
            ("weir ingest --with sta", ["status"]), ("weir ingest --with status,f", ["status,format"]),
            ("weir ingest --with=status,f", ["--with=status,format"]),
            ("weir layout --devices all,ipad-10,ipad-pro-12", ["all,ipad-10,ipad-pro-12-9"]),
        ])
    func listsInFish(line: String, offers: [String]) throws {
        let folder = try TemporaryFolder()
        try folder.add("weir.fish", Bytes(FishCompletion.script))
        let answer = try #require(Program.named("fish")).run(["-c", "source weir.fish; complete -C '\(line)'"], in: folder)
        #expect(answer.lines.filter { !$0.isEmpty }.map { String($0.prefix { $0 != "\t" }) } == offers)
    }

    /// zsh completes only at a terminal. zpty waits for what must appear there.
    @Test(.needs(.program("zsh")))
    func listsInZsh() throws {
        let folder = try TemporaryFolder()
        try folder.add("_weir", Bytes(ZshCompletion.script))
        try folder.add(
            "session.zsh",
            """
            zmodload zsh/zpty
            zpty z zsh -f -i
            zpty -w z 'autoload -U compinit; compinit -u -D; source ./_weir; echo RE''ADY'
            zpty -r z seen '*READY*'
            zpty -w -n z $'weir ingest --with status,form\\t'
            zpty -r z seen '*status,format*'
            echo completed
            """)
        let answer = try #require(Program.named("zsh")).run(["-f", "session.zsh"], in: folder)
        #expect(answer.text == "completed\n")
    }

    /// zsh offers an option of which each value counts again.
    @Test(arguments: ["--report=", "--frames=", "--layout=", "--devices=", "--rule=", "--header=", "--keep=", "--more="])
    func repeatableOptions(name: String) {
        #expect(ZshCompletion.script.contains("'*\(name)["), "\(name)")
    }
}
