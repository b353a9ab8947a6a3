import Foundation
import TestSupport
import Testing

/// Names that nobody resolves.
@Suite(.needs(SilentNameServer.need))
struct FetchNameTests {
    /// A name server that keeps silent holds nobody up who does not need it: a picture that is on
    /// its way when the name is given up comes within its own limit.
    @Test func aSilentNameServer() throws {
        let names = try SilentNameServer()
        let server = try ScriptedServer(otherwise: [Exchange(.hold, .body(.picture))])
        let arguments = ["probe", "--format=jsonl"] + FetchCase.limits + ["--connect-timeout=500ms", "http://name.invalid/a.jpg"]
        let running = try names.serving(.weir).start(arguments + [Bytes(server.url("/a.jpg"))])
        try server.waitForRequests(1)
        // A second run that begins later: when it has given the name up, so has the first.
        #expect(try names.serving(.weir).run(arguments).pictures.map(\.result) == ["dns"])
        server.release()
        #expect(try running.finish().pictures.map(\.result) == ["dns", "30x20"])
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

    /// Each lookup is waited for at once, also where it has the descriptor of a connection that never came about: of the end
    /// of that libcurl says nothing.
    @Test(.needs(.tracer))
    func lookupsBehindAConnectionThatFailed() throws {
        let names = try SilentNameServer()
        let folder = try TemporaryFolder()
        let server = try DeafServer()
        let calls: [Bytes] = ["-f", "-qq", "-o", folder.path(of: "calls"), "-e", "trace=socketpair,epoll_ctl"]
        let outcome = try #require(Program.tracer).running(names.serving(.weir), after: calls).run(
            ["probe", "--format=jsonl", "--concurrency=1"] + FetchCase.limits
                + ["--connect-timeout=500ms", "http://127.0.0.1:\(server.port)/a.jpg", "http://name.invalid/a.jpg", "http://other.invalid/a.jpg"])
        #expect(try outcome.pictures.map(\.result) == ["connect", "dns", "dns"])
        // The first pair is that by which libcurl itself would be woken.
        let told = try #require(folder.text(of: "calls")).split(separator: "socketpair(").dropFirst(2)
        #expect(told.count == 2)
        for lookup in told {
            let descriptor = try #require(lookup.firstMatch(of: /\[(\d+), \d+\]/)?.1)
            #expect(lookup.contains("EPOLL_CTL_ADD, \(descriptor), {events=EPOLLIN"), "\(lookup)")
        }
    }
}
