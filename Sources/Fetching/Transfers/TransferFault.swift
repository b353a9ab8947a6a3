import Base
import System

/// The reason why a transfer failed. Reasons that are treated alike share a case.
enum TransferFault: Equatable, Sendable {
    case dns, connect, timeout, stalled, reset
    /// The text is the reason that the TLS library gave.
    case tls(String)
    /// This machine is out of descriptors or memory for a connection; the errno says of which.
    case noSocket(Int32)
    /// The body was shorter than announced.
    case shortBody
    /// The body was longer than announced.
    case longBody
    /// The host's name resolved to an address of this kind.
    case forbiddenAddress(AddressKind)
    case headersTooLong
    /// The answer breaks the rules of HTTP; the text is libcurl's message.
    case malformed(String)

    /// Whether the same request may succeed a moment later.
    var isTransient: Bool {
        switch self {
        case .dns, .connect, .noSocket, .timeout, .stalled, .reset, .shortBody: true
        case .tls, .longBody, .forbiddenAddress, .headersTooLong, .malformed: false
        }
    }

    /// Whether the fault concerns the whole host and not only one picture, if no answer came before.
    var concernsHost: Bool {
        switch self {
        case .dns, .connect, .tls, .timeout, .stalled, .reset: true
        case .noSocket, .shortBody, .longBody, .forbiddenAddress, .headersTooLong, .malformed: false
        }
    }

    var failure: Failure {
        switch self {
        case .dns: Failure(.dns)
        case .connect: Failure(.connect)
        case .noSocket(let code): Failure(connecting: code)
        case .timeout: Failure(.timeout)
        case .stalled: Failure(.stalled)
        case .reset: Failure(.connect, "the server broke the connection off")
        case .tls(let reason): Failure(.tls, "the TLS connection failed: \(reason)")
        case .shortBody: Failure(.truncated, "the transfer ended before the announced length")
        case .longBody: Failure(.contentMismatch, "the server sent more bytes than it announced")
        case .forbiddenAddress(let kind):
            Failure(
                .forbiddenAddress,
                "the host's name stands for \(kind.words)\(kind.isPrivateHost ? "; --allow-private-hosts asks it all the same" : "")")
        case .headersTooLong: Failure(.httpStatus, "the head of the server's answer is longer than is read")
        case .malformed(let reason): Failure(.httpStatus, "the server's answer breaks the rules of HTTP: \(reason)")
        }
    }
}
