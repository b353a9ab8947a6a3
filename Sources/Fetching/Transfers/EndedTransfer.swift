import Base

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
        case .request, .read, .readRefusal, .wait: self = .more
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
