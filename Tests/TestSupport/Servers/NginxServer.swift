import Foundation

import class WeirSystem.Locked

/// nginx, serving a folder on this machine for as long as this value lives:
///
///     let server = try NginxServer(serving: folder.path, .http2, .withoutRanges)
///     … server.url("/a.png"), trusting server.authority!.certificate …
///     #expect(try server.accessLog(atLeast: 1).map(\.status) == [200])
///
/// If nginx is missing and cannot be installed, the test fails with the reason.
public final class NginxServer: Sendable {
    public let port: UInt16
    /// The authority that clients must trust; nil without TLS.
    public let authority: TestAuthority?
    private let folder: TemporaryFolder
    private let process: Locked<TiedProcess>

    /// Ports that the system does not give to clients, so that no client takes a port between the test for a free
    /// port and the start of nginx.
    private static let ports: Range<UInt16> = 10_240..<32_768

    public convenience init(
        serving root: String, _ transport: NginxConfiguration.Transport = .http,
        _ features: NginxConfiguration.Feature..., names: [String] = TestAuthority.localNames
    ) throws {
        try self.init(serving: root, transport, features, names: names)
    }

    public init(
        serving root: String, _ transport: NginxConfiguration.Transport, _ features: [NginxConfiguration.Feature],
        names: [String] = TestAuthority.localNames
    ) throws {
        let configuration = NginxConfiguration(root: root, transport: transport, features: features)
        authority = transport == .http ? nil : try TestAuthority()
        let certificate = try authority?.issue(for: names)
        folder = try TemporaryFolder()
        for _ in 0..<10 {
            let port = NginxServer.freePort()
            try folder.add("output")
            try folder.add("errors")
            try folder.add("access")
            try folder.add(
                "nginx.conf", Bytes(configuration.text(port: port, folder: folder.path, certificate: certificate)))
            if let process = try NginxServer.start(port, folder) {
                (self.port, self.process) = (port, Locked(process))
                return
            }
        }
        throw ServerFailure("nginx finds no free port")
    }

    deinit { stop() }

    /// `path` begins with a slash and is percent-encoded.
    public func url(_ path: String = "/", host: String = "127.0.0.1") -> String {
        "\(authority == nil ? "http" : "https")://\(host):\(port)\(path)"
    }

    /// Every finished request, in the order of the ends. nginx writes a line after the last byte of an answer, so
    /// this waits until the log has `count` lines.
    public func accessLog(atLeast count: Int) throws -> [AccessRecord] {
        var lines: ArraySlice<ArraySlice<UInt8>> = []
        try waitUntil("nginx has written down \(count) requests") {
            // A line that nginx is still writing has no line end yet.
            lines = try Fixtures.bytes(of: folder.path + "/access")
                .split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).dropLast()
            return lines.count >= count
        }
        return try lines.map { try AccessRecord(line: $0) }
    }

    /// Ends nginx. The access log stays.
    public func stop() { process.value.end() }

    /// Ends nginx with the signal, and starts it again at the same port. The access log goes on.
    public func restart(by signal: Int32) throws {
        process.value.send(signal)
        stop()
        guard let process = try NginxServer.start(port, folder) else { throw ServerFailure("another process took the port") }
        self.process.change { $0 = process }
    }

    /// Lets a new worker serve new connections. The old worker ends its connections after the answers that it has begun.
    public func reload() { process.value.send(SIGHUP) }

    private static func freePort() -> UInt16 {
        while true {
            let port = UInt16.random(in: ports)
            guard let socket = try? ListeningSocket(address: "127.0.0.1", port: port) else { continue }
            socket.close()
            return port
        }
    }

    /// Returns nil if another process took the port first.
    private static func start(_ port: UInt16, _ folder: TemporaryFolder) throws -> TiedProcess? {
        let process = try TiedProcess(
            try Program.nginx.get().name, ["-p", folder.path, "-c", folder.path + "/nginx.conf"],
            output: folder.path + "/output")
        return try waitForAnswer(of: process, port, folder) ? process : nil
    }

    /// Returns false if another process took the port first. nginx writes its process id after it has got the port,
    /// so an answer is certainly its own.
    private static func waitForAnswer(
        of process: TiedProcess, _ port: UInt16, _ folder: TemporaryFolder
    ) throws -> Bool {
        var answers = false
        try waitUntil("nginx answers") {
            let hasPort = (try? Fixtures.bytes(of: folder.path + "/pid"))?.isEmpty == false
            answers = hasPort && ListeningSocket.answers(address: "127.0.0.1", port: port)
            return answers || process.hasEnded
        }
        if answers { return true }
        process.end()
        let errors = try ["output", "errors"].map { try Fixtures.bytes(of: "\(folder.path)/\($0)") }.joined()
        let text = String(decoding: Array(errors), as: UTF8.self)
        guard text.contains("Address already in use") else { throw ServerFailure("nginx does not start: \(text)") }
        return false
    }
}
