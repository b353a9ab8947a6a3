// docs/checks.md: findings that a baseline records or the configuration ignores are not reported.
import Foundation
import TestSupport
import Testing

@Suite struct CheckSilenceTests {
    private let folder: TemporaryFolder

    init() throws { folder = try CheckSample.folder() }

    @Test func baseline() throws {
        let written = try check("broken.json", "--baseline=known.json", "--write-baseline", in: folder)
        #expect(written.messages == "weir: wrote 3 findings to known.json\n")
        #expect(written.text == "no findings in 1 file, 3 entries; 3 known\n")
        #expect(written.status == .exited(0))
        let known = folder.text(of: "known.json")
        #expect(
            known == """
                {"version":1,"findings":[
                {"rule":"missing-key","img":"b.jpg","field":"h","file":"broken.json"},
                {"rule":"size-plausible","img":"c.jpg","field":"w","file":"broken.json"},
                {"rule":"unknown-key","field":"hegith","file":"broken.json"}
                ]}

                """)
        let silent = try check("broken.json", "--baseline=known.json", "--fail-on=info", in: folder)
        #expect(silent.status == .exited(0))
        #expect(silent.messages == "")
        #expect(silent.text == written.text)
    }

    @Test func staleFindingsAreToldAndPruned() throws {
        _ = try check("broken.json", "--baseline=known.json", "--write-baseline", in: folder)
        try folder.add("broken.json", Bytes(manifest(entry(200, 200, "b.jpg", "¥2"), entry(1, 1, "c.jpg", "¥3"))))
        let outcome = try check("broken.json", "--baseline=known.json", in: folder)
        #expect(outcome.messages == "weir: 2 findings of known.json are no longer there; --write-baseline takes them out\n")
        #expect(outcome.status == .exited(0))
        let pruned = try check("broken.json", "--baseline=known.json", "--write-baseline", in: folder)
        #expect(pruned.messages == "weir: wrote 1 finding to known.json\n")
        #expect(folder.text(of: "known.json")?.contains("b.jpg") == false)
        let before = folder.text(of: "known.json")
        let again = try check("broken.json", "--baseline=known.json", "--write-baseline", in: folder)
        #expect(again.messages == pruned.messages)
        #expect(folder.text(of: "known.json") == before)
    }

    /// The findings of a layout that the manifest does not fit stay known.
    @Test func layoutsThatAreSkippedStayKnown() throws {
        try folder.add("m.json", Bytes(manifest(#"{"w":20,"h":9000,"img":"a.jpg","price":"¥1","category":"x"}"#)))
        try folder.add(
            "weir.json",
            #"{"layouts":[{"layout":"flow","item-size":"400x50","section-by":"category"}],"rules":{"missing-key":"off","unknown-key":"off"}}"#
        )
        let written = try check(
            "m.json", "--config=weir.json", "--rule=frame-coverage", "--baseline=known.json", "--write-baseline", in: folder)
        #expect(written.messages.hasSuffix("weir: wrote 1 finding to known.json\n"), "\(written.messages)")
        try folder.add("m.json", Bytes(manifest(#"{"w":20,"h":9000,"img":"a.jpg","price":"¥1"}"#)))
        let pruned = try check(
            "m.json", "--config=weir.json", "--rule=frame-coverage", "--baseline=known.json", "--write-baseline", in: folder)
        #expect(pruned.messages.hasSuffix("; 1 stay of what was not checked\n"), "\(pruned.messages)")
    }

    /// A baseline names files relative to its own folder, for any spelling of a path and any working folder.
    @Test func filesAreNamedFromTheBaseline() throws {
        try folder.addFolder("ci")
        try folder.addFolder("app")
        let usual = (0..<3).map { entry(200, 300, "\($0).jpg", "¥1") }
        try folder.add("app/m.json", Bytes(manifest(of: usual + [entry(200, 300, "e.jpg", "€1"), #"{"w":1,"h":2,"img":"","price":""}"#])))
        _ = try check("app/m.json", "--baseline=ci/known.json", "--write-baseline", in: folder)
        let known = folder.text(of: "ci/known.json")
        #expect(known?.contains(#"{"rule":"img-present","field":"img","file":"../app/m.json"}"#) == true, "\(known ?? "")")
        let env = try #require(Program.named("env"))
        for (path, baseline, workingFolder) in [
            ("m.json", "../ci/known.json", "app"), ("./app/../app//m.json", "ci/known.json", "."),
            (folder.path(of: "app/m.json"), "known.json", "ci"),
        ] as [(Bytes, Bytes, Bytes)] {
            let outcome = try env.running(.weir, after: ["-C", workingFolder]).run(
                ["check", path, "--baseline", baseline, "--fail-on=info", "--write-baseline"], in: folder)
            #expect(outcome.status == .exited(0), "\(outcome.text)")
            #expect(outcome.messages.hasPrefix("weir: wrote "), "\(outcome.messages)")
        }
        #expect(folder.text(of: "ci/known.json") == known)
    }

    /// A finding stays known if its entry moves to another page. Pages that no longer exist leave the baseline.
    @Test func pagesBelongToTheirFolder() throws {
        let rows = (0..<4).map { entry(1, 1, "\($0).jpg", "¥1") }
        try folder.add("m.json", Bytes(manifest(of: rows)))
        func page(_ size: Bytes) throws {
            let options: [Bytes] = ["-o", "p", "-q", "--journal=none", "--max-failures=100%", "--max-removed=100%", "--placeholder=1x1"]
            let outcome = try Program.weir.run(["ingest", "m.json", "--page-size", size] + options, in: folder)
            #expect(outcome.status == .exited(0), "\(outcome.messages)")
        }
        try page("1")
        _ = try check("p", "--baseline=known.json", "--write-baseline", in: folder)
        #expect(folder.text(of: "known.json")?.contains(#""file":"p/4.json""#) == true)
        try page("3")
        #expect(try check("p/", "--baseline=known.json", "--fail-on=info", in: folder).messages == "")
        let pruned = try check("./p", "--baseline=known.json", "--write-baseline", in: folder)
        #expect(pruned.messages.hasPrefix("weir: wrote "))
        #expect(folder.text(of: "known.json")?.contains("4.json") == false)
        try folder.add("m.json", Bytes(manifest(of: Array(rows[..<1]))))
        try page("3")
        let fewer = try check("p", "--baseline=known.json", "--write-baseline", in: folder)
        #expect(fewer.messages.hasPrefix("weir: wrote "))
        #expect(folder.text(of: "known.json")?.contains("2.json") == false)
    }

    /// The findings of a page that is missing today are still known when it is back.
    @Test func missingPagesStayKnown() throws {
        try folder.add("m.json", Bytes(manifest(of: (0..<3).map { entry(1, 1, "\($0).jpg", "¥1") })))
        let options: [Bytes] = ["-o", "p", "-q", "--journal=none", "--max-failures=100%", "--placeholder=1x1", "--page-size=1"]
        #expect(try Program.weir.run(["ingest", "m.json"] + options, in: folder).status == .exited(0))
        _ = try check("p", "--baseline=known.json", "--write-baseline", in: folder)
        let page = try #require(folder.text(of: "p/2.json"))
        #expect(unlink("\(folder.path)/p/2.json") == 0)
        _ = try check("p", "--baseline=known.json", "--write-baseline", in: folder)
        #expect(folder.text(of: "known.json")?.contains(#""file":"p/2.json""#) == true)
        try folder.add("p/2.json", Bytes(page))
        #expect(try check("p", "--baseline=known.json", "--fail-on=info", in: folder).status == .exited(0))
    }

    /// Standard input is one file with the name `-`.
    @Test func standardInput() throws {
        _ = try check("broken.json", "--baseline=known.json", "--write-baseline", in: folder)
        let other = try check("-", "--baseline=known.json", "--write-baseline", input: CheckSample.doubtful, in: folder)
        #expect(other.messages == "weir: wrote 1 finding to known.json; 3 stay of what was not checked\n")
        #expect(folder.text(of: "known.json")?.contains(#""file":"-""#) == true)
        let pruned = try check("-", "--baseline=known.json", "--write-baseline", input: CheckSample.clean, in: folder)
        #expect(pruned.messages == "weir: wrote 0 findings to known.json; 3 stay of what was not checked\n")
    }

    /// A file that is not a baseline is not overwritten, except an empty file.
    @Test func otherFilesAreNotReplaced() throws {
        try folder.add("package.json", #"{"name":"shop"}"#)
        let refused = try check("broken.json", "--baseline=package.json", "--write-baseline", in: folder)
        #expect(refused.status == .exited(2))
        #expect(refused.messages.hasPrefix("weir: package.json: there is no key \"name\""), "\(refused.messages)")
        #expect(folder.text(of: "package.json") == #"{"name":"shop"}"#)
        try folder.add("empty.json", "")
        #expect(
            try check("broken.json", "--baseline=empty.json", "--write-baseline", in: folder).messages
                == "weir: wrote 3 findings to empty.json\n")
    }

    /// A finding that the run did not look for stays in the baseline.
    @Test func uncheckedFindingsAreNotStale() throws {
        try folder.add("gone.json", Bytes(manifest(entry(200, 300, "gone.jpg", "¥1"))))
        _ = try check("gone.json", "--images", "--baseline=known.json", "--write-baseline", in: folder)
        let before = folder.text(of: "known.json")
        #expect(before?.contains("picture-exists") == true)
        let outcome = try check("gone.json", "--baseline=known.json", "--write-baseline", in: folder)
        #expect(outcome.messages.hasPrefix("weir: wrote "))
        #expect(folder.text(of: "known.json") == before)
        try folder.add("gone.json", "[{")
        let broken = try check("gone.json", "--images", "--baseline=known.json", "--write-baseline", in: folder)
        #expect(broken.status == .exited(1))
        #expect(folder.text(of: "known.json") == before)
    }

    /// A run without `--images` does not report a finding as gone if the finding needs the true sizes.
    @Test func layoutsOfUncheckedPictures() throws {
        try folder.add("a.jpg", .jpeg(width: 200, height: 900))
        try folder.add("wrong.json", Bytes(manifest(entry(200, 200, "a.jpg", "¥1"))))
        _ = try check("wrong.json", "--images", "--baseline=known.json", "--write-baseline", in: folder)
        #expect(folder.text(of: "known.json")?.contains("placeholder-frames") == true)
        #expect(try check("wrong.json", "--baseline=known.json", in: folder).messages == "")
    }

    /// A price in another wrong currency is a new finding.
    @Test func anotherKind() throws {
        let usual = (0..<5).map { entry(200, 300, "\($0).jpg", "¥1") }
        try folder.add("m.json", Bytes(manifest(of: usual + [entry(200, 300, "e.jpg", "€1")])))
        _ = try check("m.json", "--baseline=known.json", "--write-baseline", in: folder)
        try folder.add("m.json", Bytes(manifest(of: usual + [entry(200, 300, "f.jpg", "$1")])))
        let answer = try check("m.json", "--baseline=known.json", "--format=json", in: folder).checked()
        #expect(answer.findings.map(\.rule) == ["one-currency"])
    }

    /// A baseline that knew what one night has removed would hide what the next one removes.
    @Test func removedEntries() throws {
        func check(_ options: Bytes...) throws -> Outcome {
            try EndToEndTests.check(["clean.json", "--previous=longer.json", "--baseline=known.json"] + options, in: folder)
        }
        let written = try check("--write-baseline")
        #expect(written.status == .exited(1) && written.text.contains("[removed-entries]"), "\(written.text)\(written.messages)")
        #expect(folder.text(of: "known.json")?.contains("removed-entries") == false)
        let checked = try check()
        #expect(checked.status == .exited(1) && checked.text == written.text, "\(checked.text)")
    }

    /// A shift that is ignored leaves its jumps to the other rule.
    @Test func anIgnoredShift() throws {
        func manifest(_ prices: [Int]) -> Bytes {
            Bytes(TestSupport.manifest(of: prices.enumerated().map { entry(300 + $0, 300, "\($0).jpg", "€\($1)") }))
        }
        let prices = (0..<24).map { $0 % 6 == 0 ? 900 : 20 + $0 }
        try folder.add("old.json", manifest(prices))
        try folder.add("m.json", manifest([prices[0]] + prices.dropLast()))
        try folder.add("weir.json", Self.ignore(#""rule":"price-shift","file":"*""#))
        try folder.add("plain.json", "{}")
        let jumps = try (["plain.json", "weir.json"] as [Bytes]).map { configuration in
            try check(["m.json", "--previous=old.json", "--format=json", "--config", configuration], in: folder).checked().findings.count {
                $0.rule == "price-jump"
            }
        }
        #expect(jumps[0] == 0 && jumps[1] > 0, "\(jumps)")
    }

    /// The path of a baseline in a configuration is relative to the configuration's folder.
    @Test func baselineOfTheConfiguration() throws {
        try folder.addFolder("ci")
        try folder.add("ci/weir.json", #"{"baseline":"known.json"}"#)
        let written = try check("broken.json", "--config=ci/weir.json", "--write-baseline", in: folder)
        #expect(written.messages == "weir: wrote 3 findings to ci/known.json\n")
        #expect(try check("broken.json", "--config=ci/weir.json", in: folder).status == .exited(0))
        #expect(try check("broken.json", "--config=ci/weir.json", "--baseline=none.json", in: folder).status == .exited(2))
    }

    private static func ignore(_ members: String) -> Bytes { Bytes(#"{"ignore":[{"reason":"decided",\#(members)}]}"#) }

    @Test(
        arguments: [
            (#""rule":"missing-key","img":"b.jpg""#, ["unknown-key", "size-plausible"]),
            (#""rule":"*-key","img":"b.*""#, ["size-plausible"]),
            (#""rule":"*","file":"broken*""#, []),
            (#""rule":"*","file":"clean*""#, ["missing-key", "unknown-key", "size-plausible"]),
            (#""rule":"*","img":"b.jpg","file":"clean*""#, ["missing-key", "unknown-key", "size-plausible"]),
            (#""rule":"*","img":"b.jpg","until":"9999-12-31""#, ["size-plausible"]),
            (#""rule":"*","img":"b.jpg","until":"2024-02-29""#, ["missing-key", "unknown-key", "size-plausible"]),
        ] as [(String, [String])])
    func ignores(members: String, rules: [String]) throws {
        try folder.add("weir.json", Self.ignore(members))
        let outcome = try check("broken.json", "--config=weir.json", "--format=json", in: folder)
        let answer = try outcome.checked()
        #expect(answer.findings.map(\.rule) == rules)
        #expect(answer.counts["ignored"] == 3 - rules.count)
        let isOver = members.contains("2024")
        #expect(outcome.messages == (isOver ? "weir: weir.json: ignore[0] was good until 2024-02-29 and is no longer used: decided\n" : ""))
    }

    /// An ignore that matches nothing is reported if its rule and one of its files were checked.
    @Test(arguments: [
        (#""rule":"size-integer","img":"b.jpg""#, true), (#""rule":"*","file":"broken*","img":"gone""#, true),
        (#""rule":"size-integer","file":"clean*""#, false), (#""rule":"picture-size","img":"b.jpg""#, false),
        (#""rule":"unknown-key","img":"b.jpg""#, false),
    ])
    func unusedIgnores(members: String, isReported: Bool) throws {
        try folder.add("weir.json", Self.ignore(members))
        let outcome = try check("broken.json", "--config=weir.json", in: folder)
        #expect(outcome.messages == (isReported ? "weir: weir.json: ignore[0] matches no finding and can be taken out: decided\n" : ""))
    }

    /// With an ignore all violations of a layout are kept. Flat frames that form lines by chance are none.
    @Test(.needs(.program("python3"), .time), .disabled(if: Sanitizer.isOn, "a sanitizer has memory of its own"))
    func memoryOfIgnores() throws {
        try folder.add("flat.json", Bytes(manifest(of: (0..<100_000).map { entry(9000, 100, "\($0).jpg", "¥1") })))
        try folder.add("weir.json", Self.ignore(#""rule":"aspect-bounds","img":"*7*""#))
        try folder.add("plain.json", "{}")
        let peaks = try (["plain.json", "weir.json"] as [Bytes]).map { configuration in
            let outcome = try #require(Program.weirWithPeak).run(
                ["check", "flat.json", "--quiet", "--config", configuration], in: folder)
            return try #require(outcome.lines.dropLast().last.flatMap { Int($0) }) * 1024
        }
        #expect(peaks[1] - peaks[0] < 8 << 20, "\(peaks)")
    }

    /// A file that does not parse is always reported, since nothing is known about its other findings.
    @Test func aFileThatDoesNotParseIsReported() throws {
        try folder.add("cut.json", "[{")
        try folder.add("weir.json", Self.ignore(#""rule":"*","file":"*""#))
        #expect(try check("cut.json", "--config=weir.json", in: folder).status == .exited(1))
        #expect(try check("cut.json", "--baseline=b.json", "--write-baseline", in: folder).status == .exited(1))
    }
}
