import WeirBase

/// Decisions about the head of an answer.
extension PictureFetch {
    mutating func answered(
        _ head: ResponseHead, to request: PictureRequest, _ blame: CircuitBreaker.Blame, at now: ClockReading, random: UInt64
    ) -> FetchStep {
        release = head.release(bytesLeft: head.bodyLength)
        (lastStatus, maxAge, age) = (head.status, head.maxAge, max(age, head.age))
        switch head.status.meaning {
        case .whole, .part:
            guard !head.isCompressed else {
                return mismatch("the server compresses what was asked for as it is")
            }
            guard head.contentLength != .unreadable else {
                return mismatch("the server's Content-Length is not a length")
            }
            return head.status.meaning == .part
                ? part(head, of: request) : whole(head, to: request)
        // For a request without a condition, 304 is no valid answer (RFC 9110, 15.4.5).
        case .unchanged where request.condition != nil:
            // Another strong tag is that of another picture (RFC 9111, 4.3.4).
            guard let asked = earlier?.strongETag, let seen = head.validators(length: nil, giver).strongETag, seen != asked else {
                return finish(FetchOutcome(.success(nil), cost))
            }
            hasChanged = true
            return ask()
        case .redirect: return follow(head)
        case .rangeNotSatisfiable where request.range != nil: return outside(head)
        case .tryLater: return unavailable(head, blame, at: now, random: random)
        case .interim, .unchanged, .rangeNotSatisfiable, .refused:
            guard isInBucket, head.bodyLength != 0 else { return finish(failure(of: head)) }
            phase = .refused(head)
            return .readRefusal
        }
    }

    /// Called for a whole picture. Servers may send one even if a range was requested.
    private mutating func whole(
        _ head: ResponseHead, to request: PictureRequest
    ) -> FetchStep {
        let total = head.contentLength.bytes
        let seen = head.validators(length: total, giver)
        // After If-Range, a whole picture means a new tag (RFC 9110, 13.1.5). But some servers ignore ranges.
        let isRefused = request.ifRange != nil && seen.strongETag != request.ifRange
        // An answer with the whole picture begins at its first byte anyway.
        if !isAtStart, isRefused || validators.contradict(seen) { forget() }
        // A store needs all bytes from the first on. A reader of headers skips the bytes that it has read.
        if isForStore { forget() }
        validators.merge(seen)
        return open(BodyExtent(whole: total), head)
    }

    private mutating func part(
        _ head: ResponseHead, of request: PictureRequest
    ) -> FetchStep {
        var extent: BodyExtent
        do throws(Failure) { extent = try BodyExtent(head, of: request.range) } catch { return finish(error) }
        let seen = head.validators(length: extent.total, giver)
        if validators.contradict(seen) { return restart() }
        validators.merge(seen)
        extent.total = validators.length
        // An answer to If-Range has the tag (RFC 9110, 15.3.7), and without the total, no part shows that it is the last one. A
        // first part without a tag cannot be continued, unless it is all.
        let isAll = extent.offset == 0 && extent.endsPicture
        let canContinue = seen.strongETag != nil && (request.ifRange == nil || seen.strongETag == request.ifRange)
        if isForStore, extent.total == nil || !isAll && !canContinue { return restart() }
        return open(extent, head)
    }

    /// The server says that the picture has no byte in the range.
    private mutating func outside(_ head: ResponseHead) -> FetchStep {
        if !isForStore, case .unsatisfied(let total) = head.contentRange {
            if total == 0, isAtStart { return finish(Failure(.empty)) }
            let seen = head.validators(length: total, giver)
            if validators.contradict(seen) { return restart() }
            if total <= wanted.offset {
                validators.merge(seen)
                return finish(truncated)
            }
        }
        // The server may answer every range like this. Without a range such an answer is an error.
        asksWhole = true
        return isForStore ? restart() : ask()
    }

    /// Begins to read the body of an accepted answer.
    private mutating func open(
        _ extent: BodyExtent, _ head: ResponseHead
    ) -> FetchStep {
        var extent = extent
        extent.isAtStart = isAtStart
        switch goal {
        case .header:
            if !head.isWhole {
                bytesSpent += extent.length ?? 0
            } else if readingCost(of: wanted, to: extent.length) > limits.maxBytes {
                return finish(tooLarge)
            }
        case .wholePicture:
            if extent.total == 0 { return finish(Failure(.empty)) }
            if let total = extent.total, total > limits.maxBytes {
                let message = "the picture has \(total) bytes, which is more than \(limits.maxBytes) bytes"
                return finish(Failure(.tooLarge, message))
            }
            extent.version = validators
        case .text: break
        }
        isAtStart = false
        hasChanged = true
        phase = .reading(head, extent)
        return .read(extent)
    }

    /// Called with the document of a store that refuses the request.
    mutating func refused(_ head: ResponseHead, _ document: [UInt8]) -> FetchStep {
        let code = StoreRefusal.code(in: document)
        guard code == StoreRefusal.expiredToken, keyRenewals > 0 else {
            return finish(failure(of: head, code, region: StoreRefusal.region(in: document)))
        }
        keyRenewals -= 1
        phase = .pausing
        return .awaitKeys
    }

    /// The failure of a picture that the server has refused, with the name that a store gives to its refusal, and the bucket's region.
    func failure(of head: ResponseHead, _ code: String? = nil, region: String? = nil, detail: String = "") -> Failure {
        let isForbidden = head.status == 403 && (code == nil || code == "AccessDenied")
        let region = (head.bucketRegion ?? region).map { "; the bucket is in the region \($0), which AWS_REGION may name" }
        let words = region ?? (isForbidden ? usualCause : detail)
        var failure = Failure(.httpStatus, "the server answered \(head.status.code)" + (code.map { ", \($0)" } ?? "") + words)
        // A bucket of another region has moved for good.
        failure.isOfTheAsker = isInBucket && (head.status.mayConcernAsker || head.status.isPermanentRedirect)
        return failure
    }

    /// Many servers refuse programs that they do not know. A store hides from those who may not list a bucket what is not in it.
    private var usualCause: String {
        isInBucket
            ? "; the keys may lack the right to read this, or to list the bucket, and then it may be missing"
            : "; if it refuses this program, a header line User-Agent names another"
    }

    private var isForStore: Bool { goal != .header }
}
