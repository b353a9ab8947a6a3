import TestSupport

/// A server of HTTP/2 that answers so many requests of each connection. Then it sends GOAWAY, which names the last of them,
/// and closes the connection: the other requests were not processed, and may be sent again (RFC 9113, 6.8). A silent one only closes it.
struct GoAwayServer {
    private let running: RunningProgram
    let authority: TestAuthority
    private let port: Substring

    init(answering picture: Bytes, perConnection count: Int, isSilent: Bool) throws {
        authority = try TestAuthority()
        let certificate = try authority.issue()
        running = try Program.named("python3")!.start(
            [
                "-c", Self.program, Bytes(certificate.certificate), Bytes(certificate.key), "\(count)", "\(picture.count)",
                isSilent ? "silent" : "",
            ])
        running.write(picture)
        try running.waitForLines(1)
        port = String(decoding: running.output, as: UTF8.self).dropLast()
    }

    func url(_ path: String) -> String { "https://127.0.0.1:\(port)\(path)" }

    /// The head of each answer is `:status: 200` of the static table (RFC 7541, appendix A).
    private static let program: Bytes = """
        import socket, ssl, struct, sys, threading
        certificate, key, count, length, silent = sys.argv[1:]
        picture = sys.stdin.buffer.read(int(length))
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(certificate, key)
        context.set_alpn_protocols(["h2"])
        listener = socket.create_server(("127.0.0.1", 0), backlog=100)
        print(listener.getsockname()[1], flush=True)
        DATA, HEADERS, SETTINGS, PING, GOAWAY, END, ACK = 0, 1, 4, 6, 7, 1, 1

        def frame(kind, flags, stream, payload=b""):
            return struct.pack(">I", len(payload))[1:] + bytes([kind, flags]) + struct.pack(">I", stream) + payload

        def read(connection, count):
            held = b""
            while len(held) < count:
                piece = connection.recv(count - len(held))
                if not piece: raise OSError("the client has gone")
                held += piece
            return held

        def serve(plain):
            try:
                connection = context.wrap_socket(plain, server_side=True)
                read(connection, 24)
                connection.sendall(frame(SETTINGS, 0, 0))
                served = 0
                while True:
                    head = read(connection, 9)
                    kind, flags, stream = head[3], head[4], struct.unpack(">I", head[5:])[0]
                    payload = read(connection, int.from_bytes(head[:3], "big"))
                    if kind == SETTINGS and not flags & ACK: connection.sendall(frame(SETTINGS, ACK, 0))
                    if kind == PING and not flags & ACK: connection.sendall(frame(PING, ACK, 0, payload))
                    if kind != HEADERS: continue
                    connection.sendall(frame(HEADERS, 4, stream, b"\\x88") + frame(DATA, END, stream, picture))
                    served += 1
                    if served == int(count):
                        if not silent: connection.sendall(frame(GOAWAY, 0, 0, struct.pack(">II", stream, 0)))
                        # A close with unread requests would reset the connection, and the answer with it.
                        connection.settimeout(5)
                        connection.shutdown(socket.SHUT_WR)
                        while connection.recv(65536): pass
                        return connection.close()
            except OSError:
                plain.close()

        while True:
            threading.Thread(target=serve, args=(listener.accept()[0],), daemon=True).start()
        """
}
