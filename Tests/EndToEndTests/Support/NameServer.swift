import Foundation
import TestSupport

/// A name server on this machine that gives every name the same addresses of IPv4, and none of IPv6; one without addresses
/// answers nothing.
final class NameServer {
    /// Prints its address, which no other server has, then the kind of each question: 1 asks for IPv4, 28 for IPv6.
    private static let script: Bytes = """
        import errno, socket, struct, sys
        server = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        for last in range(1, 255):
            try:
                server.bind((f"127.0.53.{last}", 53))
                break
            except OSError as error:
                if error.errno != errno.EADDRINUSE:
                    raise
        else:
            sys.exit("no address is free")
        print(server.getsockname()[0], flush=True)
        while True:
            query, client = server.recvfrom(512)
            if not sys.argv[1:]: continue
            end = query.index(0, 12) + 5
            kind = struct.unpack(">H", query[end - 4:end - 2])[0]
            found = sys.argv[1:] if kind == 1 else []
            answer = query[:2] + b"\\x81\\x80" + struct.pack(">HHHH", 1, len(found), 0, 0) + query[12:end]
            for address in found:
                answer += b"\\xc0\\x0c\\x00\\x01\\x00\\x01" + struct.pack(">IH", 300, 4) + socket.inet_aton(address)
            server.sendto(answer, client)
            print(kind, flush=True)
        """
    /// The right to replace the machine's name server.
    static let need = Need {
        let server = try? NameServer()
        let outcome = try? Program.named("true").map { try server?.serving($0).run() } ?? nil
        return outcome?.status == .exited(0)
            ? nil : "no other name server can be named here: that takes root, the right to mount, and python3"
    }

    private let folder: TemporaryFolder
    private let running: RunningProgram

    convenience init(_ addresses: String...) throws { try self.init(addresses) }

    init(_ addresses: [String]) throws {
        guard let python = Program.named("python3") else { throw CocoaError(.featureUnsupported) }
        running = try python.start(["-c", NameServer.script] + addresses.map { Bytes($0) })
        try running.waitForLines(1)
        guard !running.output.isEmpty else { throw CocoaError(.featureUnsupported) }
        let address = String(decoding: running.output.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
        folder = try TemporaryFolder()
        // Of a silent one the resolver asks once, and waits longer than any test takes.
        let options = addresses.isEmpty ? "timeout:30 attempts:1" : "timeout:5"
        try folder.add("resolv.conf", Bytes("nameserver \(address)\noptions \(options)\n"))
    }

    /// The number of questions for addresses of IPv4, once there were as many questions in all.
    func questions(ofAll count: Int) throws -> Int {
        try running.waitForLines(1 + count)
        return running.output.split(separator: UInt8(ascii: "\n")).count { $0.elementsEqual("1".utf8) }
    }

    /// The program, set up to ask this server.
    func serving(_ program: Program) throws -> Program { try program.asking(nameServersOf: folder.path(of: "resolv.conf")) }
}

extension Program {
    /// The program in a mount namespace of its own, in which this file is `/etc/resolv.conf`.
    func asking(nameServersOf file: Bytes) throws -> Program {
        guard let unshare = Program.named("unshare") else { throw CocoaError(.featureUnsupported) }
        return unshare.running(self, after: ["-m", "sh", "-c", "mount --bind \"$0\" /etc/resolv.conf && exec \"$@\"", file])
    }
}
