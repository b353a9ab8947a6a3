import CWeirCurl
import Glibc
import ImageHeaders
import WeirBase
import WeirSystem

/// A transfer of libcurl, used for one request after another. The transfer reports heads and bodies to its loop, as events of its
/// picture.
final class Transfer {
    private(set) var job: PictureJob?
    private var ticket: HostState.Ticket?
    /// The ticket of the proxy.
    private var proxyTicket: HostState.Ticket?
    private(set) var bodyBytes = 0
    /// The length of the range that the server sends; 0 if it sends something else.
    private var partBytes = 0
    /// The bytes of the body up to the last one that was used.
    private var usedBytes = 0
    private var headBytes = 0
    /// The times of the request's start, of its last bytes and of its release, in the clock's `lived`.
    private var begun: Int64 = 0
    private var lastMove: Int64 = 0
    private var released: Int64 = 0
    /// The milliseconds in which the rest of a released answer must come. A new connection costs less than a longer wait.
    private static let drainTime: Int64 = 1000
    /// libcurl's count of head bytes, which includes a head that is not complete yet.
    private var headSize = 0

    private enum Mode {
        case awaitsHead
        case reads(BodyExtent, any BodySink)
        /// Waits for the transfer's end.
        case released(TransferRelease)
    }

    private var mode = Mode.awaitsHead
    /// Whether libcurl needs the transfer no longer.
    private(set) var hasEnded = false
    /// The status of the answer; nil until its head has come.
    private var status: HTTPStatus?
    private(set) var fault: TransferFault?
    /// The fault of an address to which a connection was refused.
    private var forbidden: TransferFault?
    /// The addresses of the host that libcurl has tried, in this order.
    private var tried: [InternetAddress] = []
    /// Whether libcurl was not let connect to the address that it took last.
    private var isRefusedAddress = false

    /// The loop owns its transfers.
    private unowned let loop: FetchLoop
    private let easy: CurlHandle
    /// The first and the last line of the head that belong to this request only. The lines of the host follow them.
    private var ownLines: (first: LineList, last: LineList)?

    init(_ loop: FetchLoop) {
        self.loop = loop
        easy = CurlHandle(in: loop.loop)
        easy.open(for: self, options)
    }

    deinit { freeOwnLines() }

    private var options: FetchOptions { loop.options }
    private var clock: LoopClock { loop.clock }
    private var proxy: FetchHost? { loop.proxy }

    var handle: UnsafeMutableRawPointer { easy.pointer }

    /// Prepares the request. The user's lines are sent only to the host that the row names.
    func begin(_ request: PictureRequest, of job: PictureJob) {
        self.job = job
        let failedAt = job.fetch.failures.repeatedAt
        ticket = job.host.state.started(failedAt: failedAt, at: clock.now)
        proxyTicket = proxy?.state.started(failedAt: failedAt, at: clock.now)
        easy.dropHead()
        (headSize, headBytes, bodyBytes, partBytes, usedBytes) = (0, 0, 0, 0, 0)
        (mode, hasEnded) = (.awaitsHead, false)
        (status, fault, forbidden, tried, isRefusedAddress) = (nil, nil, nil, [], false)
        begun = clock.lived
        lastMove = begun
        let shared = job.isAtOwnHost ? job.host.lines.toOwnHost : job.host.lines.toOthers
        easy.prepare(
            for: job.address, lines: lines(of: request, job, before: shared),
            onNewConnection: job.fetch.failures.needNewConnection(options.limits),
            window: job.terms?.store == nil ? job.host.state.ranges.window : nil, keepsNames: !hasVeryManyHosts)
    }

    /// The list for a request, before lines of the host. It is valid until the next call. A signature for a bucket covers some lines of the
    /// user.
    private func lines(of request: PictureRequest, _ job: PictureJob, before shared: LineList?) -> LineList? {
        freeOwnLines()
        let range = request.range.map { "Range: bytes=\($0.lowerBound)-\($0.upperBound)" }
        var lines = [range, request.ifRange.map { "If-Range: \($0)" }, request.condition].compactMap { $0 }
        if let store = job.address.store {
            let url = String(decoding: job.address.bytes, as: UTF8.self)
            let signed = store.sign(url, at: unixSeconds(), besides: lines + job.host.lines.ofUser)
            lines += signed.lines
            job.keyEdition = signed.edition
        }
        guard let first = LineList.of(lines) else { return shared }
        var last = first
        while let next = last.pointee.next { last = next }
        last.pointee.next = shared
        ownLines = (first, last)
        return first
    }

    private func freeOwnLines() {
        ownLines?.last.pointee.next = nil
        curl_slist_free_all(ownLines?.first)
        ownLines = nil
    }

    // MARK: Callbacks of libcurl; each returns whether to go on

    func received(head bytes: UnsafeRawBufferPointer) -> Bool {
        lastMove = clock.lived
        headBytes += bytes.count
        guard bytes.baseAddress != nil, headBytes <= CCurl_longest_head else { return broken(.headersTooLong) }
        guard case .awaitsHead = mode, let job else { return true }
        let head = ResponseHead(bytes)
        guard head.isFinal else { return true }
        status = head.status
        // A 407 is the host's own behind a tunnel, or if the proxy has served others.
        if head.status == .proxyRefusesAsker, let proxy, !job.address.isSecure, !proxy.state.hasSucceeded {
            return broken(.tunnel(head.status))
        }
        proxy?.state.passed()
        if let request = job.request, request.range != nil, request.ifRange == nil {
            job.host.state.ranges.answered(with: head.status, version: head.version)
        }
        var blame = CircuitBreaker.Blame.picture
        if var ticket {
            // A host that has answered gets more requests at once.
            if job.host.state.isUntried { loop.ready.append(job.host) }
            blame = job.host.state.answered(&ticket, head, after: easy.firstByteTime, waiting: job.host.waiting, at: clock.now)
            self.ticket = ticket
        }
        loop.drive(job, .head(head, blame))
        return goesOn
    }

    func received(body bytes: UnsafeRawBufferPointer) -> Bool {
        lastMove = clock.lived
        bodyBytes += bytes.count
        guard case .reads(let extent, let sink) = mode, let job else { return true }
        if let length = extent.length, UInt64(bodyBytes) > length { return broken(.longBody) }
        let reading = sink.push(bytes)
        usedBytes = Int(sink.used)
        loop.drive(job, .body(reading, left: left(of: extent)))
        return goesOn
    }

    func mayConnect(to address: UnsafeRawBufferPointer) -> Bool {
        guard let address = InternetAddress(address), let job else { return false }
        if let fault = job.objection(to: address, by: options.addresses) {
            forbidden = fault
        } else if !job.host.passedAddresses.contains(address) {
            tried.append(address)
            return true
        }
        isRefusedAddress = true
        loop.ready.hasRefusedAddress = true
        return false
    }

    private func broken(_ fault: TransferFault) -> Bool {
        self.fault = fault
        return false
    }

    private var goesOn: Bool { if case .released(.reset) = mode { false } else { true } }

    /// The number of bytes that the body still has; nil if unknown.
    private func left(of extent: BodyExtent) -> UInt64? { extent.left(from: extent.offset + UInt64(bodyBytes)) }

    // MARK: Decisions of the picture

    func read(_ extent: BodyExtent, into sink: any BodySink) {
        sink.begin(extent)
        if status == 206 { partBytes = Int(clamping: extent.length ?? 0) }
        mode = .reads(extent, sink)
    }

    func release(_ release: TransferRelease) {
        // libcurl looks at each connection that it keeps before it keeps one more, so of very many hosts only those keep theirs that
        // have more pictures.
        if let job, job.fetch.isFinished, hasVeryManyHosts, !job.host.hasPictures { easy.closeConnection() }
        mode = .released(release)
        released = clock.lived
    }

    // MARK: The end

    /// The end of the transfer, which libcurl or a limit has stopped, for its picture.
    func ended(_ code: CURLcode, by limit: TransferFault? = nil) -> FetchEvent {
        hasEnded = true
        let noReading = BodyReading.outside(PictureFetch.firstBytes)
        guard let job else { return .ended(nil, noReading) }
        // A usual connection, to the first address, says nothing about others.
        if tried.count > 1 || !easy.isConnected {
            job.host.learn(tried: tried, reached: easy.connectedAddress, wereAll: code == CURLE_COULDNT_CONNECT)
        }
        if code == CURLE_OPERATION_TIMEDOUT, hasLostTime(job) { return .lostTime }
        // libcurl sees no fault in an answer that ends in the middle of its head.
        let cut: TransferFault? = status == nil ? .reset : nil
        var fault = limit ?? self.fault ?? easy.fault(code, forbidden) ?? cut
        if case .released = mode { return .ended(nil, noReading, reportEnd(of: job, with: nil)) }
        // libcurl calls a stream whose connection was closed before its head a short body.
        if fault == .shortBody, status == nil { fault = .reset }
        if fault == .reset, status == nil, easy.connectionCount == 0 { fault = .lostConnection }
        var reading = noReading
        if case .reads(let extent, let sink) = mode {
            reading = sink.end(isComplete: fault == nil)
            usedBytes = Int(sink.used)
            if fault == nil, reading.wantsMore, left(of: extent) ?? 0 > 0 { fault = .shortBody }
        }
        let isLate = limit != nil || code == CURLE_OPERATION_TIMEDOUT
        if let silence = fault, status == nil, let proxy, silence.isSlow || silence.isOfProxy && isLate && easy.connectionCount > 0 {
            if !proxy.state.hasSucceeded || proxyTicket?.longestSilence != nil {
                fault = .proxy("it does not answer")
            } else {
                // The proxy has served others, so the silence is the host's.
                if silence.isOfProxy { fault = .connect }
                if let proxyTicket { proxy.state.dropped(proxyTicket, at: clock.now) }
                proxyTicket = nil
            }
        }
        self.fault = fault
        return .ended(fault, reading, reportEnd(of: job, with: fault))
    }

    private var hasVeryManyHosts: Bool { loop.ready.hostCount > options.keptConnections }

    /// Whether libcurl's limit for connecting ended only because the program was suspended.
    private func hasLostTime(_ job: PictureJob) -> Bool {
        let lived = clock.lived - begun + LoopClock.longestTurn
        guard lived < options.connectTimeout, !job.wasAskedAgain, status == nil else { return false }
        job.wasAskedAgain = true
        drop(job)
        return true
    }

    /// Ends the transfer for a picture that is given up.
    func giveUp() {
        hasEnded = true
        if let job { drop(job) }
    }

    /// Reports to the host and the proxy how the request ended. A failure of the proxy says nothing of the host.
    private func reportEnd(of job: PictureJob, with fault: TransferFault?) -> CircuitBreaker.Blame {
        let isOfProxy = fault?.isOfProxy == true
        let ofProxy = proxyTicket.flatMap { proxy?.state.ended($0, isOfProxy ? fault : nil, at: clock.now) }
        guard let ticket else { return .picture }
        if isOfProxy {
            job.host.state.dropped(ticket, at: clock.now)
            // No picture pays for a proxy that has never answered: the user has named it, so it is no mistake of a row.
            return proxy?.state.hasSucceeded == false ? .host : ofProxy ?? .picture
        }
        return job.host.state.ended(ticket, fault, waiting: job.host.waiting, at: clock.now)
    }

    /// Reports to the host how long its answer took, if that had bytes of a picture.
    func reportTimes() {
        guard let job, usedBytes > 0 else { return }
        job.host.state.ranges.learn(firstByte: easy.firstByteTime, body: bodyBytes, in: easy.bodyTime)
    }

    /// Reports to the host and the proxy that the request was given up.
    private func drop(_ job: PictureJob) {
        if let ticket { job.host.state.dropped(ticket, at: clock.now) }
        if let proxyTicket { proxy?.state.dropped(proxyTicket, at: clock.now) }
    }

    /// Frees the transfer for the next picture.
    func clear() {
        (job, ticket, proxyTicket, mode) = (nil, nil, nil, .awaitsHead)
    }

    /// The time limit that has been reached, or nil. A transfer stalls if no bytes come, not even a part of a head.
    /// libcurl itself limits the time for connecting and divides it among the host's addresses.
    var reachedLimit: TransferFault? {
        let size = CCurl_number(easy.pointer, CURLINFO_HEADER_SIZE)
        if size != headSize || !easy.isConnected { (headSize, lastMove) = (size, clock.lived) }
        if case .released = mode, clock.lived - released >= Transfer.drainTime { return .timeout }
        if clock.lived - begun >= options.timeout { return easy.lateness }
        if status == nil, let longest = longestSilence, clock.lived - begun >= longest {
            return easy.isConnected ? .stalled : easy.lateness
        }
        return clock.lived - lastMove >= options.stallTimeout ? .stalled : nil
    }

    /// The milliseconds in which the answer to a trial must begin to come.
    private var longestSilence: Int64? { ticket?.longestSilence ?? proxyTicket?.longestSilence }

    /// Lets libcurl go on to the next address of the host if one is silent or must not be asked. It gives the silent one up in time,
    /// but sets no timer for the next one.
    func tryNextAddress() {
        // With a request that was lost with its connection, libcurl counts as connected while it makes another one.
        guard isRefusedAddress || !easy.isConnected else { return }
        isRefusedAddress = false
        CCurl_look_again(easy.pointer)
    }

    /// The transfer for a log; nil if no picture uses it. `step` is the picture's next step.
    func summary(before step: FetchStep) -> EndedTransfer? {
        guard let job, let request = job.request else { return nil }
        let (name, address) = (job.picture.name, job.address.bytes)
        // libcurl leaves out an empty port, which may be the beginning of a password.
        let own = name.withUnsafeBufferPointer { credentials(in: $0).isEmpty } ? address : name
        return EndedTransfer(
            url: job.isAtOwnAddress ? withoutCredentials(own) : withoutQuery(withoutCredentials(address)),
            host: job.host.origin,
            status: status?.code, range: request.range, bytesReceived: cost.bytesReceived,
            milliseconds: Int(CCurl_count(easy.pointer, CURLINFO_TOTAL_TIME_T) / 1000),
            outcome: TransferOutcome(step, status, broken: fault?.failure.code))
    }

    /// The counts of this one transfer.
    var cost: FetchStatistics {
        var cost = FetchStatistics()
        if case .forbiddenAddress = fault {} else { cost.requests = 1 }
        cost.connections = easy.connectionCount
        let isSecure = cost.connections > 0 && CCurl_count(easy.pointer, CURLINFO_APPCONNECT_TIME_T) > 0
        cost.handshakes = isSecure ? cost.connections : 0
        cost.bytesAsked = max(partBytes, bodyBytes)
        cost.bytesNeeded = min(usedBytes, bodyBytes)
        cost.bytesWasted = bodyBytes - cost.bytesNeeded
        cost.bytesReceived = bodyBytes + Int(CCurl_number(easy.pointer, CURLINFO_HEADER_SIZE))
        return cost
    }
}
