import CWeirCurl
import Glibc
import WeirBase

/// Carries out the decisions of pictures' fetches with libcurl's multi interface. The loop runs on one thread.
final class FetchLoop {
    private let options: FetchOptions
    private let client: any FetchClient
    private let observer: TransferObserver?
    private let loop: OpaquePointer
    private let multi: UnsafeMutableRawPointer
    private let hosts: HostTable
    private let ready = ReadyHosts()
    /// The host of the last picture that was added: those of a host often stand together.
    private var lastHost: FetchHost?
    /// Hosts whose next picture was put off by the client.
    private var roomless: [FetchHost] = []
    /// The stores of pictures in buckets.
    private var stores: [BucketStore.Kind: BucketStore] = [:]
    /// The proxy, which has the limits of a host; nil if hosts are asked directly. All hosts wait with it.
    private let proxy: FetchHost?
    private var proxyFailure = Failure(.proxy)
    private let sinks: HeaderSinkPool
    private let clock: LoopClock
    private var transfers: [Transfer] = []
    private var idle: [Transfer] = []
    private var pauses = DueQueue<PictureJob>()
    private var hostPauses = DueQueue<FetchHost>()
    /// The number of pictures that were ordered and are not delivered yet.
    private(set) var openCount = 0
    /// The time of the next check of limits, in the clock's `lived`.
    private var nextLimitCheck: Int64 = 0

    init(
        _ options: FetchOptions, for client: any FetchClient, _ loop: OpaquePointer, _ clock: LoopClock, observer: TransferObserver? = nil
    ) {
        self.options = options
        self.client = client
        self.observer = observer
        self.clock = clock
        self.loop = loop
        multi = CCurl_multi(loop)
        sinks = HeaderSinkPool(limits: options.headers)
        hosts = HostTable(options)
        proxy = options.proxy.map(hosts.makeProxy)
    }

    deinit {
        for transfer in active { curl_multi_remove_handle(multi, transfer.handle) }
    }

    var totals: FetchTotals { hosts.totals }

    // MARK: Pictures

    /// Adds pictures, which wait at their hosts.
    func accept(_ pictures: consuming NameQueue, first: [QueuedPicture], in stores: [BucketStore.Kind: BucketStore]) {
        self.stores = stores
        while let (number, url) = pictures.popFirst() {
            openCount += 1
            url.withUnsafeBufferPointer { name in
                if let host = lastHost, host.isServer(of: name) { return host.append(number, name) }
                do throws(WebAddress.Refusal) {
                    let host = host(try WebAddress(url, in: stores).origin)
                    host.append(number, name)
                    lastHost = host
                } catch {
                    deliver(FetchOutcome(error.failure), of: QueuedPicture(number: number, url: url))
                }
            }
            if let host = lastHost { ready.append(host) }
        }
        for picture in first {
            guard let address = try? WebAddress(picture.url, in: stores) else { continue }
            openCount += 1
            let host = host(address.origin)
            host.prepend(picture)
            ready.append(host)
        }
    }

    /// Lets the pictures go on that the client has put off.
    func makeRoom() {
        for host in roomless { ready.append(host) }
        roomless = []
    }

    private func host(_ origin: String) -> FetchHost {
        let host = hosts.host(origin)
        ready.hostCount = hosts.count
        return host
    }

    // MARK: robots.txt

    /// Prepares the request for the robots.txt of a host. It goes through all limits of a picture.
    private func readRobots(of host: FetchHost) {
        guard var address = try? WebAddress(parsing: Array("\(host.origin)/robots.txt".utf8)) else {
            host.gate = .open
            return
        }
        address.isNamedByUser = stores.values.contains { $0.isNamed(host.origin) }
        let job = PictureJob(robotsOf: host, at: address, limits: options.limits)
        host.gate = .reading
        carryOut(job.received(.begin, at: clock).step, for: job)
    }

    /// Lets the pictures of a host go on, or fail, after the request for its robots.txt.
    private func takeRobots(_ result: Result<[UInt8], Failure>, status: Int? = nil, of job: PictureJob) {
        guard let host = job.robots?.host else { return }
        switch RobotsGate.text(result, status: status, redirects: job.redirects) {
        case .success(let text):
            host.gate = .read(RobotsRules(text, for: host.lines))
            hosts.robots[host.origin] = RobotsText(text, readAt: clock.now.unixSeconds)
        case .failure(let failure): host.gate = .unreadable(failure)
        }
        ready.append(host)
    }

    /// Gives up all pictures.
    func abandonAll(_ failure: Failure) {
        for transfer in active { end(transfer, transfer.abandoned(failure)) }
        for job in pauses.removeAll() { abandon(job, failure) }
        for host in hosts.all { abandonQueue(of: host, failure) }
    }

    /// Gives up the pictures that have no transfer and no request to make.
    func abandonWaiting(_ failure: Failure) {
        for job in pauses.removeAll() { abandon(job, failure) }
        for host in hosts.all { abandonWaiting(of: host, failure) }
    }

    private func abandonQueue(of host: FetchHost, _ failure: Failure) {
        while let job = host.nextBegun() { abandon(job, failure) }
        abandonWaiting(of: host, failure)
        releaseFollowers(of: host)
    }

    private func abandonWaiting(of host: FetchHost, _ failure: Failure) {
        while let picture = host.nextWaiting() { deliver(FetchOutcome(failure), of: picture) }
    }

    private func deliver(_ outcome: FetchOutcome, of picture: QueuedPicture) {
        openCount -= 1
        client.fetched(picture, outcome)
    }

    /// Delivers an outcome, unless the picture is asked for once more at its own address.
    private func deliver(_ outcome: FetchOutcome, of job: PictureJob) {
        guard job.isRetriedAtOriginal(after: outcome), let address = job.original ?? (try? WebAddress(job.picture.url, in: stores)) else {
            return deliver(outcome, of: job.picture)
        }
        let again = PictureJob(
            job.picture, job.terms, at: address, host(address.origin), after: outcome.cost, limits: options.limits)
        carryOut(again.received(.begin, at: clock).step, for: again)
    }

    /// Gives up a picture that has no transfer.
    private func abandon(_ job: PictureJob, _ failure: Failure) {
        // A request that is made twice was counted once, and has been sent.
        carryOut(job.received(.abandoned(failure, isUnsent: !job.wasAskedAgain), at: clock).step, for: job)
    }

    // MARK: Steps of pictures

    private func carryOut(_ step: consuming FetchStep, for job: PictureJob) {
        switch consume step {
        case .wait, .read, .readRefusal: break
        case .request(let request):
            job.request = request
            job.host.append(job)
            ready.append(job.host)
        case .pause(let due): pauses.append(job, due: due)
        case .awaitKeys:
            job.awaitKeys()
            pauses.append(job, due: clock.now.milliseconds + (job.awaitsKeys ? FetchLoop.keyPause : 0))
        case .follow(let location, let isPermanent): follow(location, job, isPermanent: isPermanent)
        case .takeText: takeRobots(.success(job.robots?.sink.text ?? []), of: job)
        case .finish(let outcome) where job.robots != nil:
            if case .failure(let failure) = outcome.result { takeRobots(.failure(failure), status: outcome.status, of: job) }
        case .finish(var outcome):
            if case .success(let answer) = outcome.result { learn(answer, of: job) }
            outcome.movedTo = job.movedTo
            if let earlier = job.earlier { outcome.cost.add(earlier) }
            if let sink = job.headerSink.take() { sinks.giveBack(sink) }
            job.storeSink?.close()
            deliver(outcome, of: job)
        }
    }

    /// The milliseconds between two looks for other keys.
    private static let keyPause: Int64 = 100

    /// The largest length that counts as saved bytes. A server may claim any length, and the sum must not overflow.
    private static let largestPicture = 1 << 40

    private func learn(_ answer: FetchAnswer, of job: PictureJob) {
        let length: UInt64?
        switch answer {
        case .picture(let picture):
            if job.storeSink == nil { job.host.state.ranges.learn(headerEnd: picture.headerEnd, of: job.kind) }
            length = picture.validators.length
        case .unchanged: length = job.terms.validators?.length
        }
        guard let length else { return }
        job.host.statistics.bytesSaved += max(0, min(Int(clamping: length), FetchLoop.largestPicture) - job.bodyBytes)
    }

    private func follow(_ location: String, _ job: PictureJob, isPermanent: Bool) {
        var refusal: WebAddress.Refusal?
        do throws(WebAddress.Refusal) {
            let address = try job.address.following(location)
            job.move(to: address, at: host(address.origin), isPermanent: isPermanent)
        } catch {
            refusal = error
        }
        carryOut(job.received(.redirected(refusal), at: clock).step, for: job)
    }

    // MARK: Hosts

    /// Starts as many requests as the limits allow. Hosts take turns. Returns the time before which the proxy is not asked.
    private func startRequests() -> Int64 {
        let now = clock.now
        while transferCount < options.concurrency, let host = ready.next {
            var trial: Int?
            switch proxy?.state.mayStart(at: now) {
            case .now, nil: break
            case .trial(let number): trial = number
            case .at(let due): return due
            case .whenOneEnds: return .max
            case .suspended:
                abandonAll(proxyFailure)
                return .max
            }
            if start(host, forTrial: trial, at: now) { ready.passTurn() } else { ready.removeNext() }
        }
        return .max
    }

    /// Returns whether the host may start more requests now. `trial` is the number of the proxy's trial, if it is one.
    private func start(_ host: FetchHost, forTrial trial: Int?, at now: ClockReading) -> Bool {
        if host.gate == .unread, host.hasPictures { readRobots(of: host) }
        guard !host.isIdle else { return false }
        if host.isAheadOfTarget, let target = host.target {
            if !target.followers.contains(where: { $0 === host }) { target.followers.append(host) }
            return false
        }
        switch host.state.mayStart(at: now) {
        case .now: return send(trial.map { host.next(forTrial: $0) } ?? host.next(), at: host)
        case .trial(let number): return send(host.next(forTrial: number), at: host)
        case .at(let due):
            hostPauses.append(host, due: due)
            return false
        case .whenOneEnds: return false
        case .suspended(let failure):
            abandonQueue(of: host, failure)
            return false
        }
    }

    /// Returns whether the host may start more requests.
    private func send(_ next: NextPicture?, at host: FetchHost) -> Bool {
        var job: PictureJob?
        switch next {
        case .begun(let begun): job = begun
        case .waiting(let picture):
            guard let terms = client.terms(of: picture) else {
                host.prepend(picture)
                // Pictures that have begun may have all the room, and give it back only if they are asked for.
                if let begun = host.nextBegun() {
                    job = begun
                    break
                }
                if !roomless.contains(where: { $0 === host }) { roomless.append(host) }
                return false
            }
            job = begin(picture, terms, at: host)
        case nil: break
        }
        releaseFollowers(of: host)
        guard let job, let request = job.request else { return true }
        if job.robots == nil, let objection = host.gate.objection(to: job.address) {
            abandon(job, objection)
            return true
        }
        let transfer = idleTransfer()
        transfer.begin(request, of: job)
        curl_multi_add_handle(multi, transfer.handle)
        return true
    }

    private func releaseFollowers(of host: FetchHost) {
        guard !host.followers.isEmpty, host.hasRoomForFollowers else { return }
        for follower in host.followers { ready.append(follower) }
        host.followers = []
    }

    /// Returns nil if the picture ends without a request, or waits at the host to which it has moved.
    private func begin(_ picture: QueuedPicture, _ terms: FetchTerms, at host: FetchHost) -> PictureJob? {
        let address: WebAddress
        do throws(WebAddress.Refusal) { address = try WebAddress(picture.url, in: stores) } catch {
            deliver(FetchOutcome(error.failure), of: picture)
            return nil
        }
        if host.gate.objection(to: address) == nil, let moved = moved(address, terms) {
            let target = self.host(moved.origin)
            let job = PictureJob(picture, terms, at: moved, target, original: address, limits: options.limits)
            host.target = target
            carryOut(job.received(.begin, at: clock).step, for: job)
            return nil
        }
        let job = PictureJob(picture, terms, at: address, host, limits: options.limits)
        let step = job.received(.begin, at: clock).step
        guard case .request(let request) = step else {
            carryOut(step, for: job)
            return nil
        }
        job.request = request
        return job
    }

    /// The address to which a picture has moved, if it may be asked for there. The journal is a file, and another program may have
    /// changed it.
    private func moved(_ original: WebAddress, _ terms: FetchTerms) -> WebAddress? {
        guard options.limits.maxRedirects > 0, let url = terms.movedTo, !original.hasCredentials, let address = try? WebAddress(url),
            !address.hasCredentials, address != original
        else { return nil }
        return address
    }

    // MARK: Transfers

    /// The number of transfers that are under way.
    var transferCount: Int { transfers.count - idle.count }

    private var active: [Transfer] { transfers.filter { $0.job != nil } }

    private func idleTransfer() -> Transfer {
        if let transfer = idle.popLast() { return transfer }
        let transfer = Transfer(options, loop, sinks, clock, ready, proxy)
        transfers.append(transfer)
        return transfer
    }

    // MARK: Turns

    /// Does all work that is possible now. Returns the number of milliseconds until the next turn.
    func turn() -> Int {
        var code = CURLE_OK
        while let owner = CCurl_next_ended(multi, &code) {
            let transfer = Unmanaged<Transfer>.fromOpaque(owner).takeUnretainedValue()
            end(transfer, transfer.ended(code))
        }
        if CCurl_is_full(loop) { abandonAll(Failure(connecting: ENOMEM)) }
        let now = clock.now.milliseconds
        // Answers that have arrived are handled first, so that no limit ends their transfers.
        endOverdue()
        while let job = pauses.popFirst(at: now) {
            let step = job.awaitsKeys ? .awaitKeys : job.received(.woken, at: clock).step
            carryOut(step, for: job)
        }
        while let host = hostPauses.popFirst(at: now) { ready.append(host) }
        let proxyPause = startRequests()
        let nextPause = min(pauses.nextDue ?? .max, hostPauses.nextDue ?? .max, proxyPause)
        let nextLook = transferCount == 0 ? 1000 : nextLimitCheck - clock.lived
        return Int(max(0, min(nextLook, nextPause - now)))
    }

    private func end(_ transfer: Transfer, _ step: consuming FetchStep) {
        guard let job = transfer.job else { return }
        let host = job.host
        curl_multi_remove_handle(multi, transfer.handle)
        host.statistics.add(transfer.cost)
        transfer.reportTimes()
        if let observer, let ended = transfer.summary(before: step) { observer(ended) }
        job.bodyBytes += transfer.bodyBytes
        if let fault = transfer.fault, fault.isOfProxy {
            proxyFailure = fault.failure
            proxyFailure.isOfTheMachine = true
        }
        transfer.clear()
        idle.append(transfer)
        carryOut(step, for: job)
        ready.append(host)
    }

    private func endOverdue() {
        guard clock.lived >= nextLimitCheck || ready.hasRefusedAddress else { return }
        ready.hasRefusedAddress = false
        nextLimitCheck = clock.lived + LoopClock.longestTurn
        for transfer in active {
            if let limit = transfer.reachedLimit {
                end(transfer, transfer.ended(CURLE_OK, by: limit))
            } else {
                transfer.tryNextAddress()
            }
        }
    }
}

extension WebAddress.Refusal {
    fileprivate var failure: Failure {
        switch self {
        case .badURL: Failure(.badURL)
        case .forbiddenScheme: Failure(.forbiddenScheme)
        case .wholeBucket: Failure(.badURL, "the URL names a bucket and no picture in it")
        }
    }
}
