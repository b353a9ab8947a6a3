import CCurl
import Base
import Glibc
import ImageHeaders

/// One of libcurl's transfers, which serves one request after another: it feeds what comes to the
/// picture that the request is for, and does what that decides.
final class Transfer {
    /// The picture, and what it does next once the transfer is over.
    private(set) var job: PictureJob?
    /// Of the answer, once its head has come.
    private var status: Int?
    private var asksRange = false
    private var ticket: CircuitBreaker.Ticket?
    private(set) var bodyBytes = 0
    /// When it began and when something last came, in the clock's `lived`.
    private var begun: Int64 = 0
    private var lastMove: Int64 = 0
    private var headSize = 0

    private enum Mode {
        case head, reading
        case leaving(FetchAction.Next)
    }

    private var mode = Mode.head
    private var place: BodyPlace?
    private var headBytes = 0
    private var fault: TransferFault?
    private var objection: AddressKind?

    private let feeds: FeedPool
    private let clock: LoopClock
    private let settings: FetchSettings
    private let easy: CurlHandle
    private let lines: RequestLines

    init(_ settings: FetchSettings, _ loop: OpaquePointer, _ feeds: FeedPool, _ clock: LoopClock) {
        self.feeds = feeds
        self.clock = clock
        self.settings = settings
        lines = RequestLines(settings)
        easy = CurlHandle(in: loop)
        easy.open(for: self, settings)
    }

    var handle: UnsafeMutableRawPointer { easy.pointer }

    /// Prepares the request. Lines of the user's go to no other host than the one that he named.
    func begin(_ request: PictureRequest, of job: PictureJob) {
        self.job = job
        ticket = job.host.state.started(at: clock.now)
        asksRange = request.range != nil
        status = nil
        easy.forgetHead()
        headSize = 0
        mode = .head
        place = nil
        (headBytes, bodyBytes) = (0, 0)
        (fault, objection) = (nil, nil)
        begun = clock.lived
        lastMove = begun
        easy.aim(at: job.address, saying: lines.compose(request, isOwnHost: job.isOwnHost))
    }

    // MARK: What libcurl tells; each answers whether to go on

    func take(head bytes: UnsafeRawBufferPointer) -> Bool {
        lastMove = clock.lived
        headBytes += bytes.count
        guard bytes.baseAddress != nil, headBytes <= CCurl_longest_head else { return broken(.headersTooLong) }
        guard case .head = mode, let job else { return true }
        let head = ResponseHead(bytes)
        guard head.isFinal else { return true }
        status = head.status
        job.lastStatus = head.status
        if let ticket { job.host.state.answered(ticket, head, toRange: asksRange, at: clock.now) }
        let tag = job.storing == nil ? nil : head.strongETag
        return carryOut(job.received(.head(head), at: clock), tag: tag)
    }

    func take(body bytes: UnsafeRawBufferPointer) -> Bool {
        lastMove = clock.lived
        bodyBytes += bytes.count
        guard case .reading = mode, let job, let taker = job.taker else { return true }
        if let length = place?.length, UInt64(bodyBytes) > length { return broken(.longBody) }
        return carryOut(job.received(.reading(taker.push(bytes)), at: clock))
    }

    func mayConnect(to address: UnsafeRawBufferPointer) -> Bool {
        guard let address = InternetAddress(address) else { return false }
        guard let kind = settings.addresses.objection(to: address) else { return true }
        objection = kind
        return false
    }

    private func broken(_ fault: TransferFault) -> Bool {
        self.fault = fault
        return false
    }

    /// `tag` is the picture's strong entity tag, for a store that keeps it.
    private func carryOut(_ action: consuming FetchAction, tag: String? = nil) -> Bool {
        let (leaving, next) = (action.leaving, action.next)
        switch next {
        case .wait where leaving == nil: return true
        case .read(let place) where leaving == nil:
            if let job, job.taker == nil { job.feed = feeds.take() }
            job?.taker?.begin(place, tag: tag)
            self.place = place
            mode = .reading
            return true
        default:
            mode = .leaving(next)
            return leaving != .reset
        }
    }

    // MARK: The end

    /// What follows for the picture from the transfer's end, which a limit may have brought.
    func ended(_ code: CURLcode, by limit: TransferFault? = nil) -> FetchAction.Next {
        guard let job else { return .wait }
        if code == CURLE_OPERATION_TIMEDOUT, let request = again(job) { return request }
        // An answer that ends in the middle of its head is no fault to libcurl.
        let cut: TransferFault? = status == nil ? .reset : nil
        let fault = limit ?? self.fault ?? easy.fault(code, objection) ?? cut
        if let ticket {
            let outcome: HostState.Outcome = status != nil ? .answered : fault.map { .failed($0) } ?? .abandoned
            job.host.state.ended(ticket, outcome, at: clock.now)
        }
        if case .leaving(let next) = mode { return next }
        self.fault = fault
        let reading: BodyReading
        if case .reading = mode, let taker = job.taker {
            reading = taker.end(isComplete: fault == nil)
        } else {
            reading = BodyReading(answer: .wants(PictureFetch.firstBytes), left: nil)
        }
        return job.received(.ended(fault, reading), at: clock).next
    }

    /// The same request, once more, where libcurl has run out of time to connect only because the program was stopped.
    private func again(_ job: PictureJob) -> FetchAction.Next? {
        let lived = clock.lived - begun + LoopClock.longestTurn
        guard lived < settings.connectTimeout, !job.wasAskedAgain, let request = job.request else { return nil }
        job.wasAskedAgain = true
        if let ticket { job.host.state.ended(ticket, .abandoned, at: clock.now) }
        return .request(request)
    }

    /// What follows where the picture is given up; what it had decided before stands.
    func abandoned(_ failure: Failure) -> FetchAction.Next {
        guard let job else { return .wait }
        if let ticket { job.host.state.ended(ticket, .abandoned, at: clock.now) }
        if case .leaving(let next) = mode { return next }
        return job.received(.abandoned(failure), at: clock).next
    }

    /// Forgets the picture, so that the next one can come.
    func clear() {
        job = nil
        ticket = nil
    }

    /// Which limit has been reached. To one that stalls nothing comes; part of a head is something, too. Who still waits for
    /// a connection has a limit of its own, which libcurl divides among the host's addresses.
    var reachedLimit: TransferFault? {
        let size = CCurl_number(easy.pointer, CURLINFO_HEADER_SIZE)
        if size != headSize || !easy.isConnected { (headSize, lastMove) = (size, clock.lived) }
        if clock.lived - begun >= settings.timeout { return easy.lateness }
        return clock.lived - lastMove >= settings.stallTimeout ? .stalled : nil
    }

    /// The transfer for a log, where it is known what the picture does next; nil where there is none.
    func told(_ next: FetchAction.Next) -> EndedTransfer? {
        guard let job, let request = job.request else { return nil }
        return EndedTransfer(
            url: withoutCredentials(job.address.text.dropLast().map { UInt8(bitPattern: $0) }), host: job.address.origin,
            status: status, range: request.range, bytesReceived: cost.bytesReceived,
            milliseconds: Int(CCurl_count(easy.pointer, CURLINFO_TOTAL_TIME_T) / 1000),
            outcome: EndedTransfer.Outcome(next, broken: fault?.failure.code))
    }

    /// What the transfer has cost.
    var cost: FetchStatistics {
        var cost = FetchStatistics()
        cost.requests = 1
        cost.connections = Int(CCurl_number(easy.pointer, CURLINFO_NUM_CONNECTS))
        let isSecure = cost.connections > 0 && CCurl_count(easy.pointer, CURLINFO_APPCONNECT_TIME_T) > 0
        cost.handshakes = isSecure ? cost.connections : 0
        cost.bytesReceived = bodyBytes + Int(CCurl_number(easy.pointer, CURLINFO_HEADER_SIZE))
        return cost
    }
}
