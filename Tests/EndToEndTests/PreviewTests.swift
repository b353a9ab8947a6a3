import Foundation
import TestSupport
import Testing

/// The file that `weir preview` writes, and its options.
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
        for outside in ["<link", "src=\"http", "@import", "url(", "'unsafe-"] {
            #expect(!page.contains(outside), "the page has \(outside)")
        }
        #expect(!page.contains("</script><b>"))
        #expect(page.contains(#""price":["\u003c/script>\u003cb>","¥2"]"#))
    }

    @Test(arguments: [
        ([], "2 usage"),
        (["shop.json", "shop.json"], "only one manifest"), (["-"], "standard input cannot be shown"),
        (["shop.json", "--open"], "--open needs a file or a server"), (["shop.json", "--serve", "-o", "x.html"], "--serve writes no file"),
        (["shop.json", "-o", "shop.json"], "is read, and the page would take its place"),
        (["shop.json", "--limit", "0"], "--limit"), (["shop.json", "--serve", "70000"], "--serve"),
        (["shop.json", "--findings", "shop.json"], "no report of findings"), (["none.json"], "none.json"),
        (["shop.json", "--layout", "waterflow:columns=900"], "columns"), (["controls.json"], "holds a control character"),
    ] as [([Bytes], String)])
    func badUse(_ arguments: [Bytes], _ message: String) throws {
        try folder.add("controls.json", #"[{"w":20,"h":30,"img":"\u001b[31m","price":""}]"#)
        let outcome = try Program.weir.run(["preview"] + arguments, in: folder)
        #expect(outcome.status == .exited(2))
        #expect(outcome.messages.contains(message == "2 usage" ? "no manifest is named" : message), "\(outcome.messages)")
    }

    /// The page has the pictures where they are seen from it.
    @Test(arguments: [
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

    @Test func onlyTheFirstEntriesAreShown() throws {
        let page = try preview("shop.json", "--limit", "1").text
        #expect(page.contains(#""lists":[{"name":"shop.json","count":1,"total":2}]"#))
        #expect(!page.contains("b c.png"))
    }

    @Test func findingsComeFromAReport() throws {
        _ = try Program.weir.run(["check", "shop.json", "--report", "json=report.json"], in: folder)
        let computed = try preview("shop.json", "--layout", "lf-waterflow", "--devices", "iphone-se-3").text
        #expect(computed.contains("\"rule\":\"price-form\"") || computed.contains("\"rule\":\""))
        try folder.add("report.json", #"{"findings":[{"rule":"r","severity":"error","message":"m","file":"shop.json","entry":1}, {"rule":"q","severity":"info","message":"of another","file":"other.json","entry":1}]}"#)
        let read = try preview("shop.json", "--findings", "report.json").text
        #expect(read.contains(#"{"rule":"r","severity":"error","message":"m","entry":1}]"#))
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
