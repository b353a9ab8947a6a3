import Foundation

/// A certificate authority for this machine, made when a test needs it. No key lies in the repository, and no
/// certificate is valid elsewhere.
public final class TestAuthority: Sendable {
    /// A certificate and its key, as files in PEM.
    public struct Certificate: Sendable {
        public let certificate: String
        public let key: String
    }

    /// The names and addresses of servers on this machine.
    public static let localNames = ["DNS:localhost", "IP:127.0.0.1"]

    private let folder: TemporaryFolder
    private let own: Certificate

    /// The certificate that a client has to trust, as a file in PEM.
    public var certificate: String { own.certificate }

    public init() throws {
        folder = try TemporaryFolder()
        own = Certificate(certificate: folder.path + "/authority.pem", key: folder.path + "/authority.key")
        try TestAuthority.make(
            own, "/CN=Authority of a test",
            ["-addext", "basicConstraints=critical,CA:TRUE", "-addext", "keyUsage=critical,keyCertSign"])
    }

    /// Signs a certificate for names as in a `subjectAltName`.
    public func issue(for names: [String] = localNames) throws -> Certificate {
        let stem = "\(folder.path)/\(UUID().uuidString)"
        let issued = Certificate(certificate: stem + ".pem", key: stem + ".key")
        try TestAuthority.make(
            issued, "/CN=Server of a test",
            [
                "-CA", own.certificate, "-CAkey", own.key, "-addext", "basicConstraints=critical,CA:FALSE",
                "-addext", "subjectAltName=" + names.joined(separator: ","),
            ])
        return issued
    }

    private static func make(_ certificate: Certificate, _ subject: String, _ more: [String]) throws {
        guard let openssl = Program.named("openssl") else { throw ServerFailure("openssl is not installed") }
        let words = [
            // Elliptic-curve keys are made quickly.
            "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2",
            "-subj", subject, "-keyout", certificate.key, "-out", certificate.certificate,
        ]
        let outcome = try openssl.run((words + more).map { Bytes($0) })
        guard outcome.status == .exited(0) else { throw ServerFailure("openssl req: \(outcome.messages)") }
    }
}
