// docs/manifest.md: --with adds facts that take the pixels of a picture.
import Foundation
import TestSupport
import Testing

@Suite struct IngestPlaceholderTests {
    private let runs: Remembering
    private var folder: TemporaryFolder { runs.folder }
    private static let all: Bytes = "--with=status,thumbhash,blurhash,color,blurDataURL"
    private static let keys = ["thumbhash", "blurhash", "dominantColor", "meanColor", "blurDataURL"]
    private static let names = ["a.jpg", "a.png", "a.gif", "a.webp"]

    init() throws {
        runs = try Remembering()
        let paths = ["jpeg/cjpeg-640x480.jpg", "png/pillow-640x480.png", "gif/pillow-640x480.gif", "webp/cwebp-640x480.webp"]
        for (name, path) in zip(Self.names, paths) { try runs.add(Bytes(name), Mirroring.picture(path)) }
    }

    private func run(_ more: Bytes..., with facts: Bytes = all, by program: Program = .weir) throws -> Outcome {
        let arguments = Remembering.options.filter { !$0.all.starts(with: Array("--with=".utf8)) }
        let outcome = try program.run(arguments + [facts] + more, in: folder)
        #expect(outcome.status == .exited(0), "\(outcome.messages)")
        return outcome
    }

    private func entries(_ name: String = "m.json") throws -> [[String: Any]] {
        try #require(try json(folder.content(of: name)) as? [[String: Any]])
    }

    private func facts(_ key: String) throws -> [String?] { try entries().map { $0[key] as? String } }

    /// Pictures that were decoded, that cannot be decoded, and of which only the header is there.
    private func counts() throws -> [Int] { try runs.counts("decodedPictures", "undecodedPictures", "headersAlone") }

    /// Entries of files, of a row that names a file again, and of a `data:` URL have what `weir probe` tells of them.
    @Test func equalThoseOfProbe() throws {
        let url = "data:image/png;base64," + Data(folder.content(of: "a.png") ?? []).base64EncodedString()
        let pictures = Self.names + ["./a.jpg", url]
        try folder.addCatalogue(pictures.map { "\"\($0)\"" })
        _ = try run()
        #expect(try counts() == [5, 0, 0])
        try folder.add("list", Bytes(pictures.joined(separator: "\n")))
        let probed = try probe("--with=thumbhash,blurhash,color,blurDataURL", "--format=json", "--files-from=list", in: folder)
        let expected = try #require(try json(probed.output) as? [[String: Any]])
        for key in Self.keys {
            #expect(try facts(key) == expected.map { $0[key] as? String })
            #expect(try facts(key).allSatisfy { $0 != nil }, "\(key)")
        }
        // Keys come in the order of the option, those of one fact together.
        #expect(
            runs.manifest.contains(
                try Regex(
                    "\"status\":\"ok\",\"thumbhash\":\"[^,]*\",\"blurhash\":\"[^}]*\",\"dominantColor\":\"#[^,]*\",\"meanColor\":\"#[^,]*\",\"blurDataURL\":\"data:image/webp;base64,[^,]*\"}"
                )))
    }

    @Test(arguments: ["m.jsonl", "m.plist", "m.jsonl.gz", "binary"] as [Bytes])
    func everyFormat(name: Bytes) throws {
        try folder.addCatalogue(Self.names)
        _ = try run()
        let expected = try entries()
        let isBinary = name == "binary"
        let output: Bytes = isBinary ? "b.binary.plist" : name
        _ = try run("-o", output, "--quiet")
        _ = try run("-o", "again.json", with: "--with=status")
        // The manifest is a catalogue, and its keys are kept.
        let outcome = try Program.weir.run(
            [
                "ingest", output, "-o", "again.json", "--keep=thumbhash,blurhash,dominantColor,meanColor,blurDataURL", "--with=status",
                "--journal=none",
            ],
            in: folder)
        #expect(outcome.status == .exited(0), "\(outcome.messages)")
        let again = try entries("again.json")
        for (entry, other) in zip(expected, again) {
            for key in Self.keys { #expect(entry[key] as? String == other[key] as? String) }
        }
        #expect(again.count == Self.names.count)
    }

    /// A second run decodes nothing and does not even open the files, and a new kind decodes each once more.
    @Test func rerun() throws {
        try folder.addFolder("p")
        for name in Self.names { try FileManager.default.moveItem(atPath: folder.path + "/" + name, toPath: folder.path + "/p/" + name) }
        try runs.add("p/bad.jpg", Bytes(Array(try Mirroring.picture("jpeg/cjpeg-640x480.jpg").all.prefix(9000))))
        try folder.addCatalogue((Self.names + ["bad.jpg"]).map { "p/" + $0 })
        _ = try run(with: "--with=thumbhash")
        #expect(try counts() == [4, 1, 0])
        let hashes = try facts("thumbhash")
        #expect(hashes.map { $0 != nil } == [true, true, true, true, false])
        let watch = try FileWatch(folder, "p")
        _ = try run(with: "--with=thumbhash")
        #expect(try counts() == [0, 1, 0] && facts("thumbhash") == hashes)
        #expect(watch.opened() == [:])
        _ = try run(with: "--with=thumbhash,color")
        #expect(try counts() == [4, 1, 0] && facts("thumbhash") == hashes)
        #expect(try facts("meanColor").map { $0 != nil } == [true, true, true, true, false])
        #expect(watch.opened() == Dictionary(uniqueKeysWithValues: Self.names.map { ($0, 1) }))
        _ = try run()
        _ = try run()
        #expect(try counts() == [0, 1, 0])
        _ = try run("--refresh")
        #expect(try counts() == [4, 1, 0] && facts("thumbhash") == hashes)
        #expect(try Program.weir.run(["journal", "check"], in: folder).text == ".weir-journal is whole: 5 pictures\n")
        let stats = try #require(
            try json(try Program.weir.run(["journal", "stats", "--format=json"], in: folder).output) as? [String: Any])
        #expect(stats["with_placeholders"] as? Int == 4 && stats["undecoded"] as? Int == 1)
    }

    /// A recorded failure of the pixels hides no metadata, and is none of a run that wants metadata alone.
    @Test func metadataOfBrokenPixels() throws {
        var picture = try Mirroring.picture("jpeg/libultrahdr.jpg").all
        let scan = try #require(picture.firstRange(of: [0xFF, 0xDA])?.lowerBound)
        picture.replaceSubrange(scan + 14..<scan + 16, with: [0xFF, 0xD9])
        try folder.addFolder("p")
        try runs.add("p/a.jpg", Bytes(Array(picture)))
        try folder.addCatalogue(["p/a.jpg"])
        let nights: [(facts: Bytes, undecoded: Int, range: String?, opened: Int)] = [
            ("--with=color", 1, nil, 1), ("--with=color,range", 1, "gainMap", 1), ("--with=color,range", 1, "gainMap", 0),
            ("--with=range", 0, "gainMap", 0), ("--with=range,source", 0, "gainMap", 1), ("--with=color", 1, nil, 0),
        ]
        for (number, night) in nights.enumerated() {
            let watch = try FileWatch(folder, "p")
            _ = try run(with: night.facts)
            #expect(try counts()[1] == night.undecoded && facts("range") == [night.range], "night \(number)")
            if number > 0 { #expect(watch.opened()["a.jpg"] ?? 0 == night.opened, "night \(number)") }
        }
    }

    /// A picture that has changed has placeholders of its new content, also if a run without them has noticed the change.
    @Test(arguments: [false, true])
    func aChangedPicture(isNoticedBefore: Bool) throws {
        try folder.addCatalogue(["a.jpg", "a.png"])
        _ = try run(with: "--with=thumbhash")
        let first = try facts("thumbhash")
        try runs.add("a.jpg", Mirroring.picture("jpeg/cjpeg-640x480.jpg").turned)
        if isNoticedBefore { _ = try run(with: "--with=status") }
        _ = try run(with: "--with=thumbhash")
        #expect(try counts() == [1, 0, 0])
        let second = try facts("thumbhash")
        #expect(second[0] != first[0] && second[0] != nil && second[1] == first[1])
    }

    /// A picture that is gone keeps what is known of it.
    @Test func aStalePicture() throws {
        try folder.addCatalogue(["a.jpg"])
        _ = try run()
        let before = try entries()
        try FileManager.default.removeItem(atPath: folder.path + "/a.jpg")
        _ = try run()
        #expect(try facts("status") == ["stale"])
        for key in Self.keys { #expect(try facts(key) == before.map { $0[key] as? String }) }
    }

    /// A picture that cannot be decoded is no failed row. It is counted, and the report names it.
    @Test func undecoded() throws {
        try runs.add("cut.jpg", Bytes(Array(try Mirroring.picture("jpeg/cjpeg-640x480.jpg").all.prefix(9000))))
        try folder.addCatalogue(["a.jpg", "cut.jpg", "cut.jpg"])
        let outcome = try run("--metrics=x.prom")
        #expect(
            outcome.messages.contains("weir: wrote m.json; 3 rows: 3 with their true size; 1 decoded, 1 that cannot be decoded\n"),
            "\(outcome.messages)")
        let named = outcome.messages.split(separator: "\n").filter { $0.contains("placeholders of --with") }
        #expect(
            named.count == 1 && named[0].hasPrefix("weir: row 2 (line 3): cut.jpg has none of the placeholders of --with: "),
            "\(outcome.messages)")
        #expect(try run("--quiet").messages.contains("cut.jpg") == false)
        #expect(try facts("status") == ["ok", "ok", "ok"] && facts("thumbhash").map { $0 != nil } == [true, false, false])
        let reported = try #require(try runs.report()["undecoded"] as? [[String: Any]])
        #expect(reported.count == 1 && reported[0]["img"] as? String == "cut.jpg" && reported[0]["row"] as? Int == 2)
        #expect(reported[0]["code"] as? String == "truncated" && (reported[0]["message"] as? String)?.isEmpty == false)
        let metrics = try #require(folder.text(of: "x.prom"))
        #expect(metrics.contains("weir_decoded_pictures{manifest=\"m.json\"} 1\n"))
        #expect(metrics.contains("weir_pictures_without_placeholders{manifest=\"m.json\",reason=\"undecoded\"} 1\n"))
        // A run that wants no placeholders counts none.
        _ = try run(with: "--with=status")
        #expect(try runs.report()["undecoded"] == nil && counts() == [-1, -1, -1])
    }

    /// A failure that only a missing library explains is not remembered.
    @Test(.needs(.loading)) func missingLibrary() throws {
        try folder.addFolder("lib")
        try folder.add("lib/libgif.so.7", "no library")
        try folder.addCatalogue(["a.gif"])
        let arguments = Remembering.options.filter { !$0.all.starts(with: Array("--with=".utf8)) } + [Self.all]
        let outcome = try Program.weir.run(arguments, environment: ["LD_LIBRARY_PATH": folder.path + "/lib"], in: folder)
        #expect(outcome.status == .exited(0), "\(outcome.messages)")
        #expect(try counts() == [0, 1, 0])
        _ = try run()
        #expect(try counts() == [1, 0, 0] && facts("thumbhash")[0] != nil)
    }

    /// A run that is killed at any write leaves a sound journal, and the next run has the same manifest as one that nobody killed.
    @Test(.needs(.tracer)) func killed() throws {
        try folder.addCatalogue(["a.jpg", "a.png"])
        _ = try run()
        let expected = runs.manifest
        let tracer = try #require(Program.tracer)
        var kills = 0
        while true {
            for name in try folder.journalNames() + ["m.json"] { try? FileManager.default.removeItem(atPath: folder.path + "/" + name) }
            let killer = tracer.running(
                .weir,
                after: [
                    "-f", "-qq", "-o", "/dev/null", "-e", "trace=pwrite64", "-e", Bytes("inject=pwrite64:signal=KILL:when=\(kills + 1)"),
                ])
            let arguments = Remembering.options.filter { !$0.all.starts(with: Array("--with=".utf8)) } + [Self.all]
            let status = try killer.run(arguments, in: folder).status
            if folder.content(of: ".weir-journal")?.isEmpty == false { #expect(try runs.sqlite("PRAGMA integrity_check") == "ok\n") }
            _ = try run()
            #expect(runs.manifest == expected, "\(kills)")
            if status == .exited(0) { break }
            kills += 1
        }
        #expect(kills > 4)
    }

    @Test(
        arguments: [
            ("--keep=meanColor", "--keep: meanColor stands in each entry already"), ("--with=thumbhash", "--with"),
            ("--with=blur-data-url", "blur-data-url is not one of"),
        ] as [(Bytes, String)])
    func misuse(option: Bytes, message: String) throws {
        try folder.addCatalogue(["a.jpg"])
        let outcome = try ingest("c.csv", "-o", "m.json", "--with=thumbhash,color", option, in: folder)
        #expect(outcome.status == .exited(2) && outcome.messages.contains(message), "\(outcome.messages)")
    }

    /// The keys are those of a manifest, so it may replace itself.
    @Test func itsOwnCatalogue() throws {
        try folder.addCatalogue(["a.jpg"])
        _ = try run()
        let outcome = try Program.weir.run(["ingest", "m.json", "-o", "m.json", Self.all], in: folder)
        #expect(outcome.status == .exited(0), "\(outcome.messages)")
        #expect(try facts("blurDataURL")[0] != nil)
    }
}

extension Bytes {
    /// A JPEG with the colors of another picture: the tables of quantisation are exchanged.
    fileprivate var turned: Bytes {
        var bytes = all
        for start in bytes.indices.dropLast(60) where bytes[start] == 0xFF && bytes[start + 1] == 0xDB {
            for index in start + 5..<start + 12 { bytes[index] = 1 }
        }
        return Bytes(bytes)
    }
}
