// docs/preview.md: the file that weir preview writes, and its options.
import Foundation
import TestSupport
import Testing

@Suite struct PreviewTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.add("shop.json", #"[{"w":20,"h":30,"img":"a.png","price":"</script><b>"},{"w":20,"h":10,"img":"b c.png","price":"¥2"}]"#)
    }

    private func preview(_ arguments: Bytes..., environment: [String: String] = [:]) throws -> Outcome {
        try Program.weir.run(["preview"] + arguments, environment: environment, in: folder)
    }

    @Test func thePageNeedsNothingElse() throws {
        let page = try preview("shop.json").text
        #expect(page.contains("http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; script-src 'sha256-"))
        for outside in ["<link", "src=\"http", "@import", "url(http", "url(/", "'unsafe-"] {
            #expect(!page.contains(outside), "the page has \(outside)")
        }
        #expect(!page.contains("</script><b>"))
        #expect(page.contains(#""price":["\u003c/script>\u003cb>","¥2"]"#))
    }

    @Test(
        arguments: [
            ([], "2 usage"),
            (["shop.json", "shop.json"], "only one manifest"), (["-"], "standard input cannot be shown"),
            (["shop.json", "--open"], "--open needs a file or a server"),
            (["shop.json", "--serve", "-o", "x.html"], "--serve and --output exclude each other"),
            (["shop.json", "--limit", "0"], "--limit"), (["shop.json", "--serve", "70000"], "--serve"),
            (["shop.json", "--findings", "shop.json"], "no report of findings"), (["none.json"], "none.json"),
            (["shop.json", "--layout", "waterflow:columns=900"], "waterflow:columns=900 on iphone-se-3 portrait: columns"),
            (["controls.json"], "holds a control character"),
            (["shop.json", "--serve", "8o80"], "8o80 is a second one. The port of --serve is a number"),
            (["shop.json", "--root", "shop.json", "-o", "x.html"], "shop.json: not a directory"),
            (["shop.json", "-o", "weir.json"], "weir.json is read, and the page would take its place"),
            (["shop.json", "-o", "known.json"], "known.json is read, and the page would take its place"),
            (["shop.json", "--refresh", "pages", "--limit", "1"], "pages: a refresh brings one page; name a file"),
            (["shop.json", "--findings", "a.png"], "a.png:1:1: a value is missing; weir check --format json writes one"),
        ] as [([Bytes], String)])
    func badUse(_ arguments: [Bytes], _ message: String) throws {
        try folder.add("a.png", "no picture, and still one that the manifest names")
        try folder.add("weir.json", #"{"baseline":"known.json"}"#)
        try folder.add("known.json", #"{"version":1,"findings":[]}"#)
        try folder.add("b.bmp", .bitmap(width: 2, height: 1))
        try folder.add("rows.csv", "img,price\nb.bmp,1\nb.bmp,2\n")
        let pages = try Program.weir.run(["ingest", "rows.csv", "-o", "pages", "--page-size", "1"], in: folder)
        #expect(pages.status == .exited(0), "\(pages.messages)")
        try folder.add("controls.json", #"[{"w":20,"h":30,"img":"\u001b[31m","price":""}]"#)
        let outcome = try Program.weir.run(["preview"] + arguments, in: folder)
        #expect(outcome.status == .exited(2))
        #expect(outcome.messages.contains(message == "2 usage" ? "no manifest is named" : message), "\(outcome.messages)")
    }

    /// The page has the pictures where they are seen from it.
    @Test(
        arguments: [
            ("page.html", nil, ""), ("sub/page.html", nil, "../"), ("page.html", "sub", "sub/"), ("sub/page.html", "a b%", "../a%20b%25/"),
        ] as [(Bytes, Bytes?, String)])
    func picturesAreRelative(_ output: Bytes, _ root: Bytes?, _ pictures: String) throws {
        try folder.addFolder("sub")
        try folder.addFolder("a b%")
        let outcome = try Program.weir.run(["preview", "shop.json", "-o", output] + (root.map { ["--root", $0] } ?? []), in: folder)
        #expect(outcome.status == .exited(0), "\(outcome.messages)")
        let page = try String(contentsOfFile: "\(folder.path)/\(String(decoding: output.all, as: UTF8.self))", encoding: .utf8)
        #expect(page.contains("\"pictures\":\"\(pictures)\""))
    }

    /// A picture whose URL is below --base-url is a file of the root, also in the manifest beside.
    @Test func urlsOfFiles() throws {
        try folder.add(
            "urls.json",
            #"[{"w":2,"h":3,"img":"https://img.example/a%20b.png?v=2","price":""},{"w":2,"h":3,"img":"https://cdn.example/c.png","price":""}]"#
        )
        let page = try preview("urls.json", "--against=urls.json", "--base-url=https://img.example").text
        #expect(page.components(separatedBy: #""./a b.png","#).count == 3)
        #expect(!page.contains("https://img.example/a") && page.contains("https://cdn.example/c.png"))
    }

    @Test func onlyTheFirstEntriesAreShown() throws {
        let page = try preview("shop.json", "--limit", "1")
        #expect(page.text.contains(#""lists":[{"name":"shop.json","count":1,"total":2}]"#))
        #expect(!page.text.contains("b c.png"))
        #expect(page.messages == "weir: the page has the first 1 of 2 entries; --limit 2 shows all\n")
    }

    @Test func findingsComeFromAReport() throws {
        _ = try Program.weir.run(["check", "shop.json", "--report", "json=report.json"], in: folder)
        let computed = try preview("shop.json", "--layout", "lf-waterflow", "--devices", "iphone-se-3").text
        #expect(computed.contains("\"rule\":\"price-form\"") || computed.contains("\"rule\":\""))
        try folder.add(
            "report.json",
            #"{"findings":[{"rule":"r","severity":"error","message":"m","file":"shop.json","entry":1}, {"rule":"q","severity":"info","message":"of another","file":"other.json","entry":1}]}"#
        )
        let read = try preview("shop.json", "--findings", "report.json").text
        #expect(read.contains(#"{"rule":"r","severity":"error","message":"m","entry":1}]"#))
    }

    /// A report of a run names pictures as the catalogue does, and a manifest may have URLs of them.
    @Test(arguments: ["https://img.example/a%20b.png?v=2", "a b.png", "./a b.png"])
    func failuresComeFromARun(_ img: String) throws {
        try folder.add("failed.json", Bytes(#"[{"w":2,"h":3,"img":"other.png","price":""},{"w":2,"h":3,"img":"\#(img)","price":""}]"#))
        try folder.add("run.json", #"{"failures":[{"row":2,"img":"a b.png","code":"not-found","message":"there is no such file"}]}"#)
        let page = try preview("failed.json", "--findings", "run.json", "--base-url=https://img.example").text
        let failure = #"{"rule":"not-found","severity":"warning","message":"there is no such file","entry":1,"isFailure":true}"#
        #expect(page.components(separatedBy: failure).count == 2)
    }

    @Test func keysOfAllEntriesAreSearched() throws {
        let entries = [#""sku":"A1""#, #""color":"red","sku":"A2""#, #""late":"no""#].map { #"{"w":2,"h":3,"img":"a","price":"",\#($0)}"# }
        for (name, text) in [("kept.json", "[\(entries.joined(separator: ",\n"))]"), ("kept.jsonl", entries.joined(separator: "\n"))] {
            try folder.add(Bytes(name), Bytes(text))
            let page = try preview(Bytes(name), "--limit", "2").text
            #expect(page.contains(#""keys":[{"name":"sku","values":["A1","A2"]},{"name":"color","values":["","red"]}]"#), "\(name)")
        }
        let more = try preview("shop.json", "--more", "kept.json").text
        #expect(more.contains(#"{"name":"late","values":["","","","","no"]}"#))
    }

    /// The refresh and the last page come again until the app has more entries than the limit.
    @Test(arguments: [("5", 2, [2, 2]), ("8", 3, [4, 3, 2]), ("2000", 6, [6, 6])] as [(Bytes, Int, [Int])])
    func listsComeAgain(_ limit: Bytes, _ chains: Int, _ states: [Int]) throws {
        let page = try preview(
            "shop.json", "--more", "shop.json", "--refresh", "shop.json", "--limit", limit, "--devices", "iphone-se-3"
        ).text
        func count(_ refreshes: Int) -> Int { page.components(separatedBy: "id=\"frames-0-\(refreshes)-").count - 1 }
        #expect((0..<10).count { count($0) > 0 } == chains)
        for (refreshes, wanted) in states.enumerated() { #expect(count(refreshes) == wanted, "\(refreshes) refreshes") }
    }

    /// A value that is no finding is reported, and not shown somewhere.
    @Test(arguments: [
        (#""severity":"bad""#, "findings[1] is no finding"), (#""severity":"error","entry":-1"#, "findings[1] is no finding"),
        (#""severity":"error","entry":"1""#, "findings[1] is no finding"), (#""severity":"error","screen":3"#, "findings[1] is no finding"),
        (#""severity":"error","entry":2"#, "findings[1] is about entry 2 of shop.json, which has 2, counted from 0"),
    ])
    func impossibleFindings(_ members: String, _ message: String) throws {
        let sound = #"{"rule":"r","severity":"error","message":"m","file":"shop.json"}"#
        try folder.add("report.json", Bytes(#"{"findings":[\#(sound),{"rule":"r","message":"m","file":"shop.json",\#(members)}]}"#))
        let outcome = try preview("shop.json", "--findings", "report.json", "--limit", "1")
        #expect(outcome.status == .exited(2))
        #expect(outcome.messages.contains("report.json: \(message)"), "\(outcome.messages)")
    }

    @Test func findingsOfOtherFilesAreNotShown() throws {
        try folder.add("report.json", #"{"findings":[{"rule":"r","severity":"error","message":"mine","file":"shop.json.old"}]}"#)
        let outcome = try preview("shop.json", "--findings", "report.json")
        #expect(!outcome.text.contains("mine"))
        #expect(outcome.messages == "weir: warning: report.json: no finding is about a manifest of the page\n")
    }

    /// A value with the name of a fact that is no such fact is left out.
    @Test func factsOfOtherFormsAreLeftOut() throws {
        try folder.add("odd.json", #"[{"w":2,"h":3,"img":"a","price":"","color":[1,2],"status":{"a":1},"thumbhash":"x"}]"#)
        let outcome = try preview("odd.json")
        #expect(outcome.status == .exited(0), "\(outcome.messages)")
        #expect(!outcome.text.contains("\"color\":[") && outcome.text.contains("\"thumbhash\":[\"x\"]"))
    }

    @Test func openingStartsTheBrowser() throws {
        try folder.add("xdg-open", "#!/bin/sh\necho \"$1\" >opened\n")
        try folder.setMode("xdg-open", 0o755)
        let outcome = try preview("shop.json", "-o", "page.html", "--open", environment: ["PATH": "\(folder.path):/usr/bin:/bin"])
        #expect(outcome.status == .exited(0))
        try waitUntil("xdg-open has run") { (try? String(contentsOfFile: "\(folder.path)/opened", encoding: .utf8)) == "page.html\n" }
    }

    @Test func withoutABrowserThePageIsStillThere() throws {
        let outcome = try preview("shop.json", "-o", "page.html", "--open", environment: ["PATH": folder.path])
        #expect(outcome.status == .exited(0))
        #expect(outcome.messages == "weir: warning: --open: there is no xdg-open on the PATH; open page.html yourself\n")
        #expect(FileManager.default.fileExists(atPath: "\(folder.path)/page.html"))
    }
}
