// README.md: weir demo makes a shop, and shows commands that a user can give as well.
import Foundation
import TestSupport
import Testing

@Suite struct DemoTests {
    private let folder: TemporaryFolder
    private static let made = [
        "app", "catalogue.csv", "manifest.json", "pictures", "placeholder.jpg", "report.json", "shop.html", "weir.json",
    ]

    init() throws { folder = try TemporaryFolder() }

    private func demo(_ arguments: Bytes...) throws -> Outcome { try Program.weir.run(["demo"] + arguments, in: folder) }

    private func visibleNames(in name: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: "\(folder.path)/\(name)").filter { !$0.hasPrefix(".") }.sorted()
    }

    /// The commands that an outcome shows.
    private func commands(of outcome: Outcome) -> [String] {
        outcome.text.split(separator: "\n").filter { $0.hasPrefix("$ weir ") }.map { String($0.dropFirst(7)) }
    }

    @Test func makesTheShop() throws {
        let outcome = try demo()
        #expect(outcome.status == .exited(0))
        #expect(try visibleNames(in: "weir-demo") == Self.made)
        #expect(
            outcome.messages.contains("weir: wrote weir-demo/manifest.json; 42 rows: 39 with their true size, 3 with a placeholder;"),
            "\(outcome.messages)")
        for name in ["shop.html", "app", "manifest.json", "report.json", "catalogue.csv", "pictures"] {
            #expect(outcome.text.contains("\n  weir-demo/\(name)  "), "\(outcome.text)")
        }
        let report = try #require(folder.content(of: "weir-demo/report.json"))
        let read = try #require(try JSONSerialization.jsonObject(with: Data(report)) as? [String: Any])
        #expect((read["failures"] as? [Any])?.count == 3)
        let entries = try #require(folder.content(of: "weir-demo/manifest.json"))
        #expect((try JSONSerialization.jsonObject(with: Data(entries)) as? [Any])?.count == 42)
        #expect(folder.text(of: "weir-demo/shop.html")?.hasPrefix("<!doctype html>") == true)
    }

    /// In an empty folder too, the files are those of Samples, byte for byte.
    @Test func isTheShopOfSamples() throws {
        try folder.addFolder("shop")
        #expect(try demo("shop/").status == .exited(0))
        #expect(try visibleNames(in: "shop") == Self.made)
        let names = try FileManager.default.subpathsOfDirectory(atPath: "\(folder.path)/shop/pictures").sorted()
        let samples = try FileManager.default.subpathsOfDirectory(atPath: Samples.path + "/pictures").filter { $0 != "prices.csv" }.sorted()
        #expect(names == samples && names.count > 40)
        for name in ["catalogue.csv", "placeholder.jpg"] + names.map({ "pictures/\($0)" }) {
            let path = "\(folder.path)/shop/\(name)"
            var isFolder: ObjCBool = false
            guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), !isFolder.boolValue else { continue }
            #expect(FileManager.default.contentsEqual(atPath: path, andPath: "\(Samples.path)/\(name)"), "\(name)")
        }
    }

    /// The page to copy, and the package, byte for byte: every file that npm would install but the README.
    @Test func hasTheAppToCopy() throws {
        #expect(try demo("shop").status == .exited(0))
        #expect(
            FileManager.default.contentsEqual(
                atPath: folder.path + "/shop/app/index.html", andPath: Fixtures.root + "/docs/examples/app/index.html"))
        let package = Fixtures.root + "/clients/js"
        let names = try ["", "layouts/"].flatMap { place in
            try FileManager.default.contentsOfDirectory(atPath: "\(package)/\(place)").map { place + $0 }
        }.filter { $0.hasSuffix(".js") || $0.hasSuffix(".d.ts") || $0 == "package.json" }
        #expect(names.count == 14)
        for name in names {
            #expect(
                FileManager.default.contentsEqual(atPath: "\(folder.path)/shop/app/weir-manifest/\(name)", andPath: "\(package)/\(name)"),
                "\(name)")
        }
    }

    /// The commands that it shows are those that it runs: given by hand, they write the same bytes.
    @Test(arguments: ["-it's a shop", "a:b", "./deep", "."])
    func showsCommandsThatWork(name: String) throws {
        let other = try TemporaryFolder()
        let outcome = try Program.weir.run(["demo", "--", Bytes(name)], in: other)
        #expect(outcome.status == .exited(0), "\(outcome.messages)")
        let commands = commands(of: outcome)
        #expect(commands.count == 3)
        let outputs = ["manifest.json", "shop.html"].map { "\(name)/\($0)" }
        let written = outputs.map { other.content(of: $0) }
        for output in outputs { try FileManager.default.removeItem(atPath: "\(other.path)/\(output)") }
        for command in commands {
            let again = try #require(Program.named("sh")).run(["-c", Bytes("\"$0\" " + command), Bytes(Program.weir.name)], in: other)
            #expect(again.status == .exited(0), "\(command): \(again.messages)")
        }
        #expect(outputs.map { other.content(of: $0) } == written && !written.contains(nil))
    }

    @Test func replacesNothing() throws {
        try folder.addFolder("shop")
        try folder.add("shop/.hidden", "mine")
        let outcome = try demo("shop")
        #expect(outcome.messages == "weir: shop is not empty and stays as it is; name a folder that does not exist yet\n")
        #expect(outcome.status == .exited(2) && outcome.text == "")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path + "/shop") == [".hidden"])
    }

    @Test(
        arguments: [
            (["file"], "weir: file is no folder; name one that does not exist yet\n"),
            (["gone/shop"], "weir: gone/shop cannot be written: there is no folder gone\n"),
            (["file/shop"], "weir: file/shop cannot be written: Not a directory\n"),
            (["a", "b"], "weir demo: one folder is enough; b is a second one\nTry 'weir demo --help'.\n"),
            ([""], "weir demo: an argument is empty; look for a variable of the shell that has no value\nTry 'weir demo --help'.\n"),
            (["--quiet"], "weir demo: unknown option --quiet\nTry 'weir demo --help'.\n"),
        ] as [([Bytes], String)])
    func misuse(arguments: [Bytes], message: String) throws {
        try folder.add("file", "mine")
        let outcome = try Program.weir.run(["demo"] + arguments, in: folder)
        #expect(outcome.messages.lowercased() == message.lowercased())
        #expect(outcome.status == .exited(2) && outcome.text == "")
        #expect(folder.text(of: "file") == "mine")
        #expect(try visibleNames(in: "") == ["file"])
    }

    @Test(.needs(.smallDisk)) func tellsAFullDisk() throws {
        let disk = try SmallDisk(folder, "disk", size: "256k")
        let outcome = try demo("disk/shop")
        withExtendedLifetime(disk) {
            #expect(outcome.messages.hasSuffix(" cannot be written: no space left on device\n"), "\(outcome.messages)")
            #expect(outcome.messages.hasPrefix("weir: disk/shop/pictures/"))
            #expect(outcome.status == .exited(3) && outcome.text == "")
        }
    }

    /// A container from scratch has no /proc. Swift's library reads the arguments there, and unnamed files get their names through it.
    @Test(.needs(.smallDisk), .needs(.program("unshare"))) func worksWithoutProc() throws {
        let outcome = try Program.weir.withoutProc().run(["demo", "shop"], in: folder)
        #expect(outcome.status == .exited(0), "\(outcome.messages)")
        #expect(try visibleNames(in: "shop") == Self.made)
        let hidden = try FileManager.default.contentsOfDirectory(atPath: folder.path + "/shop").filter { $0.hasPrefix(".") }.sorted()
        #expect(hidden == [".weir-journal", ".weir-journal.lock"])
        #expect(try demo("other").status == .exited(0))
        #expect(folder.content(of: "shop/manifest.json") == folder.content(of: "other/manifest.json"))
    }

    /// Somebody who looks at the first line only is no error, and finds the shop complete.
    @Test func outlivesItsReader() throws {
        let shell = try #require(Program.named("sh"))
        let outcome = try shell.run(["-c", "\"$0\" demo shop 2>messages | head -n 1", Bytes(Program.weir.name)], in: folder)
        #expect(outcome.text.hasPrefix("$ weir ingest shop/catalogue.csv "))
        #expect(folder.text(of: "messages")?.contains("cannot be written") == false)
        #expect(try visibleNames(in: "shop") == Self.made)
    }
}
