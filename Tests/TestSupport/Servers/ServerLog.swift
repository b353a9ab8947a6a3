import Foundation

/// The scripts of a server, and all its requests and connections.
///
/// `@unchecked Sendable`: every variable is used only under `changed`.
final class ServerLog: @unchecked Sendable {
    private let changed = NSCondition()
    private var scripts: [String: [Exchange]]
    private let otherwise: [Exchange]
    /// The number of requests for each target.
    private var asked: [String: Int] = [:]
    private var received: [ReceivedRequest] = []
    private var sockets: [Int: Int32] = [:]
    private var count = ConnectionCount(opened: 0, mostAtOnce: 0)

    init(_ scripts: [String: [Exchange]], otherwise: [Exchange]) {
        self.scripts = scripts
        self.otherwise = otherwise
    }

    var requests: [ReceivedRequest] { changed.withLock { received } }
    var connections: ConnectionCount { changed.withLock { count } }

    func set(_ path: String, _ exchanges: [Exchange]) {
        changed.withLock {
            scripts[path] = exchanges
            asked[path] = nil
        }
    }

    /// Whether so many requests have come before the deadline.
    func waitForRequests(_ count: Int, until deadline: Date) -> Bool {
        changed.withLock {
            while received.count < count { if !changed.wait(until: deadline) { return false } }
            return true
        }
    }

    /// Returns the number of a new connection. Connections that their clients have closed do not count as open, even
    /// if their threads have not noticed yet.
    func open(_ socket: Int32) -> Int {
        changed.withLock {
            count.opened += 1
            sockets[count.opened] = socket
            var polled = sockets.values.map { pollfd(fd: $0, events: Latch.lastByteReceived, revents: 0) }
            let gone = max(0, poll(&polled, nfds_t(polled.count), 0))
            count.mostAtOnce = max(count.mostAtOnce, sockets.count - Int(gone))
            return count.opened
        }
    }

    /// Closes the socket under the lock, so that no other thread sees a new file with the same descriptor.
    func end(connection: Int, _ socket: Int32) {
        changed.withLock {
            sockets[connection] = nil
            close(socket)
        }
    }

    /// Records a request, and returns its exchange and its index in the log.
    func begin(_ request: ReceivedRequest) -> (Exchange, index: Int) {
        changed.withLock {
            let path = scripts[request.target] == nil ? request.path : request.target
            let script = scripts[path] ?? otherwise
            let turn = asked[path, default: 0]
            asked[path] = turn + 1
            received.append(request)
            changed.broadcast()
            return (script.isEmpty ? Exchange(.status(404)) : script[min(turn, script.count - 1)], received.count - 1)
        }
    }

    /// Sends and records under one lock, so that a client that has its answer finds the record here.
    func send(of index: Int, isLast: Bool, _ bytes: ArraySlice<UInt8>, to socket: Int32) -> Int {
        changed.withLock {
            let count = bytes.withUnsafeBytes { Foundation.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            if count > 0 { received[index].bytesSent += count }
            if isLast, count == bytes.count { received[index].ending = .complete }
            return count
        }
    }

    func finish(_ index: Int, _ ending: ReceivedRequest.Ending) {
        changed.withLock { received[index].ending = received[index].ending ?? ending }
    }
}

/// The connections of a server.
public struct ConnectionCount: Hashable, Sendable {
    public internal(set) var opened: Int
    public internal(set) var mostAtOnce: Int

    public init(opened: Int, mostAtOnce: Int) {
        self.opened = opened
        self.mostAtOnce = mostAtOnce
    }
}
