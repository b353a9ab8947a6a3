import WeirBase
import WeirSystem

/// A request and its outcome, for a log. A picture may need several requests.
package struct EndedTransfer: Equatable, Sendable {
    /// The URL without user and password.
    package let url: [UInt8]
    /// Scheme, name and port.
    package let host: String
    /// The status of the answer; nil if no whole head came.
    package let status: Int?
    /// The first and the last requested byte; nil if the whole picture was requested.
    package let range: ClosedRange<UInt64>?
    /// The bytes of heads and bodies.
    package let bytesReceived: Int
    package let milliseconds: Int
    package let outcome: TransferOutcome
}

package enum TransferOutcome: Equatable, Sendable {
    /// The picture or the text was fetched, or the picture has not changed.
    case done
    /// The picture needs another request.
    case more
    case redirected
    /// The request is retried, at once or later. The code is that of the transfer's fault; nil if the answer was the reason.
    case again(after: Failure.Code?)
    /// The picture failed.
    case failed(Failure.Code)

    init(_ step: FetchStep, _ status: HTTPStatus?, broken: Failure.Code?) {
        switch step {
        case .finish(let outcome):
            switch outcome.result {
            case .success: self = .done
            case .failure(let failure): self = .failed(failure.code)
            }
        case .takeText: self = .done
        case .follow: self = .redirected
        case .pause, .awaitKeys: self = .again(after: broken)
        case .request where broken != nil || status?.meaning == .tryLater: self = .again(after: broken)
        case .request, .read, .readRefusal, .release, .wait: self = .more
        }
    }

    /// The outcome in one word.
    package var word: String {
        switch self {
        case .done: "done"
        case .more: "more"
        case .redirected: "redirected"
        case .again: "again"
        case .failed(let code): code.rawValue
        }
    }
}

/// Called on the fetcher's thread with every ended transfer. The function must return quickly.
package typealias TransferObserver = @Sendable (EndedTransfer) -> Void

/// The reason why a transfer failed. Reasons that are treated alike share a case.
enum TransferFault: Equatable, Sendable {
    case dns, connect, handshake, timeout, stalled, reset
    /// The connection had served other requests, and ended before an answer to this one.
    case lostConnection
    /// The text is the reason that the TLS library gave.
    case tls(String)
    /// The proxy cannot be reached; the text is libcurl's message.
    case proxy(String)
    /// The proxy has refused the connection to the host with this status.
    case tunnel(HTTPStatus)
    /// This machine is out of descriptors or memory for a connection; the errno says of which.
    case noSocket(Int32)
    /// The body was shorter than announced.
    case shortBody
    /// The body was longer than announced.
    case longBody
    /// The host's name resolved to an address of this kind. `redirect` is the host if a server has chosen it.
    case forbiddenAddress(AddressKind, redirect: String? = nil)
    case headersTooLong
    /// The answer breaks the rules of HTTP; the text is libcurl's message.
    case malformed(String)

    /// Whether the same request may succeed a moment later.
    var isTransient: Bool {
        switch self {
        case .dns, .connect, .handshake, .proxy, .noSocket, .timeout, .stalled, .reset, .lostConnection, .shortBody: true
        case .tunnel(let status): status.meaning == .tryLater
        case .tls, .longBody, .forbiddenAddress, .headersTooLong, .malformed: false
        }
    }

    /// Whether the fault took as long as its limit permits. Few such requests are repeated.
    var isSlow: Bool { self == .timeout || self == .stalled }

    /// Whether the proxy cannot be reached, and no host is to blame.
    var isOfProxy: Bool { if case .proxy = self { true } else { false } }

    /// Whether the fault is one of the host, and not about this machine or the rules of addresses. Servers end connections that
    /// have served enough.
    var concernsHost: Bool {
        switch self {
        case .noSocket, .forbiddenAddress, .tunnel, .lostConnection: false
        default: true
        }
    }

    var failure: Failure {
        switch self {
        case .dns: Failure(.dns)
        case .connect: Failure(.connect)
        case .proxy(let reason): Failure(.proxy, "the proxy cannot be reached: \(reason)")
        case .tunnel(let status) where status == .proxyRefusesAsker:
            .ofProxy("the proxy answered 407: it asks for a user and a password, or for others")
        case .tunnel(let status): Failure(.proxy, "the proxy refused to connect to the host: it answered \(status.code)")
        case .noSocket(let code): Failure(connecting: code)
        case .handshake: Failure(.connect, "the TLS handshake took longer than a sixth of --timeout")
        case .timeout: Failure(.timeout)
        case .stalled: Failure(.stalled)
        case .reset, .lostConnection: Failure(.connect, "the server broke the connection off")
        case .tls(let reason): Failure(.tls, "the TLS connection failed: \(reason)")
        case .shortBody: Failure(.truncated, "the transfer ended before the announced length")
        case .longBody: Failure(.contentMismatch, "the server sent more bytes than it announced")
        case .forbiddenAddress(let kind, let host):
            Failure(
                .forbiddenAddress,
                "\(host.map { "the server redirects to \($0), which" } ?? "the host's name") stands for \(kind.words)\(kind.refusal.map { "; \($0)" } ?? "")"
            )
        case .headersTooLong: Failure(.httpStatus, "the head of the server's answer is longer than is read")
        case .malformed(let reason): Failure(.httpStatus, "the server's answer breaks the rules of HTTP: \(reason)")
        }
    }
}

extension Failure {
    /// A failure of the proxy that every request would meet.
    fileprivate static func ofProxy(_ message: String) -> Failure {
        var failure = Failure(.proxy, message)
        failure.isOfTheMachine = true
        return failure
    }
}
