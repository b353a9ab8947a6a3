import Foundation

/// A socket on a free port of this machine.
struct ListeningSocket: Sendable {
    let descriptor: Int32
    let port: UInt16

    init(address: String) throws {
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
        let socket = try SystemError.check("socket", Foundation.socket(AF_INET, kind, 0))
        do {
            port = try ListeningSocket.listen(socket, on: address)
        } catch {
            Foundation.close(socket)
            throw error
        }
        descriptor = socket
    }

    /// nil when nobody waits.
    func accept() -> Int32? {
        let socket = Foundation.accept(descriptor, nil, nil)
        return socket < 0 ? nil : socket
    }

    func close() { Foundation.close(descriptor) }

    private static func listen(_ socket: Int32, on address: String) throws -> UInt16 {
        var name = sockaddr_in()
        name.sin_family = sa_family_t(AF_INET)
        guard inet_pton(AF_INET, address, &name.sin_addr) == 1 else { throw SystemError(address, EADDRNOTAVAIL) }
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        try withUnsafeMutablePointer(to: &name) { pointer in
            try pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { name in
                try SystemError.check("bind", bind(socket, name, length))
                try SystemError.check("listen", Foundation.listen(socket, SOMAXCONN))
                try SystemError.check("getsockname", getsockname(socket, name, &length))
            }
        }
        return UInt16(bigEndian: name.sin_port)
    }
}
