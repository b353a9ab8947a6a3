import Foundation
import TestSupport

/// A name server on this machine that takes every query and answers none.
final class SilentNameServer {
    private static let address = "127.0.0.9"
    private static let port: UInt16 = 53
    private let socket: Int32
    private let folder: TemporaryFolder

    /// The right to replace the machine's name server.
    static let need = Need {
        let server = try? SilentNameServer()
        let outcome = try? Program.named("true").map { try server?.serving($0).run() } ?? nil
        return outcome?.status == .exited(0) ? nil : "no other name server can be named here: that takes root and the right to mount"
    }

    init() throws {
        folder = try TemporaryFolder()
        // The resolver asks once, and waits longer than any test takes.
        try folder.add("resolv.conf", Bytes("nameserver \(SilentNameServer.address)\noptions timeout:30 attempts:1\n"))
        socket = Foundation.socket(AF_INET, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var name = sockaddr_in()
        name.sin_family = sa_family_t(AF_INET)
        name.sin_port = SilentNameServer.port.bigEndian
        inet_pton(AF_INET, SilentNameServer.address, &name.sin_addr)
        // Several tests may share the port, since all these servers are silent.
        var isShared: Int32 = 1
        setsockopt(socket, SOL_SOCKET, SO_REUSEPORT, &isShared, socklen_t(MemoryLayout<Int32>.size))
        let code = withUnsafePointer(to: &name) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard code == 0 else { throw CocoaError(.featureUnsupported) }
    }

    deinit { close(socket) }

    /// The program, set up to ask this server.
    func serving(_ program: Program) throws -> Program { try program.asking(nameServersOf: folder.path(of: "resolv.conf")) }
}
