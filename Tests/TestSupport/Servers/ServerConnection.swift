import Foundation

/// One connection of a client: reads requests and sends the answers.
struct ServerConnection: Sendable {
    private let socket: Int32
    private let number: Int
    private let log: ServerLog
    private let stop: Latch
    private let gate: Latch
    private let delay: Int

    /// The largest length of a head.
    private static let longestHead = 1 << 16

    init(_ socket: Int32, log: ServerLog, stop: Latch, gate: Latch, delay: Int) {
        self.socket = socket
        self.log = log
        self.stop = stop
        self.gate = gate
        self.delay = delay
        number = log.open(socket)
        _ = fcntl(socket, F_SETFL, O_NONBLOCK)
        _ = fcntl(socket, F_SETFD, FD_CLOEXEC)
        // TCP_NODELAY: pieces that are sent separately arrive separately.
        set(Int32(IPPROTO_TCP), TCP_NODELAY, 1 as Int32)
        // With a small buffer, the number of sent bytes is close to the number of read bytes.
        set(SOL_SOCKET, SO_SNDBUF, 1 << 15 as Int32)
    }

    func serve() {
        var unread: [UInt8] = []
        var count = 0
        while let head = readHead(&unread), var request = ReceivedRequest(head) {
            count += 1
            (request.connection, request.numberOnConnection) = (number, count)
            let (exchange, entry) = log.begin(request)
            let acts = (delay > 0 ? [.pause(delay)] : []) + exchange.answer(to: request)
            let ending = carryOut(acts, of: entry)
            log.finish(entry, ending ?? .complete)
            if ending != nil { break }
        }
        log.end(connection: number, socket)
    }

    /// The bytes up to an empty line; nil if the client sends no more.
    private func readHead(_ unread: inout [UInt8]) -> ArraySlice<UInt8>? {
        let end = Array("\r\n\r\n".utf8)
        while true {
            if let range = unread.firstRange(of: end) {
                defer { unread.removeSubrange(..<range.upperBound) }
                return unread[..<range.lowerBound]
            }
            guard Self.mayBegin(unread), stop.wait(for: Int16(POLLIN), of: socket) == .ready else { return nil }
            var block = [UInt8](repeating: 0, count: 1 << 12)
            let count = recv(socket, &block, block.count, 0)
            if count < 0, errno == EAGAIN || errno == EINTR { continue }
            guard count > 0 else { return nil }
            unread += block[..<count]
        }
    }

    /// Whether the bytes may begin a head; a TLS handshake may not.
    private static func mayBegin(_ unread: [UInt8]) -> Bool {
        unread.count < longestHead && unread.first.map { $0 >= UInt8(ascii: "A") && $0 <= UInt8(ascii: "Z") } ?? true
    }

    /// The ending of the exchange; nil if the connection stays open.
    private func carryOut(_ acts: [WireAct], of entry: Int) -> ReceivedRequest.Ending? {
        let last = acts.lastIndex { if case .send = $0 { true } else { false } }
        for (index, act) in acts.enumerated() {
            switch act {
            case .send(let bytes):
                // The exchange is complete after the last send, if only the closing of the connection may follow.
                let isLast = index == last && acts[(index + 1)...].allSatisfy { $0.isClose }
                if let ending = send(bytes, of: entry, isLast: isLast) { return ending }
            case .flood(let bytes, let limit):
                for _ in 0...(limit / bytes.count) {
                    if let ending = send(bytes, of: entry, isLast: false) { return ending }
                }
                return .cut
            case .pause(let milliseconds):
                let awaited = stop.wait(for: Latch.lastByteReceived, of: socket, milliseconds: milliseconds)
                if let ending = awaited.ending { return ending }
            case .hold:
                if let ending = stop.wait(for: Latch.lastByteReceived, of: socket, orFor: gate).ending { return ending }
            case .stall:
                return stop.wait(for: Latch.lastByteReceived, of: socket).ending ?? .cut
            case .reset:
                set(SOL_SOCKET, SO_LINGER, linger(l_onoff: 1, l_linger: 0))
                return .reset
            case .close: return .complete
            }
        }
        return nil
    }

    private func send(_ bytes: [UInt8], of entry: Int, isLast: Bool) -> ReceivedRequest.Ending? {
        var rest = bytes[...]
        while !rest.isEmpty {
            let awaited = stop.wait(for: Int16(POLLOUT) | Latch.lastByteReceived, of: socket)
            if let ending = awaited.ending { return ending }
            let count = log.send(of: entry, isLast: isLast, rest, to: socket)
            if count > 0 { rest.removeFirst(count) } else if errno != EAGAIN && errno != EINTR { return .clientWent }
        }
        return nil
    }

    private func set<Value>(_ level: Int32, _ name: Int32, _ value: Value) {
        withUnsafeBytes(of: value) { _ = setsockopt(socket, level, name, $0.baseAddress, socklen_t($0.count)) }
    }
}

extension WireAct {
    fileprivate var isClose: Bool { if case .close = self { true } else { false } }
}

extension Latch.Awaited {
    /// The ending of the exchange after a wait; nil if the exchange continues.
    fileprivate var ending: ReceivedRequest.Ending? {
        switch self {
        case .ready, .elapsed: nil
        case .gone: .clientWent
        case .stopped: .cut
        }
    }
}
