// docs/apps.md: the app of weir demo in a real browser.
import Foundation
import TestSupport
import Testing

@Suite(.needs(.time), .needs(.chromium, .playwright), .serialized) struct AppBrowserTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        #expect(try Program.weir.run(["demo", "shop"], in: folder).status == .exited(0))
    }

    private func look(_ name: Bytes, _ arguments: Bytes...) throws {
        let script = Bytes("\(Fixtures.root)/Tests/EndToEndTests/Preview/Browser/app.py")
        let outcome = try Program.playwright.get().run([script, name, "shop"] + arguments, in: folder)
        #expect(outcome.status == .exited(0), "\(outcome.text)\(outcome.messages)")
    }

    @Test func nothingMovesInWhicheverOrderPicturesCome() throws {
        let answer = try Program.weir.run(
            ["layout", "shop/manifest.json", "--layout", "waterflow:columns=2,extra-height=28", "--devices", "390x844"], in: folder)
        try folder.add("answer.json", Bytes(answer.output))
        try look("arrivals", "answer.json")
    }

    @Test func aPlainPageDoesNotJump() throws { try look("plain", Bytes("\(Fixtures.root)/docs/apps.md")) }

    @Test func aPublicationInTheMiddleOfScrollingBreaksNothing() throws { try look("replaced") }

    @Test func manyEntriesDoNotMakeTheDocumentGrow() throws { try look("scrolling", "100000") }
}
