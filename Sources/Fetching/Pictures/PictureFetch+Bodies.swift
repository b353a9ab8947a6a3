import Base
import ImageHeaders

/// Decisions about the bytes of a body, and about its end.
extension PictureFetch {
    mutating func read(_ reading: BodyReading, of body: OpenBody) -> FetchAction {
        let release = body.reuse.release(bytesLeft: reading.left)
        switch reading.progress {
        case .found(let header, let end): return found(header, end: end, releasing: release)
        case .failed(let failure): return finish(failure.naming(body.contentType), releasing: release)
        case .complete: return finishText(releasing: release)
        case .outside(let request):
            countRead(of: body)
            return ask(for: request, releasing: release)
        case .ahead(let request):
            wanted = request
            return isWithinLimit(body) ? FetchAction(release: nil, step: .wait) : finish(tooLarge, releasing: release)
        }
    }

    /// A header counts even if the body breaks off behind it.
    mutating func ended(
        _ body: OpenBody, with fault: TransferFault?, _ reading: BodyReading, _ blame: HostJudgement.Blame,
        at now: ClockReading, random: UInt64
    ) -> FetchAction {
        switch reading.progress {
        case .found(let header, let end): return found(header, end: end)
        case .failed(let failure): return finish(failure.naming(body.contentType))
        case .complete: return finishText()
        case .outside(let request), .ahead(let request):
            countRead(of: body)
            wanted = request
            if let fault { return failed(fault, blame, at: now, random: random) }
            return body.place.endsPicture ? finish(truncated) : ask(for: request)
        }
    }

    private mutating func found(
        _ header: ImageHeader, end: UInt64, releasing release: TransferRelease? = nil
    ) -> FetchAction {
        var validators = validators
        // A store reads the header when it has all bytes, so `end` is the picture's length; one that begins with a part may want less.
        if case .wholePicture(_, _, nil) = goal { validators.length = end }
        return finish(.success(.picture(FetchedPicture(header: header, headerEnd: end, validators: validators))), releasing: release)
    }

    private mutating func finishText(releasing release: TransferRelease? = nil) -> FetchAction {
        phase = .finished
        return FetchAction(release: release, step: .takeText)
    }

    /// Counts the bytes that were read from the body of a whole picture. Ranges are counted when they open.
    private mutating func countRead(of body: OpenBody) {
        if body.isWhole { bytesSpent = readingCost(of: wanted, to: body.place.length) }
    }

    private func isWithinLimit(_ body: OpenBody) -> Bool {
        switch goal {
        case .header: !body.isWhole || readingCost(of: wanted, to: body.place.length) <= limits.maxBytes
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
