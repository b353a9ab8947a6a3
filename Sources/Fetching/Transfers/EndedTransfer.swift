import Base

/// A request and its outcome, for a log. A picture may take several.
public struct EndedTransfer: Equatable, Sendable {
    /// The URL without user and password.
    public let url: [UInt8]
    /// Scheme, name and port.
    public let host: String
    /// The status of the answer; nil if no whole head came.
    public let status: Int?
    /// First and last byte that were asked for; nil: the whole picture.
    public let range: ClosedRange<UInt64>?
    /// Heads and bodies.
    public let bytesReceived: Int
    public let milliseconds: Int
    public let outcome: TransferOutcome
}

public enum TransferOutcome: Equatable, Sendable {
    /// The picture has all that was wanted of it.
    case done
    /// More of the picture is asked for.
    case more
    case redirected
    /// The same is asked again later. The code tells what broke the transfer; nil if it was the answer.
    case again(after: Failure.Code?)
    /// The picture failed.
    case failed(Failure.Code)

    init(_ step: FetchStep, broken: Failure.Code?) {
        switch step {
        case .finish(let outcome):
            switch outcome.result {
            case .success: self = .done
            case .failure(let failure): self = .failed(failure.code)
            }
        case .follow: self = .redirected
        case .pause: self = .again(after: broken)
        case .request, .read, .wait: self = .more
        }
    }

    /// In one word.
    public var word: String {
        switch self {
        case .done: "done"
        case .more: "more"
        case .redirected: "redirected"
        case .again: "again"
        case .failed(let code): code.rawValue
        }
    }
}

/// A function that is given every transfer when it has ended, on the fetcher's thread. It must not take long.
public typealias TransferObserver = @Sendable (EndedTransfer) -> Void
