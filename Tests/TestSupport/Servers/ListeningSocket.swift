import Foundation

/// A socket on a port of this machine.
struct ListeningSocket: Sendable {
    let descriptor: Int32
    let port: UInt16

    /// Port 0 means any free port.
    init(address: String, port: UInt16 = 0) throws {
        var name = try SocketName(address, port)
        let socket = try SocketName.makeSocket()
        do {
            try name.withPointer { try SystemError.check("bind", bind(socket, $0, $1)) }
            try SystemError.check("listen", listen(socket, SOMAXCONN))
            var length = SocketName.length
            try name.withPointer { name, _ in try SystemError.check("getsockname", getsockname(socket, name, &length)) }
        } catch {
            Foundation.close(socket)
            throw error
        }
        descriptor = socket
        self.port = name.port
    }

    /// nil if no client waits.
    func accept() -> Int32? {
        let socket = Foundation.accept(descriptor, nil, nil)
        return socket < 0 ? nil : socket
    }

    func close() { Foundation.close(descriptor) }

    /// Whether a server listens at this address.
    static func answers(address: String, port: UInt16) -> Bool {
        guard var name = try? SocketName(address, port), let socket = try? SocketName.makeSocket() else { return false }
        defer { Foundation.close(socket) }
        if name.withPointer({ connect(socket, $0, $1) }) == 0 { return true }
        var polled = pollfd(fd: socket, events: Int16(POLLOUT), revents: 0)
        return errno == EINPROGRESS && poll(&polled, 1, 1000) == 1 && polled.revents == Int16(POLLOUT)
    }
}

/// An address and a port in the form of system calls.
private struct SocketName {
    private var name = sockaddr_in()

    static let length = socklen_t(MemoryLayout<sockaddr_in>.size)

    init(_ address: String, _ port: UInt16) throws {
        name.sin_family = sa_family_t(AF_INET)
        name.sin_port = port.bigEndian
        guard inet_pton(AF_INET, address, &name.sin_addr) == 1 else { throw SystemError(address, EADDRNOTAVAIL) }
    }

    var port: UInt16 { UInt16(bigEndian: name.sin_port) }

    @discardableResult
    mutating func withPointer<Result>(
        _ body: (UnsafeMutablePointer<sockaddr>, socklen_t) throws -> Result
    ) rethrows -> Result {
        try withUnsafeMutablePointer(to: &name) { pointer in
            try pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { try body($0, Self.length) }
        }
    }

    /// Makes a socket that does not block, and that child processes do not inherit.
    static func makeSocket() throws -> Int32 {
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
        return try SystemError.check("socket", socket(AF_INET, kind, 0))
    }
}
