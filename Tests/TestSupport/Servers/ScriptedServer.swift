import Foundation

import class WeirSystem.Locked

/// A server on this machine that answers each request from a table of cases. The first request of a path gets the
/// first exchange of its script, the second request gets the second exchange, and so on. The last exchange is
/// repeated.
///
///     let server = try ScriptedServer(["/a.png": [Exchange(.status(503)), Exchange(.body(picture))]])
///     … server.url("/a.png") …
///     #expect(server.requests.map(\.range) == ["bytes=0-1023"])
///
/// A script belongs to a path with its query. If there is none, the script of the path without a query is used.
/// Bodies of requests are not read, so a request with a body must be the last of its connection.
public final class ScriptedServer: Sendable {
    public let address: String
    public let port: UInt16
    private let log: ServerLog
    private let stopped: Latch
    private let gate: Latch
    private let accepting: Locked<ServerThread?>

    /// All addresses of 127/8 are this machine, so several servers can be several hosts. `otherwise` is the script of
    /// all other paths; `delay` is the number of milliseconds before every answer.
    public init(
        _ scripts: [String: [Exchange]] = [:], otherwise: [Exchange] = [Exchange(.status(404))], delay: Int = 0,
        address: String = "127.0.0.1"
    ) throws {
        let listener = try ListeningSocket(address: address)
        self.address = address
        port = listener.port
        log = ServerLog(scripts, otherwise: otherwise)
        stopped = try Latch()
        gate = try Latch()
        accepting = Locked(nil)
        let thread = try ServerThread { [log, stopped, gate] in
            ScriptedServer.accept(from: listener, until: stopped) { socket in
                ServerConnection(socket, log: log, stop: stopped, gate: gate, delay: delay)
            }
        }
        accepting.change { $0 = thread }
    }

    deinit { stop() }

    /// `path` begins with a slash and may have a query.
    public func url(_ path: String = "/") -> String { "http://\(address):\(port)\(path)" }

    /// Gives a path a new script, which starts with its first exchange.
    public func set(_ path: String, _ exchanges: Exchange...) { log.set(path, exchanges) }

    /// All requests so far, in their order of arrival. When a client has its answer, the sent bytes are recorded
    /// here. If a client left early, the end of its exchange is certain only after `stop()`.
    public var requests: [ReceivedRequest] { log.requests }

    public func requests(of path: String) -> [ReceivedRequest] { requests.filter { $0.path == path } }

    public var connections: ConnectionCount { log.connections }

    /// Waits until so many requests have come, so that a test can interrupt its client then.
    public func waitForRequests(_ count: Int) throws {
        guard log.waitForRequests(count, until: Date(timeIntervalSinceNow: patience)) else {
            throw SystemError("\(requests.count) requests of \(count)", ETIMEDOUT)
        }
    }

    /// Ends the pause of every held exchange, now and later.
    public func release() { gate.raise() }

    /// Waits until so many requests have been answered completely.
    public func waitForAnswers(_ count: Int) throws {
        try waitUntil("\(count) requests are answered") { requests.count { $0.ending == .complete } >= count }
    }

    /// Ends every connection and every thread. Later connections are refused.
    public func stop() {
        stopped.raise()
        accepting.change { thread in
            thread?.join()
            thread = nil
        }
    }

    private static func accept(from listener: ListeningSocket, until stop: Latch, _ connection: (Int32) -> ServerConnection) {
        var served: [(thread: ServerThread, hasEnded: Locked<Bool>)] = []
        while true {
            let awaited = stop.wait(for: Int16(POLLIN), of: listener.descriptor)
            // A client that has connected before the stop is still counted.
            while let socket = listener.accept() {
                let connection = connection(socket)
                let hasEnded = Locked(false)
                let thread = try? ServerThread {
                    connection.serve()
                    hasEnded.change { $0 = true }
                }
                if let thread { served.append((thread, hasEnded)) } else { connection.serve() }
            }
            guard awaited != .stopped else { break }
            served.removeAll { connection in
                let hasEnded = connection.hasEnded.value
                if hasEnded { connection.thread.join() }
                return hasEnded
            }
        }
        listener.close()
        for connection in served { connection.thread.join() }
    }
}
