// docs/fetching.md: connections over TLS resume the session of an earlier connection.
import TestSupport
import Testing

@Suite(.needs(.program("python3"))) struct FetchSessionTests {
    private static let count = 40

    /// Answers each request on a connection of its own, and prints whether the connection resumed a session.
    private static let server: Bytes = """
        import socket, ssl, sys, threading
        certificate, key, length = sys.argv[1:]
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.minimum_version = ssl.TLSVersion.TLSv1_3
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

    /// A ticket is for one connection (RFC 8446, C.4), and each connection brings the next. Another transfer may use it.
    @Test func oneAfterTheOther() throws {
        let authority = try TestAuthority()
        let certificate = try authority.issue()
        let python = try #require(Program.named("python3"))
        let picture = Bytes.picture
        let server = try python.start(["-c", Self.server, Bytes(certificate.certificate), Bytes(certificate.key), "\(picture.count)"])
        server.write(picture)
        try server.waitForLines(1)
        let port = String(decoding: server.output, as: UTF8.self).dropLast()
        let outcome = try probe(authority, (0..<Self.count).map { "https://127.0.0.1:\(port)/\($0).jpg" })
        #expect(outcome.status == .exited(0), "\(outcome.text)")
        try server.waitForLines(1 + Self.count)
        let lines = String(decoding: server.output, as: UTF8.self).split(separator: "\n").dropFirst()
        #expect(lines.count { $0 == "whole" } == 1 && lines.count { $0 == "resumed" } == Self.count - 1)
    }

    /// Sends the answer to `/0` so many times at once, each in a record of its own, and prints a line for each connection.
    private static let repeatingServer: Bytes = """
        import socket, ssl, sys, threading
        certificate, key, times, lengths = sys.argv[1:]
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(certificate, key)
        listener = socket.create_server(("127.0.0.1", 0), backlog=100)
        print(listener.getsockname()[1], flush=True)
        bodies = [sys.stdin.buffer.read(int(length)) for length in lengths.split(",")]
        def serve(connection):
            received, sent = ssl.MemoryBIO(), ssl.MemoryBIO()
            tls = context.wrap_bio(received, sent, server_side=True)
            def step(action):
                while True:
                    try:
                        result = action()
                        connection.sendall(sent.read())
                        return result
                    except ssl.SSLWantReadError:
                        connection.sendall(sent.read())
                        received.write(connection.recv(65536) or exit())
            step(tls.do_handshake)
            print("connected", flush=True)
            while True:
                number = int(step(lambda: tls.read(65536)).split()[1][1:2])
                body = bodies[number]
                for _ in range(int(times) if number == 0 else 1):
                    tls.write(f"HTTP/1.1 200 OK\\r\\nContent-Length: {len(body)}\\r\\n\\r\\n".encode() + body)
                connection.sendall(sent.read())
        while True:
            threading.Thread(target=serve, args=(listener.accept()[0],), daemon=True).start()
        """

    /// An answer that a server sends twice is no answer to the next request. The tickets of a new connection end none.
    @Test(arguments: [(1, 1), (2, 2)]) func bytesBehindAnAnswer(times: Int, connections: Int) throws {
        let authority = try TestAuthority()
        let certificate = try authority.issue()
        let python = try #require(Program.named("python3"))
        let pictures = [30, 40, 50].map { Bytes.jpeg(width: $0, height: 20) }
        let lengths = Bytes(pictures.map { "\($0.count)" }.joined(separator: ","))
        let server = try python.start(
            ["-c", Self.repeatingServer, Bytes(certificate.certificate), Bytes(certificate.key), "\(times)", lengths])
        server.write(pictures.reduce([], +))
        try server.waitForLines(1)
        let port = String(decoding: server.output, as: UTF8.self).dropLast()
        let outcome = try probe(authority, (0..<3).map { "https://127.0.0.1:\(port)/\($0).jpg" })
        #expect(try outcome.pictures.map(\.result) == ["30x20", "40x20", "50x20"], "\(outcome.text)")
        try server.waitForLines(1 + connections)
        #expect(String(decoding: server.output, as: UTF8.self).split(separator: "\n").count == 1 + connections)
    }

    private func probe(_ authority: TestAuthority, _ urls: [String]) throws -> Outcome {
        let options: [Bytes] = ["--format=jsonl", "--cacert", Bytes(authority.certificate), "--per-host=1"]
        return try Program.weir.run(["probe"] + options + FetchCase.limits + urls.map { Bytes($0) })
    }
}
