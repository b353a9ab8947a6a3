// docs/fetching.md: some host names are never resolved.
import Foundation
import TestSupport
import Testing

@Suite(.needs(NameServer.need))
struct FetchNameTests {
    /// A silent name server delays only the picture that needs it. Another picture is still measured after the lookup
    /// was given up.
    @Test func aSilentNameServer() throws {
        let names = try NameServer()
        // The lookup is given up after a sixth of the timeout, and a size needs more bytes than have come by then.
        let server = try ScriptedServer(otherwise: [Exchange(.drip(.picture, every: 1000))])
        let outcome = try names.serving(.weir).run(
            ["probe", "--format=jsonl"] + FetchCase.limits + ["--timeout=40s", "http://name.invalid/a.jpg", Bytes(server.url("/a.jpg"))])
        #expect(try outcome.pictures.map(\.result) == ["dns", "30x20"])
    }

    /// An interrupted run does not wait for the name server.
    @Test func anEndWhileItIsWaitedFor() throws {
        let names = try NameServer()
        let server = try ScriptedServer(otherwise: [Exchange(.stall)])
        let running = try names.serving(.weir).start(
            ["probe"] + FetchCase.limits + ["http://name.invalid/a.jpg", Bytes(server.url("/a.jpg"))])
        try server.waitForRequests(1)
        running.send(signal: SIGINT)
        let outcome = try running.finish()
        #expect(outcome.status == .exited(130))
        #expect(outcome.messages == "weir: interrupted\n" || Sanitizer.isOn)
    }

    /// The descriptor of each lookup is added to the epoll at once. A descriptor may be that of an earlier failed
    /// connection, since libcurl does not report the end of such a connection.
    @Test(.needs(.tracer))
    func lookupsBehindAConnectionThatFailed() throws {
        let names = try NameServer()
        let folder = try TemporaryFolder()
        let server = try DeafServer()
        let calls: [Bytes] = ["-f", "-qq", "-o", folder.path(of: "calls"), "-e", "trace=socketpair,eventfd2,epoll_ctl"]
        // With so few files there is one transfer at a time.
        let limit: [Bytes] = ["--nofile=36"]
        let traced = try #require(Program.tracer).running(names.serving(.weir), after: calls)
        let outcome = try #require(Program.named("prlimit")).running(traced, after: limit).run(
            ["probe", "--format=jsonl"] + FetchCase.limits
                + ["--timeout=3s", "http://127.0.0.1:\(server.port)/a.jpg", "http://name.invalid/a.jpg", "http://other.invalid/a.jpg"])
        #expect(try outcome.pictures.map(\.result) == ["connect", "dns", "dns"])
        // libcurl 7 has a pair of sockets for each lookup, libcurl 8 an eventfd. It makes an earlier one to wake itself.
        let reported = try #require(folder.text(of: "calls")).split(separator: /socketpair\(|eventfd2\(0, EFD_CLOEXEC\)/).suffix(2)
        #expect(reported.count == 2)
        for lookup in reported {
            let descriptor = try #require(lookup.firstMatch(of: /(?:\[|= )(\d+)/)?.1)
            #expect(lookup.contains("EPOLL_CTL_ADD, \(descriptor), {events=EPOLLIN"), "\(lookup)")
        }
    }
}
