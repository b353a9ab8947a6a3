import Foundation
import TestSupport
import Testing
import WeirBase

import class WeirSystem.Locked

@testable import Fetching

/// The transfers that an observer sees.
@Suite struct EndedTransferTests {
    private func transfers(_ url: String, _ change: (inout FetchOptions) -> Void = { _ in }) -> [EndedTransfer] {
        var options = FetchOptions(userAgent: "test")
        options.addresses.allowsPrivateHosts = true
        options.limits.retries = 1
        options.stallTimeout = 300
        change(&options)
        let ended = Locked<[EndedTransfer]>([])
        let fetcher = try! Fetcher(options, for: TestClient()) { transfer in ended.change { $0.append(transfer) } }
        fetcher.add([url])
        fetcher.close()
        fetcher.run()
        return ended.value
    }

    private static let picture = Bytes.jpeg(width: 30, height: 20)

    @Test(
        arguments: [
            ([Exchange(.body(picture))], ["200 done"]), ([Exchange(.status(404))], ["404 http-status"]),
            ([Exchange()], ["200 empty"]), ([Exchange(.body("<p>no picture"))], ["200 not-an-image"]),
            ([Exchange(.range(of: .jpeg(width: 30, height: 20, behind: 50_000)))], ["206 more", "206 done"]),
            ([Exchange(.status(503), .header("Retry-After", "0")), Exchange(.body(picture))], ["503 again", "200 done"]),
            ([Exchange(.close), Exchange(.body(picture))], ["- again connect", "200 done"]),
            ([Exchange(.close)], ["- again connect", "- connect"]),
            ([Exchange(.stall), Exchange(.body(picture))], ["- again stalled", "200 done"]),
            ([Exchange(.redirect(to: "/b")), Exchange(.body(picture))], ["302 redirected", "200 done"]),
            ([Exchange(.redirect(to: "ftp://x/"))], ["302 redirected"]), ([Exchange(.raw("SSH-2.0\r\n"), .close)], ["- http-status"]),
        ] as [([Exchange], [String])])
    func outcomes(script: [Exchange], expected: [String]) throws {
        let server = try ScriptedServer(["/a": script], otherwise: [script.last ?? Exchange()])
        let ended = transfers(server.url("/a"))
        #expect(ended.map(\.words) == expected)
        server.stop()
        #expect(ended.count == server.requests.count)
        #expect(ended.allSatisfy { $0.host == "http://127.0.0.1:\(server.port)" })
    }

    @Test func urlsAndRanges() throws {
        let server = try ScriptedServer(["/a.jpg": [Exchange(.range(of: .jpeg(width: 30, height: 20, behind: 50_000)))]])
        let ended = transfers(server.url("/a.jpg?q=1").replacing("http://", with: "http://mina:s3cr3t@"))
        #expect(
            ended.map { String(decoding: $0.url, as: UTF8.self) }
                == [String](repeating: "http://***@127.0.0.1:\(server.port)/a.jpg?q=1", count: 2))
        #expect(ended.map { $0.range.map { "bytes=\($0.lowerBound)-\($0.upperBound)" } } == server.requests.map(\.range))
        server.stop()
        let sent = server.requests.map(\.bytesSent)
        #expect(zip(ended, sent).allSatisfy { $0.bytesReceived > 0 && $0.bytesReceived <= $1 })
    }

    @Test func noServer() throws {
        let server = try ScriptedServer()
        server.stop()
        let ended = transfers(server.url("/a")) { $0.limits.retries = 0 }
        #expect(ended.map(\.words) == ["- connect"])
        #expect(transfers("ftp://localhost/a") == [])
    }

    /// Whether a fault is transient or slow, and whether it is of the proxy, the host or the machine.
    @Test(
        arguments: [
            (.dns, "transient host"), (.connect, "transient host"), (.timeout, "transient slow host"), (.stalled, "transient slow host"),
            (.reset, "transient host"), (.lostConnection, "transient"), (.shortBody, "transient host"),
            (.noSocket(24), "transient machine"),
            (.proxy("x"), "transient proxy host"), (.tunnel(503), "transient"), (.tunnel(403), ""), (.tunnel(407), "machine"),
            (.tls("x"), "host"), (.longBody, "host"), (.forbiddenAddress(.loopback), ""), (.headersTooLong, "host"),
            (.malformed("x"), "host"),
        ] as [(TransferFault, String)])
    func faults(_ fault: TransferFault, _ expected: String) {
        let words = [
            (fault.isTransient, "transient"), (fault.isSlow, "slow"), (fault.isOfProxy, "proxy"), (fault.concernsHost, "host"),
            (fault.failure.isOfTheMachine, "machine"),
        ]
        #expect(words.filter(\.0).map(\.1).joined(separator: " ") == expected)
    }

    /// A cancelled transfer is reported too.
    @Test func cancelled() throws {
        let server = try ScriptedServer(otherwise: [Exchange(.stall)])
        var options = FetchOptions(userAgent: "test")
        options.addresses.allowsPrivateHosts = true
        let ended = Locked<[EndedTransfer]>([])
        let fetcher = try! Fetcher(options, for: TestClient()) { transfer in ended.change { $0.append(transfer) } }
        fetcher.add([server.url("/a")])
        fetcher.close()
        let hasEnded = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
            fetcher.run()
            hasEnded.signal()
        }
        try server.waitForRequests(1)
        fetcher.cancel(Failure(.cancelled))
        hasEnded.wait()
        #expect(ended.value.map(\.words) == ["- cancelled"])
    }
}

extension EndedTransfer {
    fileprivate var words: String {
        let status = status.map { "\($0)" } ?? "-"
        if case .again(let code?) = outcome { return "\(status) again \(code.rawValue)" }
        return "\(status) \(outcome.word)"
    }
}
