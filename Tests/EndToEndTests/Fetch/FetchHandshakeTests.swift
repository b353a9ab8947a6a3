// docs/failures.md: connections that end inside the TLS handshake have their code.
import TestSupport
import Testing

@Suite(.needs(.program("python3"))) struct FetchHandshakeTests {
    /// Prints its port, ends the first two connections behind the client's first message, and answers the others. One end is a reset.
    private static let server: Bytes = """
        import socket, ssl, struct, sys
        end, certificate, key, length = sys.argv[1:]
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(certificate, key)
        listener = socket.create_server(("127.0.0.1", 0))
        print(listener.getsockname()[1], flush=True)
        for number in range(3):
            connection, _ = listener.accept()
            if number == 2 and end != "plain":
                with context.wrap_socket(connection, server_side=True) as secure:
                    secure.recv(65536)
                    secure.sendall(f"HTTP/1.1 200 OK\\r\\nContent-Length: {length}\\r\\n\\r\\n".encode() + sys.stdin.buffer.read(int(length)))
                    secure.recv(1)
                continue
            connection.recv(65536)
            if end == "plain":
                connection.sendall(b"HTTP/1.1 400 Bad Request\\r\\n\\r\\n")
            if end == "reset":
                connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            connection.close()
        """

    /// The answer of a server without TLS is no broken connection, and no second request gets another.
    @Test(arguments: [("reset", 2, "3x2"), ("close", 2, "3x2"), ("reset", 1, "connect"), ("plain", 2, "tls")] as [(Bytes, Int, String)])
    func brokenHandshakes(end: Bytes, retries: Int, result: String) throws {
        let authority = try TestAuthority()
        let certificate = try authority.issue()
        let python = try #require(Program.named("python3"))
        let picture = Bytes.jpeg(width: 3, height: 2)
        let server = try python.start(
            ["-c", Self.server, end, Bytes(certificate.certificate), Bytes(certificate.key), "\(picture.count)"])
        server.write(picture)
        try server.waitForLines(1)
        let port = String(decoding: server.output, as: UTF8.self).dropLast()
        let outcome = try Program.weir.run(
            ["probe", "--format=jsonl", "--cacert", Bytes(authority.certificate)] + FetchCase.limits
                + ["--retries=\(retries)", "https://127.0.0.1:\(port)/a.jpg"])
        #expect(try outcome.pictures.map(\.result) == [result], "\(outcome.text)")
    }

    /// The handshake has the time that a connection has.
    @Test func stalledHandshake() throws {
        let python = try #require(Program.named("python3"))
        // The kernel accepts connections that the server never looks at.
        let server = try python.start([
            "-c",
            """
            import socket, sys
            listener = socket.create_server(("127.0.0.1", 0))
            print(listener.getsockname()[1], flush=True)
            sys.stdin.read()
            """,
        ])
        try server.waitForLines(1)
        let port = String(decoding: server.output, as: UTF8.self).dropLast()
        let outcome = try Program.weir.run(["probe"] + FetchCase.limits + ["--timeout=6s", Bytes("https://127.0.0.1:\(port)/a.jpg")])
        server.send(signal: 9)
        _ = try server.waitUntilItEnds()
        #expect(outcome.text.hasSuffix(": error: connect: the TLS handshake took longer than a sixth of --timeout\n"), "\(outcome.text)")
    }
}
