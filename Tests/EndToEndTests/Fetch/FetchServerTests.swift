// docs/fetching.md: pictures from nginx have the same sizes as on disk, with every transport and every feature.
import Foundation
import TestSupport
import Testing

@Suite struct FetchServerTests {
    typealias Transport = NginxConfiguration.Transport
    private let site: FixtureSite

    init() throws { site = try FixtureSite() }

    private func trust(_ server: NginxServer) -> [Bytes] { server.authority.map { ["--cacert", Bytes($0.certificate)] } ?? [] }

    private func probe(_ server: NginxServer, _ options: Bytes..., paths: [String]) throws -> Outcome {
        let list = paths.map { server.url($0) + "\n" }.joined()
        return try Program.weir.run(
            ["probe", "--format=tsv", "--files-from=-"] + FetchCase.limits + trust(server) + options, input: Bytes(list))
    }

    @Test(arguments: Transport.allCases, [[], [.withoutRanges], [.gzip]] as [[NginxConfiguration.Feature]])
    func everyPicture(transport: Transport, features: [NginxConfiguration.Feature]) throws {
        // By default nginx ends a connection after a thousand requests.
        let server = try NginxServer(serving: site.folder, transport, features + [.requestsPerConnection(100_000)])
        let local = try Program.weir.run(
            ["probe", "--format=tsv", "--files-from=-"],
            input: Bytes(site.pictures.map { site.folder + "/" + $0.fixture.path + "\0" }.joined()))
        let remote = try probe(server, paths: site.pictures.map(\.path))
        func findings(_ outcome: Outcome) -> [String] { outcome.lines.map { $0.split(separator: "\t").dropLast().joined(separator: " ") } }
        let found = findings(remote)
        #expect(found.count == site.pictures.count + 1)
        for (number, finding) in findings(local).enumerated() where finding != found[number] {
            Issue.record("\(site.pictures[number]): \(found[number]), on disk \(finding)")
        }
        #expect(remote.status == local.status)
        #expect(remote.messages == "")
        let log = try server.accessLog(atLeast: site.pictures.count)
        #expect(Set(log.map(\.version)) == [transport == .http2 ? "HTTP/2.0" : "HTTP/1.1"])
        // With HTTP/2, all pictures share one connection.
        #expect(Set(log.map(\.connection)).count <= (transport == .http2 ? 1 : features.isEmpty ? 32 : log.count))
    }

    /// A reset stream does not end its connection.
    @Test func streamsThatAreReset() throws {
        let folder = try TemporaryFolder()
        // libcurl lets a server send 32 MB ahead on a stream. The server sends more only if the stream is read.
        try folder.add("a.jpg", .picture + Bytes(zeros: 48 << 20))
        let server = try NginxServer(serving: folder.path, .http2, .withoutRanges)
        let outcome = try probe(server, paths: (0..<40).map { "/a.jpg?\($0)" })
        #expect(outcome.status == .exited(0), "\(outcome.text)")
        let log = try server.accessLog(atLeast: 40)
        #expect(log.count == 40)
        #expect(Set(log.map(\.connection)).count == 1)
        #expect(log.allSatisfy { $0.bodyBytesSent < 48 << 20 })
    }

    @Test func certificates() throws {
        let folder = try TemporaryFolder()
        try folder.add("a.jpg", .picture)
        let server = try NginxServer(serving: folder.path, .https)
        let misnamed = try NginxServer(serving: folder.path, .https, names: ["DNS:elsewhere.test"])
        let authority = try #require(server.authority)
        let stranger = try TestAuthority()
        func result(
            _ server: NginxServer, host: String = "127.0.0.1", _ options: [Bytes], environment: [String: String] = [:]
        ) throws -> String {
            let outcome = try Program.weir.run(
                ["probe", "--format=jsonl"] + FetchCase.limits + options + [Bytes(server.url("/a.jpg", host: host))],
                environment: environment)
            return try #require(try outcome.pictures.first).result
        }
        try withExtendedLifetime((stranger, authority)) {
            #expect(try result(server, ["--cacert", Bytes(authority.certificate)]) == "30x20")
            #expect(try result(server, host: "localhost", ["--cacert", Bytes(authority.certificate)]) == "30x20")
            #expect(try result(server, []) == "tls")
            #expect(try result(server, ["--cacert", Bytes(stranger.certificate)]) == "tls")
            #expect(try result(server, [], environment: ["SSL_CERT_FILE": authority.certificate]) == "30x20")
            #expect(try result(server, [], environment: ["SSL_CERT_FILE": stranger.certificate]) == "tls")
            let both: [Bytes] = ["--cacert", Bytes(authority.certificate)]
            #expect(try result(server, both, environment: ["SSL_CERT_FILE": stranger.certificate]) == "30x20")
            #expect(try result(misnamed, trust(misnamed)) == "tls")
            // A redirect from HTTP to HTTPS.
            let moved = try NginxServer(serving: folder.path, .http, .redirect("/a.jpg", to: server.url("/a.jpg"), status: 301))
            #expect(try result(moved, trust(server)) == "30x20")
            #expect(try result(moved, []) == "tls")
            // HTTPS to a port of plain HTTP.
            let plain = try NginxServer(serving: folder.path)
            #expect(try result(plain, []) == "30x20")
            let mistaken = plain.url("/a.jpg").replacing("http:", with: "https:")
            let outcome = try Program.weir.run(["probe", "--format=jsonl"] + FetchCase.limits + [Bytes(mistaken)])
            #expect(try outcome.pictures.map(\.result) == ["tls"])
        }
    }

    /// A file without certificates is found before anything is asked.
    @Test(
        arguments: ["probe", "ingest", "check"],
        [
            ("gone.pem", "gone.pem: no such file or directory"),
            ("empty.pem", "empty.pem: there is no certificate in it that can be read; PEM is expected"),
            ("text.pem", "text.pem: there is no certificate in it that can be read; PEM is expected"),
            ("cut.pem", "cut.pem: there is no certificate in it that can be read; PEM is expected"), (".", ". is not a plain file"),
            ("/dev/null", "/dev/null is not a plain file"), ("", "the name of a file is missing"),
        ] as [(Bytes, String)])
    func noCertificates(command: String, file: (name: Bytes, message: String)) throws {
        let folder = try TemporaryFolder()
        try folder.add("empty.pem")
        try folder.add("text.pem", "no certificate\n")
        try folder.add("cut.pem", "-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n")
        let outcome = try Program.weir.run([Bytes(command), "--cacert", file.name, "a.json"], in: folder)
        #expect(outcome.status == .exited(2))
        #expect(outcome.messages == "weir \(command): --cacert: \(file.message)\nTry 'weir \(command) --help'.\n")
    }

    /// After 429 or 503, the run waits as `Retry-After` says, and gets all pictures in the end.
    @Test(arguments: [(429, .http), (503, .http2)] as [(Int, Transport)])
    func limits(status: Int, transport: Transport) throws {
        let folder = try TemporaryFolder()
        try folder.add("a.jpg", .picture)
        let server = try NginxServer(
            serving: folder.path, transport, .limit(perMinute: 600, burst: 2, status: status, retryAfter: "1"))
        let outcome = try probe(server, "--retries=3", paths: (0..<24).map { "/a.jpg?\($0)" })
        #expect(outcome.status == .exited(0), "\(outcome.text)")
        let log = try server.accessLog(atLeast: 24)
        #expect(log.count { $0.status == 200 || $0.status == 206 } == 24)
        #expect(log.count { $0.status == status } > 0)
        #expect(log.count <= 48)
    }
}
