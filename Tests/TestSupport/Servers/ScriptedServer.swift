import Foundation
import class System.Locked

/// A server on this machine that does with each request what a table of cases says: the first
/// request of a path leads to the first exchange of its script, the next to the next, and the last
/// exchange is repeated.
///
///     let server = try ScriptedServer(["/a.png": [Exchange(.status(503)), Exchange(.body(picture))]])
///     … server.url("/a.png") …
///     #expect(server.requests.map(\.range) == ["bytes=0-1023"])
///
/// A script may stand for a path with a query or, where there is none, for the path with any.
/// Bodies of requests are not read: a request that has one must be the last of its connection.
public final class ScriptedServer: Sendable {
    public let address: String
    public let port: UInt16
    private let log: ServerLog
    private let stopped: Latch
    private let gate: Latch
    private let accepting: Locked<ServerThread?>

    /// All of 127/8 is this machine, so several servers can be several hosts. `otherwise` is the
    /// script of each path that has none, `delay` the milliseconds before every answer.
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

    /// Gives a path another script, which begins anew.
    public func set(_ path: String, _ exchanges: Exchange...) { log.set(path, exchanges) }

    /// Every request so far, in the order they came. Whoever has got an answer finds all that was
    /// sent of it; how an exchange ended that the client left is certain after `stop()`.
    public var requests: [ReceivedRequest] { log.requests }

    public func requests(of path: String) -> [ReceivedRequest] { requests.filter { $0.path == path } }

    public var connections: ConnectionCount { log.connections }

    /// Waits for the moment to interrupt a client.
    public func waitForRequests(_ count: Int) throws {
        guard log.waitForRequests(count, until: Date(timeIntervalSinceNow: 60)) else {
            throw SystemError("\(requests.count) requests of \(count)", ETIMEDOUT)
        }
    }

    /// Lets every exchange go on that is held, now or later.
    public func release() { gate.raise() }

    /// Waits until so many requests have had their whole answers.
    public func waitForAnswers(_ count: Int) throws {
        try waitUntil("\(count) requests are answered") { requests.count { $0.ending == .complete } >= count }
    }

    /// Ends every connection and every thread. From then on, connections are refused.
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
            // A client that has connected before the stop is counted.
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
