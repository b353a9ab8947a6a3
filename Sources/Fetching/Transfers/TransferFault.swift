import Base

/// The reason why a transfer failed, in as many kinds as are treated differently.
enum TransferFault: Equatable, Sendable {
    case dns, connect, timeout, stalled, reset
    /// With the reason that the TLS library gave.
    case tls(String)
    /// The body was shorter than announced.
    case shortBody
    /// The body was longer than announced.
    case longBody
    /// The name resolved to an address of that kind.
    case forbiddenAddress(AddressKind)
    case headersTooLong
    /// The answer is not HTTP, or breaks its rules; with libcurl's words.
    case malformed(String)

    /// Whether the same request may succeed a moment later.
    var isTransient: Bool {
        switch self {
        case .dns, .connect, .timeout, .stalled, .reset, .shortBody: true
        case .tls, .longBody, .forbiddenAddress, .headersTooLong, .malformed: false
        }
    }

    /// Whether it tells of the host and not of one picture, if no answer came before.
    var concernsHost: Bool {
        switch self {
        case .dns, .connect, .tls, .timeout, .stalled, .reset: true
        case .shortBody, .longBody, .forbiddenAddress, .headersTooLong, .malformed: false
        }
    }

    var failure: Failure {
        switch self {
        case .dns: Failure(.dns)
        case .connect: Failure(.connect)
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
