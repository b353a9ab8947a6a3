// docs/manifest.md: a manifest in pages, and the index that lists them.
import Foundation
import TestSupport
import Testing

@Suite struct IngestPagesTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        for number in 1...10 { try folder.add(Bytes("\(number).jpg"), .jpeg(width: UInt16(number), height: 5)) }
    }

    private func run(_ count: Int, pageSize: Int, _ more: Bytes...) throws -> Outcome {
        try folder.addCatalogue(IngestPagesTests.pictures(count))
        return try Program.weir.run(
            ["ingest", "c.csv", "-o", "pages", "--page-size", "\(pageSize)", "--max-removed=100%"] + more, in: folder)
    }

    private static func pictures(_ count: Int) -> [String] { (0..<count).map { "\($0 % 10 + 1).jpg" } }

    /// Compares the folder with the expected pages and index.
    private func check(_ count: Int, pageSize: Int, others: [String] = [], location: SourceLocation = #_sourceLocation) throws {
        let entries = IngestPagesTests.pictures(count).map { entry(Int($0.prefix { $0 != "." })!, 5, $0) }
        var pages: [String: String] = [:]
        var index: [String] = []
        for (number, start) in stride(from: 0, to: count, by: pageSize).enumerated() {
            let page = entries[start..<min(start + pageSize, count)]
            let name = "\(number + 1).json"
            pages[name] = manifest(of: Array(page))
            #expect(folder.text(of: "pages/\(name)") == pages[name], sourceLocation: location)
            let hash = try sha256(name)
            index.append("{\"file\":\"\(name)\",\"count\":\(page.count),\"sha256\":\"\(hash)\"}")
        }
        let expected = "{\"count\":\(count),\"pages\":[" + (index.isEmpty ? "" : "\n" + index.joined(separator: ",\n") + "\n") + "]}\n"
        #expect(folder.text(of: "pages/index.json") == expected, sourceLocation: location)
        let list = try #require(try json(folder.content(of: "pages/index.json")) as? [String: Any])
        #expect(list["count"] as? Int == count, sourceLocation: location)
        #expect(try folder.names(in: "pages") == (Array(pages.keys) + ["index.json"] + others).sorted(), sourceLocation: location)
    }

    private func sha256(_ page: String) throws -> String {
        let outcome = try #require(Program.named("sha256sum")).run([Bytes("pages/" + page)], in: folder)
        return String(outcome.text.prefix(64))
    }

    @Test(arguments: [1, 2, 5, 6, 7, 11, 12, 13], [1, 5, 6, 12, 1000])
    func pages(count: Int, pageSize: Int) throws {
        let outcome = try run(count, pageSize: pageSize)
        let noun = count == 1 ? "row: 1 with its" : "rows: \(count) with their"
        #expect(outcome.messages == "weir: wrote pages; \(count) \(noun) true size\n")
        #expect(outcome.status == .exited(0))
        try check(count, pageSize: pageSize)
    }

    /// The OpenSSL configuration of a machine does not change the hashes.
    @Test func noDefaultProvider() throws {
        try folder.add(
            "openssl.cnf",
            "openssl_conf = all\n[all]\nproviders = list\n[list]\nlegacy = none\n[none]\nactivate = 1\n")
        let environment = ["OPENSSL_CONF": String(decoding: folder.path(of: "openssl.cnf").all, as: UTF8.self)]
        let openssl = try #require(Program.named("openssl"), "openssl shows that the configuration is in force")
        #expect(try openssl.run(["dgst", "-sha256"], environment: environment).status != .exited(0))
        try folder.addCatalogue(IngestPagesTests.pictures(7))
        let outcome = try Program.weir.run(
            ["ingest", "c.csv", "-o", "pages", "--page-size=5"], environment: environment, in: folder)
        #expect(outcome.status == .exited(0), "\(outcome.messages)")
        try check(7, pageSize: 5)
    }

    /// More pages than are moved to their names together, and more than the limit of open files.
    @Test func manyPages() throws {
        try folder.addCatalogue(IngestPagesTests.pictures(1000))
        let shell = try #require(Program.named("sh"))
        let weir = shell.running(.weir, after: ["-c", "ulimit -n 64; exec \"$0\" \"$@\""])
        let outcome = try weir.run(["ingest", "c.csv", "-o", "pages", "--page-size=1"], in: folder)
        #expect(outcome.messages == "weir: wrote pages; 1000 rows: 1000 with their true size\n")
        #expect(outcome.status == .exited(0))
        #expect(try folder.names(in: "pages").count == 1001)
        #expect(folder.text(of: "pages/1000.json") == manifest(entry(10, 5, "10.jpg")))
    }

    @Test func noRows() throws {
        let outcome = try run(0, pageSize: 5, "--max-removed=100%")
        #expect(outcome.status == .exited(0))
        try check(0, pageSize: 5)
    }

    /// A shorter manifest removes the surplus pages of a longer one.
    @Test func stalePagesAreRemoved() throws {
        for (count, pageSize) in [(9, 1), (4, 1), (10, 2), (1, 5), (0, 5), (3, 1)] {
            #expect(try run(count, pageSize: pageSize, "--max-removed=100%").status == .exited(0))
            try check(count, pageSize: pageSize)
        }
    }

    /// weir removes only files that it wrote.
    @Test func foreignFilesStay() throws {
        let names = [".hidden", "0.json", "01.json", "+3.json", "3.json.gz", "3.jsonl", "2024.json", "notes.txt", "-1.json"]
        #expect(try run(3, pageSize: 2).status == .exited(0))
        for name in names { try folder.add(Bytes("pages/" + name), "mine") }
        #expect(try run(6, pageSize: 2).status == .exited(0))
        #expect(try run(2, pageSize: 2).status == .exited(0))
        try check(2, pageSize: 2, others: names)
        for name in names { #expect(folder.text(of: "pages/" + name) == "mine") }
    }

    /// A folder with files and without an index of weir's is refused before anything is measured. Nothing is left in it.
    @Test(
        arguments: [
            ["index.json"], ["1.json"], ["1.json", "2.json"], ["notes.txt"], [".hidden", "2.json", "index.json"], ["3.json.gz", "a"],
        ], [false, true])
    func foreignFolders(names: [String], isCurrent: Bool) throws {
        try folder.addFolder("pages")
        for name in names { try folder.add(Bytes("pages/" + name), "{\"count\":1,\"pages\":[\"mine\"]}") }
        try folder.addCatalogue(IngestPagesTests.pictures(6))
        let shell = try #require(Program.named("sh")).running(
            .weir, after: ["-c", isCurrent ? "cd pages && exec \"$0\" \"$@\"" : "exec \"$0\" \"$@\""])
        let (catalogue, output): (Bytes, Bytes) = isCurrent ? ("../c.csv", ".") : ("c.csv", "pages")
        let outcome = try shell.run(["ingest", catalogue, "-o", output, "--page-size=2"], in: folder)
        let first = try #require(names.first { !$0.hasPrefix(".") })
        let name = isCurrent ? "." : "pages"
        #expect(
            outcome.messages == """
                weir: \(name) is no folder of pages: it has \(first), and no index.json of weir's; name a new or an empty folder

                """)
        #expect(outcome.status == .exited(2))
        #expect(try folder.names(in: "pages") == names)
        for name in names { #expect(folder.text(of: "pages/" + name) == "{\"count\":1,\"pages\":[\"mine\"]}") }
        #expect(try folder.journalNames() == [])
    }

    /// Hidden files and what a new file system has do not make a folder somebody's.
    @Test func almostEmptyFolders() throws {
        try folder.addFolder("pages")
        try folder.addFolder("pages/lost+found")
        try folder.add("pages/.gitkeep", "mine")
        #expect(try run(6, pageSize: 2).status == .exited(0))
        try check(6, pageSize: 2, others: [".gitkeep", "lost+found"])
    }

    /// Files with the names of killed runs and of records, but with other contents, stay.
    @Test func almostOwnFiles() throws {
        let names: [Bytes] = [
            ".pages.weir-7", ".1.json.weir-12", ".1.json.weir-12-0123456789abcdef", ".index-1-0123456789abcdef.json",
        ]
        #expect(try run(4, pageSize: 2).status == .exited(0))
        for name in names { try folder.add("pages/" + name, "mine") }
        let outcome = try run(2, pageSize: 2, "-q")
        #expect(outcome.status == .exited(0))
        #expect(outcome.messages.contains("pages/.index-1-0123456789abcdef.json may be left from a killed run, and may be somebody's"))
        for name in names { #expect(folder.text(of: "pages/" + String(decoding: name.all, as: UTF8.self)) == "mine") }
        // Nothing is removed while there may be an index that cannot be read.
        #expect(folder.text(of: "pages/2.json") != nil)
        try FileManager.default.removeItem(atPath: folder.path + "/pages/.index-1-0123456789abcdef.json")
        #expect(try run(1, pageSize: 2, "-q").messages.contains("pages/.1.json.weir-12 may be left"))
    }

    /// A file whose bytes are the same keeps its inode and its times.
    @Test(arguments: [[], ["--page-names=hash"]] as [[Bytes]]) func unchanged(options: [Bytes]) throws {
        let stat = try #require(Program.named("sh"))
        func files() throws -> [Substring] {
            try stat.run(["-c", "stat -c '%n %i %Y %y %Z %z' pages pages/* m.json*"], in: folder).text.split(separator: "\n")
        }
        func write(_ pictures: [String]) throws {
            try folder.addCatalogue(pictures)
            for output in [["-o", "pages", "--page-size=2"] + options, ["-o", "m.json"]] as [[Bytes]] {
                let outcome = try Program.weir.run(["ingest", "c.csv", "--refresh"] + output, in: folder)
                #expect(outcome.status == .exited(0), "\(outcome.messages)")
            }
        }
        try write(["1.jpg", "2.jpg", "3.jpg", "4.jpg", "5.jpg"])
        let before = try files()
        try write(["1.jpg", "2.jpg", "3.jpg", "4.jpg", "5.jpg"])
        // The folder changes for a moment where hidden files come and go.
        #expect(try files().dropFirst() == before.dropFirst())
        try write(["1.jpg", "2.jpg", "3.jpg", "4.jpg", "6.jpg"])
        let after = try files()
        #expect(before.filter { $0.contains("/1") || $0.contains("/2") }.allSatisfy(after.contains))
    }

    private static let foreign = "is no file of a manifest in pages, and is not written over; move it away, or name another folder"

    /// A pipe with the name of the index is refused, and not read.
    @Test(arguments: [false, true], ["index.json", "1.json"]) func pipes(hasPages: Bool, name: String) throws {
        try folder.addFolder("pages")
        if hasPages { #expect(try run(6, pageSize: 2, "--journal=none").status == .exited(0)) }
        try? FileManager.default.removeItem(atPath: folder.path + "/pages/" + name)
        try folder.addPipe(Bytes("pages/" + name))
        let outcome = try run(6, pageSize: 2, "--journal=none")
        // Without an index the folder may be another program's.
        #expect(
            outcome.messages
                == (hasPages && name == "1.json"
                    ? "weir: pages/1.json \(IngestPagesTests.foreign)\n"
                    : """
                    weir: pages is no folder of pages: it has \(hasPages ? "1.json" : name), and no index.json of weir's; name a new or an empty \
                    folder

                    """))
        #expect(outcome.status == .exited(2))
    }

    /// A page behind the old ones is found only when the new pages are complete.
    @Test func aForeignPageBehind() throws {
        #expect(try run(4, pageSize: 2).status == .exited(0))
        try folder.add("pages/3.json", "mine")
        let outcome = try run(6, pageSize: 2)
        #expect(outcome.messages.hasSuffix("weir: pages/3.json \(IngestPagesTests.foreign)\n"))
        try check(4, pageSize: 2, others: ["3.json"])
        #expect(folder.text(of: "pages/3.json") == "mine")
    }

    /// A page of the previous manifest is most likely one of the new manifest, so another program's file of that name is found before a
    /// picture is measured.
    @Test func aForeignPageAmongTheOldOnes() throws {
        #expect(try run(6, pageSize: 2).status == .exited(0))
        try FileManager.default.removeItem(atPath: folder.path + "/pages/3.json")
        try folder.add("pages/3.json", "mine")
        let watch = try FileWatch(folder, ".")
        let outcome = try run(6, pageSize: 2, "--refresh")
        #expect(outcome.messages == "weir: pages/3.json \(IngestPagesTests.foreign)\n")
        #expect(outcome.status == .exited(2))
        #expect(watch.opened()["1.jpg"] == nil)
        #expect(folder.text(of: "pages/3.json") == "mine")
    }

    /// A single file never replaces one of the pages, through whatever link.
    @Test(arguments: ["pages/1.json", "latest.json"]) func throughALink(path: String) throws {
        #expect(try run(6, pageSize: 2).status == .exited(0))
        try folder.addLink("latest.json", to: "pages/2.json")
        let outcome = try ingest("c.csv", "--journal=none", "-o", Bytes(path), in: folder)
        #expect(
            outcome.messages == """
                weir: \(path) is a page that the index beside it lists, and is not written over; move it away, or name another file

                """)
        #expect(outcome.status == .exited(2))
        try check(6, pageSize: 2)
    }

    /// The folder keeps its permissions, and so do pages.
    @Test func permissions() throws {
        #expect(try run(6, pageSize: 2).status == .exited(0))
        let shell = try #require(Program.named("sh"))
        #expect(try shell.run(["-c", "chmod 2750 pages; chmod 640 pages/2.json"], in: folder).status == .exited(0))
        #expect(try run(6, pageSize: 2, "--journal=none", "--keep=price").status == .exited(2))
        #expect(try run(4, pageSize: 2).status == .exited(0))
        let modes = try shell.run(["-c", "stat -c %a pages pages/1.json pages/2.json"], in: folder).text
        #expect(modes == "2750\n644\n640\n")
    }

    /// If too many pictures fail, the previous pages stay, and a new folder is not made.
    @Test func gate() throws {
        #expect(try run(6, pageSize: 2).status == .exited(0))
        try folder.addCatalogue(["gone.jpg"])
        for pages: Bytes in ["pages", "new"] {
            let outcome = try ingest("c.csv", "-o", pages, "--page-size=1", "--journal=none", in: folder)
            let end = pages == "new" ? "new was not written" : "pages stays as it was"
            #expect(outcome.messages.contains("weir: \(end): "), "\(outcome.messages)")
            #expect(outcome.status == .exited(1))
        }
        try check(6, pageSize: 2)
        #expect(try !folder.names().contains("new"))
    }

    @Test(
        arguments: [
            (["-o", "gone/pages"], "gone/pages cannot be written: there is no folder gone"),
            (["-o", "1.jpg/pages"], "1.jpg/pages cannot be written: not a directory"),
        ] as [([Bytes], String)])
    func aFolderThatIsNone(options: [Bytes], message: String) throws {
        try folder.addCatalogue(["1.jpg"])
        let outcome = try Program.weir.run(["ingest", "c.csv", "--page-size=1"] + options, in: folder)
        #expect(outcome.messages == "weir: \(message)\n")
        #expect(outcome.status == .exited(2))
    }

    @Test(
        arguments: [
            (["-o", "-"], "--page-size needs a folder to write to, not -"),
            (["-o", "pages", "--report=pages/1.json"], "the report cannot be pages/1.json, which is a page of the manifest"),
            (["-o", "pages/", "--metrics=./pages//12.json"], "the metrics cannot be ./pages//12.json, which is a page of the manifest"),
            (["-o", "pages", "--journal=pages/index.json"], "the journal cannot be pages/index.json, which is a page of the manifest"),
            (["-o", "pages", "--page-size=0"], "--page-size: 0 is less than 1"),
        ] as [([Bytes], String)])
    func misuse(options: [Bytes], message: String) throws {
        try folder.addCatalogue(["1.jpg"])
        let outcome = try Program.weir.run(["ingest", "c.csv", "--page-size=1"] + options, in: folder)
        #expect(outcome.messages == "weir ingest: \(message)\nTry 'weir ingest --help'.\n")
        #expect(outcome.status == .exited(2))
        #expect(try folder.names().count == 11)
    }
}
