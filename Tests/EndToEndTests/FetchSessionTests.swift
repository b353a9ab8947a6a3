import TestSupport
import Testing

/// Connections over TLS resume the session of an earlier connection (RFC 8446, 2.2).
@Suite struct FetchSessionTests {
    /// The first connection is alone, since the host is not known yet. All later ones resume its session, whichever transfer
    /// makes them.
    @Test(arguments: ["1", "16"] as [Bytes]) func sessions(perHost: Bytes) throws {
        let folder = try TemporaryFolder()
        try folder.add("a.jpg", .picture)
        let server = try NginxServer(serving: folder.path, .https, .requestsPerConnection(1))
        let authority = try #require(server.authority)
        let outcome = try Program.weir.run(
            ["probe", "--format=jsonl", "--cacert", Bytes(authority.certificate), "--per-host", perHost] + FetchCase.limits
                + (0..<40).map { Bytes(server.url("/a.jpg?\($0)")) })
        #expect(outcome.status == .exited(0), "\(outcome.text)")
        let log = try server.accessLog(atLeast: 40).sorted { $0.connection < $1.connection }
        #expect(Set(log.map(\.connection)).count == 40)
        #expect(log.map(\.isResumed) == [false] + Array(repeating: true, count: 39))
    }
}
