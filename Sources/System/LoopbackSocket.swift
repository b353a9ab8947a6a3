import Glibc

/// A socket that takes connections of this machine only.
package final class LoopbackSocket: Sendable {
    private let descriptor: Int32
    private let signals: TerminationSignals
    package let port: Int

    /// Port 0 lets the system choose one. A signal ends the waiting for connections.
    package init(port: Int, until signals: TerminationSignals) throws(MachineFailure) {
        let file = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard file >= 0 else { throw .machine("no socket: \(errorText(errno))") }
        var on: Int32 = 1
        setsockopt(file, SOL_SOCKET, SO_REUSEADDR, &on, socklen_t(MemoryLayout<Int32>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(UInt16(truncatingIfNeeded: port).bigEndian)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &address) { address in
            address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                bind(file, address, length) == 0 && listen(file, 64) == 0 && getsockname(file, address, &length) == 0
            }
        }
        guard isBound else {
            let code = errno
            close(file)
            throw .input("port \(port): \(errorText(code))")
        }
        descriptor = file
        self.signals = signals
        self.port = Int(UInt16(bigEndian: address.sin_port))
    }

    deinit { close(descriptor) }

    /// Waits for the next connection; nil if the client has gone already. Throws once a signal has come.
    package func accept() throws(MachineFailure) -> LoopbackConnection? {
        try signals.waitForInput(of: descriptor)
        let file = Glibc.accept(descriptor, nil, nil)
        guard file >= 0 else { return nil }
        _ = fcntl(file, F_SETFD, FD_CLOEXEC)
        return LoopbackConnection(file)
    }
}

/// The head of a client's request.
package enum RequestHead: Equatable, Sendable {
    /// The head with its empty line.
    case whole([UInt8])
    case tooLong
}

/// A connection of a client on this machine.
package final class LoopbackConnection: Sendable {
    private let descriptor: Int32
    /// A client has so many seconds for the head of its request, and for taking each part of the answer.
    private static let patience = 10.0
    /// How long a client may go on sending after its answer, in seconds.
    private static let patienceAtEnd = 2.0

    init(_ descriptor: Int32) {
        self.descriptor = descriptor
        _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    }

    deinit { close(descriptor) }

    /// The head of a request; nil if the client sends none in time. Bytes behind it are of no interest.
    package func readHead(atMost most: Int = 1 << 14) -> RequestHead? {
        let deadline = monotonicSeconds() + Self.patience
        var head: [UInt8] = []
        while head.count < most {
            guard let block = receive(until: deadline) else { return nil }
            // The end of the head may begin in an earlier block.
            let start = max(0, head.count - 3)
            head += block
            if let end = Self.endOfHead(in: head, from: start) { return .whole(Array(head[..<end])) }
        }
        return .tooLong
    }

    /// The index behind the empty line. A line may end without a carriage return (RFC 9112, 2.2).
    private static func endOfHead(in head: [UInt8], from start: Int) -> Int? {
        let (carriageReturn, lineFeed) = (UInt8(ascii: "\r"), UInt8(ascii: "\n"))
        for index in start..<head.count where head[index] == lineFeed {
            let next = index + 1 < head.count && head[index + 1] == carriageReturn ? index + 2 : index + 1
            if next < head.count, head[next] == lineFeed { return next + 1 }
        }
        return nil
    }

    /// Some bytes; nil if the client sends none, or has gone.
    private func receive(until deadline: Double) -> [UInt8]? {
        var block = [UInt8](repeating: 0, count: 4096)
        while waits(for: POLLIN, until: deadline) {
            let count = retryingInterrupts { recv(descriptor, &block, block.count, 0) }
            if count > 0 { return Array(block[..<count]) }
            guard count < 0, errno == EAGAIN else { return nil }
        }
        return nil
    }

    /// Ends the answer, and reads what the client still sends: if the connection were closed with bytes unread, the kernel
    /// would reset it, and the client might lose the answer (RFC 9112, 9.6).
    package func finish() {
        shutdown(descriptor, Int32(SHUT_WR))
        let deadline = monotonicSeconds() + Self.patienceAtEnd
        while receive(until: deadline) != nil {}
    }

    /// False if the client has gone or takes nothing.
    package func send(_ bytes: [UInt8]) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { bytes in
                retryingInterrupts { Glibc.send(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL)) }
            }
            if count >= 0 {
                rest = rest.dropFirst(count)
            } else if errno != EAGAIN || !waits(for: POLLOUT, until: monotonicSeconds() + Self.patience) {
                return false
            }
        }
        return true
    }

    private func waits(for event: Int32, until deadline: Double) -> Bool {
        var wait = pollfd(fd: descriptor, events: Int16(event), revents: 0)
        return retryingInterrupts { poll(&wait, 1, Int32(max(0, deadline - monotonicSeconds()) * 1000)) } > 0
    }
}
