import TestSupport
import Testing

/// Connections over TLS resume the session of an earlier connection.
@Suite(.needs(.program("python3"))) struct FetchSessionTests {
    private static let count = 40

    /// With TLS 1.3 a ticket is for one connection (RFC 8446, C.4), and each connection brings the next.
    @Test func oneAfterTheOther() throws {
        let folder = try TemporaryFolder()
        try folder.add("a.jpg", .picture)
        let server = try NginxServer(serving: folder.path, .https, .requestsPerConnection(1))
        let authority = try #require(server.authority)
        let outcome = try probe(authority, "1", (0..<Self.count).map { server.url("/a.jpg?\($0)") })
        #expect(outcome.status == .exited(0), "\(outcome.text)")
        let log = try server.accessLog(atLeast: Self.count).sorted { $0.connection < $1.connection }
        #expect(log.map(\.isResumed) == [false] + Array(repeating: true, count: Self.count - 1))
    }

    /// Answers each request on a connection of its own, and prints whether the connection resumed a session.
    private static let server: Bytes = """
        import socket, ssl, sys, threading
        certificate, key, length = sys.argv[1:]
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.maximum_version = ssl.TLSVersion.TLSv1_2
        context.load_cert_chain(certificate, key)
        listener = socket.create_server(("127.0.0.1", 0), backlog=100)
        print(listener.getsockname()[1], flush=True)
        body = sys.stdin.buffer.read(int(length))
        def serve(connection):
            with context.wrap_socket(connection, server_side=True) as secure:
                secure.recv(65536)
                print("resumed" if secure.session_reused else "whole", flush=True)
                secure.sendall(f"HTTP/1.1 200 OK\\r\\nConnection: close\\r\\nContent-Length: {length}\\r\\n\\r\\n".encode() + body)
        while True:
            threading.Thread(target=serve, args=(listener.accept()[0],), daemon=True).start()
        """

    /// The session of TLS 1.2 serves all later connections, whichever transfer makes them.
    @Test func manyAtOnce() throws {
        let authority = try TestAuthority()
        let certificate = try authority.issue()
        let python = try #require(Program.named("python3"))
        let picture = Bytes.picture
        let server = try python.start(["-c", Self.server, Bytes(certificate.certificate), Bytes(certificate.key), "\(picture.count)"])
        server.write(picture)
        try server.waitForLines(1)
        let port = String(decoding: server.output, as: UTF8.self).dropLast()
        let outcome = try probe(authority, "16", (0..<Self.count).map { "https://127.0.0.1:\(port)/\($0).jpg" })
        #expect(outcome.status == .exited(0), "\(outcome.text)")
        try server.waitForLines(1 + Self.count)
        let lines = String(decoding: server.output, as: UTF8.self).split(separator: "\n").dropFirst()
        #expect(lines.count { $0 == "whole" } == 1 && lines.count { $0 == "resumed" } == Self.count - 1)
    }

    private func probe(_ authority: TestAuthority, _ perHost: Bytes, _ urls: [String]) throws -> Outcome {
        try Program.weir.run(
            ["probe", "--format=jsonl", "--cacert", Bytes(authority.certificate), "--per-host", perHost] + FetchCase.limits + urls.map { Bytes($0) })
    }
}
