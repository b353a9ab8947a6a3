import ImageHeaders
import WeirBase

/// Decisions about retries, redirects and the end.
extension PictureFetch {
    mutating func failed(
        _ fault: TransferFault, _ blame: CircuitBreaker.Blame, at now: ClockReading, random: UInt64
    ) -> FetchStep {
        switch failures.add(fault, blame, limits, at: now) {
        case .atOnce: return ask()
        case .later: return retry(after: fault.failure, at: now, random: random)
        case .never: return finish(fault.failure)
        }
    }

    /// Called if the server is too busy or temporarily broken.
    mutating func unavailable(
        _ head: ResponseHead, _ blame: CircuitBreaker.Blame, at now: ClockReading,
        random: UInt64
    ) -> FetchStep {
        let seconds = head.wait(now: now.unixSeconds)
        guard seconds <= limits.longestRetryAfter else {
            let message = "the server answered \(head.status.code) and asks to wait \(seconds) s"
            return finish(Failure(.httpStatus, message))
        }
        let failure = Failure(.httpStatus, "the server answered \(head.status.code)")
        if failures.add(failure, head.status, blame, limits, at: now) == .atOnce {
            return seconds > 0 ? pause(for: seconds * 1000, at: now) : ask()
        }
        return retry(after: failure, isBusy: head.status.isBusy, seconds: seconds, at: now, random: random)
    }

    /// Asks once more after a while, as long as retries are left.
    private mutating func retry(
        after failure: Failure, isBusy: Bool = false, seconds: Int64 = 0, at now: ClockReading, random: UInt64
    ) -> FetchStep {
        guard cost.retries < limits.retries else { return finish(failure) }
        let wait = seconds > 0 ? seconds * 1000 : backoff(isBusy: isBusy, random: random)
        cost.retries += 1
        return pause(for: wait, at: now)
    }

    /// Milliseconds before the next retry: a random time up to a bound that doubles ("full jitter"). Pictures that failed together do not
    /// come back together. A server that has too much to do has more time, and its host is slowed down as well.
    private func backoff(isBusy: Bool, random: UInt64) -> Int64 {
        let bound = min(30_000, (isBusy ? 2000 : 500) << Int64(min(cost.retries, 16)))
        return Int64((UInt64(bound) + 1).multipliedFullWidth(by: random).high)
    }

    private mutating func pause(for milliseconds: Int64, at now: ClockReading) -> FetchStep {
        phase = .pausing
        return .pause(until: now.milliseconds + milliseconds)
    }

    mutating func follow(_ head: ResponseHead) -> FetchStep {
        guard let location = head.location else {
            return finish(failure(of: head, detail: " and does not say where to"))
        }
        guard cost.redirects < limits.maxRedirects else {
            let message = "the server redirects more than \(limits.maxRedirects) times"
            return finish(Failure(.tooManyRedirects, message))
        }
        cost.redirects += 1
        phase = .redirecting
        return .follow(location, isPermanent: head.isPermanentRedirect)
    }

    /// Starts again with a picture that has changed, or that cannot be fetched in parts. Some servers send other validators with
    /// each answer, so it is asked for whole.
    mutating func restart() -> FetchStep {
        cost.restarts += 1
        asksWhole = true
        forget()
        return mayRestart ? ask() : changedTooOften()
    }

    var mayRestart: Bool { cost.restarts <= limits.restarts }

    mutating func changedTooOften() -> FetchStep {
        mismatch("the picture changed while it was read")
    }

    mutating func mismatch(_ message: String) -> FetchStep {
        finish(Failure(.contentMismatch, message))
    }

    var truncated: Failure {
        Failure(.truncated, validators.length.map { "the bytes end at \($0), before the size" })
    }

    var tooLarge: Failure {
        switch goal {
        case .header: Failure(.tooLarge, "the size stands behind more than \(limits.maxBytes) bytes")
        case .wholePicture, .text: Failure(.tooLarge, "the picture has more than \(limits.maxBytes) bytes")
        }
    }

    mutating func finish(_ failure: Failure) -> FetchStep {
        finish(FetchOutcome(.failure(failure), cost, status: failure.code == .httpStatus ? lastStatus?.code : nil))
    }

    mutating func finish(_ outcome: FetchOutcome) -> FetchStep {
        phase = .finished
        var outcome = outcome
        // Phones follow the redirects too, which may lead to a new picture at once.
        outcome.maxAge = cost.redirects == 0 ? maxAge : nil
        outcome.age = age
        return .finish(outcome)
    }
}

extension WebAddress.Refusal {
    var failureOfRedirect: Failure {
        switch self {
        case .forbiddenScheme: Failure(.forbiddenScheme, "the server redirects to neither http nor https")
        case .badURL, .wholeBucket: Failure(.badURL, "the server redirects to what is not a valid URL")
        }
    }
}

/// Decisions about the bytes of a body, and about its end.
extension PictureFetch {
    mutating func read(_ reading: BodyReading, _ left: UInt64?, of head: ResponseHead, _ extent: BodyExtent) -> FetchStep {
        release = head.release(bytesLeft: left)
        switch reading {
        case .found(let header, let end): return found(header, end: end)
        case .failed(let failure): return finish(failure.naming(head.contentType))
        case .text(let text): return finishText(text)
        case .outside(let request):
            countRead(of: head, extent)
            return ask(for: request)
        case .ahead(let request):
            wanted = request
            return isWithinLimit(head, extent) ? .wait : finish(tooLarge)
        }
    }

    /// A header counts even if the body breaks off behind it.
    mutating func ended(
        _ head: ResponseHead, _ extent: BodyExtent, with fault: TransferFault?, _ reading: BodyReading, _ blame: CircuitBreaker.Blame,
        at now: ClockReading, random: UInt64
    ) -> FetchStep {
        switch reading {
        case .found(let header, let end): return found(header, end: end)
        case .failed(let failure): return finish(failure.naming(head.contentType))
        case .text(let text): return finishText(text)
        case .outside(let request), .ahead(let request):
            countRead(of: head, extent)
            wanted = request
            if let fault { return failed(fault, blame, at: now, random: random) }
            return extent.endsPicture ? finish(truncated) : ask(for: request)
        }
    }

    private mutating func found(_ header: ImageHeader, end: UInt64) -> FetchStep {
        var outcome = FetchOutcome(.success(header), cost)
        (outcome.headerEnd, outcome.validators) = (end, validators)
        // A store reads the header when it has all bytes, so `end` is the picture's length; one that begins with a part may want less.
        if goal == .wholePicture, firstRange == nil { outcome.validators.length = end }
        return finish(outcome)
    }

    private mutating func finishText(_ text: [UInt8]) -> FetchStep {
        phase = .finished
        return .takeText(text)
    }

    /// Counts the bytes that were read from the body of a whole picture. Ranges are counted when they open.
    private mutating func countRead(of head: ResponseHead, _ extent: BodyExtent) {
        if head.isWhole { bytesSpent = readingCost(of: wanted, to: extent.length) }
    }

    private func isWithinLimit(_ head: ResponseHead, _ extent: BodyExtent) -> Bool {
        switch goal {
        case .header: !head.isWhole || readingCost(of: wanted, to: extent.length) <= limits.maxBytes
        case .wholePicture: wanted.offset <= limits.maxBytes
        case .text: true
        }
    }

    /// The total bytes spent on a header if the body of a whole picture is read to the end of `request`.
    func readingCost(of request: ByteRequest, to length: UInt64?) -> UInt64 {
        let (end, isBeyond) = request.offset.addingReportingOverflow(UInt64(request.count))
        let (sum, overflow) = bytesSpent.addingReportingOverflow(min(isBeyond ? .max : end, length ?? .max))
        return overflow ? .max : sum
    }
}

extension Failure {
    /// Adds the media type that the server gives, if the bytes are no picture.
    fileprivate func naming(_ contentType: String?) -> Failure {
        guard code == .notAnImage, let contentType else { return self }
        return Failure(.notAnImage, "\(message); the server calls it \(contentType)")
    }
}
