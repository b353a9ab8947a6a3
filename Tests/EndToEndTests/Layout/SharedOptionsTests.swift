// docs/cli.md: the commands that lay pictures out find one configuration, and their outputs replace nobody's files.
import Foundation
import TestSupport
import Testing

@Suite struct SharedOptionsTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.add("m.json", manifest(ofSizes: [(200, 300), (300, 200), (200, 200)]))
        try folder.add("n.json", manifest(ofSizes: [(200, 400), (300, 200), (200, 200)]))
        try folder.add("weir.json", #"{"layouts":["waterflow:columns=2"],"devices":["ipad-9"]}"#)
    }

    @Test(
        arguments: [
            (["layout", "m.json"], #""layout":"waterflow","device":{"name":"ipad-9""#),
            (["diff", "m.json", "n.json"], "waterflow:columns=2 on ipad-9"), (["preview", "m.json"], "waterflow:columns=2"),
        ] as [([Bytes], String)])
    func theConfigurationThatIsFound(arguments: [Bytes], text: String) throws {
        let outcome = try Program.weir.run(arguments, in: folder)
        #expect(outcome.text.contains(text), "\(outcome.text.prefix(2000))")
        #expect(outcome.messages.contains("weir: uses the configuration weir.json\n"), "\(outcome.messages)")
        let named = try Program.weir.run(arguments + ["--config=weir.json"], in: folder)
        #expect(!named.messages.contains("uses the configuration") && named.text.contains(text))
    }

    /// A pipe has its content once.
    @Test(arguments: ["check m.json --images", "diff m.json m.json", "layout m.json", "preview m.json"])
    func aConfigurationFromAPipe(command: String) throws {
        let bash = try #require(Program.named("bash"))
        let outcome = try bash.run(["-c", "\"$1\" \(command) --config <(cat weir.json) >/dev/null", "-", Program.weir.path], in: folder)
        #expect(!outcome.messages.contains("JSON") && !outcome.messages.contains("/dev/fd"), "\(outcome.messages)")
        #expect(outcome.status == .exited(0) || outcome.status == .exited(1), "\(outcome.messages)")
    }

    /// So has one with devices or known findings, also if that was formatted.
    @Test(arguments: [
        "--devices <(echo '[{\"name\":\"a\",\"width\":300,\"height\":600}]')", "--baseline <(echo '{ \"version\": 1, \"findings\": [] }')",
    ])
    func optionsFromAPipe(option: String) throws {
        let bash = try #require(Program.named("bash"))
        let outcome = try bash.run(["-c", "\"$1\" check m.json --images \(option) >/dev/null", "-", Program.weir.path], in: folder)
        #expect(!outcome.messages.contains("/dev/fd"), "\(outcome.messages)")
        #expect(outcome.status == .exited(1), "\(outcome.messages)")
    }

    /// No reader waits for a pipe that nobody has named, with the name of a page, an index or a configuration.
    @Test(arguments: ["check", "layout", "diff", "preview"] as [Bytes], ["p/2.json", "p/index.json", "p/weir.json"])
    func aPipeThatNobodyNamed(command: Bytes, name: String) throws {
        _ = try Program.weir.run(["ingest", "m.json", "-o", "p", "--page-size=1", "-q", "--max-failures=100%"], in: folder)
        try? FileManager.default.removeItem(atPath: folder.path + "/" + name)
        try folder.addPipe(Bytes(name))
        let outcome = try Program.weir.run([command, "p"] + (command == "diff" ? ["m.json"] : []), in: folder)
        // The configuration of a folder stands beside it.
        guard name != "p/weir.json" else {
            try folder.addFolder("q")
            try folder.addPipe("q/weir.json")
            try FileManager.default.copyItem(atPath: folder.path + "/m.json", toPath: folder.path + "/q/m.json")
            let other = try Program.weir.run([command, "q/m.json"] + (command == "diff" ? ["q/m.json"] : []), in: folder)
            #expect(other.messages == "weir: q/weir.json: this is no plain file\n" && other.status == .exited(2), "\(other.messages)")
            return
        }
        #expect(outcome.messages.hasSuffix("weir: \(name): this is no plain file\n"), "\(outcome.messages)")
        #expect(outcome.status == .exited(2))
    }

    /// A report beside the journal would be taken for a part of it.
    @Test(arguments: ["j-wal", "j-shm", "j"] as [Bytes]) func aReportIsNoPartOfAJournal(name: Bytes) throws {
        let outcome = try Program.weir.run(["check", "m.json", "--images", "--journal=j", "--report=json=" + name], in: folder)
        #expect(
            outcome.status == .exited(2) && outcome.messages.contains("is read, and the report would take its place"), "\(outcome.messages)"
        )
    }

    /// A drawing of a previous run may be a picture of the manifest, which no other drawing replaces.
    @Test(arguments: [["layout", "m.json", "--format=json"], ["layout", "m.json", "--format=jsonl"]] as [[Bytes]])
    func aPictureStays(arguments: [Bytes]) throws {
        let names = try #require(try JSONSerialization.jsonObject(with: Data(folder.content(of: "m.json") ?? [])) as? [[String: Any]])
        let name = try #require(names[0]["img"] as? String)
        try folder.add(Bytes(name), "{\"layout\":\"flow\"")
        let outcome = try Program.weir.run(arguments + ["-o", Bytes(name)], in: folder)
        #expect(outcome.status == .exited(2) && outcome.messages.contains("is picture 0 of the manifest"), "\(outcome.messages)")
        #expect(folder.text(of: name) == "{\"layout\":\"flow\"")
    }

    /// The short page has the options that most people need, and the long one all.
    @Test func helpInTwoLengths() throws {
        let short = try Program.weir.run(["help", "ingest"], in: folder)
        let long = try Program.weir.run(["help", "ingest", "all"], in: folder)
        #expect(short.text.contains("--max-failures") && !short.text.contains("--host-patience"))
        #expect(long.text.contains("--host-patience"))
        #expect(try Program.weir.run(["ingest", "--help", "all"], in: folder).text == long.text)
        #expect(try Program.weir.run(["ingest", "--help"], in: folder).text == short.text)
        #expect(short.text.contains("'weir help ingest all' prints all "))
    }
}
