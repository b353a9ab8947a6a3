// docs/checks.md: the weir.json that holds where the command line names none.
import TestSupport
import Testing

@Suite struct CheckConfigurationTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try CheckSample.folder()
        for name in ["shop", "shop/app", "shop/web"] as [Bytes] { try folder.addFolder(name) }
        for name in ["shop/app/m.json", "shop/web/m.json"] as [Bytes] {
            try folder.add(name, Bytes(manifest(of: [entry(0, 200, "a.jpg", "¥1")])))
        }
    }

    private static let off: Bytes = #"{"rules":{"size-integer":"off"}}"#

    /// The folder of the configuration, the root of the repository, and whether the configuration holds for shop/app/m.json.
    @Test(
        arguments: [
            ("shop/app/", "shop/", true), ("shop/", "shop/", true), ("", "", true), ("", "shop/", false), ("shop/", "shop/app/", false),
            ("shop/app/", nil, true), ("shop/", nil, false), ("shop/web/", "shop/", false),
        ] as [(Bytes, Bytes?, Bool)])
    func search(location: Bytes, root: Bytes?, isFound: Bool) throws {
        try folder.add(location + "weir.json", Self.off)
        if let root { try folder.addFolder(root + ".git") }
        #expect(try check("shop/app/m.json", in: folder).status == .exited(isFound ? 0 : 1))
        let input = Bytes(manifest(of: [entry(0, 200, "a.jpg", "¥1")]))
        #expect(try check("-", input: input, in: folder).status == .exited(location.all.isEmpty ? 0 : 1))
    }

    /// A link to a file that is gone was meant to configure the check.
    @Test func danglingLink() throws {
        try folder.addLink("shop/app/weir.json", to: "gone.json")
        let refused = try check("shop/app/m.json", in: folder)
        #expect(refused.status == .exited(2))
        #expect(refused.messages.hasPrefix("weir: shop/app/weir.json: "), "\(refused.messages)")
    }

    /// The command line has priority, and a file that is read is not written over.
    @Test func commandLine() throws {
        try folder.add("shop/app/weir.json", Self.off)
        try folder.add("other.json", "{}")
        #expect(try check("shop/app/m.json", "--config=other.json", in: folder).status == .exited(1))
        let overwritten = try check("shop/app/m.json", "--report=json=shop/app/weir.json", in: folder)
        #expect(
            overwritten.messages
                == "weir: uses the configuration shop/app/weir.json\nweir: --report: shop/app/weir.json is read, and the report would take its place\n"
        )
    }

    /// Hosts count only if pictures are looked at. The value of a header line is not shown.
    @Test func shownHosts() throws {
        try folder.add(
            "weir.json",
            """
            {"hosts":{"img.shop.example":{"per-host":"auto:32","rate":2.5,"headers":["X-Key: s3cret","Accept: */*"]},
            "*.cdn.example":{"per-host":8},"[::1]":{}}}
            """)
        for (options, hosts) in [
            ([], []),
            (
                ["--images"],
                [
                    "host weir.json *.cdn.example: per-host 8", "host weir.json [::1]: as all others",
                    "host weir.json img.shop.example: per-host auto:32, rate 2.5, headers X-Key Accept",
                ]
            ),
        ] as [([Bytes], [String])] {
            let shown = try check(["--show-config"] + options, in: folder)
            #expect(shown.lines.map { $0.replacing(#/ {2,}/#, with: " ") }.filter { $0.hasPrefix("host ") } == hosts, "\(shown)")
        }
    }

    @Test func severalManifests() throws {
        try folder.add("shop/app/weir.json", Self.off)
        #expect(try check("shop/app/m.json", "shop/web/m.json", in: folder).status == .exited(0))
        try folder.add("shop/web/weir.json", "{}")
        let refused = try check("shop/app/m.json", "shop/web/m.json", in: folder)
        #expect(
            refused.messages == """
                weir: shop/app/weir.json and shop/web/weir.json belong to manifests of one run; --config FILE says which one holds

                """)
        #expect(refused.status == .exited(2))
    }

    private static let shown: Bytes = #"""
        {"rules":{"one-currency":"off","size-plausible":{"severity":"error","max-side":8000},"size-integer":"error"},
        "devices":[{"name":"till","width":800,"height":1280}],"layouts":["waterflow:columns=2",{"layout":"flow","columns":3,"orientation":"landscape"}],
        "ignore":[{"rule":"picture-*","img":"b*","reason":"drawn\u001b anew","until":"2027-03-31"}],"baseline":"known.json"}
        """#

    /// The rows of --show-config, with one space between the columns.
    @Test(
        arguments: [
            (
                [],
                [
                    "config default none", "layout default lf-waterflow", "screen default portrait (375x667)",
                    "screen default landscape (667x375)", "fail-on default error", "baseline default none",
                ]
            ),
            (
                ["shop/app/m.json", "--fail-on=info", "--devices=iphone-se-3"],
                [
                    "config found shop/app/weir.json", "rule shop/app/weir.json size-plausible: error (default: warning), max-side 8000",
                    "rule shop/app/weir.json one-currency: off (default: warning)",
                    "layout shop/app/weir.json waterflow:columns=2", "layout shop/app/weir.json flow:columns=3 in landscape",
                    "screen --devices iphone-se-3 portrait (375x667)", "screen --devices iphone-se-3 landscape (667x375)",
                    "fail-on --fail-on info", "baseline shop/app/weir.json shop/app/known.json",
                    "ignore shop/app/weir.json picture-*, file *, img b*, until 2027-03-31: drawn<U+001B> anew",
                ]
            ),
            (
                ["--config=shop/app/weir.json", "--layout=flow", "--rule=one-currency", "--baseline=b"],
                [
                    "config --config shop/app/weir.json", "rules --rule only one-currency, and that manifests parse",
                    "layout --layout flow",
                    "screen shop/app/weir.json till portrait (800x1280)", "screen shop/app/weir.json till landscape (1280x800)",
                    "fail-on default error", "baseline --baseline b",
                    "ignore shop/app/weir.json picture-*, file *, img b*, until 2027-03-31: drawn<U+001B> anew",
                ]
            ),
        ] as [([Bytes], [String])])
    func show(options: [Bytes], expected: [String]) throws {
        try folder.add("shop/app/weir.json", Self.shown)
        let shown = try check(["--show-config"] + options, in: folder)
        #expect(shown.status == .exited(0), "\(shown.messages)")
        #expect(shown.lines.dropLast().map { $0.replacing(#/ {2,}/#, with: " ") } == expected)
    }
}
