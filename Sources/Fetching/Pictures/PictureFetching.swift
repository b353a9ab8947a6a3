import Base

/// What fetches one picture by deciding, from one event to the next. It does nothing itself.
///
/// What is alike for a header and for a whole picture stands here: when to try again, how far to
/// follow, how to end.
protocol PictureFetching: Sendable {
    var limits: FetchLimits { get }
    var cost: FetchCost { get set }

    /// Events that do not fit what is being done are late news of a transfer that was left, and
    /// change nothing. `random` is any number, a new one each time.
    mutating func received(_ event: FetchEvent, at now: Moment, random: UInt64) -> FetchAction

    mutating func enter(_ rest: FetchRest)
}

/// What a fetch does while no transfer runs for it.
enum FetchRest: Equatable, Sendable {
    case redirecting, pausing, finished
}

extension PictureFetching {
    /// Asks once more after a while, as long as that may be done.
    mutating func retry(
        after failure: Failure, seconds: Int64 = 0, leaving: FetchAction.Leaving?, at now: Moment, random: UInt64
    ) -> FetchAction {
        guard cost.retries < limits.retries else { return finish(failure, leaving: leaving) }
        let wait = seconds > 0 ? seconds * 1000 : Backoff().wait(beforeRetry: cost.retries, random: random)
        cost.retries += 1
        enter(.pausing)
        return FetchAction(leaving: leaving, next: .pause(until: now.milliseconds + wait))
    }

    mutating func failed(_ fault: TransferFault, at now: Moment, random: UInt64) -> FetchAction {
        guard fault.isTransient else { return finish(fault.failure, leaving: nil) }
        return retry(after: fault.failure, leaving: nil, at: now, random: random)
    }

    /// The server is too busy, or broken for the moment.
    mutating func unavailable(
        _ head: ResponseHead, _ leaving: FetchAction.Leaving?, at now: Moment, random: UInt64
    ) -> FetchAction {
        let seconds = head.retryAfter?.wait(now: now.unixSeconds) ?? 0
        guard seconds <= limits.longestRetryAfter else {
            let message = "the server answered \(head.status) and asks to wait \(seconds) s"
            return finish(Failure(.httpStatus, message), leaving: leaving)
        }
        let failure = Failure(.httpStatus, "the server answered \(head.status)")
        return retry(after: failure, seconds: seconds, leaving: leaving, at: now, random: random)
    }

    mutating func follow(_ head: ResponseHead, leaving: FetchAction.Leaving?) -> FetchAction {
        guard let location = head.location else {
            return finish(Failure(.httpStatus, "the server answered \(head.status) and does not say where to"), leaving: leaving)
        }
        guard cost.redirects < limits.maxRedirects else {
            let message = "the server redirects more than \(limits.maxRedirects) times"
            return finish(Failure(.tooManyRedirects, message), leaving: leaving)
        }
        cost.redirects += 1
        enter(.redirecting)
        return FetchAction(leaving: leaving, next: .follow(location))
    }

    mutating func finish(_ failure: Failure, leaving: FetchAction.Leaving?) -> FetchAction {
        enter(.finished)
        return FetchAction(leaving: leaving, next: .finish(.failure(failure)))
    }

    mutating func mismatch(_ message: String, _ leaving: FetchAction.Leaving?) -> FetchAction {
        finish(Failure(.contentMismatch, message), leaving: leaving)
    }

    mutating func changedTooOften(leaving: FetchAction.Leaving?) -> FetchAction {
        mismatch("the picture changed while it was read", leaving)
    }

    var mayRestart: Bool { cost.restarts <= limits.restarts }
}

extension Failure {
    /// Says what the server took the bytes for, where they are no picture.
    func naming(_ contentType: String?) -> Failure {
        guard code == .notAnImage, let contentType else { return self }
        return Failure(.notAnImage, "\(message); the server calls it \(contentType)")
    }
}

extension FetchEvent.Redirection {
    /// Why a redirect cannot be followed.
    var failure: Failure {
        self == .forbiddenScheme
            ? Failure(.forbiddenScheme, "the server redirects to neither http nor https")
            : Failure(.badURL, "the server redirects to what is not a valid URL")
    }
}

/// Bytes of the body behind a head; these statuses have none, whatever length they name
/// (RFC 9112, 6.3).
func bodyLength(of head: ResponseHead) -> UInt64? {
    head.status == 204 || head.status == 304 ? 0 : head.contentLength.bytes
}
