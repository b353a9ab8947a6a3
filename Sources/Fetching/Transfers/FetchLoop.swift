import CWeirCurl
import Glibc
import WeirBase

/// Carries out the decisions of pictures' fetches with libcurl's multi interface. The loop runs on one thread.
final class FetchLoop {
    let options: FetchOptions
    private let client: any FetchClient
    private let observer: TransferObserver?
    let loop: OpaquePointer
    private let multi: UnsafeMutableRawPointer
    private let hosts: HostTable
    let ready = ReadyHosts()
    /// The hosts by the servers of pictures' URLs, as they are written.
    private var servers: [NameHash: FetchHost] = [:]
    /// Hosts whose next picture was put off by the client.
    private var roomless: [FetchHost] = []
    /// The stores of pictures in buckets.
    private var stores: [BucketStore.Kind: BucketStore] = [:]
    /// The proxy, which has the limits of a host; nil if hosts are asked directly. All hosts wait with it.
    let proxy: FetchHost?
    private var proxyFailure = Failure(.proxy)
    /// Unused sinks. They are kept because a reader of headers is expensive to make.
    private var idleSinks: [HeaderSink] = []
    let clock: LoopClock
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
        hosts = HostTable(options)
        proxy = options.proxy.map(hosts.makeProxy)
    }

    deinit {
        for transfer in active { curl_multi_remove_handle(multi, transfer.handle) }
    }

    var totals: FetchTotals { hosts.totals }

    // MARK: Pictures

    /// Adds pictures, which wait at their hosts. The first ones go before those that wait.
    func accept(_ pictures: consuming NameQueue, first: [Picture], in stores: [BucketStore.Kind: BucketStore]) {
        self.stores = stores
        while let picture = pictures.popFirst() { accept(picture) { $0.append($1) } }
        for picture in first { accept(picture) { $0.prepend($1) } }
    }

    private func accept(_ picture: Picture, by add: (FetchHost, Picture) -> Void) {
        openCount += 1
        do throws(WebAddress.Refusal) {
            let host = try host(ofURL: picture.name)
            add(host, picture)
            ready.append(host)
        } catch {
            deliver(FetchOutcome(error.failure), of: picture, nil)
        }
    }

    /// The host of a picture. Only the first URL of a server is parsed here, and each other one when its turn comes.
    private func host(ofURL url: [UInt8]) throws(WebAddress.Refusal) -> FetchHost {
        let server = url.withUnsafeBufferPointer { WebAddress.server(of: $0).map { NameHash(of: UnsafeRawBufferPointer($0)) } }
        if let server, let host = servers[server] { return host }
        let host = host(try WebAddress(url, in: stores).origin)
        if let server { servers[server] = host }
        return host
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
        drive(job, .begin)
    }

    /// Lets the pictures of a host go on, or fail, after the request for its robots.txt.
    private func takeRobots(_ result: Result<[UInt8], Failure>, status: Int? = nil, of job: PictureJob) {
        guard let host = job.robots else { return }
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
        for transfer in active {
            guard let job = transfer.job else { continue }
            transfer.giveUp()
            drive(job, .abandoned(failure))
        }
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
        while let picture = host.nextWaiting() { deliver(FetchOutcome(failure), of: picture, nil) }
    }

    private func deliver(_ outcome: FetchOutcome, of picture: Picture, _ terms: (any FetchTerms)?) {
        openCount -= 1
        client.fetched(picture, outcome, terms)
    }

    /// Delivers an outcome, unless the picture is asked for once more at its own address.
    private func deliver(_ outcome: FetchOutcome, of job: PictureJob) {
        guard let terms = job.terms, job.isRetriedAtOwnAddress(after: outcome) else { return deliver(outcome, of: job.picture, job.terms) }
        let again = PictureJob(
            job.picture, terms, at: job.own, host(job.own.origin), after: outcome.cost, limits: options.limits)
        drive(again, .begin)
    }

    /// Gives up a picture that has no transfer.
    private func abandon(_ job: PictureJob, _ failure: Failure) {
        // A request that is made twice was counted once, and has been sent.
        drive(job, .abandoned(failure, isUnsent: !job.wasAskedAgain))
    }

    // MARK: Steps of pictures

    /// Passes an event to a picture and carries its step out.
    ///
    /// Callbacks of libcurl come here as well. They must not free the handle of their transfer, so a picture first releases it, and has
    /// its next step when libcurl reports the transfer's end.
    func drive(_ job: PictureJob, _ event: FetchEvent) {
        let step = job.fetch.received(event, at: clock.now, random: clock.nextRandom())
        let host = job.host
        let isFree = job.transfer?.hasEnded == true
        if isFree { retire(job, before: step) }
        switch step {
        case .wait: break
        case .read(let extent):
            if job.sink == nil { job.sink = idleSinks.popLast() ?? HeaderSink(limits: options.headers) }
            if let sink = job.sink { job.transfer?.read(extent, into: sink) }
        case .readRefusal: job.transfer?.read(BodyExtent(whole: nil), into: TextSink.refusal())
        case .release(let release): job.transfer?.release(release)
        case .request(let request):
            job.request = request
            host.append(job)
            ready.append(host)
        case .pause(let due): pauses.append(job, due: due)
        case .awaitKeys: awaitKeys(job)
        case .follow(let location, let isPermanent): follow(location, job, isPermanent: isPermanent)
        case .takeText(let text): takeRobots(.success(text), of: job)
        case .finish(let outcome): finish(job, outcome)
        }
        if isFree { ready.append(host) }
    }

    private func finish(_ job: PictureJob, _ outcome: FetchOutcome) {
        if job.robots != nil {
            if let failure = outcome.failure { takeRobots(.failure(failure), status: outcome.status, of: job) }
            return
        }
        learn(outcome, of: job)
        var outcome = outcome
        outcome.movedTo = job.movedTo
        if let earlier = job.earlier { outcome.cost.add(earlier) }
        switch job.sink.take() {
        case let sink as HeaderSink: idleSinks.append(sink)
        case let sink as StoreSink: sink.close()
        default: break
        }
        deliver(outcome, of: job)
    }

    private func awaitKeys(_ job: PictureJob) {
        job.awaitKeys()
        pauses.append(job, due: clock.now.milliseconds + (job.awaitsKeys ? FetchLoop.keyPause : 0))
    }

    /// The milliseconds between two looks for other keys.
    private static let keyPause: Int64 = 100

    /// The largest length that counts as saved bytes. A server may claim any length, and the sum must not overflow.
    private static let largestPicture = 1 << 40

    private func learn(_ outcome: FetchOutcome, of job: PictureJob) {
        guard case .success(let header) = outcome.result else { return }
        if header != nil, job.terms?.store == nil { job.host.state.ranges.learn(headerEnd: outcome.headerEnd, of: job.kind) }
        guard let length = header == nil ? job.terms?.validators?.length : outcome.validators.length else { return }
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
        drive(job, .redirected(refusal))
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
        case .now: return send(at: host, forTrial: trial)
        case .trial(let number): return send(at: host, forTrial: number)
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
    private func send(at host: FetchHost, forTrial trial: Int?) -> Bool {
        var job = host.nextBegun(forTrial: trial)
        if job == nil, let picture = host.nextWaiting(forTrial: trial) {
            if let terms = client.terms(of: picture) {
                job = begin(picture, terms, at: host)
            } else {
                host.prepend(picture)
                // Pictures that have begun may have all the room, and give it back only if they are asked for.
                job = host.nextBegun()
                guard job != nil else {
                    if !roomless.contains(where: { $0 === host }) { roomless.append(host) }
                    return false
                }
            }
        }
        releaseFollowers(of: host)
        guard let job, let request = job.request else { return true }
        if job.robots == nil, let objection = host.gate.objection(to: job.address) {
            abandon(job, objection)
            return true
        }
        // A proxy connects to any address.
        if proxy != nil, let address = InternetAddress(host: job.address.host),
            let fault = job.objection(to: address, by: options.addresses)
        {
            drive(job, .ended(fault, .outside(PictureFetch.firstBytes)))
            return true
        }
        let transfer = idleTransfer()
        transfer.begin(request, of: job)
        job.transfer = transfer
        curl_multi_add_handle(multi, transfer.handle)
        return true
    }

    private func releaseFollowers(of host: FetchHost) {
        guard !host.followers.isEmpty, host.hasRoomForFollowers else { return }
        for follower in host.followers { ready.append(follower) }
        host.followers = []
    }

    /// Returns nil if the picture ends without a request, or waits at the host to which it has moved.
    private func begin(_ picture: Picture, _ terms: any FetchTerms, at host: FetchHost) -> PictureJob? {
        let address: WebAddress
        do throws(WebAddress.Refusal) { address = try WebAddress(picture.name, in: stores) } catch {
            deliver(FetchOutcome(error.failure), of: picture, terms)
            return nil
        }
        let job: PictureJob
        if host.gate.objection(to: address) == nil, let moved = moved(address, terms) {
            let target = self.host(moved.origin)
            job = PictureJob(picture, terms, at: address, moved: moved, target, limits: options.limits)
            host.target = target
            drive(job, .begin)
            return nil
        }
        job = PictureJob(picture, terms, at: address, host, limits: options.limits)
        drive(job, .begin)
        return job.request == nil ? nil : host.nextBegun()
    }

    /// The address to which a picture has moved, if it may be asked for there. The journal is a file, and another program may have
    /// changed it.
    private func moved(_ original: WebAddress, _ terms: any FetchTerms) -> WebAddress? {
        guard let url = terms.movedTo, !original.hasCredentials, let address = try? WebAddress(url),
            address.isOpen(besides: original), address != original
        else { return nil }
        return address
    }

    // MARK: Transfers

    /// The number of transfers that are under way.
    var transferCount: Int { transfers.count - idle.count }

    private var active: [Transfer] { transfers.filter { $0.job != nil } }

    private func idleTransfer() -> Transfer {
        if let transfer = idle.popLast() { return transfer }
        let transfer = Transfer(self)
        transfers.append(transfer)
        return transfer
    }

    // MARK: Turns

    /// Does all work that is possible now. Returns the number of milliseconds until the next turn.
    func turn() -> Int {
        var code = CURLE_OK
        while let owner = CCurl_next_ended(multi, &code) {
            let transfer = Unmanaged<Transfer>.fromOpaque(owner).takeUnretainedValue()
            end(transfer, code)
        }
        if CCurl_is_full(loop) { abandonAll(Failure(connecting: ENOMEM)) }
        let now = clock.now.milliseconds
        // Answers that have arrived are handled first, so that no limit ends their transfers.
        endOverdue()
        while let job = pauses.popFirst(at: now) {
            if job.awaitsKeys { awaitKeys(job) } else { drive(job, .woken) }
        }
        while let host = hostPauses.popFirst(at: now) { ready.append(host) }
        let proxyPause = startRequests()
        let nextPause = min(pauses.nextDue ?? .max, hostPauses.nextDue ?? .max, proxyPause)
        let nextLook = transferCount == 0 ? 1000 : nextLimitCheck - clock.lived
        return Int(max(0, min(nextLook, nextPause - now)))
    }

    /// libcurl or a limit has stopped the transfer.
    private func end(_ transfer: Transfer, _ code: CURLcode, by limit: TransferFault? = nil) {
        guard let job = transfer.job else { return }
        drive(job, transfer.ended(code, by: limit))
    }

    /// Frees the transfer of a picture, which has ended, for another picture.
    private func retire(_ job: PictureJob, before step: FetchStep) {
        guard let transfer = job.transfer.take() else { return }
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
    }

    private func endOverdue() {
        guard clock.lived >= nextLimitCheck || ready.hasRefusedAddress else { return }
        ready.hasRefusedAddress = false
        nextLimitCheck = clock.lived + LoopClock.longestTurn
        for transfer in active {
            if let limit = transfer.reachedLimit {
                end(transfer, CURLE_OK, by: limit)
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
