// docs/catalogues.md: a shop's catalogue gives the same manifest in every format.
import Foundation
import TestSupport
import Testing

@Suite struct IngestSamplesTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private static let root: Bytes = "--root=" + Bytes(Samples.path)

    enum Way: CaseIterable { case file, compressedFile, standardInput, compressedInput }

    private func run(_ catalogue: String, _ way: Way, _ arguments: Bytes...) throws -> Outcome {
        let format = Samples.format(of: catalogue)
        var source: [Bytes] = ["--from", Bytes(format), "-"]
        var input: Bytes = []
        switch way {
        case .file: source = [Bytes(Samples.path + "/" + catalogue)]
        case .compressedFile:
            try folder.add("c.\(format).gz", Samples.compressed(catalogue))
            source = ["c.\(format).gz"]
        case .standardInput: input = Bytes(try Fixtures.bytes(of: Samples.path + "/" + catalogue))
        case .compressedInput: input = try Samples.compressed(catalogue)
        }
        return try Program.weir.run(["ingest", IngestSamplesTests.root] + arguments + source, input: input, in: folder)
    }

    /// The sizes are those of the pictures, and the prices have the catalogue's own characters.
    @Test(arguments: Samples.catalogues, Way.allCases)
    func isTheSameManifest(catalogue: String, way: Way) throws {
        let outcome = try run(catalogue, way, "-o", "m.json")
        #expect(try folder.text(of: "m.json") == Samples.manifest)
        #expect(outcome.text == "")
        #expect(outcome.status == .exited(0))
        let lines = outcome.messages.split(separator: "\n")
        #expect(lines.count == 4)
        for (line, row) in zip(lines, try Samples.rows.filter { $0.size == nil }) { #expect(line.contains(row.img)) }
        #expect(lines.last == "weir: wrote m.json; 42 rows: 39 with their true size, 3 with a placeholder")
    }

    private static let outputs: [(name: String, options: [Bytes])] = [
        ("m.json", []), ("m.jsonl", []), ("m.plist", []), ("b.binary.plist", []),
    ]

    @Test(arguments: outputs.map(\.name))
    func isTheSameInEveryFormat(name: String) throws {
        let options = try #require(IngestSamplesTests.outputs.first { $0.name == name }).options
        var first: [[UInt8]]?
        for catalogue in Samples.catalogues {
            let source = Bytes(Samples.path + "/" + catalogue)
            for output in [name, name + ".gz"] {
                let outcome = try Program.weir.run(["ingest", source, "-o", Bytes(output)] + options, in: folder)
                #expect(outcome.status == .exited(0))
            }
            let written = [name, name + ".gz"].compactMap { folder.content(of: $0) }
            #expect(written.count == 2)
            #expect(written == first ?? written, "\(catalogue)")
            first = first ?? written
        }
        let unpacked = try #require(Program.named("gzip")).run(["-dc", Bytes(name + ".gz")], in: folder).output
        #expect(unpacked == first?[0])
        #expect(try entries(name) == Samples.rows.map { "\($0.reported.w) \($0.reported.h) \($0.img) \($0.price)" })
    }

    /// The entries of a manifest, as Foundation reads them.
    private func entries(_ name: String) throws -> [String] {
        let content = Data(try #require(folder.content(of: name)))
        let entries: Any
        switch name.split(separator: ".").last {
        case "json": entries = try JSONSerialization.jsonObject(with: content)
        case "jsonl":
            entries = try content.split(separator: UInt8(ascii: "\n")).map { try JSONSerialization.jsonObject(with: $0) }
        default:
            var format = PropertyListSerialization.PropertyListFormat.openStep
            entries = try PropertyListSerialization.propertyList(from: content, format: &format)
            #expect(format == (name.hasPrefix("b") ? .binary : .xml))
        }
        return try #require(entries as? [[String: Any]]).map { entry in
            #expect(entry.count == 4)
            return ["w", "h", "img", "price"].map { "\(entry[$0]!)" }.joined(separator: " ")
        }
    }

    /// A manifest is a valid catalogue, and gives the same manifest again.
    @Test(arguments: outputs.map(\.name), ["", ".gz"])
    func isItsOwnCatalogue(name: String, suffix: String) throws {
        let options = try #require(IngestSamplesTests.outputs.first { $0.name == name }).options + [IngestSamplesTests.root]
        let first: Bytes = "first." + Bytes(name + suffix)
        let source = Bytes(Samples.path + "/catalogue.csv")
        let omitting: [Bytes] = ["ingest", source, "-o", first, "--on-failure=omit"]
        #expect(try Program.weir.run(omitting + options, in: folder).status == .exited(0))
        let again = try Program.weir.run(["ingest", first, "-o", Bytes(name + suffix), "--journal=none"] + options, in: folder)
        #expect(again.messages == "weir: wrote \(name + suffix); 39 rows: 39 with their true size\n")
        #expect(again.status == .exited(0))
        let firstName = String(decoding: first.all, as: UTF8.self)
        #expect(folder.content(of: name + suffix) == folder.content(of: firstName))
        #expect(try entries(name + suffix, orBehind: suffix).count == 39)
    }

    private func entries(_ name: String, orBehind suffix: String) throws -> [String] {
        guard suffix == ".gz" else { return try entries(name) }
        let plain = String(name.dropLast(3))
        let unpacked = try #require(Program.named("gzip")).run(["-dc", Bytes(name)], in: folder).output
        try folder.add(Bytes(plain), Bytes(unpacked))
        return try entries(plain)
    }

    /// The first bytes from a pipe may be too few to recognize the format.
    @Test(arguments: ["catalogue.binary.plist", "catalogue.plist", "catalogue.csv"], [true, false])
    func comesInDribs(catalogue: String, isCompressed: Bool) throws {
        let content = isCompressed ? try Samples.compressed(catalogue) : Bytes(try Fixtures.bytes(of: Samples.path + "/" + catalogue))
        let running = try Program.weir.start(
            ["ingest", IngestSamplesTests.root, "--from", Bytes(Samples.format(of: catalogue)), "-", "-o", "m.json"], in: folder)
        for part in [content.all[..<1], content.all[1..<3], content.all[3...]] {
            running.write(Bytes(Array(part)))
            try running.waitUntilInputIsRead()
        }
        let outcome = try running.finish()
        #expect(try folder.text(of: "m.json") == Samples.manifest)
        #expect(outcome.status == .exited(0))
    }

    /// Each file is a row, in the order of the paths' bytes. The list in the folder gives the prices.
    @Test func aFolderIsACatalogue() throws {
        let outcome = try ingest(Bytes(Samples.path + "/pictures"), "-o", "m.json", in: folder)
        var seen: Set<String> = []
        let rows = try Samples.rows.filter { $0.img != "pictures/gone.jpg" && seen.insert($0.img).inserted }
            .sorted { $0.img.utf8.lexicographicallyPrecedes($1.img.utf8) }
        let entries = rows.map { row in
            let reported = row.size ?? (300, 300)
            return entry(reported.w, reported.h, String(row.img.dropFirst("pictures/".count)), row.price)
        }
        #expect(folder.text(of: "m.json") == manifest(of: entries))
        #expect(outcome.status == .exited(0))
    }
}
