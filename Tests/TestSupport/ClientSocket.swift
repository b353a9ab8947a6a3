import Foundation

/// A connection to a server on this machine, for requests that no client library would send.
public final class ClientSocket {
    private let descriptor: Int32

    public init(port: UInt16) throws {
        descriptor = try SystemError.check("socket", socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0))
        var name = sockaddr_in()
        name.sin_family = sa_family_t(AF_INET)
        name.sin_port = port.bigEndian
        name.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let status = withUnsafePointer(to: &name) { name in
            name.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) }
        }
        try SystemError.check("connect", status)
    }

    deinit { close(descriptor) }

    /// A server that has closed the connection takes nothing more, which is no failure here.
    public func send(_ text: String) {
        let bytes = Array(text.utf8)
        _ = Foundation.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL))
    }

    /// Reads until the server closes the connection, for at most ten seconds between two pieces.
    public func readToEnd() -> [UInt8] {
        var all: [UInt8] = []
        var block = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            var wait = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            guard poll(&wait, 1, 10_000) == 1 else { return all }
            let count = recv(descriptor, &block, block.count, 0)
            guard count > 0 else { return all }
            all += block[..<count]
        }
    }
}
