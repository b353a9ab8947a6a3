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

    private static func pictures(_ count: Int) -> [String] { (0..<count).map { "\($0 % 10 + 1).jpg" } }

    private func sha256(_ page: String) throws -> String {
        let outcome = try #require(Program.named("sha256sum")).run([Bytes("pages/" + page)], in: folder)
        return String(outcome.text.prefix(64))
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
        for page in ["1.json", "2.json"] {
            #expect(
                folder.text(of: "pages/index.json")?.contains(
                    "{\"file\":\"\(page)\",\"count\":\(page == "1.json" ? 5 : 2),\"sha256\":\"\(try sha256(page))\"}") == true)
        }
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

    /// A folder with files and without an index of weir's is refused, also as the current one. Nothing is left in it.
    @Test func foreignFolders() throws {
        try folder.addFolder("pages")
        try folder.add("pages/1.json", "mine")
        try folder.addCatalogue(IngestPagesTests.pictures(6))
        let shell = try #require(Program.named("sh")).running(.weir, after: ["-c", "cd pages && exec \"$0\" \"$@\""])
        let outcome = try shell.run(["ingest", "../c.csv", "-o", ".", "--page-size=2"], in: folder)
        #expect(
            outcome.messages == "weir: . is no folder of pages: it has 1.json, and no index.json of weir's; name a new or an empty folder\n"
        )
        #expect(outcome.status == .exited(2))
        #expect(try folder.names(in: "pages") == ["1.json"] && folder.journalNames() == [])
    }

    /// A pipe with the name of the index or of a page is refused, and no run waits for its writer.
    @Test(
        arguments: [
            (false, "index.json", "pages is no folder of pages: it has index.json"),
            (false, "1.json", "pages is no folder of pages: it has 1.json"),
            (true, "index.json", "pages is no folder of pages: it has 1.json"),
            (true, "1.json", "pages/1.json is no file of a manifest in pages"),
        ] as [(Bool, Bytes, String)])
    func pipes(hasPages: Bool, name: Bytes, message: String) throws {
        try folder.addFolder("pages")
        try folder.addCatalogue(IngestPagesTests.pictures(6))
        func run() throws -> Outcome {
            try Program.weir.run(["ingest", "c.csv", "-o", "pages", "--page-size=2", "--journal=none"], in: folder)
        }
        if hasPages { #expect(try run().status == .exited(0)) }
        try? FileManager.default.removeItem(atPath: "\(folder.path)/pages/\(String(decoding: name.all, as: UTF8.self))")
        try folder.addPipe("pages/" + name)
        let outcome = try run()
        #expect(outcome.status == .exited(2) && outcome.messages.hasPrefix("weir: \(message)"), "\(outcome.messages)")
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
