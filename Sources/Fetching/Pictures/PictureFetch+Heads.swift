import WeirBase

/// Decisions about the head of an answer.
extension PictureFetch {
    mutating func answered(
        _ head: ResponseHead, to request: PictureRequest, _ blame: CircuitBreaker.Blame, at now: ClockReading, random: UInt64
    ) -> FetchAction {
        let release = head.release(bytesLeft: head.bodyLength)
        lastStatus = head.status
        switch head.status.meaning {
        case .whole, .part:
            guard !head.isCompressed else {
                return mismatch("the server compresses what was asked for as it is", releasing: release)
            }
            guard head.contentLength != .unreadable else {
                return mismatch("the server's Content-Length is not a length", releasing: release)
            }
            return head.status.meaning == .part
                ? part(head, of: request, releasing: release) : whole(head, to: request, releasing: release)
        // For a request without a condition, 304 is no valid answer (RFC 9110, 15.4.5).
        case .unchanged where request.condition != nil: return finish(.success(.unchanged), releasing: release)
        case .redirect: return follow(head, releasing: release)
        case .rangeNotSatisfiable where request.range != nil: return outside(head, releasing: release)
        case .tryLater: return unavailable(head, blame, releasing: release, at: now, random: random)
        case .interim, .unchanged, .rangeNotSatisfiable, .refused:
            guard isInBucket, head.bodyLength != 0 else { return finish(failure(of: head), releasing: release) }
            phase = .refused(head)
            return FetchAction(release: nil, step: .readRefusal)
        }
    }

    /// Called for a whole picture. Servers may send one even if a range was requested.
    private mutating func whole(
        _ head: ResponseHead, to request: PictureRequest, releasing release: TransferRelease
    ) -> FetchAction {
        let total = head.contentLength.bytes
        let seen = head.validators(length: total)
        // After If-Range, a whole picture means a new tag (RFC 9110, 13.1.5). But some servers ignore ranges.
        let isRefused = request.ifRange != nil && seen.strongETag != request.ifRange
        if !isAtStart, isRefused || validators.contradict(seen) {
            cost.restarts += 1
            forget()
            guard mayRestart else { return changedTooOften(releasing: release) }
        }
        // A store needs all bytes from the first on. A reader of headers skips the bytes that it has read.
        if isForStore { forget() }
        validators.merge(seen)
        return open(BodyExtent(offset: 0, length: total, total: total, endsPicture: true, isAtStart: isAtStart), head, releasing: release)
    }

    private mutating func part(
        _ head: ResponseHead, of request: PictureRequest, releasing release: TransferRelease
    ) -> FetchAction {
        let part: ServedPart
        do throws(ServedPart.Mismatch) {
            part = try ServedPart(head, of: request.range)
        } catch {
            return mismatch(error.message, releasing: release)
        }
        let seen = head.validators(length: part.total)
        if validators.contradict(seen) { return restart(releasing: release) }
        validators.merge(seen)
        let total = validators.length
        // An answer to If-Range has the tag (RFC 9110, 15.3.7), and without the total, no part shows that it is the last one. A
        // first part without a tag cannot be continued, unless it is all.
        let isAll = part.first == 0 && total == part.last + 1
        let canContinue = seen.strongETag != nil && (request.ifRange == nil || seen.strongETag == request.ifRange)
        if isForStore, total == nil || !isAll && !canContinue {
            asksWhole = true
            return restart(releasing: release)
        }
        return open(
            BodyExtent(offset: part.first, length: part.length, total: total, endsPicture: total == part.last + 1, isAtStart: isAtStart),
            head, releasing: release)
    }

    /// The server says that the picture has no byte in the range.
    private mutating func outside(_ head: ResponseHead, releasing release: TransferRelease) -> FetchAction {
        if !isForStore, case .unsatisfied(let total) = head.contentRange {
            if total == 0, isAtStart { return finish(Failure(.empty), releasing: release) }
            let seen = head.validators(length: total)
            if validators.contradict(seen) { return restart(releasing: release) }
            if total <= wanted.offset {
                validators.merge(seen)
                return finish(truncated, releasing: release)
            }
        }
        // The server may answer every range like this. Without a range such an answer is an error.
        asksWhole = true
        return isForStore ? restart(releasing: release) : ask(releasing: release)
    }

    /// Begins to read the body of an accepted answer.
    private mutating func open(
        _ extent: BodyExtent, _ head: ResponseHead, releasing release: TransferRelease
    ) -> FetchAction {
        var extent = extent
        switch goal {
        case .header:
            if !head.isWhole {
                bytesSpent += extent.length ?? 0
            } else if readingCost(of: wanted, to: extent.length) > limits.maxBytes {
                return finish(tooLarge, releasing: release)
            }
        case .wholePicture:
            if extent.total == 0 { return finish(Failure(.empty), releasing: release) }
            if let total = extent.total, total > limits.maxBytes {
                let message = "the picture has \(total) bytes, which is more than \(limits.maxBytes) bytes"
                return finish(Failure(.tooLarge, message), releasing: release)
            }
            extent.version = validators
        case .text: break
        }
        isAtStart = false
        hasChanged = true
        phase = .reading(head, extent)
        return FetchAction(release: nil, step: .read(extent))
    }

    /// Called with the document of a store that refuses the request.
    mutating func refused(_ head: ResponseHead, _ document: [UInt8]) -> FetchAction {
        let code = StoreRefusal.code(in: document)
        guard code == StoreRefusal.expiredToken, keyRenewals > 0 else {
            return finish(failure(of: head, code, region: StoreRefusal.region(in: document)), releasing: .reset)
        }
        keyRenewals -= 1
        phase = .pausing
        return FetchAction(release: .reset, step: .awaitKeys)
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

    private var isForStore: Bool { if case .header = goal { false } else { true } }
}
