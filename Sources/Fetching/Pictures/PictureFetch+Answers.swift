import Base

/// What the head of an answer leads to.
extension PictureFetch {
    mutating func answered(
        _ head: ResponseHead, to request: PictureRequest, at now: Moment, random: UInt64
    ) -> FetchAction {
        let leaving = ConnectionHabit(head).leaving(bodyLength(of: head))
        contentType = head.contentType
        switch head.status {
        // 203 is a 200 that a proxy had its hands on (RFC 9110, 15.3.4).
        case 200, 203, 206:
            guard head.isIdentity else { return mismatch("the server compresses what was asked for as it is", leaving) }
            guard head.contentLength != .unreadable else { return mismatch("the server's Content-Length is not a length", leaving) }
            return head.status == 206 ? part(head, of: request, leaving) : whole(head, to: request, leaving)
        // To a request without a condition it is no answer (RFC 9110, 15.4.5).
        case 304 where request.condition != nil: return unchanged(leaving: leaving)
        case 301, 302, 303, 307, 308:
            return follow(head, leaving: leaving)
        case 416 where request.range != nil: return outside(head, leaving)
        // Too busy, too early, too many, or broken; 501 and 505 stay as they are (RFC 9110, 15.6).
        case 408, 425, 429, 500, 502...504, 506...599:
            return unavailable(head, leaving, at: now, random: random)
        default: return finish(Failure(.httpStatus, "the server answered \(head.status)"), leaving: leaving)
        }
    }

    /// The picture from its start, asked for or not: a server may pass over a range.
    private mutating func whole(
        _ head: ResponseHead, to request: PictureRequest, _ leaving: FetchAction.Leaving?
    ) -> FetchAction {
        let total = head.contentLength.bytes
        // After If-Range this says that the tag is another now (RFC 9110, 13.1.5), unless it is not.
        let isRefused = request.ifRange != nil && head.strongETag != request.ifRange
        if !isFresh, isRefused || identity.contradicts(head, total: total) {
            forget()
            guard mayRestart else { return changedTooOften(leaving: leaving) }
        }
        identity.learn(head, total: total)
        return open(
            OpenBody(
                place: BodyPlace(offset: 0, length: total, total: total, endsPicture: true, isFresh: isFresh),
                connection: ConnectionHabit(head), isWhole: true))
    }

    private mutating func part(
        _ head: ResponseHead, of request: PictureRequest, _ leaving: FetchAction.Leaving?
    ) -> FetchAction {
        let part: ServedPart
        do throws(ServedPart.Mismatch) {
            part = try ServedPart(head, of: request.range)
        } catch {
            return mismatch(error.message, leaving)
        }
        if identity.contradicts(head, total: part.total) { return restart(leaving: leaving) }
        identity.learn(head, total: part.total)
        return open(
            OpenBody(
                place: BodyPlace(
                    offset: part.first, length: part.length, total: identity.total,
                    endsPicture: identity.total == part.last + 1, isFresh: isFresh),
                connection: ConnectionHabit(head), isWhole: false))
    }

    /// The picture has no byte where the range begins, or so the server says.
    private mutating func outside(_ head: ResponseHead, _ leaving: FetchAction.Leaving?) -> FetchAction {
        if case .unsatisfied(let total) = head.contentRange {
            if total == 0, isFresh { return finish(Failure(.empty), leaving: leaving) }
            if identity.contradicts(head, total: total) { return restart(leaving: leaving) }
            if total <= wanted.offset {
                identity.learn(head, total: total)
                return truncated(leaving: leaving)
            }
        }
        // It answers like this to every range, perhaps; without one it happens only once.
        asksWhole = true
        return ask(leaving: leaving)
    }
}

extension ResponseHead.ContentLength {
    var bytes: UInt64? {
        if case .bytes(let count) = self { count } else { nil }
    }
}
