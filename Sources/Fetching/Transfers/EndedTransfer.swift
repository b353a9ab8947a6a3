import Base

/// A request and what came of it, for those who keep a log. A picture may take several.
public struct EndedTransfer: Equatable, Sendable {
    /// What was asked for, without user and password.
    public let url: [UInt8]
    /// Scheme, name and port.
    public let host: String
    /// What the server answered; nil where no whole head came.
    public let status: Int?
    /// First and last byte that were asked for; nil: the whole picture.
    public let range: ClosedRange<UInt64>?
    /// Heads and bodies.
    public let bytesReceived: Int
    public let milliseconds: Int
    public let outcome: Outcome

    public enum Outcome: Equatable, Sendable {
        /// The picture has all that was wanted of it.
        case done
        /// More of the picture is asked for.
        case more
        case redirected
        /// The same is asked again later; what broke the transfer, if not the answer did.
        case again(after: Failure.Code?)
        /// The picture failed.
        case failed(Failure.Code)
    }
}

/// Who hears of every transfer when it has ended. That happens on the fetcher's thread, and must
/// not take long.
public typealias TransferHearer = @Sendable (EndedTransfer) -> Void

extension EndedTransfer.Outcome {
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

    init(_ next: FetchAction.Next, broken: Failure.Code?) {
        switch next {
        case .finish(.success): self = .done
        case .finish(.failure(let failure)): self = .failed(failure.code)
        case .follow: self = .redirected
        case .pause: self = .again(after: broken)
        case .request, .read, .wait: self = .more
        }
    }
}
