import Glibc

/// A socket that takes connections of this machine only.
public final class LoopbackSocket: Sendable {
    private let descriptor: Int32
    private let signals: TerminationSignals
    public let port: Int

    /// Port 0 lets the system choose one. A signal ends the waiting for connections.
    public init(port: Int, until signals: TerminationSignals) throws(MachineFailure) {
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
    public func accept() throws(MachineFailure) -> LoopbackConnection? {
        try signals.waitForInput(of: descriptor)
        let file = Glibc.accept(descriptor, nil, nil)
        guard file >= 0 else { return nil }
        _ = fcntl(file, F_SETFD, FD_CLOEXEC)
        return LoopbackConnection(file)
    }
}

/// A connection of a client on this machine.
public final class LoopbackConnection: Sendable {
    private let descriptor: Int32
    /// A client that neither sends nor takes for so many milliseconds is given up.
    private static let patience: Int32 = 10_000

    init(_ descriptor: Int32) {
        self.descriptor = descriptor
        _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    }

    deinit { close(descriptor) }

    /// The head of a request, up to and with its empty line; nil if the client sends none of at most `most` bytes.
    public func readHead(atMost most: Int = 1 << 14) -> [UInt8]? {
        let end = Array("\r\n\r\n".utf8)
        var head: [UInt8] = []
        while head.count < most {
            guard waits(for: POLLIN) else { return nil }
            var block = [UInt8](repeating: 0, count: 4096)
            let count = retryingInterrupts { recv(descriptor, &block, block.count, 0) }
            if count < 0, errno == EAGAIN { continue }
            guard count > 0 else { return nil }
            head += block[..<count]
            if head.suffix(4) == end[...] { return head }
        }
        return nil
    }

    /// False if the client has gone or takes nothing.
    public func send(_ bytes: [UInt8]) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { bytes in
                retryingInterrupts { Glibc.send(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL)) }
            }
            if count >= 0 {
                rest = rest.dropFirst(count)
            } else if errno != EAGAIN || !waits(for: POLLOUT) {
                return false
            }
        }
        return true
    }

    private func waits(for event: Int32) -> Bool {
        var wait = pollfd(fd: descriptor, events: Int16(event), revents: 0)
        return retryingInterrupts { poll(&wait, 1, Self.patience) } > 0
    }
}
