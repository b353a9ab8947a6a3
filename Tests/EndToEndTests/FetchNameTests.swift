import Foundation
import TestSupport
import Testing

/// Names that nobody resolves.
@Suite(.enabled(if: SilentNameServer.isAvailable, "needs the right to mount"))
struct FetchNameTests {
    /// A name server that keeps silent holds nobody up who does not need it: a picture that is on
    /// its way when the name is given up comes within its own limit.
    @Test func aSilentNameServer() throws {
        let names = try SilentNameServer()
        let server = try ScriptedServer(otherwise: [Exchange(.pause(1000), .body(.picture))])
        let outcome = try names.serving(.weir).run(
            ["probe", "--format=jsonl"] + FetchCase.limits
                + ["--connect-timeout=500ms", "--timeout=10s", "http://name.invalid/a.jpg", Bytes(server.url("/a.jpg"))])
        #expect(try outcome.pictures.map(\.result) == ["dns", "30x20"])
    }

    /// Nor is it waited for by a run that is asked to end.
    @Test func anEndWhileItIsWaitedFor() throws {
        let names = try SilentNameServer()
        let server = try ScriptedServer(otherwise: [Exchange(.stall)])
        let running = try names.serving(.weir).start(["probe"] + FetchCase.limits + ["http://name.invalid/a.jpg", Bytes(server.url("/a.jpg"))])
        try server.waitForRequests(1)
        running.send(signal: SIGINT)
        let outcome = try running.finish()
        #expect(outcome.status == .exited(130))
        #expect(outcome.messages == "weir: interrupted\n" || Sanitizer.isOn)
    }
}
