import TestSupport
import Testing

/// Every option is misused once, with the message for it.
@Suite struct CheckMisuseTests {
    private let folder: TemporaryFolder

    init() throws { folder = try CheckSample.folder() }

    @Test(arguments: [
        ([], "no manifest is named"),
        ([""], "an argument is empty; look for a variable of the shell that has no value"),
        (["--nope"], "unknown option --nope"),
        (["--list-rules"], "--list-rules is gone; type weir rules"),
        (["-", "-"], "standard input can be named only once"),
        (["-", "--previous=-"], "standard input can be named only once"),
        (["m", "--config"], "--config needs a value: FILE"),
        (["m", "--config="], "--config: "),
        (["m", "n", "--previous=o"], "--previous goes with one manifest, and there are 2"),
        (["m", "--previous"], "--previous needs a value: OLD"),
        (["m", "--frames"], "--frames needs a value: DUMP"),
        (["m", "n", "--frames=d"], "--frames goes with one manifest, and there are 2"),
        (["-", "--frames=-"], "standard input can be named only once"),
        (["m", "--frames=-", "--frames=-"], "standard input can be named only once"),
        (["clean.json", "--images", "--header=@secret", "--report=json=secret"], "--report: secret is read, and the report would take its place"),
        (["m", "--frames=d", "--report=json=d"], "--report: d is read, and the report would take its place"),
        (["m", "--frames=d", "--baseline=d", "--write-baseline"], "--write-baseline: d is read, and the baseline would take its place"),
        (["m", "--baseline"], "--baseline needs a value: FILE"),
        (["m", "--write-baseline=b"], "--write-baseline takes no value"),
        (["m", "--prune-baseline=b"], "--prune-baseline takes no value"),
        (["m", "--baseline=b", "--write-baseline", "--prune-baseline"], "--write-baseline and --prune-baseline exclude each other"),
        (["m", "--format=jsn"], "--format: jsn is not one of text, json, junit, sarif, github, gitlab, markdown"),
        (["m", "--report=r"], "--report: r is not FORMAT=FILE, such as sarif=weir.sarif"),
        (["m", "--report=sarif="], "--report: sarif= is not FORMAT=FILE, such as sarif=weir.sarif"),
        (["m", "--report=xml=r"], "--report: xml is not one of text, json, junit, sarif, github, gitlab, markdown"),
        (["m", "--report=json=-"], "--report: standard output has the report of --format; name a file"),
        (["m", "--report=json=r", "--report=sarif=r"], "--report: two reports cannot be one file, r"),
        (["m", "--report=json=m"], "--report: m is read, and the report would take its place"),
        (["m", "--baseline=b", "--report=json=b"], "--report: b is read, and the report would take its place"),
        (["clean.json", "--report=json=./link.json"], "--report: ./link.json is read, and the report would take its place"),
        (["m", "--baseline=m", "--write-baseline"], "--write-baseline: m is read, and the baseline would take its place"),
        (["p", "--report=json=p/1.json"], "--report: p/1.json is read, and the report would take its place"),
        (["m", "--baseline=p/index.json", "--write-baseline", "--previous=p"], "--write-baseline: p/index.json is read, and"),
        (["m", "--quiet", "--format=json"], "--quiet is about the format text; a program counts what --format prints"),
        (["m", "--statistics", "--format=sarif"], "--statistics is about the format text; a program counts what --format prints"),
        (["m", "--max-findings=-1"], "--max-findings: "),
        (["m", "--rule=exact-fti"], "--rule: unknown rule exact-fti; did you mean exact-fit?"),
        (["m", "--rule=Duplicate-IMG"], "--rule: unknown rule Duplicate-IMG; did you mean duplicate-img?"),
        (["m", "--rule=prices"], "--rule: unknown rule prices; weir rules names them"),
        (["m", "--rule="], "--rule: unknown rule ''; weir rules names them"),
        (["m", "--rule=shift-score"], "--rule: shift-score has nothing to look at without --images"),
        (["m", "--rule=removed-entries"], "--rule: removed-entries has nothing to look at without --previous"),
        (["m", "--rule=frames-match"], "--rule: frames-match has nothing to look at without --frames"),
        (["m", "--rule=exact-fit", "--frames=d"], "--frames: only frames-match compares frames, and --rule leaves it out; add --rule frames-match"),
        (["m", "--fail-on=never"], "--fail-on: never is not one of info, warning, error"),
        (["--show-config=all"], "--show-config takes no value"),
        (["--explain", "exact-fit"], "--explain is gone; type weir rules exact-fit"),
        (["m", "--retries=3"], "--retries needs --images"), (["m", "--retries=1"], "--retries needs --images"),
        (["m", "--rule=frame-gap"], "--rule: frame-gap: this rule is gone, since no manifest can break it; take it out"),
        (["m", "--images=yes"], "--images takes no value"),
        (["m", "--root=r"], "--root needs --images"),
        (["m", "--images", "--base-url=nonsense"], "--base-url: nonsense is not a URL of http or https, such as https://img.example/shop"),
        (["m", "--images", "--base-url=https://"], "--base-url: https:// is not a URL of http or https"),
        (["m", "--images", "--base-url=HTTP:///shop"], "--base-url: HTTP:///shop is not a URL of http or https"),
        (["m", "--base-url=http://u"], "--base-url needs --images"),
        (["m", "--verify"], "--verify needs --images"),
        (["m", "--mirror=m"], "--mirror needs --images"),
        (["m", "--journal=j"], "--journal needs --images"),
        (["m", "--max-pixels=0"], "--max-pixels: 0 is less than 1"),
        (["m", "--layout=waterfall"], "--layout: unknown layout waterfall; did you mean"),
        (["m", "--layout=flow:colums=3"], "--layout: colums: flow has no such parameter; did you mean columns?"),
        (["m", "--layout=flow:columns=many"], "--layout: columns: \"many\" is not a whole number"),
        (["m", "--layout=flow:"], "--layout: layout: no parameter stands behind the colon of \"flow:\"; one is set as name=value"),
        (["m", "--layout=flow:columns"], "--layout: columns: a parameter is set as name=value"),
        (["m", "--devices=iphone-51"], "--devices: unknown device iphone-51; did you mean"),
        (["m", "--devices=iphone-15", "--devices=d.json"], "--devices: a file of devices goes with no others; write them all into one file"),
        (["m", "--devices=iphone-15,tablet"], "--devices: unknown device tablet; a file of devices is named with its folder or its ending"),
        (["m", "--concurrency=0"], "--concurrency: 0 is less than 1"),
        (["m", "--timeout=5"], "--timeout: 5 is not a time such as 500ms, 15s, 10m or 24h"),
        (["m", "--header=a"], "--header: "),
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

    @Test(arguments: [
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
            ["clean.json", "--config=separator.json"],
            "weir: separator.json: rules.price-pattern.decimals: this must be an array of texts, each one character that is no digit"
        ),
        (["clean.json", "--previous=cut.json"], "weir: cut.json:1:10: the manifest of --previous cannot be read: "),
        (["clean.json", "--frames=gone.jsonl"], "weir: gone.jsonl: no such file or directory"),
        (["clean.json", "--write-baseline"], "weir: --write-baseline: no file is named; --baseline FILE does it"),
        (["clean.json", "--prune-baseline"], "weir: --prune-baseline: no file is named; --baseline FILE does it"),
        (["clean.json", "--baseline=clean.json"], "weir: clean.json: this must be an object"),
        (["clean.json", "--baseline=old.json"], "weir: old.json: version: this must be 1"),
        (["clean.json", "--devices=empty.json"], "weir: empty.json: devices are an array with at least one object"),
        (["clean.json", "--devices=device.json"], "weir: device.json: device 1: width must be a number above 0"),
        (["clean.json", "--layout=flow:columns=0"], "weir: flow:columns=0 on portrait: columns: there are 0; there must be 1 to 65535"),
        (["clean.json", "--images", "--root=gone"], "weir: gone: no such file or directory"),
        (["clean.json", "--images", "--journal=gone/j"], "weir: gone/j cannot be made: there is no such folder; give --journal another place, or run without --journal\n"),
        (["clean.json", "--images", "--journal=clean.json"], "weir: clean.json is not a journal: it is no SQLite file"),
        (["clean.json", "--baseline=gone.json"], "weir: there is no baseline gone.json; --write-baseline makes one\n"),
        (["p"], "weir: p: the folder has no index.json, so there are no pages of a manifest in it\n"),
        (["clean.json", "--report=json=gone/r"], "weir: gone/r cannot be written: there is no folder gone"),
    ] as [([Bytes], String)])
    func input(arguments: [Bytes], message: String) throws {
        try folder.addFolder("p")
        try folder.add("cut.json", "{\"rules\":\n")
        try folder.add("twice.json", #"{"failOn":"error", "failOn":"info"}"#)
        try folder.add("rule.json", #"{"rules":{"exact-fti":"off"}}"#)
        try folder.add("old.json", #"{"version":0,"findings":[]}"#)
        try folder.add("empty.json", "[]")
        try folder.add("limit.json", #"{"rules":{"removed-entries":{"most":-1}}}"#)
        try folder.add("separator.json", #"{"rules":{"price-pattern":{"decimals":["abc"]}}}"#)
        try folder.add("device.json", #"[{"name":"till","width":0,"height":9}]"#)
        let outcome = try check(arguments, in: folder)
        #expect(outcome.messages.hasPrefix(message), "\(outcome.messages)")
        #expect(outcome.messages.count { $0 == "\n" } == 1)
        #expect(outcome.text == "")
        #expect(outcome.status == .exited(2))
    }
}
