import Foundation

/// A port of this machine that answers no connection, since its queue of waiting connections is full. Another address may
/// have a server at the same port.
final class DeafServer {
    let port: UInt16
    private let listener: Int32
    private var waiting: [Int32] = []

    init(address: String = "127.0.0.1", port: UInt16 = 0) throws {
        let listener = Self.makeSocket()
        self.listener = listener
        var name = sockaddr_in()
        name.sin_family = sa_family_t(AF_INET)
        name.sin_port = port.bigEndian
        inet_pton(AF_INET, address, &name.sin_addr)
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let bound = withUnsafeMutablePointer(to: &name) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, length) == 0 && listen(listener, 0) == 0 && getsockname(listener, $0, &length) == 0
            }
        }
        self.port = UInt16(bigEndian: name.sin_port)
        // Linux queues one connection more than the backlog. Later connections get no answer.
        for _ in 0..<4 where bound {
            let socket = Self.makeSocket()
            waiting.append(socket)
            _ = withUnsafePointer(to: &name) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(socket, $0, length) }
            }
        }
        guard bound else { throw CocoaError(.featureUnsupported) }
    }

    deinit { for socket in waiting + [listener] { close(socket) } }

    private static func makeSocket() -> Int32 {
        socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue), 0)
    }
}
