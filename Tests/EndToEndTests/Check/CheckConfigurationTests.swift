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

    /// The size of a placeholder is that of the section for ingest, unless the rule has one.
    @Test(
        arguments: [
            ("{}", false), (#"{"ingest":{"placeholder":"600x800"}}"#, true),
            (#"{"ingest":{"placeholder":"200x300"},"rules":{"placeholder-share":{"size":"600x800"}}}"#, true),
            // A placeholder that is no size, and that only a run of ingest needs.
            (#"{"ingest":{"placeholder":"gone.jpg"}}"#, false), (#"{"ingest":{"placeholder":"0x0"}}"#, false),
        ] as [(Bytes, Bool)])
    func placeholderSize(configuration: Bytes, isFound: Bool) throws {
        try folder.add("m.json", Bytes(manifest(of: (0..<24).map { entry(600, 800, "\($0).jpg", "€\($0 + 20)") })))
        try folder.add("weir.json", configuration)
        let findings = try check("m.json", "--format=json", in: folder).checked().findings
        let message = "24 of 24 entries are 600x800, the size of a placeholder; this is the first of them"
        #expect(findings.map { "\($0.severity) \($0.pointer) \($0.message)" } == (isFound ? ["warning /0 \(message)"] : []))
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
}
