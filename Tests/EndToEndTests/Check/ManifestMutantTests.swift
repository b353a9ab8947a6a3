// docs/rules.md: a clean manifest that is broken once has a finding of the rule that is meant for it, in every form.
import TestSupport
import Testing

@Suite(.needs(.time)) struct ManifestMutantTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try MutantManifest.addCatalogue(to: folder)
    }

    /// The tree is written as the program writes it, and nothing is found in it.
    @Test func clean() throws {
        let names: [(Bytes, MutantManifest.Form?)] = [("m.json", .json), ("m.jsonl", .lines), ("m.plist", .xml), ("b.binary.plist", nil)]
        for (name, form) in names {
            let options: [Bytes] = ["--with=status,format,bytes,orientation", "--base-url=\(MutantManifest.base.dropLast())"]
            let words: [Bytes] = ["ingest", "c.csv", "-q", "--journal=none", "-o", name]
            let outcome = try Program.weir.run(words + options, in: folder)
            #expect(outcome.status == .exited(0), "\(outcome.messages)")
            if let form { #expect(folder.content(of: String(name)) == (try MutantManifest.clean.written(as: form))) }
        }
        for form in MutantManifest.Form.allCases {
            try folder.add("\(form).\(form.ending)", Bytes(try MutantManifest.clean.written(as: form)))
        }
        let all = names.map(\.0) + MutantManifest.Form.allCases.map { "\($0).\($0.ending)" }
        let answer = try check(all + ["--format=json"], in: folder).checked()
        #expect(answer.findings.map { "\($0.text): \($0.message)" } == [])
        #expect(answer.files.map(\.entries) == all.map { _ in 10 })
    }

    @Test func thereAreFortyWays() {
        #expect(MutantWay.all.count == 40)
        #expect(Set(MutantWay.all.map(\.name)).count == 40)
        #expect(MutantWay.all.filter { $0.rule == nil }.map(\.name) == ["a price of another picture"])
    }

    @Test func ways() throws {
        var seed = Seed.announced(for: "ManifestMutantTests.ways")
        try folder.add("old.json", Bytes(try MutantManifest.clean.written(as: .json)))
        var mutants: [(name: Bytes, way: MutantWay, entry: Int?)] = []
        for way in MutantWay.all {
            for form in way.forms {
                let mutant = try way.mutant(as: form, using: &seed)
                let name: Bytes = "\(mutants.count)-\(form).\(form.ending)"
                try folder.add(name, Bytes(mutant.bytes))
                mutants.append((name, way, mutant.entry))
            }
        }
        // `--previous` goes with one manifest.
        let alone = mutants.filter { !$0.way.needsPrevious }.map(\.name)
        var answers = [try check(alone + ["--format=json"], in: folder)]
        for mutant in mutants where mutant.way.needsPrevious {
            answers.append(try check(mutant.name, "--previous=old.json", "--format=json", in: folder))
        }
        let findings = Dictionary(grouping: try answers.flatMap { try $0.checked().findings }, by: \.file)
        for (name, way, entry) in mutants {
            let found = findings[String(name)] ?? []
            let isFound = found.contains { $0.rule == way.rule && (entry == nil || $0.entry == entry) }
            let reported = "\(seed): \(way.name), entry \(entry ?? -1) of \(String(name)): \(found.map(\.text))"
            #expect(way.rule == nil ? found.isEmpty : isFound, "\(reported)\n\(folder.text(of: String(name)) ?? "")")
        }
    }
}

extension String {
    fileprivate init(_ bytes: Bytes) { self.init(decoding: bytes.all, as: UTF8.self) }
}
