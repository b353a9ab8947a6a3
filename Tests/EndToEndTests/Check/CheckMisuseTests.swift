// docs/cli.md: every misused option of weir check has a message of its own.
import TestSupport
import Testing

@Suite(.needs(.time)) struct CheckMisuseTests {
    private let folder: TemporaryFolder

    init() throws { folder = try CheckSample.folder() }

    @Test(
        arguments: [
            ([], "no manifest is named"),
            (
                ["clean.json", "--images", "--header=@secret", "--report=json=secret"],
                "--report: secret is read, and the report would take its place"
            ),
            (["clean.json", "--report=json=./link.json"], "--report: ./link.json is read, and the report would take its place"),
            (["p", "--report=json=p/1.json"], "--report: p/1.json is read, and the report would take its place"),
            (["m", "--baseline=p/index.json", "--write-baseline", "--previous=p"], "--write-baseline: p/index.json is read, and"),
        ] as [([Bytes], String)])
    func usage(arguments: [Bytes], message: String) throws {
        try folder.addLink("link.json", to: "clean.json")
        try folder.add("secret", "Authorization: a token\n")
        try folder.addFolder("p")
        let outcome = try check(arguments, in: folder)
        #expect(outcome.messages.hasPrefix("weir check: \(message)"), "\(outcome.messages)")
        #expect(outcome.messages.hasSuffix("\nTry 'weir check --help'.\n"))
        #expect(outcome.text == "")
        #expect(outcome.status == .exited(2))
    }

    @Test(
        arguments: [
            (["gone.json"], "weir: gone.json: no such file or directory"),
            (["clean.json", "--config=gone.json"], "weir: gone.json: no such file or directory"),
            (["clean.json", "--config=broken.json"], "weir: broken.json: this must be an object"),
            (["clean.json", "--config=cut.json"], "weir: cut.json:2:1: "),
            (["clean.json", "--config=twice.json"], "weir: twice.json:1:20: the name stands here twice"),
            (["clean.json", "--config=rule.json"], #"weir: rule.json: rules: there is no rule "exact-fti"; did you mean "exact-fit"?"#),
            (
                ["clean.json", "--config=limit.json"],
                "weir: limit.json: rules.removed-entries.most: this must be a number of at least 0"
            ),
            (
                ["clean.json", "--config=host.json"],
                "weir: host.json: rules.img-host.allowed: this must be an array of texts, each a host without scheme, port and path"
            ),
            (["clean.json", "--previous=cut.json"], "weir: cut.json:1:10: the manifest of --previous cannot be read: "),
            (
                ["clean.json", "--previous=q"],
                "weir: q/index.json:1:29: the manifest of --previous cannot be read: the page 2.json is missing"
            ),
            (["clean.json", "--frames=gone.jsonl"], "weir: gone.jsonl: no such file or directory"),
            (["clean.json", "--write-baseline"], "weir: --write-baseline: no file is named; --baseline FILE does it"),
            (["clean.json", "--baseline=clean.json"], "weir: clean.json: this must be an object"),
            (["clean.json", "--baseline=old.json"], "weir: old.json: version: this must be 1"),
            (["clean.json", "--devices=empty.json"], "weir: empty.json: devices are an array with at least one object"),
            (["clean.json", "--devices=device.json"], "weir: device.json: device 1: width must be a number above 0"),
            (
                ["clean.json", "--layout=flow:columns=0"],
                "weir: flow:columns=0 on portrait: columns: there are 0; there must be 1 to 65535"
            ),
            (["clean.json", "--images", "--root=gone"], "weir: gone: no such file or directory"),
            (
                ["clean.json", "--images", "--journal=gone/j"],
                "weir: gone/j cannot be made: there is no such folder; give --journal another place, or run without --journal\n"
            ),
            (["clean.json", "--images", "--journal=clean.json"], "weir: clean.json is not a journal: it is no SQLite file"),
            (["clean.json", "--baseline=gone.json"], "weir: there is no baseline gone.json; --write-baseline makes one\n"),
            (["p"], "weir: p: the folder has no index.json, so there are no pages of a manifest in it\n"),
            (["clean.json", "--report=json=gone/r"], "weir: gone/r cannot be written: there is no folder gone"),
        ] as [([Bytes], String)])
    func input(arguments: [Bytes], message: String) throws {
        try folder.addFolder("q")
        try folder.add(
            "q/index.json",
            Bytes(#"{"count":1,"pages":[{"file":"2.json","count":1,"sha256":""# + String(repeating: "0", count: 64) + #""}]}"#))
        try folder.addFolder("p")
        try folder.add("cut.json", "{\"rules\":\n")
        try folder.add("twice.json", #"{"failOn":"error", "failOn":"info"}"#)
        try folder.add("rule.json", #"{"rules":{"exact-fti":"off"}}"#)
        try folder.add("old.json", #"{"version":0,"findings":[]}"#)
        try folder.add("empty.json", "[]")
        try folder.add("limit.json", #"{"rules":{"removed-entries":{"most":-1}}}"#)
        try folder.add("host.json", #"{"rules":{"img-host":{"allowed":["http://a.example"]}}}"#)
        try folder.add("device.json", #"[{"name":"till","width":0,"height":9}]"#)
        let outcome = try check(arguments, in: folder)
        #expect(outcome.messages.hasPrefix(message), "\(outcome.messages)")
        #expect(outcome.messages.count { $0 == "\n" } == 1)
        #expect(outcome.text == "")
        #expect(outcome.status == .exited(2))
    }
}
