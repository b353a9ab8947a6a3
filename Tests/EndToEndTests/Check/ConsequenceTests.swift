// docs/checks.md: what follows from a finding is a part of it, and no finding hides an independent or a worse one.
import TestSupport
import Testing

@Suite struct ConsequenceTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func found(_ old: [String]?, _ new: [String], _ options: Bytes...) throws -> (
        findings: [CheckAnswer.Finding], status: Outcome.Status
    ) {
        if let old { try folder.add("old.json", Bytes(manifest(of: old))) }
        try folder.add("m.json", Bytes(manifest(of: new)))
        let outcome = try check(["m.json", "--format=json"] + (old == nil ? [] : ["--previous=old.json"]) + options, in: folder)
        return (try outcome.checked().findings, outcome.status)
    }

    private func hats(_ count: Int, _ hat: (Int) -> String) -> [String] { (0..<count).map(hat) }

    /// A thumbnail among more blurred pictures than findings are kept.
    @Test(arguments: [0, 1100, 1199]) func theWorstIsKept(place: Int) throws {
        let entries = hats(1200) { entry($0 == place ? 60 : 150, 200, "\($0).jpg", "€\($0).50") }
        let (findings, status) = try found(nil, entries, "--rule=pixel-shortage")
        #expect(findings.map(\.severity) == ["error"] && status == .exited(1))
        #expect(findings[0].message.contains("it is 60 pixels wide"), "\(findings)")
        #expect(
            findings[0].message.contains("; so it is in 1 of 1200 entries, ") && findings[0].message.contains("less so in 1199"),
            "\(findings)")
    }

    /// Prices move no frame, so wrong heights have findings beside prices that have moved.
    @Test(arguments: [false, true]) func movedPricesAndFrames(movesPrices: Bool) throws {
        let old = hats(30) { entry(600, 800, "\($0).jpg", "€\($0).50") }
        let new = hats(30) { entry(600, $0 % 10 == 5 ? 1200 : 800, "\($0).jpg", "€\(movesPrices && $0 > 0 ? $0 - 1 : $0).50") }
        let (findings, _) = try found(old, new)
        #expect(findings.contains { $0.rule == "price-shift" } == movesPrices)
        #expect(findings.count { $0.rule == "previous-frames" } == 3, "\(findings.map { ($0.rule, $0.message) })")
    }

    @Test func lostPricesBeyondTheLimit() throws {
        try folder.add("weir.json", #"{"rules":{"price-present":{"max-empty":0.05}}}"#)
        let old = hats(40) { entry(600, 800, "\($0).jpg", "€\($0).50") }
        let new = hats(40) { entry(600, 800, "\($0).jpg", $0 < 8 ? "" : "€\($0).50") }
        for previous in [nil, old] {
            let (findings, status) = try found(previous, new, "--config=weir.json")
            #expect(findings.filter { $0.rule == "price-present" }.map(\.severity) == ["error"] && status == .exited(1))
        }
    }

    /// The size of a placeholder says nothing of its picture, today and yesterday.
    @Test(arguments: [false, true]) func placeholdersAreNoPictures(areOld: Bool) throws {
        let placeholders = hats(10) {
            entry(areOld ? 1000 : 300, areOld ? 1000 : 300, "\($0).jpg", "€\($0).50", #","status":"placeholder""#)
        }
        let pictures = hats(10) { entry(areOld ? 400 : 700, areOld ? 450 : 800, "\($0).jpg", "€\($0).50", #","status":"ok""#) }
        let (findings, _) = try areOld ? found(placeholders, pictures) : found(pictures, placeholders)
        #expect(!findings.contains { $0.rule == "size-drop" })
    }

    /// A misspelt key of a few entries, though no entry needs the key that is meant. A column of most entries may have any name.
    @Test(arguments: [(1, ["unknown-key"]), (20, ["unknown-key"]), (21, [])]) func misspeltKeys(count: Int, rules: [String]) throws {
        let entries = hats(40) { entry(600, 800, "\($0).jpg", "€\($0).50", $0 < count ? #","staus":"x""# : "") }
        let (findings, _) = try found(nil, entries)
        #expect(findings.map(\.rule) == rules)
        if count < 21 { #expect(findings[0].message.contains("did you mean `status`?")) }
    }
}
