import Foundation
import TestSupport
import Testing

/// The nginx that other tests use, tested with `curl`.
@Suite struct NginxServerTests {
    typealias Transport = NginxConfiguration.Transport
    private let folder: TemporaryFolder
    private static let file = Bytes((0..<5000).map { UInt8(truncatingIfNeeded: $0 / 7) })

    init() throws {
        folder = try TemporaryFolder()
        try folder.add("a.png", Self.file)
    }

    /// Sends a request that trusts the server's authority.
    private func ask(_ server: NginxServer, _ path: String, _ options: String...) throws -> CurlReply {
        let trust = server.authority.map { ["--cacert", $0.certificate] } ?? []
        return try curl(server.url(path), options: trust + options)
    }

    @Test(arguments: [
        (.http, "1.1", "HTTP/1.1"), (.https, "1.1", "HTTP/1.1"), (.http2, "2", "HTTP/2.0"),
    ] as [(Transport, String, String)])
    func transports(transport: Transport, version: String, logged: String) throws {
        let server = try NginxServer(serving: folder.path, transport)
        let whole = try ask(server, "/a.png")
        #expect(whole.exit == 0)
        #expect(whole.status == 200)
        #expect(whole.version == version)
        #expect(whole["content-type"] == "image/png")
        #expect(whole["accept-ranges"] == "bytes")
        #expect(whole.body == Self.file.all)

        let part = try ask(server, "/a.png?size=1", "-r", "100-199")
        #expect(part.status == 206)
        #expect(part["content-range"] == "bytes 100-199/5000")
        #expect(part.body == Array(Self.file.all[100..<200]))
        #expect(try ask(server, "/a.png", "-r", "5000-").status == 416)
        #expect(try ask(server, "/b.png").status == 404)

        let log = try server.accessLog(atLeast: 4)
        #expect(log.map(\.status) == [200, 206, 416, 404])
        #expect(log.map(\.target) == ["/a.png", "/a.png?size=1", "/a.png", "/b.png"])
        #expect(log.map(\.range) == [nil, "bytes=100-199", "bytes=5000-", nil])
        #expect(log.map(\.version) == [String](repeating: logged, count: 4))
        #expect(log.allSatisfy { $0.method == "GET" && $0.numberOnConnection == 1 && $0.bytesSent > $0.bodyBytesSent })
        #expect(log.prefix(2).map(\.bodyBytesSent) == [5000, 100])
        #expect(Set(log.map(\.connection)).count == 4)
    }

    /// Client and server use the newest version of HTTP that both know.
    @Test func negotiation() throws {
        let new = try NginxServer(serving: folder.path, .http2)
        #expect(try ask(new, "/a.png", "--http1.1").version == "1.1")
        let old = try NginxServer(serving: folder.path, .https)
        #expect(try ask(old, "/a.png", "--http2").version == "1.1")
    }

    @Test func certificates() throws {
        let server = try NginxServer(serving: folder.path, .https)
        let authority = try #require(server.authority).certificate
        #expect(try curl(server.url("/a.png", host: "localhost"), "--cacert", authority).status == 200)
        #expect(try curl(server.url("/a.png")).exit == CurlReply.Exit.certificate)
        let stranger = try TestAuthority()
        try withExtendedLifetime(stranger) {
            let reply = try curl(server.url("/a.png"), "--cacert", stranger.certificate)
            #expect(reply.exit == CurlReply.Exit.certificate)
        }
        let misnamed = try NginxServer(serving: folder.path, .https, names: ["DNS:elsewhere.test"])
        #expect(try ask(misnamed, "/a.png").exit == CurlReply.Exit.certificate)
    }

    @Test func withoutRanges() throws {
        let server = try NginxServer(serving: folder.path, .http, .withoutRanges)
        let reply = try ask(server, "/a.png", "-r", "0-9")
        #expect(reply.status == 200)
        #expect(reply.body == Self.file.all)
        #expect(reply["accept-ranges"] == nil)
    }

    @Test(arguments: [(429, "1"), (503, "Fri, 31 Dec 2100 23:59:59 GMT")], [Transport.http, .http2])
    func limits(limit: (status: Int, retryAfter: String), transport: Transport) throws {
        let server = try NginxServer(
            serving: folder.path, transport,
            .limit(perMinute: 1, burst: 1, status: limit.status, retryAfter: limit.retryAfter))
        let replies = try (0..<3).map { _ in try ask(server, "/a.png") }
        #expect(replies.map(\.status) == [200, 200, limit.status])
        #expect(replies.map { $0["retry-after"] } == [nil, nil, limit.retryAfter])
        #expect(try server.accessLog(atLeast: 3).map(\.status) == [200, 200, limit.status])
    }

    @Test func redirects() throws {
        let server = try NginxServer(
            serving: folder.path, .http, .redirect("/old", to: "/a.png", status: 301),
            .redirect("/away", to: "http://127.0.0.2:1/"))
        #expect(try ask(server, "/old").status == 301)
        #expect(try ask(server, "/old")["location"] == server.url("/a.png"))
        #expect(try ask(server, "/old", "-L").body == Self.file.all)
        #expect(try ask(server, "/away").status == 302)
        #expect(try ask(server, "/away")["location"] == "http://127.0.0.2:1/")
    }

    @Test func compression() throws {
        let server = try NginxServer(serving: folder.path, .http, .gzip)
        let reply = try ask(server, "/a.png", "--compressed")
        #expect(reply["content-encoding"] == "gzip")
        #expect(reply.body == Self.file.all)
        #expect(try ask(server, "/a.png")["content-encoding"] == nil)
        #expect(try #require(server.accessLog(atLeast: 2).first).bodyBytesSent < 5000)
    }

    @Test(arguments: Transport.allCases)
    func connections(transport: Transport) throws {
        let server = try NginxServer(serving: folder.path, transport)
        let trust = server.authority.map { ["--cacert", $0.certificate] } ?? []
        #expect(try runCurl(trust + (1...3).map { server.url("/a.png?\($0)") }).output.count == 15_000)
        let log = try server.accessLog(atLeast: 3)
        #expect(Set(log.map(\.connection)).count == 1)
        #expect(log.map(\.numberOnConnection) == [1, 2, 3])
    }

    /// A stopped server refuses connections, and its log can still be read.
    @Test func stopping() throws {
        let server = try NginxServer(serving: folder.path)
        #expect(try ask(server, "/a.png").status == 200)
        server.stop()
        server.stop()
        #expect(try ask(server, "/a.png").exit == CurlReply.Exit.connectionRefused)
        #expect(try server.accessLog(atLeast: 1).count == 1)
    }

    /// Servers that run at the same time have different ports.
    @Test func manyAtOnce() throws {
        let servers = try (0..<5).map { _ in try NginxServer(serving: folder.path) }
        #expect(Set(servers.map(\.port)).count == 5)
        for server in servers { #expect(try ask(server, "/a.png").status == 200) }
        for server in servers { #expect(try server.accessLog(atLeast: 1).count == 1) }
    }

    @Test func aFolderThatCannotBeServed() throws {
        #expect { try NginxServer(serving: "/nowhere", .http, .redirect("/a", to: "/b", status: 7000)) } throws: {
            "\($0)".contains("nginx does not start") && "\($0)".contains("invalid return code")
        }
    }
}
